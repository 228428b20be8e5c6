"""Seats of a training that are barred from some decisions."""

import pytest
import torch

from serai.core.component_folders import standard
from serai.core.notation.patterns import matching
from serai.learning.train.barred import Barred
from serai.learning.train.batch_env import unpacked
from serai.learning.train.model import Model
from serai.learning.train.policy import Actor
from serai.learning.train.rollout import Stage
from serai.learning.train.settings import Settings

GAME, KINDS = "east_to_west", ("work market*|route*", "rest")
SMALL = Settings(games=24, steps=24, width=16, blocks=1, past=0)


def played(share: float) -> Stage:
    torch.manual_seed(1)
    settings = Settings(**{**SMALL.__dict__, "barred": KINDS, "barred_share": share})
    stage = Stage(standard(GAME), settings, 1, "cpu")
    stage.play(Actor(Model(standard(GAME), 16, 1), False), [], torch.Generator().manual_seed(1))
    return stage


def test_a_barred_seat_does_not_do_it_and_the_others_may() -> None:
    stage = played(0.5)
    assert stage.barred is not None
    kinds = torch.stack([stage.barred.kind.gather(1, seats[:, None])[:, 0] for seats in stage.deciding])
    markets = torch.isin(stage.actions, torch.tensor(matching(standard(GAME), KINDS[0])))
    assert set(kinds.unique().tolist()) == {0, 1, 2}
    assert not bool(markets[kinds == 1].any())
    assert bool(markets[kinds != 1].any())


def test_every_decision_is_legal_under_its_mask_though_some_are_barred() -> None:
    stage = played(1.0)
    assert bool(unpacked(stage.masks[:-1]).gather(2, stage.actions[..., None]).all())


def test_a_seat_keeps_what_it_is_barred_from_when_nothing_else_is_legal() -> None:
    barred = Barred(standard(GAME), ("rest",), 1.0, (1, 4), 1, "cpu")
    (rest,) = matching(standard(GAME), "rest")
    masks = torch.zeros((1, barred.allowed.shape[1]), dtype=torch.int64)
    masks[0, rest // 64] = 1 << (rest % 64)
    barred.apply(masks, torch.zeros(1, dtype=torch.int8))
    assert unpacked(masks)[0].nonzero()[:, 0].tolist() == [rest]


def test_without_barred_seats_a_training_plays_as_before() -> None:
    assert played(0.0).barred is None


def test_an_unknown_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="no decision of east_to_west matches 'sail'"):
        Barred(standard(GAME), ("sail",), 0.5, (2, 4), 1, "cpu")
