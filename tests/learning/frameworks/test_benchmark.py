"""The frozen task: what identifies it, paired deals, a learner from a file, and the page with the results."""

import re
from pathlib import Path

import pytest

from serai import GAMES, benchmark
from serai.bots import make
from serai.learning.train.curves import LEFT, RIGHT
from serai.learning.vector_env import VectorGames
from tools import benchmarks

LEARNER = """
class First:
    def best(self, seen, mask):
        assert seen.shape[0] == mask.shape[0] > 0
        return mask.argmax(axis=1)

def train(game, decisions, seed, told):
    assert (game, decisions, seed) == ("spice_road", 300_000, 4)
    for step in range(1, 4):
        told(step * 100_000, First())
    return First()
"""


def test_a_bot_against_itself_wins_one_game_of_every_deal() -> None:
    """`network` decides the same in both games of a deal, so they differ in nothing but who is called the agent."""
    assert benchmark.won_by_deal("spice_road", make("network"), "network", 3) == [0.5] * 3


@pytest.mark.parametrize("game", GAMES)
def test_games_are_won_as_the_ladder_says_and_the_same_every_time(game: str) -> None:
    weak = benchmark.won_by_deal(game, make("random"), "trader", 3)
    strong = benchmark.won_by_deal(game, make("network"), "random", 3)
    assert sum(weak) < 1.5 < sum(strong)
    assert weak == benchmark.won_by_deal(game, make("random"), "trader", 3)


def test_what_a_file_learns_is_scored_with_its_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "DEALS", 2)
    monkeypatch.setattr(benchmark, "CURVE_DEALS", 1)
    monkeypatch.setattr(benchmark.scores, "__defaults__", (2,))
    file = tmp_path / "first.py"
    file.write_text(LEARNER, encoding="utf-8")
    told: list[str] = []
    result = benchmark.run("spice_road", str(file), 4, told.append)
    assert (result["agent"], result["task"], result["training_seed"]) == ("first", "serai-bench-v1", 4)
    assert [point["decisions"] for point in result["curve"]] == [100_000, 200_000, 300_000]
    assert [score["rung"] for score in result["won"]] == list(benchmark.RUNGS)
    assert result["score"] == pytest.approx(100 * sum(score["won"] for score in result["won"]) / 4, abs=0.05)
    assert len(told) == 3
    drawn = benchmark.draw([result])
    assert drawn.count("<polyline") + drawn.count("<path") >= 4
    assert "first: games won, %, by decisions trained" in drawn


def test_what_is_not_trained_is_a_level_line() -> None:
    drawn = benchmark.draw(benchmarks.results("spice_road"))
    assert len(re.findall(rf'd="M{LEFT} ([\d.]+)L{RIGHT} \1"', drawn)) == 2
    assert all(f">{agent}</text>" in drawn for agent in ("random", "ppo", "network"))


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match=r"nothing\.py is no Python file with a function train"):
        benchmark.trained_by(Path("nothing.py"))


@pytest.mark.parametrize("game", GAMES)
def test_published_results_are_of_the_task_as_it_is(game: str) -> None:
    """New weights, rules or sets need new results: `python -m serai.benchmark`, then `python -m tools.benchmarks`."""
    found = benchmarks.results(game)
    assert {"random", "network"} <= {result["agent"] for result in found}
    for result in found:
        assert {name: result[name] for name in benchmark.task(game)} == benchmark.task(game)


def test_the_page_shows_the_results_and_the_numbers_of_the_task() -> None:
    text = benchmarks.PAGE.read_text(encoding="utf-8")
    assert benchmarks.page(text) == text
    assert f"{benchmark.DECISIONS:,} decisions" in text
    assert f"{benchmark.DEALS} deals against each of" in text
    assert re.findall(r"`(\w+)`", text.split("deals against each of ")[1].split(",  each")[0])[:4] == list(
        benchmark.RUNGS
    )
    assert f"seed\n{benchmark.SEED}" in text


def test_training_deals_are_not_those_of_the_score() -> None:
    """Seed 1 deals other games than the seed of the task."""
    states = [VectorGames("spice_road", 2, 4, seed=seed).states.tobytes() for seed in (1, benchmark.SEED)]
    assert states[0] != states[1]
