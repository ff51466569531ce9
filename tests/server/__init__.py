"""The server as its visitors meet it: a process of its own, a real database, real sockets."""
