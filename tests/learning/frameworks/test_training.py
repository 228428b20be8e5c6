"""What a training is made of: it plays by the rules, learns, and is measured."""

import multiprocessing
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from serai.bots.evaluation import EVALUATIONS, promise
from serai.bots.evaluation.cubes import Weights
from serai.core import spec
from serai.core.bits import WORD
from serai.core.compiled import entry
from serai.core.component_folders import standard
from serai.core.notation import NOTATIONS
from serai.core.observation import LAYOUTS
from serai.core.records import State, Values
from serai.core.rounds import best
from serai.learning.train import benchmark
from serai.learning.train.action_groups import kin
from serai.learning.train.batch_env import limit, ranked, row_size, unpacked
from serai.learning.train.model import Model
from serai.learning.train.policy import Actor
from serai.learning.train.ppo import Improver
from serai.learning.train.rollout import Stage, by_table, rotation, shares, traced
from serai.learning.train.settings import Settings, player_counts
from serai.learning.train.values import kinds, merchant_values
from serai.learning.vector_env import VectorGames
from serai.networks import Network, features
from serai.networks.weights import load, save
from tests.learning.tables import seen
from tests.sand_to_sea.standard import ISLAND_NAMES, VICTORY
from tests.spice_road.standard import MERCHANTS, POINTS

SMALL = Settings(games=24, steps=12, batch=96, width=32, blocks=1, past=1, league=0.25)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@entry
def promised(values: Values, state: State, seat: int, weights: Weights) -> float:
    """Values what a seat has besides points, called from Python."""
    return promise(values, state, seat, weights)


def stage(game: str, settings: Settings = SMALL) -> tuple[Stage, Model]:
    torch.manual_seed(1)
    return Stage(standard(game), settings, 1, "cpu"), Model(standard(game), settings.width, settings.blocks)


def generator() -> torch.Generator:
    return torch.Generator().manual_seed(1)


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_self_play_takes_legal_decisions_for_every_number_of_players(game: str) -> None:
    table, model = stage(game)
    actor = Actor(model, False)
    table.play(actor, [actor], generator())
    legal = unpacked(table.masks[:-1])
    assert bool(legal.gather(2, table.actions[..., None]).all())
    least, most = spec.GAMES[game].SEATS
    assert set(table.players.tolist()) == set(range(least, most + 1))
    assert bool((table.deciding < table.players).all())


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_what_a_training_sees_is_what_arrays_show_but_for_the_rounds(game: str) -> None:
    settings = Settings(games=6, steps=4, width=16, blocks=1, past=0)
    table, _ = stage(game, settings)
    seats = spec.GAMES[game].SEATS[0]
    others = VectorGames(game, seats, 6, seed=1)
    same = [place for place, players in enumerate(table.players.tolist()) if players == seats]
    shown = others.observations[same].copy()
    shown[:, :3] = 0
    assert np.array_equal(table.observations[settings.steps][same].numpy()[:, : LAYOUTS[game].size], shown)
    assert np.array_equal(table.masks[settings.steps][same].numpy().view(np.uint64), others.masks[same])


def test_half_of_the_games_are_for_the_fewest_players() -> None:
    counts = player_counts(2, 5, 600)
    assert [counts.count(players) for players in (2, 3, 4, 5)] == [300, 100, 100, 100]


def test_seats_are_counted_from_the_deciding_one_and_back() -> None:
    deciding, players = torch.tensor([2, 1]), torch.tensor([3, 4])
    answers = torch.tensor([[10.0, 20.0, 30.0, 0.0], [10.0, 20.0, 30.0, 40.0]])
    placed = by_table(answers, deciding, players, soft=False)
    assert placed.tolist() == [[20.0, 30.0, 10.0, 0.0], [40.0, 10.0, 20.0, 30.0]]
    assert placed.gather(1, rotation(deciding, players, 4)).tolist() == answers.tolist()


def test_the_seat_ranked_highest_is_the_one_that_the_rules_call_best() -> None:
    """C-7: ties go to the later seat; seats that nobody takes never win."""
    generator = torch.Generator().manual_seed(1)
    scores = torch.randint(0, 3, (500, 5), dtype=torch.int16, generator=generator)
    players = torch.randint(2, 6, (500,), generator=generator)
    winners = [best(row.numpy(), int(seats)) for row, seats in zip(scores, players, strict=True)]
    assert ranked(scores, players).argmax(1).tolist() == winners


