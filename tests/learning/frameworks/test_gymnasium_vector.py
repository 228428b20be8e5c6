"""The vector environment: the same games as one at a time, redealt at once; masks, illegal actions, other arrays."""

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from examples import ppo
from serai import GAMES, IllegalAction
from serai.bots import make
from serai.learning import SoloVectorEnv, VectorGames
from serai.learning.episodes import DONE, ILLEGAL, SCORES, SEAT
from serai.learning.gymnasium_env import id_of
from serai.learning.learner_games import LearnerGames
from serai.learning.sb3_vec_env import SoloVecEnv

COUNT, SEED = 3, 9


def choose(masks: Any, chooser: np.random.Generator) -> Any:
    """Returns a random legal action of each game."""
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in masks])


class Single:
    """A game by itself, dealt by the seed and a number as the vector environment deals it."""

    def __init__(self, game: str, bots: int, number: int, **options: Any) -> None:
        self.games = LearnerGames(game, bots + 1, bots=[make("random")] * bots, logged=True, **options)
        self.games.deal(SEED, number, np.random.default_rng(0))

    def step(self, action: int) -> tuple[bool, float, list[int]]:
        facts = self.games.decide_one(action, np.random.default_rng(0))
        gained = float(self.games.tables.rewards[0, facts[SEAT]])
        return facts[DONE] == 1, gained, facts[SCORES : SCORES + self.games.tables.players]


@pytest.mark.parametrize(("game", "bots"), [("spice_road", 1), ("sand_to_sea", 2), ("east_to_west", 3)])
def test_every_game_is_the_one_that_is_played_alone(game: str, bots: int) -> None:
    """Observations, masks, rewards and ends of three games and of those dealt after them."""
    options: dict[str, Any] = {"rounds": 5, "reward": "margin", "every_step": True}
    table = SoloVectorEnv(game, ["random"] * bots, num_envs=COUNT, **options)
    seen, infos = table.reset(seed=SEED)
    alone = [Single(game, bots, number, **options) for number in range(COUNT)]
    chooser, dealt = np.random.default_rng(1), COUNT
    while dealt < 3 * COUNT:
        for number, one in enumerate(alone):
            assert (seen[number] == one.games.features[0]).all()
            assert (infos["action_mask"][number] == one.games.marks[0]).all()
            assert infos["seat"][number] == one.games.facts[0, SEAT]
        actions = choose(infos["action_mask"], chooser)
        seen, rewards, terminated, truncated, infos = table.step(actions)
        for number, one in enumerate(alone):
            over, gained, scores = one.step(int(actions[number]))
            assert (terminated | truncated)[number] == over
            assert rewards[number] == gained
            if over:
                assert (infos["final_obs"][number] == one.games.features[0]).all()
                assert infos["final_info"]["scores"][number].tolist() == scores
                assert infos["_final_obs"][number]
                alone[number] = Single(game, bots, dealt, **options)
                dealt += 1


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_makes_it_and_its_spaces_hold(game: str) -> None:
    table = gymnasium.make_vec(f"serai.learning:{id_of(game)}", num_envs=4, opponents=["random"] * 2, rounds=3)
    assert isinstance(table.unwrapped, SoloVectorEnv)
    assert table.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, infos = table.reset(seed=1)
    chooser = np.random.default_rng(2)
    for _ in range(60):
        assert table.observation_space.contains(seen)
        actions = choose(infos["action_mask"], chooser)
        assert table.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = table.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (4,)


def test_the_same_seed_deals_the_same_games_and_without_one_others_follow() -> None:
    tables = [SoloVectorEnv("spice_road", num_envs=2) for _ in range(2)]
    first, again = (table.reset(seed=4)[0] for table in tables)
    assert (first == again).all()
    more, same = (table.reset()[0] for table in tables)
    assert (more == same).all()
    assert (more != first).any()


def test_episodes_are_counted_by_gymnasiums_wrapper() -> None:
    table = RecordEpisodeStatistics(SoloVectorEnv("spice_road", num_envs=2, rounds=2))
    _, infos = table.reset(seed=1)
    chooser = np.random.default_rng(3)
    lengths: list[int] = []
    for _ in range(40):
        *_, infos = table.step(choose(infos["action_mask"], chooser))
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert len(lengths) > 4
    assert min(lengths) >= 2


def test_bots_are_asked_at_their_seats() -> None:
    """Clockwise after the learner; the position that the learner sees is its own."""
    asked: list[int] = []

    class Watched:
        """A bot that notes for which seat it was asked."""

        name = "watched"

        def __init__(self) -> None:
            self.bot = make("trader")

        def decide(self, question: Any) -> int:
            asked.append(question.seat)
            return self.bot.decide(question)

    table = SoloVectorEnv("spice_road", ["random", "trader"], num_envs=3, seat=1, rounds=4)
    table._games.bots[1] = Watched()  # type: ignore[call-overload]
    _, infos = table.reset(seed=1)
    chooser = np.random.default_rng(3)
    for _ in range(20):
        *_, infos = table.step(choose(infos["action_mask"], chooser))
        assert set(infos["seat"].tolist()) == {1}
    assert set(asked) == {0}


