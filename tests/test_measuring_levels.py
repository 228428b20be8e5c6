"""Measuring levels: which games come next, journals that travel between machines, and one scale from all games."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from serai.arena.match import Result
from serai.bots.levels import NAMES
from tools import levels
from tools.level_games import MANY, MOST, Job, Pairing, Played, fitting, pairings, read, store, wanted
from tools.level_ratings import ratings

DUEL = Pairing("spice_road", 2, ("batu", "amira"))


def played(pairing: Pairing, number: int, won: bool = True, code: str = "now") -> Played:
    """Returns a game in which the first or the second bot of a pairing won."""
    match = pairing.plan.match(number)
    ranking = sorted(range(pairing.players), key=lambda seat: (match.bots[seat] == pairing.bots[0]) != won)
    seats = [0] * pairing.players
    told = (match.number, match.table, match.deal, match.rotation, list(match.bots), seats, ranking)
    return Played(pairing, Result(*told, [20] * pairing.players, [5.0] * pairing.players, False), code, "{}", "pieces")


def duels(upper: str, lower: str, share: float, count: int) -> list[Played]:
    """Returns games of two bots in which one wins a share."""
    return [played(Pairing("spice_road", 2, (upper, lower)), number, number < share * count) for number in range(count)]


def test_every_neighbour_meets_for_every_number_of_players_and_some_meet_the_old_ladder() -> None:
    met = pairings(["spice_road"])
    assert {pairing.players for pairing in met} == {2, 3, 4, 5}
    assert len(met) == 4 * (len(NAMES) - 1) + 4
    assert pairings(["spice_road"], [3]) == [pairing for pairing in met if pairing.players == 3]


def test_some_games_of_every_pair_come_before_more_of_any_and_none_twice() -> None:
    met = pairings(["spice_road", "east_to_west"])
    jobs = wanted(met, [], "now")
    assert len({(job.pairing, job.number) for job in jobs}) == len(jobs)
    assert len(jobs) == sum(MOST.get(pairing.players, MANY) for pairing in met)
    begun = [job.pairing for job in jobs[: 100 * sum(pairing.players == 2 for pairing in met)]]
    assert set(begun) == {pairing for pairing in met if pairing.players == 2}
    assert wanted(met, [], "now", most=2)[-1].number == 1


def test_what_was_played_with_this_code_is_not_played_again() -> None:
    there = [played(DUEL, number) for number in range(3)]
    assert [job.number for job in wanted([DUEL], there, "now", most=5)] == [3, 4]
    assert len(wanted([DUEL], there, "later", most=5)) == 5


def test_the_plan_says_how_many_games_fit() -> None:
    jobs = [Job(DUEL, number, 2.0) for number in range(10)]
    assert len(fitting(jobs, 9.0)) == 4
    told = list(levels.plan(jobs, [played(DUEL, 99)], 9.0))
    assert told[0] == "spice_road 2 batu v amira: 1 there, 4 fit, 6 left, 2.00 s each"


def test_journals_come_back_from_another_machine_and_are_merged(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    other = Pairing("east_to_west", 3, ("cem", "batu"))
    store(here, [played(DUEL, 0)])
    store(there, [played(DUEL, 0), played(DUEL, 1), played(other, 0)])
    store(there, [played(DUEL, 2, code="later")])
    with (there / "spice_road.jsonl").open("a") as file:
        file.write('{"number": 3, "ta')
    assert len(list(there.iterdir())) == 2
    assert levels.merge([there], here) == 3
    assert levels.merge([there], here) == 0
    assert {game.key for game in read([here])} == {game.key for game in read([here, there])}
    assert {game.result.number for game in read([here]) if game.pairing == DUEL} == {0, 1, 2}


def test_games_of_two_versions_do_not_mix() -> None:
    games = [*(played(DUEL, number) for number in range(3)), played(DUEL, 0, code="later")]
    assert {game.sources for game in levels.latest(games)} == {"now"}


def test_ratings_recover_strengths_over_a_chain_and_leave_out_who_is_not_linked() -> None:
    games = duels("batu", "amira", 0.64, 400) + duels("cem", "batu", 0.76, 400) + duels("leyla", "kamila", 0.5, 10)
    found = ratings(games, "amira")
    assert found.keys() == {"amira", "batu", "cem"}
    assert found["amira"] == (1000.0, 0.0)
    assert found["batu"][0] == pytest.approx(1100, abs=3)
    assert found["cem"][0] == pytest.approx(1300, abs=6)
    assert 10 < found["batu"][1] < found["cem"][1] < 40


def test_whole_rankings_of_several_players_count() -> None:
    chance = Random(3)
    pairing = Pairing("spice_road", 4, ("batu", "amira"))
    games = []
    for number in range(400):
        match = pairing.plan.match(number % pairing.plan.total)
        left, ranking = list(range(4)), list[int]()
        while left:
            weights = [2.0 if match.bots[seat] == "batu" else 1.0 for seat in left]
            ranking.append(left.pop(chance.choices(range(len(left)), weights)[0]))
        game = played(pairing, number % pairing.plan.total)
        games.append(replace(game, result=replace(game.result, ranking=ranking)))
    rating, error = ratings(games, "amira")["batu"]
    assert abs(rating - 1120.4) < 2 * error < 60


def test_deals_that_go_together_widen_the_interval() -> None:
    alike = [played(DUEL, number, number % 4 < 2) for number in range(200)]
    apart = [played(DUEL, number, number % 2 == 0) for number in range(200)]
    assert ratings(alike, "amira")["batu"][1] > 1.2 * ratings(apart, "amira")["batu"][1]


def test_the_page_shows_the_scale_and_every_pair(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page, told = tmp_path / "levels.md", tmp_path / "levels.json"
    page.write_text(f"before\n{levels.BEGIN}old\n{levels.END}after\n")
    monkeypatch.setattr(levels, "PAGE", page)
    monkeypatch.setattr(levels, "FIGURES", told)
    store(tmp_path / "journals", duels("batu", "amira", 0.64, 200))
    levels.write_page(tmp_path / "journals")
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    (row,) = [line for line in text.splitlines() if line.startswith("| 2 | Batu") and " of 200" in line]
    assert "| 64.0% (" in row
    assert "| batu | 1099 ± " in text
    levels.write_page(tmp_path / "nothing")
    assert page.read_text() == text


@pytest.mark.compiled
def test_one_command_plays_what_is_missing_within_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "levels.md"
    page.write_text(f"{levels.BEGIN}{levels.END}")
    monkeypatch.setattr(levels, "PAGE", page)
    asked = ["levels", "spice_road", "--players", "2", "--pairs", "batu", "--jobs", "1", "--journals", str(tmp_path)]
    for new in (2, 0):
        monkeypatch.setattr(sys, "argv", [*asked, "--minutes", "1", "--games", "2"])
        levels.main()
        assert f"{new} games played" in capsys.readouterr().out
    assert {game.result.number for game in read([tmp_path])} == {0, 1}
    assert all(sum(game.result.ms) > 0 for game in read([tmp_path]))
