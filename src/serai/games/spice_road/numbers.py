"""Spice Road in numbers: its decisions and parts of the score; no NumPy here."""

from serai.core import numbers

PLAY = 0
ACQUIRE = 64
CLAIM = 128
REST = 192
PAY = REST + numbers.PAY
WORDS = 4

GOLD = 3
SILVER = 1
COINS = {GOLD: "gold", SILVER: "silver"}
PARTS = ("cards", "gold", "silver", "cubes")  # the parts that score_parts counts
