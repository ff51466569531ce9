"""Two numbers that stand where a seat's number could."""

NOBODY = -1
EVERYBODY = 7  # the bit of `shown` that stands for the whole table; a spectator is "seat" 7
