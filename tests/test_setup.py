"""What a set-up does alike in all games; each game's own test_setup.py says what lies where."""

import pytest

from serai.core import spec
from tests.positions import set_up


@pytest.mark.parametrize("name", spec.GAMES)
def test_the_same_seed_deals_the_same_game(name: str) -> None:
    """C-5: a deal depends on the seed and the number of players alone."""
    rules = spec.GAMES[name]
    assert set_up(rules, 3, seed=7).tobytes() == set_up(rules, 3, seed=7).tobytes()
    assert set_up(rules, 3, seed=7).tobytes() != set_up(rules, 3, seed=8).tobytes()