def test_an_illegal_action_forfeits_only_its_own_game() -> None:
    table = SoloVectorEnv("spice_road", num_envs=3)
    _, infos = table.reset(seed=1)
    actions = choose(infos["action_mask"], np.random.default_rng(1))
    actions[1] = -7
    _, rewards, terminated, truncated, infos = table.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert (infos["illegal"][1], infos["_illegal"].tolist()) == (-7, [False, True, False])
    assert infos["action_mask"].any(axis=1).all()


def test_an_illegal_action_can_be_replaced_or_refused() -> None:
    table = SoloVectorEnv("spice_road", num_envs=3, illegal="random")
    table.reset(seed=1)
    _, rewards, terminated, _, infos = table.step([1 << 40, 0, 0])
    assert (rewards.tolist(), terminated.any(), infos["_illegal"].tolist()) == ([0, 0, 0], False, [True, False, False])
    strict = SoloVectorEnv("spice_road", num_envs=3, illegal="raise")
    before, _ = strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"action 255 of game 2 is not legal; legal: 0 \(play YY\), "):
        strict.step([0, 0, 255])
    assert (strict._games.features == before).all()
    assert not strict._games.facts[:, ILLEGAL].any()


def test_the_mask_can_be_part_of_the_observation() -> None:
    table = SoloVectorEnv("spice_road", num_envs=2, observation="dict", rounds=1)
    seen, infos = table.reset(seed=1)
    ends = 0
    while not ends:
        assert table.observation_space.contains(seen)
        assert (seen["action_mask"] == infos["action_mask"]).all()
        seen, _, terminated, truncated, infos = table.step(
            [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
        )
        ends = int((terminated | truncated).sum())
    final = infos["final_obs"][np.flatnonzero(infos["_final_obs"])[0]]
    assert not final["action_mask"].any()
    assert table.single_observation_space.contains(final)


def test_arrays_go_to_torch_without_a_copy() -> None:
    table = SoloVectorEnv("spice_road", num_envs=4, copy=False)
    seen, infos = table.reset(seed=1)
    features, masks = torch.from_dlpack(seen), torch.from_dlpack(infos["action_mask"])
    assert (features.data_ptr(), masks.data_ptr()) == (seen.ctypes.data, infos["action_mask"].ctypes.data)
    now, *_ = table.step(choose(infos["action_mask"], np.random.default_rng(1)))
    assert now is seen
    assert (features.numpy() == now).all()


def test_what_arrays_return_is_contiguous() -> None:
    games = VectorGames("spice_road", players=3, count=5, seed=1)
    games.step(games.random_actions())
    for array in (games.observations, games.mask_array(), games.rewards, games.scores, games.dones, games.seats):
        assert array.flags.c_contiguous
        assert (torch.from_dlpack(array).numpy() == array).all()


def test_ppo_in_one_file_beats_random() -> None:
    """The example of examples/ppo.py, trained for a fiftieth as long."""
    torch.set_num_threads(1)
    assert ppo.wins("spice_road", ppo.train("spice_road", 20_000), 100) > 0.6


def test_stable_baselines3_steps_the_same_games() -> None:
    """Also its masks, and the last observation of a game that was stopped."""
    options: dict[str, Any] = {"rounds": 1, "reward": "margin"}
    table, same = SoloVecEnv("spice_road", num_envs=3, **options), SoloVectorEnv("spice_road", num_envs=3, **options)
    table.seed(5)
    seen, (expected, infos) = table.reset(), same.reset(seed=5)
    assert is_masking_supported(table)
    ended = 0
    for _ in range(12):
        assert (seen == expected).all()
        masks = get_action_masks(table)
        assert (masks == infos["action_mask"]).all()
        actions = masks.argmax(axis=1)
        seen, rewards, done, told = table.step(actions)
        expected, gained, terminated, truncated, infos = same.step(actions)
        assert rewards.tolist() == gained.tolist()
        assert done.tolist() == (terminated | truncated).tolist()
        for game in np.flatnonzero(done):
            assert told[game]["TimeLimit.truncated"]
            assert (told[game]["terminal_observation"] == infos["final_obs"][game]).all()
            ended += 1
    assert ended > 3


def test_games_must_be_dealt_first_and_options_are_checked() -> None:
    with pytest.raises(ResetNeeded, match="no games have been dealt yet; call reset first"):
        SoloVectorEnv("spice_road", num_envs=2).step([0, 0])
    with pytest.raises(ValueError, match="illegal is 'ignore'; there are: forfeit, random, raise"):
        SoloVectorEnv("spice_road", illegal="ignore")
    with pytest.raises(ValueError, match="observation is 'picture'; there are: features, dict"):
        SoloVectorEnv("spice_road", observation="picture")
