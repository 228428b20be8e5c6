"""Golden playthroughs and perft files: the rules still give what was looked at and committed."""

from pathlib import Path

import pytest

from serai.core import spec
from tests.conftest import SOAK
from tools.golden import FOLDER, PERFT_DEPTH, perft, player_counts, playthrough

DEPTH = PERFT_DEPTH if SOAK else PERFT_DEPTH - 1
CASES = [(game, players) for game in spec.GAMES for players in player_counts(game)]


def read(file: str) -> str:
    """Reads a golden file; `make golden` writes them."""
    return Path(FOLDER / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "players"), CASES)
def test_playthroughs_are_as_committed(game: str, players: int) -> None:
    assert playthrough(game, players) == read(f"{game}_{players}.txt")


@pytest.mark.compiled
@pytest.mark.parametrize("game", spec.GAMES)
def test_decision_trees_are_as_committed(game: str) -> None:
    committed = [line.split()[: 2 + DEPTH] for line in read(f"perft_{game}.txt").splitlines()]
    assert [line.split() for line in perft(game, DEPTH).splitlines()] == committed


def test_no_golden_file_is_left_over() -> None:
    wanted = {f"{game}_{players}.txt" for game, players in CASES} | {f"perft_{game}.txt" for game in spec.GAMES}
    assert {path.name for path in FOLDER.iterdir()} == wanted
