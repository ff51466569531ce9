"""Cards in slots, who has seen them, seeded chance.  Knows no game and does no I/O of its own."""
