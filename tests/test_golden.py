"""Golden playthroughs and perft files: the rules still give what was looked at and committed."""

from pathlib import Path

import pytest

from serai.core import spec
from tests.conftest import SOAK
from tools.golden import FOLDER, PERFT_DEPTH, perft, player_counts, playthrough, sets

DEPTH = PERFT_DEPTH if SOAK else PERFT_DEPTH - 1
SETS = [(game, *each) for game in spec.GAMES for each in sets(game).items()]
CASES = [(*each, players) for each in SETS for players in player_counts(each[0])]


def read(file: str) -> str:
    """Reads a golden file; `make golden` writes them."""
    return Path(FOLDER / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "added", "pieces", "players"), CASES)
def test_playthroughs_are_as_committed(game: str, added: str, pieces: str, players: int) -> None:
    assert playthrough(game, players, pieces) == read(f"{game}{added}_{players}.txt")


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "added", "pieces"), SETS)
def test_decision_trees_are_as_committed(game: str, added: str, pieces: str) -> None:
    committed = [line.split()[: 2 + DEPTH] for line in read(f"perft_{game}{added}.txt").splitlines()]
    assert [line.split() for line in perft(game, pieces, DEPTH).splitlines()] == committed


def test_no_golden_file_is_left_over() -> None:
    wanted = {f"{game}{added}_{players}.txt" for game, added, _, players in CASES}
    wanted |= {f"perft_{game}{added}.txt" for game, added, _ in SETS}
    assert {path.name for path in FOLDER.iterdir()} == wanted
