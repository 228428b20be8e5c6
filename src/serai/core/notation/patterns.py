"""Decisions named by patterns of their text, such as `work market*|route*`."""

from fnmatch import fnmatchcase

from serai.core.component_set import ComponentSet
from serai.core.messages import brief
from serai.core.notation import NOTATIONS

EITHER = "|"


def matching(pieces: ComponentSet, patterns: str) -> list[int]:
    """Returns the numbers of the decisions that match one of the patterns; each pattern must match some."""
    texts = NOTATIONS[pieces.game].all_decisions(pieces)
    found: set[int] = set()
    for pattern in patterns.split(EITHER):
        named = {action for action, text in texts.items() if fnmatchcase(text, pattern)}
        if not named:
            raise ValueError(f"no decision of {pieces.game} matches {brief(pattern)}; docs/actions lists them all")
        found |= named
    return sorted(found)
