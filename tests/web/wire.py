"""A line between a browser and the house that can be cut, and that can lose what goes over it."""

import contextlib
import socket
import threading


class Wire:
    """Listens on a port of its own and passes on whatever is said, both ways."""

    def __init__(self, port: int) -> None:
        self.house = ("127.0.0.1", port)
        self.whole = True
        self.deaf = False  # what the house says is lost
        self.mute = False  # what the page says is lost
        self.pairs: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.welcome, daemon=True).start()

    def welcome(self) -> None:
        while True:
            try:
                page, _ = self.door.accept()
            except OSError:  # closed
                return
            if not self.whole:
                page.close()
                continue
            try:
                house = socket.create_connection(self.house)
            except OSError:  # nobody at home
                page.close()
                continue
            self.pairs += [page, house]
            threading.Thread(target=self.pass_on, args=(page, house, "mute"), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(house, page, "deaf"), daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, lost: str) -> None:
        with contextlib.suppress(OSError):
            while said := one.recv(65536):
                if not getattr(self, lost):
                    other.sendall(said)
        hang_up(one, other)

    def cut(self) -> None:
        self.whole = False
        hang_up(*self.pairs)
        self.pairs.clear()

    def mend(self) -> None:
        self.deaf = self.mute = False
        self.whole = True

    def close(self) -> None:
        self.door.close()
        self.cut()


def hang_up(*sockets: socket.socket) -> None:
    for one in sockets:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
