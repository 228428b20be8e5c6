"""OpenSpiel: the games with explicit chance nodes, resolved before a decision that reveals something is carried out."""

from functools import cache
from typing import Any

import numpy as np
import pyspiel

from serai.component_sets import find_components
from serai.core import spec
from serai.core.bits import WORD, nth, total
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS
from serai.core.notation.errors import brief
from serai.core.observation import layout, observed
from serai.core.phases import Phase
from serai.core.records import State, empty_states
from serai.core.registry import SPECS
from serai.core.rounds import begins_turn
from serai.learning.chance_nodes import CHANCE_NODES, Draw, name_of, opening, outcomes, revealed, settle
from serai.learning.rewards import Reward, reward_named, worth
from serai.setup import check_players, whole

ROUNDS = 60
STANDARD = "standard"
NUMBERED = "set-"  # OpenSpiel parses a bare number as an int, but the other sets have names
LONGEST_TURN = 100
MOST_OUTCOMES = 64
MOST_ROUNDS = 1_000_000
MOST_MARGIN = 1000.0
ZERO = np.uint64(0)


def short_name(game: str) -> str:
    """Returns the name of a game in OpenSpiel."""
    return f"serai_{game}"


def game_type(game: str) -> pyspiel.GameType:
    """Returns the OpenSpiel type of a game: everything is open except face-down cards, which are chance."""
    least, most = spec.GAMES[game].SEATS
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{SPECS[game].title} (fan-made)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": least, "rounds": ROUNDS, "reward": "win", "components": STANDARD},
    )


def game_info(game: str, players: int, rounds: int, reward: Reward) -> pyspiel.GameInfo:
    """Returns the sizes of the game."""
    most = MOST_MARGIN if reward == Reward.MARGIN else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=WORD * spec.GAMES[game].WORDS,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=-most if reward == Reward.MARGIN else 0.0,
        max_utility=most,
        max_game_length=(rounds + 1) * players * LONGEST_TURN,
    )


def _limit(rounds: Any) -> int:
    """Checks a limit of rounds; OpenSpiel stores the length of a game in 32 bits."""
    if not 1 <= whole(rounds, "rounds") <= MOST_ROUNDS:
        raise ValueError(f"rounds is {brief(rounds)}; OpenSpiel needs a limit from 1 to {MOST_ROUNDS:,}")
    return whole(rounds, "rounds")


class SpielGame(pyspiel.Game):
    """A game for OpenSpiel; a limit of rounds ends every game (C-10)."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Reads the parameters: players, rounds, reward and component set."""
        kind, given = game_type(self.name), params or {}
        settings = {**kind.parameter_specification, **given}
        self.players = check_players(self.name, settings["players"])
        self.rounds = _limit(settings["rounds"])
        self.reward = reward_named(str(settings["reward"]))
        chosen = str(settings["components"]).removeprefix(NUMBERED)
        self.components = find_components(self.name, None if chosen == STANDARD else chosen) or standard(self.name)
        super().__init__(kind, game_info(self.name, self.players, self.rounds, self.reward), given)

    def new_initial_state(self) -> "SpielState":
        """Returns the state before set-up."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Returns the observer."""
        return SpielObserver(self.components)