def test_a_win_goes_to_the_highest_score_and_of_equal_ones_to_the_later_seat() -> None:
    scores, players = torch.tensor([[50, 60, 60, 99]], dtype=torch.int16), torch.tensor([3])
    assert shares(scores, players, torch.tensor(0.0)).tolist() == [[0.0, 0.0, 1.0, 0.0]]
    soft = shares(scores, players, torch.tensor(15.0))[0]
    assert soft.sum().item() == pytest.approx(1.0)
    assert soft[3] == 0.0 < soft[0] < soft[1] < soft[2]


def test_a_game_that_only_the_limit_ended_is_shared_evenly_once_the_winner_alone_counts() -> None:
    table, _ = stage("spice_road")
    table.scores[0, :] = torch.arange(5, dtype=torch.int16)
    table.dones[0, :2], table.stopped[0, 0] = True, True
    table.chances[:] = 0.0
    gains = table.experience(0.0).chances.view(SMALL.steps, SMALL.games, -1)[0]
    assert table.players[:2].tolist() == [2, 2]
    assert gains[0, :2].tolist() == [0.5, 0.5]
    assert sorted(gains[1, :2].tolist()) == [0.0, 1.0]


def test_a_step_tells_how_a_game_ended() -> None:
    settings = Settings(games=8, steps=40, batch=96, width=16, blocks=1, past=0, rounds=3)
    table, model = stage("spice_road", settings)
    table.play(Actor(model, False), [], generator())
    assert bool(table.stopped.any())
    assert bool((table.stopped <= table.dones).all())


def test_games_may_be_stopped_after_different_numbers_of_rounds() -> None:
    settings = Settings(games=40, steps=90, batch=96, width=16, blocks=1, past=0, fewest=2, rounds=4)
    table, model = stage("spice_road", settings)
    table.play(Actor(model, False), [], generator())
    begun = table.batch_env._arrays.lanes["begun"]
    plain: Any = limit
    limits = [plain.py_func(table.batch_env._arrays, place) for place in range(40)]
    assert set(limits) == {2, 3, 4}
    assert all(begun <= limits)
    assert bool(table.stopped.any())


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_a_guide_knows_how_the_seats_stand(game: str) -> None:
    settings = Settings(games=8, steps=30, batch=96, width=16, blocks=1, past=0, guided=0.5)
    table, model = stage(game, settings)
    table.play(Actor(model, False), [], generator())
    values = spec.values(game)
    for place, state in enumerate(table.batch_env._arrays.states):
        for seat in range(state["seats"]):
            cubes = sum((0, 1, 1, 1) * state["players"][seat]["caravan"])
            worth = spec.score(values, state, seat) - cubes + promised(values, state, seat, EVALUATIONS[game].WEIGHTS)
            if not table.dones[-1, place]:
                assert table.stands[-1, place, seat].item() == pytest.approx(worth, abs=1e-3)


def test_a_guide_gives_credit_for_what_made_a_seat_stand_better() -> None:
    table, _ = stage("spice_road", Settings(games=2, steps=2, batch=96, width=16, blocks=1, past=0, guided=0.5))
    table.stands[1, :, 0] = 15.0
    table.stands[2, :, 0] = 15.0
    table.chances[:, :, :2] = 0.5
    credit = table.experience(15.0, 1.0).advantages.view(2, 2)
    gained = 1 / (1 + np.exp(-1)) - 0.5
    assert table.players.tolist() == [2, 2]
    assert credit[:, 0].tolist() == pytest.approx([gained, 0.0], abs=0.003)
    assert table.experience(15.0, 0.0).advantages.view(2, 2)[:, 0].tolist() == [0.0, 0.0]


def test_a_guide_shares_games_that_were_stopped_by_how_the_seats_stood() -> None:
    table, _ = stage("spice_road", Settings(games=2, steps=1, batch=96, width=16, blocks=1, past=0, guided=0.5))
    table.ends[0, 0, :2] = torch.tensor([30.0, 15.0])
    table.stopped[0, 0] = table.dones[0, 0] = True
    assert table.rewards()[0, 0, :2].tolist() == pytest.approx([0.731, 0.269], abs=0.003)


def test_a_guide_leaves_by_and_by() -> None:
    settings = Settings(guided=0.5)
    assert [settings.guidance_at(share) for share in (0.0, 0.25, 0.5, 1.0)] == [1.0, 0.5, 0.0, 0.0]
    assert Settings().guidance_at(0.0) == 0.0


