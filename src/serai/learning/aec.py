"""PettingZoo: every seat an agent, the one that decides is selected."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from serai.game import Game
from serai.learning.played import (
    RENDER_MODES,
    ROUNDS,
    action_space,
    check_render_mode,
    deal_seed,
    drawn,
    feature_space,
    features,
    legal_mask,
    worths,
)
from serai.learning.rewards import reward_named
from serai.notation.errors import brief
from serai.rules import games
from serai.setups import check_game, check_players, check_rounds, flag, whole


def env(game: str, players: int | None = None, **options: Any) -> OrderEnforcingWrapper[str, Any, int]:
    """Makes an environment of a game; see docs/learning.md for the options."""
    return OrderEnforcingWrapper(SeatsEnv(game, players, **options))


class SeatsEnv(AECEnv[str, Any, Any]):
    """One game after another, each seat an agent; an illegal action raises IllegalAction and changes nothing."""

    metadata: dict[str, Any] = {  # noqa: RUF012 – PettingZoo keeps it so
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        rounds: int | None = ROUNDS,
        reward: str = "win",
        every_step: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Sits everybody down; `reset` deals."""
        super().__init__()
        self.game_name = check_game(game)
        self.players = check_players(game, games.GAMES[game].SEATS[0] if players is None else players)
        self.rounds = check_rounds(rounds)
        self.reward, self.every_step = reward_named(reward), flag(every_step, "every_step")
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{game}_v1"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        mask = spaces.MultiBinary(int(action_space(game).n))
        seen = spaces.Dict({"observation": feature_space(game), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent observes."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the actions of an agent, the same one each time."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        """Returns the seat of an agent."""
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise ValueError(f"there is no agent {brief(agent)}; there are: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; the same seed deals the same games again."""
        if seed is not None:
            self.random = np.random.default_rng(whole(seed, "the seed"))
        self.game = Game.new(self.game_name, self.players, deal_seed(self.random), rounds=self.rounds)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.worths = [0.0] * self.players
        self._select()

    def _select(self) -> None:
        """Selects the agent that decides, and tells each what is legal."""
        self.agent_selection = self.possible_agents[self.game.seat]
        self.infos = {
            agent: {"action_mask": legal_mask(self.game, seat)} for seat, agent in enumerate(self.possible_agents)
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees; its mask is empty while another one decides."""
        seat = self._seat(agent)
        return {"observation": features(self.game, seat), "action_mask": legal_mask(self.game, seat)}

    def step(self, action: Any) -> None:
        """Takes the decision of the selected agent; when the game is over, every agent is taken leave of."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        decided = self.agent_selection
        self.game.play(whole(action, "the action"))
        self._cumulative_rewards[decided] = 0.0
        over, stopped = self.game.over, self.game.stopped
        self.terminations = dict.fromkeys(self.agents, over and not stopped)
        self.truncations = dict.fromkeys(self.agents, stopped)
        self._reward(over or self.every_step)
        self._select()
        self._accumulate_rewards()

    def _reward(self, now: bool) -> None:
        """Gives each agent what has changed since it was rewarded last, if it is time to."""
        found = worths(self.game, self.reward) if now else self.worths
        for agent, before, after in zip(self.possible_agents, self.worths, found, strict=True):
            self.rewards[agent] = after - before
        self.worths = found

    def render(self) -> Any:
        """Draws the position as the deciding seat sees it."""
        return drawn(self.game, self.render_mode)

    def close(self) -> None:
        """Has nothing to put away."""

    def __str__(self) -> str:
        """Returns the name of the environment."""
        return str(self.metadata["name"])


def register_all() -> None:
    """Puts the games into PettingZoo's registry: `pettingzoo.make("aec", "serai/spice_road-v1", players=3)`."""
    for game in games.GAMES:
        if f"serai/{game}-v1" not in aec_registry:
            register("aec", f"serai/{game}-v1", "serai.learning.aec:env", kwargs={"game": game})
