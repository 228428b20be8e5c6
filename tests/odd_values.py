"""Values that a caller may pass by mistake; each must be used, or refused in a sentence."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from serai.core.notation.errors import brief

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 10**30, 10**5000, 1.0, math.nan, math.inf, 3 + 4j),
    *("", " ", "1", "é", "\ud800", "x" * 100_000, b"1", "spice_road", "planner:5n"),
    *(np.int8(1), np.uint64(2**64 - 1), np.float32(1), np.nan, np.True_, np.array(1), np.array([1, 2])),
    *([], [1], ["spice_road"], {}, {1: 2}, (), range(2), slice(1), object(), object, len),
]
LONGEST = 600
BARE = ("object has no attribute", "truth value", "invalid literal", "missing 1 required", "argument must be")


def check_refusals(call: Callable[[Any], Any]) -> None:
    """Calls something with every odd value; a ValueError must say in a sentence what was wrong."""
    for value in ODD:
        try:
            call(value)
        except ValueError as error:
            told = str(error)
            assert told.encode(), f"nothing was said about {brief(value)}"
            assert " " in told, told
            assert len(told) <= LONGEST, brief(value)
            assert not any(bare in told for bare in BARE), told
        except Exception as error:
            raise AssertionError(f"{brief(value)} ended in {type(error).__name__}: {error}") from error
