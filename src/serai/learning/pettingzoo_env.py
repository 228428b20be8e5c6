"""PettingZoo: every seat is an agent; the deciding one is selected."""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from serai.component_sets import find_components
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief
from serai.game import Game
from serai.learning.played import (
    RENDER_MODES,
    ROUNDS,
    action_space,
    check_render_mode,
    deal_seed,
    feature_space,
    features,
    legal_mask,
    rendered,
    worths,
)
from serai.learning.rewards import reward_named
from serai.setup import check_game, check_players, check_rounds, flag, whole


def env(game: str, players: int | None = None, **options: Any) -> OrderEnforcingWrapper[str, Any, int]:
    """Makes an environment of a game; see docs/learning.md for the options."""
    return OrderEnforcingWrapper(SeatsEnv(game, players, **options))


class SeatsEnv(AECEnv[str, Any, Any]):
    """One game after another, each seat an agent; an illegal action raises IllegalAction and changes nothing."""

    metadata: dict[str, Any] = {  # noqa: RUF012 – as in PettingZoo
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
        components: ComponentSet | Path | str | None = None,
    ) -> None:
        """Creates the agents; `reset` deals."""
        super().__init__()
        self.game_name = check_game(game)
        self.components = find_components(game, components) or standard(game)
        self.players = check_players(game, spec.GAMES[game].SEATS[0] if players is None else players)
        self.rounds = check_rounds(rounds)
        self.reward, self.every_step = reward_named(reward), flag(every_step, "every_step")
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{game}_v1"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        mask = spaces.MultiBinary(int(action_space(game).n))
        seen = spaces.Dict({"observation": feature_space(self.components), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of an agent, the same object each time."""
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
        self.game = Game.new(
            self.game_name, self.players, deal_seed(self.random), rounds=self.rounds, components=self.components
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.worths = [0.0] * self.players
        self._select()

    def _select(self) -> None:
        """Selects the deciding agent, and sets what is legal for each."""
        self.agent_selection = self.possible_agents[self.game.seat]
        self.infos = {
            agent: {"action_mask": legal_mask(self.game, seat)} for seat, agent in enumerate(self.possible_agents)
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns an agent's observation; its mask is empty while another agent decides."""
        seat = self._seat(agent)
        return {"observation": features(self.game, seat), "action_mask": legal_mask(self.game, seat)}

    def step(self, action: Any) -> None:
        """Takes the decision of the selected agent; when the game is over, removes the agents one by one."""
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
        """Rewards each agent with the change since its last reward, if one is due."""
        found = worths(self.game, self.reward) if now else self.worths
        for agent, before, after in zip(self.possible_agents, self.worths, found, strict=True):
            self.rewards[agent] = after - before
        self.worths = found

    def render(self) -> Any:
        """Draws the position as the deciding seat sees it."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __str__(self) -> str:
        """Returns the name of the environment."""
        return str(self.metadata["name"])


def register_all() -> None:
    """Registers the games with PettingZoo: `pettingzoo.make("aec", "serai/spice_road-v1", players=3)`."""
    for game in spec.GAMES:
        if f"serai/{game}-v1" not in aec_registry:
            register("aec", f"serai/{game}-v1", "serai.learning.pettingzoo_env:env", kwargs={"game": game})
