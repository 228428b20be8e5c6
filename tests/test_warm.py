"""Compiling ahead: what players need by default, everything on request, each step named as it begins."""

import re
import subprocess
import sys

from serai.bots.preparation import NEEDED
from serai.core.registry import SPECS
from serai.core.spec import GAMES
from serai.warm import plan


def names(everything: bool) -> list[str]:
    return [what for what, _ in plan(everything)]


def test_players_need_the_rules_and_the_bots_that_give_hints() -> None:
    titles = [SPECS[game].title for game in GAMES]
    bots = [f"{bot} for {title}" for bot in NEEDED for title in titles]
    assert names(everything=False) == [*(f"the rules of {title}" for title in titles), *bots]


def test_everything_adds_strong_bots_whole_games_and_arrays() -> None:
    added = set(names(everything=True)) - set(names(everything=False))
    assert {"grandmaster for Spice Road", "whole games of Sand to Sea", "arrays of From East to West"} <= added
    assert set(names(everything=False)) < set(names(everything=True))


def test_each_step_is_told_before_it_begins() -> None:
    lines = subprocess.check_output([sys.executable, "-m", "serai.warm"], text=True).splitlines()
    wanted = names(everything=False)
    assert lines[:-1] == [f"{at} of {len(wanted)}: compiling {what}" for at, what in enumerate(wanted, 1)]
    assert re.fullmatch(r"ready after [\d.]+ s, [\d.]+ s of processor time", lines[-1])
