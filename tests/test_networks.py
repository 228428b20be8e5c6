"""Networks judge positions by what the deciding seat may know, with and without compiled code, from plain files."""

import hashlib
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from serai import Game
from serai.bots import ask, explain, make
from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_folders import built_in, standard
from serai.core.observation import LAYOUTS, where
from serai.core.records import States, boxed, empty_states
from serai.networks import Network, features, network
from serai.networks.exponential import exponential
from serai.networks.layers import layer, normed, see
from serai.networks.weights import Weights, load, save, weights_digest, weights_file
from tests.standard import observed, values_of

MOST_BYTES = 6_000_000


def small(game: str, width: int = 8, blocks: int = 1) -> Weights:
    """Makes a small network by chance."""
    random = np.random.default_rng(4)

    def pair(name: str, inputs: int, outputs: int) -> dict[str, Any]:
        return {
            f"{name}.weight": (random.random((inputs, outputs)) - 0.5).astype(np.float32),
            f"{name}.bias": (0.2 * random.random(outputs) - 0.1).astype(np.float32),
        }

    def even(name: str) -> dict[str, Any]:
        return {f"{name}.weight": np.ones(width, np.float32), f"{name}.bias": np.zeros(width, np.float32)}

    seats, actions = LAYOUTS[game].seats, WORD * spec.GAMES[game].WORDS
    weights = pair("first", features.size(standard(game)), width)
    for number in range(blocks):
        weights |= even(f"{number}.norm")
        weights |= pair(f"{number}.one", width, width) | pair(f"{number}.two", width, width)
    weights |= even("norm") | pair("policy", width, actions)
    return weights | pair("chances", width, seats) | pair("points", width, seats)


def positions(game: str, players: int, count: int) -> States:
    """Lets traders play a little, and returns the positions on the way."""
    begun, states = Game.new(game, players, seed=2), empty_states(spec.GAMES[game].STATE, count)
    for number in range(count):
        states[number] = begun.state
        begun.play(ask(make("novice"), begun, number))
    return states


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_every_game_has_a_trained_network_of_modest_size(game: str) -> None:
    assert weights_file(game).stat().st_size <= MOST_BYTES
    with np.load(weights_file(game), allow_pickle=False) as arrays:
        assert {arrays[name].dtype for name in arrays.files} == {np.dtype(np.float16)}
    assert network(standard(game)).width >= 256
    assert weights_file(game).with_suffix(".md").is_file()


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_chances_are_shared_among_those_who_play(game: str) -> None:
    for players in range(spec.GAMES[game].SEATS[0], spec.GAMES[game].SEATS[1] + 1):
        judged = Network(standard(game), small(game)).judge(spec.values(game), positions(game, players, 5))
        assert judged.chances.shape == (5, LAYOUTS[game].seats)
        assert np.allclose(judged.chances.sum(1), 1.0, atol=1e-5)
        assert (judged.chances[:, players:] == 0).all()
        assert (judged.points[:, players:] == 0).all()


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_positions_are_judged_alike_one_by_one_and_together(game: str) -> None:
    states, trained = positions(game, 3, 6), Network(standard(game), small(game))
    values = values_of(states[0])
    together = trained.judge(values, states).policy.copy()
    for number in range(len(states)):
        assert np.allclose(
            trained.judge(values, states[number : number + 1]).policy[0],
            together[number],
            atol=1e-4,
        )


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_what_is_hidden_changes_no_judgement(game: str) -> None:
    states, trained = positions(game, 2, 12)[-1:], Network(standard(game), small(game))
    values = values_of(states[0])
    first = [part.copy() for part in trained.judge(values, states)]
    for seed in range(4):
        spec.redeal(values_of(states[0]), states[0], int(states[0].seat), np.uint64(9), np.uint64(seed))
        assert all(np.array_equal(one, other) for one, other in zip(first, trained.judge(values, states), strict=True))


def test_a_layer_is_what_a_textbook_says_it_is() -> None:
    weights = small("spice_road", width=8, blocks=2)
    states = positions("spice_road", 2, 3)
    judged = Network(standard("spice_road"), weights).judge(spec.values("spice_road"), states)
    for number, state in enumerate(states):
        entries = np.zeros(LAYOUTS["spice_road"].size)
        entries[:] = observed(state, int(state.seat), 0, None) / LAYOUTS["spice_road"].scales()
        x = entries @ weights["first.weight"] + weights["first.bias"]
        for block in range(2):
            y = np.maximum((x - x.mean()) / np.sqrt(x.var() + 1e-5), 0)
            y = np.maximum(y @ weights[f"{block}.one.weight"] + weights[f"{block}.one.bias"], 0)
            x = x + y @ weights[f"{block}.two.weight"] + weights[f"{block}.two.bias"]
        y = np.maximum((x - x.mean()) / np.sqrt(x.var() + 1e-5), 0)
        assert np.allclose(judged.policy[number], y @ weights["policy.weight"] + weights["policy.bias"], atol=1e-3)


def in_order(row: Any, weight: Any, bias: Any) -> Any:
    """Passes a row through a layer as the head of `layers` says: one input after another, rounded after every step."""
    out = bias.copy()
    for number in range(len(row)):
        if row[number] != 0:
            product = row[number] * weight[number]
            out = out + product
    return out


