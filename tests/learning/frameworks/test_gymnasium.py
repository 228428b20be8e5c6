"""Gymnasium's own check, opponents of choice, forfeits; a short training that learns."""

from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from examples.train_ppo import train, wins
from serai import GAMES, Game, IllegalAction
from serai.bots import make
from serai.learning import LAYOUTS, SoloEnv, register
from serai.learning.gymnasium_env import id_of
from serai.learning.learner_games import LearnerGames
from tests.standard import observed


@pytest.mark.parametrize("game", GAMES)
def test_the_environment_is_as_gymnasium_wants_it(game: str) -> None:
    register()
    made = gymnasium.make(id_of(game), opponents=["random", "novice"], render_mode="ansi")
    check_env(made.unwrapped)


def play(table: SoloEnv, seed: int) -> float:
    """Plays one game with random legal actions; returns the sum of the rewards."""
    chooser, over, given = np.random.default_rng(seed), False, 0.0
    table.reset(seed=seed)
    while not over:
        assert table.game.seat == table.seat
        action = chooser.choice(np.flatnonzero(table.action_masks()))
        _, reward, terminated, truncated, _ = table.step(action)
        over, given = terminated or truncated, given + reward
        assert truncated == table.game.stopped
    return given


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_decides_at_its_seat_and_bots_at_the_others(game: str) -> None:
    table = SoloEnv(game, ["random", "trader"], seat=1, rounds=8, reward="margin", every_step=True)
    given = play(table, seed=3)
    scores = table.game.scores()
    assert given == scores[1] - max(scores[0], scores[2])
    assert table.game.over


def test_opponents_sit_clockwise_after_the_learner() -> None:
    table = SoloEnv("spice_road", ["random", "trader"], seat=2, rounds=6)
    asked: list[tuple[str, int]] = []
    table.opponents = [Watched(bot, asked) for bot in table.opponents]  # type: ignore[misc]
    table.reset(seed=1)
    while not asked or len(set(asked)) < 2:
        table.step(int(np.flatnonzero(table.action_masks())[0]))
    assert set(asked) == {("random", 0), ("trader", 1)}


class Watched:
    """A bot that notes where it was asked."""

    def __init__(self, bot: object, asked: list[tuple[str, int]]) -> None:
        self.bot, self.asked, self.name = bot, asked, bot.name  # type: ignore[attr-defined]

    def decide(self, question: object) -> int:
        self.asked.append((self.name, question.seat))  # type: ignore[attr-defined]
        return int(self.bot.decide(question))  # type: ignore[attr-defined]


def test_without_a_seat_every_seat_is_drawn() -> None:
    table, seats = SoloEnv("spice_road", ["random"] * 2), set()
    for seed in range(20):
        seats.add(table.reset(seed=seed)[1]["seat"])
    assert seats == {0, 1, 2}


def test_the_same_seed_plays_the_same_game() -> None:
    tables = [SoloEnv("sand_to_sea", ["random"], rounds=5) for _ in range(2)]
    for table in tables:
        play(table, seed=5)
    assert tables[0].game.history() == tables[1].game.history()


def test_an_illegal_action_forfeits_the_game() -> None:
    table = SoloEnv("spice_road", ["random"])
    table.reset(seed=1)
    _, reward, terminated, truncated, info = table.step(255)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, 255)


def test_an_illegal_action_can_be_replaced_or_refused() -> None:
    table = SoloEnv("spice_road", ["random"], illegal="random")
    table.reset(seed=1)
    _, reward, terminated, truncated, info = table.step(-3)
    assert (reward, terminated, truncated, info["illegal"]) == (0, False, False, -3)
    assert [step.seat for step in table.game.steps()].count(table.seat) == 1
    strict = SoloEnv("spice_road", ["random"], illegal="raise")
    strict.reset(seed=1)
    before = strict.game.history()
    with pytest.raises(IllegalAction, match="255 is not legal now; legal: "):
        strict.step(255)
    assert strict.game.history() == before


def test_the_mask_can_be_part_of_the_observation() -> None:
    table = SoloEnv("spice_road", ["random"], observation="dict")
    seen, info = table.reset(seed=1)
    assert table.observation_space.contains(seen)
    assert (seen["action_mask"] == info["action_mask"]).all()
    check_env(
        gymnasium.make(id_of("spice_road"), observation="dict", illegal="random").unwrapped, skip_render_check=True
    )
    flat = gymnasium.wrappers.FlattenObservation(table)
    seen, info = flat.reset(seed=1)
    assert seen.shape == flat.observation_space.shape == (LAYOUTS["spice_road"].size + 256,)
    assert (seen[: len(info["action_mask"])] == info["action_mask"]).all()


@pytest.mark.parametrize("game", GAMES)
def test_what_the_learner_sees_is_what_the_game_shows(game: str) -> None:
    """Observation, mask and points after every decision, against the game as `Game` plays it."""
    table, chooser = SoloEnv(game, ["random"] * 2, rounds=6), np.random.default_rng(4)
    seen, info = table.reset(seed=2)
    over = False
    while not over:
        seen, _, terminated, truncated, info = table.step(chooser.choice(np.flatnonzero(info["action_mask"])))
        over, played = terminated or truncated, table.game
        entries = observed(played.state, table.seat, played.round, 6)
        assert (seen == (entries / LAYOUTS[game].scales()).astype(np.float32)).all()
        assert np.flatnonzero(info["action_mask"]).tolist() == played.actions()
        assert (info["scores"], truncated, over) == (played.scores(), played.stopped, played.over)


def test_random_opponents_choose_every_legal_decision_as_often() -> None:
    """The first decision of a game, by its place among the legal ones."""
    games = LearnerGames("spice_road", 2, learner=1, bots=[make("random")], logged=True)
    counts: Counter[int] = Counter()
    for number in range(2000):
        games.deal(5, number, np.random.default_rng(0))
        counts[Game.new("spice_road", 2, 5 << 64 | number).actions().index(int(games.log[0]))] += 1
    expected = 2000 / len(counts)
    assert len(counts) == len(Game.new("spice_road", 2, 5 << 64).actions())
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_long_games_outgrow_the_log() -> None:
    table = SoloEnv("spice_road", ["random"], rounds=30)
    table._games.log = table._games.log[:2]
    table.reset(seed=1)
    play(table, seed=1)
    assert table.game.over
    assert len(table._games.log) > len(table.game.steps()) > 60


def test_sb3_contrib_finds_the_masks() -> None:
    table = SoloEnv("spice_road", ["random"])
    table.reset(seed=1)
    assert is_masking_supported(table)
    assert np.flatnonzero(get_action_masks(table)).tolist() == table.game.actions()


def test_wrong_options_are_named() -> None:
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        SoloEnv("spice_road", ["nobody"])
    with pytest.raises(ValueError, match="there is no seat 2; seats are 0 to 1"):
        SoloEnv("spice_road", ["random"], seat=2)


def test_a_minute_of_training_beats_random() -> None:
    """The example of examples/train_ppo.py, half as long."""
    assert wins(train(20_000), 100) > 60
