"""Caravan Race in numbers: its decisions and what counts; no NumPy here, since pages are drawn from it."""

LOAD = 0
TRAVEL = 64
REST = 68
PAY = 72
WORDS = 2

SEATS = (2, 4)
STAGES = 12
CUBES = 5  # that a caravan carries
STARTING_CUBES = 2
FIRST_ARRIVAL = 3
PARTS = ("stages", "arrival", "cubes")  # what score_parts counts
