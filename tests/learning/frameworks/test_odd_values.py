"""Environments refuse what is given to them by mistake in a sentence."""

from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from gymnasium.error import ResetNeeded

from serai.learning import SoloEnv, env, register
from tests.odd_values import check_refusals


def dealt() -> SoloEnv:
    """Returns a learner's game that has been dealt."""
    table = SoloEnv("spice_road")
    table.reset(seed=1)
    return table


def seated() -> Any:
    """Returns a game of agents that has been dealt."""
    table = env("spice_road")
    table.reset(seed=1)
    return table


CALLS: dict[str, Callable[[Any], Any]] = {
    "SoloEnv game": SoloEnv,
    "SoloEnv opponents": lambda odd: SoloEnv("spice_road", odd),
    "SoloEnv opponent": lambda odd: SoloEnv("spice_road", [odd]),
    "SoloEnv seat": lambda odd: SoloEnv("spice_road", seat=odd),
    "SoloEnv rounds": lambda odd: SoloEnv("spice_road", rounds=odd),
    "SoloEnv every_step": lambda odd: SoloEnv("spice_road", every_step=odd),
    "SoloEnv render_mode": lambda odd: SoloEnv("spice_road", render_mode=odd),
    "SoloEnv.step": lambda odd: dealt().step(odd),
    "env game": env,
    "env players": lambda odd: env("spice_road", odd),
    "env rounds": lambda odd: env("spice_road", rounds=odd),
    "env every_step": lambda odd: env("spice_road", every_step=odd),
    "env render_mode": lambda odd: env("spice_road", render_mode=odd),
    "env.reset seed": lambda odd: seated().reset(seed=odd),
    "env.step": lambda odd: seated().step(odd),
    "env.observe": lambda odd: seated().observe(odd),
    "env.action_space": lambda odd: seated().action_space(odd),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_odd_values_are_used_or_refused_in_a_sentence(call: Callable[[Any], Any]) -> None:
    check_refusals(call)


@pytest.mark.parametrize("act", [lambda table: table.step(0), SoloEnv.render, SoloEnv.action_masks])
def test_a_game_must_be_dealt_before_it_is_played(act: Callable[[SoloEnv], Any]) -> None:
    with pytest.raises(ResetNeeded, match="no game has been dealt yet; call reset first"):
        act(SoloEnv("spice_road"))


@pytest.mark.parametrize("action", [-1, 256, 10**30])
def test_an_action_that_no_game_has_forfeits_like_any_illegal_one(action: int) -> None:
    _, reward, over, _, info = dealt().step(action)
    assert (reward, over, info["illegal"]) == (-1.0, True, action)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("players=9", "spice_road is for 2 to 5 players, not 9"),
        ("rounds=0", "rounds is 0; OpenSpiel needs a limit from 1 to 1,000,000"),
        ("rounds=2000000000", "rounds is 2000000000; OpenSpiel needs a limit"),
    ],
)
def test_openspiel_is_told_which_parameter_is_wrong(options: str, message: str) -> None:
    register()
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(f"serai_spice_road({options})")
