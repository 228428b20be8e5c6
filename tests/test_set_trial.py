"""The tool that tries component values: it changes files, counts what is used, and compares with targets."""

from pathlib import Path

import pytest

from serai import bots
from serai.bots import ask
from serai.core.component_folders import standard
from serai.core.components import BadComponents
from serai.game import Game
from serai.studies.game_log import GameLog
from tests.web.learned import save_small
from tools.rivals import Rival, Weighed
from tools.set_trial import (
    GAME,
    MARKETS,
    ablation,
    changed,
    gains,
    measure,
    options,
    played,
    table,
    targets,
    use,
    write_set,
)

MARKETS_ONLY = "locations.csv:9:get=YB,settlers=2"


def logs(games: int, players: int) -> list[GameLog]:
    return [log for _, log in played(("trader",), players, games, standard(GAME), 1)]


def test_a_change_replaces_values_of_one_line_and_keeps_notes() -> None:
    text = "# House values.\nid,get,settlers\n0,YY,1\n1,RB,3\n"
    assert changed(text, ["1:get=YB,settlers=2"]) == "# House values.\nid,get,settlers\n0,YY,1\n1,YB,2\n"


def test_a_column_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no column 'gain'; there are: id, get"):
        changed("id,get\n0,YY\n", ["0:gain=YB"])


def test_a_changed_set_is_written_checked_and_read_back(tmp_path: Path) -> None:
    found = write_set(standard(GAME), [MARKETS_ONLY], tmp_path)
    assert "work YB" in gains(found).split("|")
    assert "work RB" not in gains(found).split("|")
    with pytest.raises(BadComponents, match=r"locations\.csv"):
        write_set(standard(GAME), ["locations.csv:9:get=YXB"], tmp_path / "wrong")


@pytest.mark.compiled
def test_what_is_used_adds_up() -> None:
    played_games = logs(4, 2)
    found = use(standard(GAME), played_games)
    assert sum(found["share of turns"].values()) == pytest.approx(1)
    assert sum(found["places, share of working turns"].values()) == pytest.approx(1)
    assert sum(seat["count"] for seat in found["seats"]) == found["games"] == 4
    forts = sum(count for text, count in found["places per player"].items() if text.startswith("fort"))
    assert forts == pytest.approx(sum(found["benefits per player"].values()))


@pytest.mark.compiled
def test_a_trial_plays_with_and_without_what_is_barred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_RIVALS", "")
    monkeypatch.setattr(bots, "BOTS", dict(bots.BOTS))
    monkeypatch.setattr(bots, "BUDGETED", dict(bots.BUDGETED))
    save_small(GAME, tmp_path)
    words = "--games 2 --ablation 2 --players 2 --ablation-players 2 --jobs 1 --bars no_markets --against-games 2"
    report = measure(options().parse_args(words.split()), standard(GAME), tmp_path / f"{GAME}.npz")
    assert report["use"]["2"]["games"] == report["ablation"]["no_markets, 2 players"]["games"] == 2
    assert report["against"] == {**report["against"], "bot": "planner", "games": 2, "share": 0.0}
    assert len(targets(report)) == 11
    assert "| met | " in table({"trial": report})


@pytest.mark.compiled
def test_a_barred_rival_never_does_what_it_is_barred_from(tmp_path: Path) -> None:
    save_small(GAME, tmp_path)
    told = f"network@{tmp_path / GAME}.npz"
    free, barred = (Rival("it", Weighed.parse(text)) for text in (told, f"{told}!{MARKETS}"))
    done: dict[str, set[str]] = {"free": set(), "barred": set()}
    for seed in range(4):
        game = Game.new(GAME, 2, seed=seed, rounds=30)
        while not game.over:
            name, bot = ("free", free) if game.seat == 0 else ("barred", barred)
            game.play(ask(bot, game, 1))
            done[name].add(game.decisions()[-1])
    assert any(text.startswith("work market") for text in done["free"])
    assert not any(text.startswith(("work market", "route")) for text in done["barred"])


def test_by_seat_the_share_of_the_free_bot_is_compared_with_the_barred_one() -> None:
    class Match:
        def __init__(self, bots: tuple[str, ...]) -> None:
            self.bots, self.deal = bots, 0

    def won(bots: tuple[str, ...], winner: int) -> tuple[Match, GameLog]:
        log = GameLog(0, 4, 1, False, [], [winner], [], [], None, [], {}, {}, [], [])
        return Match(bots), log

    free = [tuple("f" if seat == place else "b" for seat in range(4)) for place in range(4)]
    barred = [tuple("b" if seat == place else "f" for seat in range(4)) for place in range(4)]
    games = [won(bots, place) for place, bots in enumerate(free)] + [won(bots, 0) for bots in barred]
    found = ablation(games, "f")
    assert [seat["share"] for seat in found["seats"]] == [0.5, 1.0, 1.0, 1.0]
