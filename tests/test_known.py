"""What a redeal does alike in all games (C-11); each game's own test_known.py holds it to what is hidden there."""

import numpy as np
import pytest

from serai.core import spec
from tests.positions import redealt, set_up
from tests.standard import values_of


@pytest.mark.parametrize("name", spec.GAMES)
def test_every_seat_knows_the_same(name: str) -> None:
    """C-11: Ruling: what everyone saw being taken is known to all, so the seat makes no difference."""
    state = set_up(spec.GAMES[name], 4, seed=2)
    assert len({redealt(state, seed=1, seat=seat).tobytes() for seat in range(4)}) == 1


@pytest.mark.parametrize("name", spec.GAMES)
def test_both_halves_of_the_seed_tell(name: str) -> None:
    """C-11: a redeal uses all 128 bits."""
    one, other = set_up(spec.GAMES[name], 2), set_up(spec.GAMES[name], 2)
    spec.redeal(values_of(one), one, 0, np.uint64(0), np.uint64(1))
    spec.redeal(values_of(other), other, 0, np.uint64(1), np.uint64(0))
    assert one.tobytes() != other.tobytes()
