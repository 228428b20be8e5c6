"""The root search of a training: its policies are better by what was found, and nobody's game is changed."""

import pytest
import torch

from serai.core import spec
from serai.core.component_folders import standard
from serai.learning.train.batch_env import unpacked
from serai.learning.train.gumbel import Root, RootSearch, Shown, improved, standing
from serai.learning.train.model import Model
from serai.learning.train.policy import Actor
from serai.learning.train.ppo import Improver
from serai.learning.train.rollout import Stage
from serai.learning.train.settings import Settings

SMALL = Settings(
    games=24, steps=8, batch=96, width=32, blocks=1, past=0, searches=2, roots=6, candidates=4, depth=2, kept=2
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def played(game: str) -> tuple[Stage, RootSearch, Model]:
    """Plays some steps with searches."""
    torch.manual_seed(1)
    model, stage = Model(standard(game), 32, 1), Stage(standard(game), SMALL, 1, "cpu")
    stage.play(Actor(model, False), [], torch.Generator().manual_seed(1))
    assert stage.search is not None
    stage.search.keep()
    return stage, stage.search, model


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_improved_policies_are_over_legal_actions(game: str) -> None:
    _, search, _ = played(game)
    targets, legal = search.lessons.targets, unpacked(search.lessons.masks)
    assert torch.allclose(targets.sum(1), torch.ones(len(targets)), atol=1e-4)
    assert float(targets.masked_fill(legal, 0.0).abs().max()) == 0.0


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_a_search_changes_no_game(game: str) -> None:
    stage, search, model = played(game)
    actor, before = Actor(model, False), [part.clone() for part in stage.batch_env._copied]
    policy, chances, _ = actor(stage.observations[8])
    search.search(0, actor, Shown(stage.observations[8], stage.masks[8], policy, chances), torch.Generator())
    assert all(bool((old == new).all()) for old, new in zip(before, stage.batch_env._copied, strict=True))


def test_all_candidates_of_a_game_are_tried_in_the_same_worlds_and_each_game_in_its_own() -> None:
    _, search, _ = played("spice_road")
    worlds = search.worlds.view(SMALL.roots, 2, 2)  # the last round of halving: two candidates, two worlds
    assert bool((worlds[:, 0] == worlds[:, 1]).all())
    assert len(worlds[:, 0].unique()) == 2 * SMALL.roots


def test_what_is_worth_more_becomes_likelier_and_what_was_not_tried_counts_as_the_mean() -> None:
    prior = torch.tensor([[0.25, 0.25, 0.25, 0.25, 0.0]]).log()
    root = Root(torch.zeros(1), torch.zeros(1), torch.full((1,), 2), prior, torch.tensor([0.5]))
    candidates, there = torch.tensor([[0, 1, 4]]), torch.tensor([[True, True, False]])
    policy = improved(root, candidates, there, torch.tensor([[0.6, 0.4, 0.9]]), 10.0)[0]
    assert policy[0] > policy[2] == policy[3] > policy[1]
    assert policy[4] == 0.0
    assert float(policy[0] / policy[1]) == pytest.approx(torch.tensor(2.0).exp().item(), rel=1e-4)


def test_chances_are_turned_from_the_deciding_seat_to_the_one_that_searches() -> None:
    chances = torch.tensor([[2.0, 1.0, 0.0, 9.0]])
    three = torch.tensor([3])
    likely = [float(standing(chances, torch.tensor([1]), three, torch.tensor([seat]))) for seat in range(3)]
    assert likely[1] > likely[2] > likely[0]
    assert sum(likely) == pytest.approx(1.0)


def test_a_network_comes_nearer_to_the_improved_policies() -> None:
    stage, search, model = played("spice_road")
    improver, generator = Improver(model, SMALL, False), torch.Generator().manual_seed(1)
    gained = stage.experience(0.0)
    first = improver.improve(gained, 0.1, generator, search.lessons)
    for _ in range(8):
        last = improver.improve(gained, 0.1, generator, search.lessons)
    assert last[6] < first[6]
