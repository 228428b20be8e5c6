"""Cubes and cards as text: `YYR`, `+2`, `YY>RR`, a point card as its cost."""

from serai.core.components import SPICES
from serai.core.notation.errors import BadPosition, brief
from serai.core.notation.writing import shared_decisions as shared_decisions
from serai.core.piece_names import Names, cubes, merchant, plain

__all__ = ["SPICES", "Names", "cubes", "merchant", "parse_cubes", "plain", "shared_decisions"]

MOST_CUBES = 127


def parse_cubes(text: str) -> tuple[int, ...]:
    """Reads `YYR` as (2, 1, 0, 0); `-` is none."""
    letters = "" if text == "-" else text
    if any(letter not in SPICES for letter in letters):
        raise BadPosition(f"{brief(text)} is not made of the cubes {', '.join(SPICES)}")
    if len(letters) > MOST_CUBES:
        raise BadPosition(f"{len(letters)} cubes; there is room for {MOST_CUBES}")
    return tuple(letters.count(letter) for letter in SPICES)
