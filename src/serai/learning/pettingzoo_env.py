"""PettingZoo: every seat is an agent; the deciding one is selected."""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from serai.component_sets import find_components
from serai.core import spec
from serai.core.component_folders import built_in_sets, standard
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief
from serai.game import Game
from serai.learning.environment_game import (
    RENDER_MODES,
    ROUNDS,
    WITH_MASK,
    Replay,
    action_space,
    check_render_mode,
    deal_seed,
    rendered,
    seen_space,
    version_of,
)
from serai.learning.episodes import DECIDES, DONE, EVERY_SEAT, STOPPED, Marks
from serai.learning.learner_games import RAISE, LearnerGames
from serai.setup import check_game, check_players, check_rounds, flag, whole


def env(game: str, players: int | None = None, **options: Any) -> OrderEnforcingWrapper[str, Any, int]:
    """Makes an environment of a game; see docs/learning.md for the options."""
    return OrderEnforcingWrapper(SeatsEnv(game, players, **options))


class SeatsEnv(AECEnv[str, Any, Any]):
    """One game after another, each seat an agent."""

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
        illegal: str = RAISE,
    ) -> None:
        """Creates the agents; `reset` deals."""
        super().__init__()
        self.components = find_components(check_game(game), components) or standard(game)
        self.players = check_players(game, spec.GAMES[game].SEATS[0] if players is None else players)
        self.every_step = flag(every_step, "every_step")
        self._games = LearnerGames(
            game,
            self.players,
            learner=EVERY_SEAT,
            illegal=illegal,
            logged=True,
            rounds=rounds,
            reward=reward,
            every_step=every_step,
            components=self.components,
        )
        self._replay = Replay(self._games, check_rounds(rounds))
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{game}_v{version_of(game, self.components.name)}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(self._games.tables.actions, np.int8)
        self._nothing.setflags(write=False)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen_space(self.components, WITH_MASK))
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
        if not isinstance(agent, str) or agent not in self._seats:
            raise ValueError(f"there is no agent {brief(agent)}; there are: {', '.join(self.possible_agents)}")
        return self._seats[agent]

    @property
    def game(self) -> Game:
        """The game being played, which `reset` deals; a copy, made when it is asked for."""
        return self._replay.game()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; the same seed deals the same games again."""
        if seed is not None:
            self.random = np.random.default_rng(whole(seed, "the seed"))
        self._replay.deal(deal_seed(self.random), self.random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._nothing} for agent in self.possible_agents
        }
        self._select(int(self._games.facts[0, DECIDES]), self._games.marks[0].copy())

    def _select(self, seat: int, mask: Marks) -> None:
        """Selects the deciding agent and notes what it may do."""
        self.agent_selection = agent = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns an agent's observation; its mask is empty while another agent decides."""
        seat = self._seat(agent)
        deciding = seat == self._games.facts[0, DECIDES]
        seen = self._games.features[0].copy() if deciding else self._games.observed_by(seat)
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"]}

    def step(self, action: Any) -> None:
        """Takes the decision of the selected agent; when the game is over, removes the agents one by one."""
        decided, games = self.agent_selection, self._games
        if self.terminations[decided] or self.truncations[decided]:
            self._was_dead_step(action)
            return
        number = whole(action, "the action")
        legal = 0 <= number < len(self._nothing) and games.marks[0, number] == 1
        if not legal and games.illegal == RAISE:
            self.game.play(number)  # says why it is illegal, and what is legal
        facts = games.decide_one(number if legal else -1, self.random)
        self._cumulative_rewards[decided] = 0.0
        self.infos[decided] = {"action_mask": self._nothing}
        if facts[DONE]:
            self._end(facts[STOPPED] == 1)
        self._select(facts[DECIDES], self._nothing if facts[DONE] else games.marks[0].copy())
        if not legal:
            self.infos[decided]["illegal"] = number
        if facts[DONE] or self.every_step:
            self.rewards = dict(zip(self.possible_agents, games.tables.rewards[0].tolist(), strict=True))
            self._accumulate_rewards()

    def _end(self, stopped: bool) -> None:
        """Ends the game for every agent: truncated by the limit of rounds, else terminated."""
        self.terminations = dict.fromkeys(self.agents, not stopped)
        self.truncations = dict.fromkeys(self.agents, stopped)

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
    for game, name in [(each, name) for each in spec.GAMES for name in built_in_sets(each)]:
        if (known := f"serai/{game}-v{version_of(game, name)}") not in aec_registry:
            home = "serai.learning.pettingzoo_env:env"
            register("aec", known, home, kwargs={"game": game, "components": name})
