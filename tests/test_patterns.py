"""Decisions named by patterns of their text."""

import pytest

from serai.core.component_folders import standard
from serai.core.notation import NOTATIONS
from serai.core.notation.patterns import matching


def texts(game: str, patterns: str) -> set[str]:
    pieces = standard(game)
    known = NOTATIONS[game].all_decisions(pieces)
    return {known[action] for action in matching(pieces, patterns)}


def test_patterns_name_decisions_by_their_text() -> None:
    assert texts("east_to_west", "work market*") == {f"work market {place}" for place in range(1, 5)}
    assert texts("spice_road", "rest") == {"rest"}


def test_a_bar_stands_between_patterns() -> None:
    found = texts("east_to_west", "keep|route*")
    assert found == {"keep", *(f"route {place}" for place in range(1, 6))}


def test_a_pattern_that_matches_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no decision of spice_road matches 'sail\\*'"):
        matching(standard("spice_road"), "rest|sail*")
