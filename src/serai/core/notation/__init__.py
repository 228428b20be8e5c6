"""The text notation: cards, decisions, deals and positions, written and read."""

from serai.core.notation.errors import BadPosition, IllegalAction
from serai.core.registry import Parts

NOTATIONS = Parts("notation")

__all__ = ["NOTATIONS", "BadPosition", "IllegalAction"]
