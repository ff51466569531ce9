"""What the box leaves us to set, in one place: how the thirty fields lie, and what the dice show (HW.1, HW.2).

Whoever owns the game and finds it otherwise need only change this page.
"""

# Clockwise: first the grounds, each with five fields, and on every ground the hearts in this order.
GROUNDS = ("checkered", "stone", "wood", "cloud", "meadow", "water")
COLOURS = ("yellow", "blue", "green", "red", "black")

COLOUR_DIE = (*COLOURS, "white")  # both colour dice, one entry for each face
PIP_DIE = (1, 1, 2, 2, 3, 3)

FIELDS = tuple(f"{colour}-{ground}" for ground in GROUNDS for colour in COLOURS)