class SpielState(pyspiel.State):
    """A position; `draws` are the cards that chance still has to decide, `action` is the decision waiting for them."""

    def __init__(self, game: SpielGame) -> None:
        """Begins with the set-up, which is all chance."""
        super().__init__(game)
        self.name, self.rounds, self.reward = game.name, game.rounds, game.reward
        self.components, self.values = game.components, game.components.values()
        self.states = empty_states(spec.GAMES[self.name].STATE, 1)
        spec.setup(self.values, self.states[0], game.players, ZERO, ZERO)
        self.draws: list[Draw] = opening(self.values, self.states[0])
        self.action: int | None = None
        self.begun = 1
        self.over = False

    @property
    def state(self) -> State:
        """The position as a record; hidden cards are in an arbitrary order."""
        position: State = self.states[0]
        return position

    def current_player(self) -> int:
        """Returns who decides: a seat, chance, or nobody."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.draws else int(self.state.seat)

    def _legal_actions(self, player: int) -> list[int]:
        """Lists the numbers of the legal actions."""
        mask = np.zeros(spec.GAMES[self.name].WORDS, np.uint64)
        spec.legal(self.values, self.state, mask)
        return [int(nth(mask, place)) for place in range(total(mask))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Lists what may be revealed next, with probabilities."""
        return outcomes(self.values, self.state, self.draws[0])

    def _apply_action(self, action: int) -> None:
        """Takes a decision or reveals a card; a decision waits until everything it reveals is decided."""
        if self.draws:
            settle(self.values, self.state, self.draws.pop(0), action)
            if not self.draws and self.action is not None:
                self._carry_out(self.action)
                self.action = None
            return
        after = self.states.copy()
        spec.apply(self.values, after[0], action)
        self.draws = revealed(self.values, self.state, after[0], action)
        if self.draws:
            self.action = action
        else:
            self._carry_out(action)

    def _carry_out(self, action: int) -> None:
        """Takes a decision and checks whether the game is over (C-6, C-10)."""
        before, phase = spec.mover(self.state), self.state.phase
        spec.apply(self.values, self.state, action)
        if begins_turn(phase, self.state) and spec.mover(self.state) < before:
            self.over = self.begun == self.rounds
            self.begun += 1
        self.over = self.over or bool(self.state.phase == Phase.OVER)

    def _action_to_string(self, player: int, action: int) -> str:
        """Writes an action, or what chance reveals, in the notation."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"reveal {name_of(self.components, self.draws[0], action)}"
        return str(NOTATIONS[self.name].decision(self.components, self.state, action))

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.over

    def returns(self) -> list[float]:
        """Returns what the game was worth to each seat, 0 until it is over."""
        seats = int(self.state.seats)
        if not self.over:
            return [0.0] * seats
        scores = np.array([spec.score(self.values, self.state, seat) for seat in range(seats)], np.int16)
        return [float(worth(scores, seats, seat, self.reward)) for seat in range(seats)]

    def __str__(self) -> str:
        """Writes the position in the notation, with the cards still to be revealed."""
        waiting = "".join(f"chance: {draw.pile} {draw.place}\n" for draw in self.draws)
        decided = "" if self.action is None else f"decided: {self.action}\n"
        return f"{NOTATIONS[self.name].position(self.components, self.state)}round: {self.begun}\n{waiting}{decided}"


class SpielObserver:
    """Writes observations as OpenSpiel expects them."""

    def __init__(self, components: ComponentSet) -> None:
        """Allocates one observation."""
        self.components = components
        self.scales = layout(components).scales()
        self.labels = layout(components).labels()
        self.tensor = np.zeros(len(self.scales), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a player observes."""
        self.tensor[:] = (
            observed(self.components, state.values, state.state, player, state.begun, state.rounds) / self.scales
        )

    def string_from(self, state: SpielState, player: int) -> str:
        """Names every entry that is not 0."""
        entries = observed(self.components, state.values, state.state, player, state.begun, state.rounds)
        return ", ".join(f"{self.labels[place]}={entries[place]}" for place in np.flatnonzero(entries))


@cache
def class_of(game: str) -> type[SpielGame]:
    """Makes the class of a game; OpenSpiel requires one per game."""
    return type(game.title().replace("_", ""), (SpielGame,), {"name": game, "__doc__": f"{SPECS[game].title}."})


def register_all() -> None:
    """Registers the games with OpenSpiel: `pyspiel.load_game("serai_spice_road(players=3)")`."""
    for game in CHANCE_NODES:
        if short_name(game) not in pyspiel.registered_names():
            pyspiel.register_game(game_type(game), class_of(game))
