"""Numbers that rules, notation and views share; no NumPy here, since drawing must not need it."""

NONE = -1
SPICES = 4
BROWN = 3
LIMIT = 10  # cubes that a caravan keeps at the end of a turn (C-3)

# The decisions that all games share, as offsets from a base that each game chooses.
REST = 0
TRADE = 1
STOP = 2
PAY = 4
UPGRADE = 8
DISCARD = 12