@pytest.mark.parametrize("width", [8, 100, 512])
def test_layers_sum_in_one_order_to_the_bit(width: int) -> None:
    random = np.random.default_rng(width)
    x, weight = (random.standard_normal((size, width)).astype(np.float32) for size in (5, width))
    bias, out = random.standard_normal(width).astype(np.float32), np.zeros((5, width), np.float32)
    x[random.random(x.shape) < 0.4] = 0
    layer(x, 5, weight, bias, False, out)
    for row, found in zip(x, out, strict=True):
        assert found.tobytes() == in_order(row, weight, bias).tobytes()
    layer(x, 5, weight, bias, True, out)
    assert (out[out != 0] > 0).all()
    assert not np.signbit(out).any()


def by_lanes(row: Any) -> Any:
    """Sums a row through 16 sums side by side, which are then summed by halves."""
    lanes = [np.float32(0)] * 16
    for number, value in enumerate(row):
        lanes[number % 16] = lanes[number % 16] + value
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [one + other for one, other in zip(lanes[:half], lanes[half:], strict=True)]
    return lanes[0]


@pytest.mark.parametrize("width", [8, 100, 512])
def test_norms_sum_in_one_order_to_the_bit(width: int) -> None:
    random = np.random.default_rng(width)
    x = random.standard_normal((3, width)).astype(np.float32)
    weight, bias = (random.standard_normal(width).astype(np.float32) for _ in range(2))
    out, small = np.zeros_like(x), np.float32(1e-5)
    normed(x, 3, weight, bias, out)
    for row, found in zip(x, out, strict=True):
        away = row - by_lanes(row) / np.float32(width)
        scale = np.float32(1) / np.sqrt(by_lanes(away * away) / np.float32(width) + small)
        stretched = away * scale * weight
        expected = np.maximum(stretched + bias, np.float32(0))
        assert found.tobytes() == np.where(expected > 0, expected, np.float32(0)).tobytes()


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_the_first_layer_adds_what_is_seen_in_one_order_to_the_bit(game: str) -> None:
    weights, states = small(game, width=24), positions(game, 2, 4)
    inverse = (1.0 / features.scales(standard(game))).astype(np.float32)
    room, out = np.zeros(features.size(standard(game)), np.uint8), np.zeros((4, 24), np.float32)
    see(
        boxed(spec.values(game)),
        boxed(where(standard(game))),
        states,
        4,
        room,
        inverse,
        weights["first.weight"],
        weights["first.bias"],
        out,
    )
    entries = room.astype(np.float32) * inverse  # what the last of them saw
    assert out[3].tobytes() == in_order(entries, weights["first.weight"], weights["first.bias"]).tobytes()


def test_a_block_says_the_same_to_the_bit_on_every_machine() -> None:
    random = np.random.default_rng(6)
    x, one, two = (random.random((size, 200), np.float32) - np.float32(0.5) for size in (9, 200, 200))
    even, none = np.ones(200, np.float32), np.zeros(200, np.float32)
    y, z = np.zeros_like(x), np.zeros_like(x)
    normed(x, 9, even, none, y)
    layer(y, 9, one, none, True, z)
    layer(z, 9, two, even, False, y)
    assert hashlib.sha256(y.astype("<f4").tobytes()).hexdigest()[:16] == "bf5945c46c718a95"


def test_the_exponential_is_that_of_the_textbook() -> None:
    for x in (0.0, -1e-9, -0.3, -0.5, -1.0, -7.25, -42.0, -79.9):
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert exponential(-90.0) == 0.0


def test_weights_are_written_and_read_without_pickle(tmp_path: Path) -> None:
    file, weights = tmp_path / "it.npz", small("spice_road")
    save(file, weights)
    assert {name: values.dtype for name, values in load(file).items()} == dict.fromkeys(weights, np.dtype(np.float32))
    assert np.allclose(load(file)["first.weight"], weights["first.weight"], atol=2e-3)


def test_a_network_that_is_not_there_is_missed_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no network at .*; `python -m serai.learning.train` makes one"):
        load(tmp_path / "none.npz")


def test_a_network_for_other_values_is_refused() -> None:
    weights = small("spice_road")
    weights["first.weight"] = weights["first.weight"][:-1]
    with pytest.raises(ValueError, match=r"sees 1483 entries, but spice_road shows 1484; it was trained for other"):
        Network(standard("spice_road"), weights)


@pytest.mark.parametrize("game", list(spec.GAMES))
@pytest.mark.parametrize("bot", ["network", "grandmaster:16n"])
def test_its_bots_explain_a_legal_turn(bot: str, game: str) -> None:
    begun = Game.new(game, 2, seed=8)
    for number in range(8):
        begun.play(ask(make("novice"), begun, number))
    told = explain(make(bot), begun, 1)
    seat = begun.seat
    for text in told.turns[0]:
        assert begun.seat == seat
        assert text in begun.legal()
        begun.play(text)
    assert "points" in str(told)


def test_a_set_with_its_own_network_names_it_in_a_card() -> None:
    file = weights_file("east_to_west", "3")
    assert file.parent.name == "3"
    assert weights_digest(file) in file.with_suffix(".md").read_text(encoding="utf-8")
    assert weights_file("east_to_west", "1") == weights_file("east_to_west", "2") == weights_file("east_to_west")
    assert network(built_in("east_to_west", "3")) is not network(built_in("east_to_west", "1"))