def test_gains_look_back_along_a_game_but_not_beyond_its_end() -> None:
    values = torch.tensor([[[0.5, 0.5]], [[0.6, 0.4]], [[0.5, 0.5]], [[0.5, 0.5]]])
    rewards = torch.zeros((3, 1, 2))
    rewards[1, 0] = torch.tensor([1.0, 0.0])
    dones = torch.tensor([[False], [True], [False]])
    gains = traced(rewards, values, dones, 0.5)
    assert gains[2, 0].tolist() == [0.0, 0.0]
    assert gains[1, 0].tolist() == pytest.approx([0.4, -0.4])
    assert gains[0, 0].tolist() == pytest.approx([0.1 + 0.5 * 0.4, -0.1 - 0.5 * 0.4])


def test_the_past_decides_only_in_the_league_and_is_not_learned_from() -> None:
    table, model = stage("spice_road")
    table.play(Actor(model, False), [Actor(model, False)], generator())
    own = table.experience(15.0).own.view(SMALL.steps, SMALL.games)
    assert table.league == 18
    assert bool(own[:, : table.league].all())
    theirs = table.deciding[:, table.league :] != table.learner[table.league :]
    assert torch.equal(~own[:, table.league :], theirs)
    assert bool(theirs.any())


def test_an_exploiter_meets_one_network_that_takes_its_likeliest_actions() -> None:
    table, model = stage("spice_road", replace(SMALL, league=1.0, exploits=True))
    fixed = Actor(stage("spice_road")[1], False)
    table.play(Actor(model, False), [fixed], generator())
    assert table.league == 0
    for step in range(SMALL.steps):
        policy = fixed(table.observations[step])[0].masked_fill(~unpacked(table.masks[step]), -torch.inf)
        likeliest = policy.max(1).values - policy.gather(1, table.actions[step, :, None])[:, 0] < 0.2
        away = table.deciding[step] != table.learner
        assert bool(likeliest[away].all())
        assert bool(away.any())


def test_an_exploiter_counts_the_two_player_games_that_it_won() -> None:
    table, _ = stage("spice_road", replace(SMALL, league=1.0, exploits=True))
    two = (table.players == 2).nonzero()[:, 0]
    table.dones[3, two[:4]] = True
    table.dones[3, (table.players == 3).nonzero()[0, 0]] = True
    for place, game in enumerate(two[:4].tolist()):
        table.scores[3, game, table.learner[game]] = 90 if place == 0 else 50
        table.scores[3, game, 1 - table.learner[game]] = 70
    assert float(table.won()) == 0.25


def test_steps_at_sea_share_their_neighbour_and_their_card() -> None:
    texts = NOTATIONS["sand_to_sea"].all_decisions(standard("sand_to_sea"))
    steps = [text for text in texts.values() if text.startswith("sail (")]
    ways, cards = {text.split(")")[0] for text in steps}, {text.partition(") ")[2] for text in steps} - {""}
    expected = [{text for text in steps if text.startswith(way)} for way in ways]
    expected += [{text for text in steps if text.endswith(f") {card}")} for card in cards]
    shared = [{text for action, text in texts.items() if row[action]} for row in kin("sand_to_sea")]
    assert sorted(map(sorted, shared)) == sorted(map(sorted, [*expected, *(WORD - len(cards)) * [set()]]))


@pytest.mark.parametrize("game", ["spice_road", "east_to_west"])
def test_actions_of_the_other_games_stand_alone(game: str) -> None:
    assert kin(game).shape == (0, WORD * spec.GAMES[game].WORDS)


def names(game: str) -> list[list[str]]:
    """The pieces of each kind as the notation calls them."""
    if game == "spice_road":
        return [list(MERCHANTS.texts), list(POINTS.texts)]
    return [list(MERCHANTS.texts), list(ISLAND_NAMES.texts), list(VICTORY.texts)]


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea"])
def test_entries_and_actions_that_share_a_print_name_the_same_piece(game: str) -> None:
    labels, texts = features.labels(standard(game)), NOTATIONS[game].all_decisions(standard(game))
    for kind, known in zip(kinds(standard(game)), names(game), strict=True):
        for number, name in enumerate(known):
            assert all(name in labels[entry].split() for entry in kind.entries[:, number])
            assert all(name in texts[action].split() for action in kind.actions[:, number])


def test_pieces_learn_together_only_when_asked_to() -> None:
    assert [len(Model(standard("spice_road"), 16, 1, values).shared) for values in (False, True)] == [0, 2]


