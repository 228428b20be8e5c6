"""Datasets hold what was played, and nothing that was hidden; weights mean the same elsewhere."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from safetensors import safe_open

from serai import GAMES, Game
from serai.bots import ask, make
from serai.core.component_folders import standard
from serai.core.observation import where
from serai.datasets import COLUMNS, DatasetSettings, schema_of, write
from serai.networks import features, network
from serai.networks.export import export
from serai.networks.weights import weights_digest, weights_file
from serai.version import VERSION
from tests.learning.tables import encode_features
from tests.standard import observed

PAGE = Path(__file__).parents[3] / "docs" / "datasets.md"
SEED = 11


def written(plan: DatasetSettings, folder: Path) -> Any:
    """Writes a dataset and reads it again."""
    write(plan, folder / "games.parquet", lambda done: None)
    return pq.read_table(folder / "games.parquet")


@pytest.mark.parametrize(
    ("game", "players", "bot"),
    [
        ("spice_road", 2, "network"),
        ("sand_to_sea", 3, "random"),
        ("east_to_west", 2, "network"),
        ("spice_road", 3, "novice"),
    ],
)
def test_games_are_played_again_from_what_is_written(game: str, players: int, bot: str, tmp_path: Path) -> None:
    """Column by column, with `Game` and the bot itself; chances and points by the network."""
    table = written(DatasetSettings(game, players, 2, bot, SEED, rounds=9), tmp_path)
    rows, words = table.to_pylist(), GAMES[game].WORDS
    assert [row["game"] for row in rows] == sorted(row["game"] for row in rows)
    for number in range(2):
        mine = [row for row in rows if row["game"] == number]
        played = Game.new(game, players, SEED << 64 | number, rounds=9)
        for place, row in enumerate(mine):
            assert (row["decision"], row["seat"], row["round"]) == (place, played.seat, played.round)
            assert row["legal"] == played.mask().tolist()
            assert len(row["legal"]) == words
            entries = observed(played.state, played.seat, played.round, 9)
            assert np.array_equal(np.array(row["observation"], np.uint8), entries)
            state = np.array([played.state], played.state.dtype).view(np.recarray)
            judged = network(standard(game)).judge(played.values, state)
            assert row["chances"] == judged.chances[0, :players].tolist()
            assert row["points"] == judged.points[0, :players].tolist()
            if bot == "network":
                assert row["action"] == ask(make(bot), played, 0)
            played.play(row["action"])
            if not row["text"].startswith("sail ("):
                assert row["text"] == played.decisions()[-1]
        assert played.over
        assert {row["winner"] for row in mine} == {played.winner}
        assert {row["stopped"] for row in mine} == {played.stopped}
        assert all(row["scores"] == played.scores() for row in mine)


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    told = json.loads(
        written(DatasetSettings("spice_road", 2, 1, "random", 3, rounds=2), tmp_path).schema.metadata[b"serai"]
    )
    expected = {
        "serai": VERSION,
        "game": "spice_road",
        "players": 2,
        "games": 1,
        "bot": "random",
        "seed": 3,
        "rounds": 2,
    }
    assert {name: told[name] for name in expected} == expected
    assert (told["rules"], told["licence"]) == (GAMES["spice_road"].VERSION, "MIT")
    assert told["components"] == standard("spice_road").named
    assert told["weights"] == weights_digest(weights_file("spice_road"))


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    plan = DatasetSettings("east_to_west", 2, 2, "random", 5, rounds=3)
    assert written(plan, tmp_path).equals(written(plan, tmp_path))


def test_the_page_documents_every_column_and_its_type() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: meaning.replace("\\|", "|") for name, _, meaning in rows} == COLUMNS
    schema = schema_of(DatasetSettings("spice_road", 2, 1, "random", 1, 9))
    for name, kind, _ in rows:
        found = str(schema.field(name).type)
        if kind.startswith("list of "):
            assert found.startswith("fixed_size_list<")
            assert kind.removeprefix("list of ") in found.replace("float>", "float32>")
        elif kind.startswith("dictionary"):
            assert found.startswith("dictionary<values=string")
        else:
            assert found == kind


@pytest.mark.parametrize("game", GAMES)
def test_exported_weights_compute_what_the_package_computes(game: str, tmp_path: Path) -> None:
    """Layers as docs/networks.md tells, in plain NumPy, from the file alone."""
    export(game, tmp_path / "weights.safetensors")
    with safe_open(tmp_path / "weights.safetensors", "np") as file:
        weights = {name: file.get_tensor(name).astype(np.float32) for name in file.keys()}  # noqa: SIM118
        told = file.metadata()
    assert told["weights"] == weights_digest(weights_file(game, standard(game).name))
    assert (told["licence"], told["components"]) == ("MIT", standard(game).digest)
    played = Game.new(game, 2, seed=4)
    for _ in range(12):
        played.play(played.actions()[-1])
    state = np.array([played.state], played.state.dtype).view(np.recarray)
    entries = np.zeros(features.size(standard(game)), np.uint8)
    encode_features(played.values, where(standard(game)), state[0], played.seat, entries)
    policy, chances, points = answers(weights, entries / features.scales(standard(game)))
    judged = network(standard(game)).judge(played.values, state)
    assert policy == pytest.approx(judged.policy[0], abs=2e-4)
    likely = np.exp(chances[:2] - chances[:2].max())
    away = [(seat - played.seat) % 2 for seat in range(2)]
    assert (likely / likely.sum())[away] == pytest.approx(judged.chances[0, :2], abs=1e-4)
    assert 50 * points[away] == pytest.approx(judged.points[0, :2], abs=1e-2)


def answers(weights: dict[str, Any], seen: Any) -> list[Any]:
    """Passes an input through the layers; returns what the three heads answer."""

    def through(name: str, x: Any) -> Any:
        return x @ weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def normed(name: str, x: Any) -> Any:
        middle = x - x.mean()
        scaled = middle / np.sqrt((middle**2).mean() + 1e-5)
        return np.maximum(scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"], 0)

    x = through("first", seen.astype(np.float32))
    for block in range(sum(name.endswith(".norm.bias") for name in weights)):
        x = x + through(f"{block}.two", np.maximum(through(f"{block}.one", normed(f"{block}.norm", x)), 0))
    x = normed("norm", x)
    return [through(name, x) for name in ("policy", "chances", "points")]
