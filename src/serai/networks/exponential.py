"""The exponential function from sums and products alone: NumPy's and C's differ in the last bit between machines."""

import math

from serai.core.compiled import entry

LOWEST = -80.0  # e to anything below this counts as 0
PER_OCTAVE = 1.4426950408889634
OCTAVE, OCTAVE_REST = 0.693147180369123816490, 1.90821492927058770002e-10
TERMS = 13


@entry
def exponential(x: float) -> float:
    """Returns e to the power of a number not above 0: a power of two times a series for the rest."""
    if x < LOWEST:
        return 0.0
    octaves = math.floor(x * PER_OCTAVE + 0.5)
    rest = (x - octaves * OCTAVE) - octaves * OCTAVE_REST
    series = 1.0
    for term in range(TERMS, 0, -1):
        series = series * rest / term + 1.0
    return math.ldexp(series, octaves)