def test_what_is_printed_on_a_card_is_read_from_it() -> None:
    printed = merchant_values(standard("spice_road").values())[list(MERCHANTS.texts).index("YY>G")]
    assert printed.tolist() == pytest.approx([0.4, 0, 0, 0, 0, 0, 0.2, 0, 0.1, 0, 0, 0, 1])


def test_what_is_shared_changes_all_cards_alike_and_what_is_not_only_one() -> None:
    model = Model(standard("spice_road"), 16, 1, values=True)
    before = model.plain()["first.weight"].clone()
    with torch.no_grad():
        model.shared[0].into[1] += 1.0  # merchants at place 1
    changed = (model.plain()["first.weight"] - before).abs().sum(0).nonzero().flatten().tolist()
    assert [features.labels(standard("spice_road"))[entry] for entry in changed] == [
        f"merchants place 1 {t}" for t in MERCHANTS.texts
    ]


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_a_training_begins_with_given_weights(game: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    save(tmp_path / "it.npz", Model(standard(game), 24, 2).weights())
    model = Model(standard(game), 24, 2, values=True)
    model.begin(load(tmp_path / "it.npz"))
    for name, values in load(tmp_path / "it.npz").items():
        assert np.array_equal(model.weights()[name].astype(np.float32), values)


def test_a_network_learns_what_it_is_shown() -> None:
    table, model = stage("spice_road")
    improver = Improver(model, SMALL, False)
    table.play(Actor(model, False), [], generator())
    played = table.experience(15.0)
    first = improver.improve(played, 0.1, generator())
    for _ in range(6):
        last = improver.improve(played, 0.1, generator())
    assert last[0] < first[0]
    assert last[2] < first[2]


@pytest.mark.parametrize("game", list(spec.GAMES))
def test_without_torch_a_network_says_the_same(game: str, tmp_path: Path) -> None:
    torch.manual_seed(2)
    model = Model(standard(game), 64, 2, values=True)
    for values in model.parameters():
        values.data += 0.05 * torch.randn_like(values)
    save(tmp_path / "it.npz", model.weights())
    for values in model.parameters():
        values.data = values.data.half().float()
    tables = VectorGames(game, 3, 40, seed=3)
    for _ in range(40):
        tables.step(tables.random_actions())
    judged = Network(standard(game), load(tmp_path / "it.npz")).judge(tables.values, tables.states)
    shown = np.stack([seen(state, int(state.seat)) for state in tables.states])
    with torch.no_grad():
        policy, chances, _ = model(
            torch.from_numpy(np.pad(shown, ((0, 0), (0, row_size(standard(game)) - shown.shape[1]))))
        )
    seats = torch.from_numpy(tables.seats.astype(np.int64))
    expected = by_table(chances, seats, torch.full((40,), 3), soft=True)
    assert np.allclose(judged.policy, policy.numpy(), atol=2e-3)
    assert np.allclose(judged.chances, expected.numpy(), atol=1e-3)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The file of a small network."""
    file = tmp_path / "it.npz"
    save(file, Model(standard("spice_road"), 16, 1).weights())
    return file


def test_the_ladder_is_played_beside_the_training(small: Path) -> None:
    beside = benchmark.Ladder(standard("spice_road"), ("random",), 2, 1)
    try:
        beside.ask(3.0, small)
        until = time.monotonic() + 300
        while not (found := beside.results()):
            assert time.monotonic() < until, "the games do not end"
            time.sleep(0.1)
    finally:
        beside.close()
    assert [(each["seconds"], each["bot"], each["games"]) for each in found] == [(3.0, "random", 2)]
    assert 0 <= found[0]["won"] <= 2


def test_the_ladder_is_left_in_the_middle_of_its_games(small: Path) -> None:
    beside = benchmark.Ladder(standard("spice_road"), ("planner:3000000n",), 100, 1)
    beside.ask(3.0, small)
    assert multiprocessing.active_children()
    beside.close()
    assert multiprocessing.active_children() == []


def test_a_process_of_the_ladder_that_is_killed_stops_nothing(small: Path) -> None:
    beside = benchmark.Ladder(standard("spice_road"), ("random",), 2, 1)
    try:
        beside.ask(3.0, small)
        for process in multiprocessing.active_children():
            process.kill()
        found: list[dict[str, Any]] = []
        until = time.monotonic() + 300
        while not found:
            assert time.monotonic() < until, "nothing is measured any more"
            found = beside.results()
            if beside.idle:
                beside.ask(5.0, small)
            time.sleep(0.1)
    finally:
        beside.close()
    assert [each["seconds"] for each in found] == [5.0]
