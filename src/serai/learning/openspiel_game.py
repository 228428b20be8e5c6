"""OpenSpiel: the games with explicit chance nodes, resolved before a decision that reveals something is carried out."""

import copy
from functools import cache, cached_property
from typing import Any

import numpy as np
import pyspiel

from serai.component_sets import find_components
from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS
from serai.core.notation.errors import brief
from serai.core.observation import layout, observed
from serai.core.records import State, States, Values, boxed, empty_states
from serai.core.registry import SPECS
from serai.learning.chance_nodes import CHANCE_NODES, Draw, name_of, opening, outcomes, revealed, settle
from serai.learning.nodes import FACTS, look_at, take
from serai.learning.rewards import Reward, reward_named, worth
from serai.learning.stepping import LANE, Lanes
from serai.setup import check_players, whole

ROUNDS = 60
STANDARD = "standard"
NUMBERED = "set-"  # OpenSpiel parses a bare number as an int, but the other sets have names
LONGEST_TURN = 100
MOST_OUTCOMES = 64
MOST_ROUNDS = 1_000_000
MOST_MARGIN = 1000.0
ZERO = np.uint64(0)
CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE.value, pyspiel.PlayerId.TERMINAL.value


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
        kind, self.given = game_type(self.name), params or {}
        settings = {**kind.parameter_specification, **self.given}
        self.players = check_players(self.name, settings["players"])
        self.rounds = _limit(settings["rounds"])
        self.reward = reward_named(str(settings["reward"]))
        chosen = str(settings["components"]).removeprefix(NUMBERED)
        self.components = find_components(self.name, None if chosen == STANDARD else chosen) or standard(self.name)
        self.values = self.components.values()
        self.boxed = boxed(self.values)
        words = spec.GAMES[self.name].WORDS
        self.words, self.numbers = np.zeros(words, np.uint64), np.zeros(WORD * words, np.int64)
        self.facts = np.zeros(len(FACTS), np.int32)
        super().__init__(kind, game_info(self.name, self.players, self.rounds, self.reward), self.given)

    @cached_property
    def beginning(self) -> "Position":
        """The position before set-up, which every game begins with a copy of."""
        return Position(self)

    def new_initial_state(self) -> "SpielState":
        """Returns the state before set-up."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Returns the observer."""
        return SpielObserver(self.components)


class Position:
    """A position; `draws` are the cards that chance still has to decide, `action` is the decision waiting for them.

    `player` is who decides next, and `legal` what that seat may do.
    """

    __slots__ = ("action", "draws", "game", "lanes", "legal", "player", "states")

    def __init__(self, game: SpielGame) -> None:
        """Begins with the set-up, which is all chance."""
        self.game = game
        self.states = empty_states(spec.GAMES[game.name].STATE, 2)
        self.lanes = np.zeros(1, LANE)
        self.lanes["begun"] = 1
        spec.setup(game.values, self.states[0], game.players, ZERO, ZERO)
        self.draws: list[Draw] = opening(game.values, self.states[0])
        self.action: int | None = None
        self.legal: list[int] = []
        self.player = CHANCE

    def __deepcopy__(self, memo: Any) -> "Position":
        """Copies what changes; OpenSpiel copies states this way."""
        twin = Position.__new__(Position)
        twin.game, twin.states, twin.lanes = self.game, self.states.copy(), self.lanes.copy()
        twin.draws, twin.action, twin.legal, twin.player = self.draws.copy(), self.action, self.legal, self.player
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Stores the game by its name and parameters."""
        parameters = tuple(sorted(self.game.given.items()))
        return restored, (self.game.name, parameters, self.states, self.lanes, self.draws, self.action, self.legal)

    def decide(self, action: int, settled: bool = False) -> None:
        """Takes a decision; one that reveals cards waits until chance has settled which."""
        game = self.game
        take(game.boxed, self.states, self.lanes, game.rounds, action, settled, game.words, game.numbers, game.facts)
        seat, legal, reveals, over = game.facts.tolist()
        if reveals:
            self.draws = revealed(game.values, self.states[0], self.states[1], action)
            self.action, self.player = action, CHANCE
            if not self.draws:
                self.decide(action, settled=True)
            return
        self.action = None
        self._follow(seat, legal, over)

    def _follow(self, seat: int, legal: int, over: int) -> None:
        """Notes who decides next, and what is legal."""
        self.player = TERMINAL if over else seat
        self.legal = self.game.numbers[:legal].tolist()

    def reveal(self, outcome: int) -> None:
        """Settles what chance decides next."""
        game = self.game
        settle(game.values, self.states[0], self.draws.pop(0), outcome)
        if self.draws:
            return
        if self.action is not None:
            self.decide(self.action, settled=True)
            return
        look_at(game.boxed, self.states, game.words, game.numbers, game.facts)
        seat, legal, _, over = game.facts.tolist()
        self._follow(seat, legal, over)


def restored(
    name: str,
    parameters: tuple[Any, ...],
    states: States,
    lanes: Lanes,
    draws: list[Draw],
    action: int | None,
    legal: list[int],
) -> Position:
    """Returns a position that has been stored."""
    position = Position.__new__(Position)
    position.game = game_with(name, parameters)
    position.states, position.lanes, position.draws = states, lanes, draws
    position.action, position.legal = action, legal
    decides = TERMINAL if lanes["done"][0] else int(states[0]["seat"])
    position.player = CHANCE if draws else decides
    return position


@cache
def game_with(name: str, parameters: tuple[Any, ...]) -> SpielGame:
    """Returns a game with some parameters, always the same one."""
    return class_of(name)(dict(parameters))


class SpielState(pyspiel.State):
    """A state of a game; everything that OpenSpiel has to copy is in `at`."""

    def __init__(self, game: SpielGame) -> None:
        """Begins with the set-up, which is all chance."""
        super().__init__(game)
        self.at = copy.deepcopy(game.beginning)

    @property
    def states(self) -> States:
        """The position as an array of records, first; hidden cards are in an arbitrary order."""
        return self.at.states

    @property
    def state(self) -> State:
        """The position as a record."""
        position: State = self.at.states[0]
        return position

    @property
    def draws(self) -> list[Draw]:
        """The cards that chance still has to decide."""
        return self.at.draws

    @property
    def components(self) -> ComponentSet:
        """The component set."""
        return self.at.game.components

    @property
    def values(self) -> Values:
        """The printed values."""
        return self.at.game.values

    @property
    def rounds(self) -> int:
        """The limit of rounds (C-10)."""
        return self.at.game.rounds

    @property
    def begun(self) -> int:
        """Rounds begun."""
        return int(self.at.lanes["begun"][0])

    def current_player(self) -> int:
        """Returns who decides: a seat, chance, or nobody."""
        return self.at.player

    def _legal_actions(self, player: int) -> list[int]:
        """Lists the numbers of the legal actions."""
        return self.at.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Lists what may be revealed next, with probabilities."""
        return outcomes(self.values, self.state, self.at.draws[0])

    def _apply_action(self, action: int) -> None:
        """Takes a decision or reveals a card; a decision waits until everything it reveals is decided."""
        if self.at.player == CHANCE:
            self.at.reveal(action)
        else:
            self.at.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Writes an action, or what chance reveals, in the notation."""
        if player == CHANCE:
            return f"reveal {name_of(self.components, self.at.draws[0], action)}"
        return str(NOTATIONS[self.at.game.name].decision(self.components, self.state, action))

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.at.player == TERMINAL

    def returns(self) -> list[float]:
        """Returns what the game was worth to each seat, 0 until it is over."""
        seats, game = self.at.game.players, self.at.game
        if not self.is_terminal():
            return [0.0] * seats
        scores = np.array([spec.score(self.values, self.state, seat) for seat in range(seats)], np.int16)
        return [float(worth(scores, seats, seat, game.reward)) for seat in range(seats)]

    def __str__(self) -> str:
        """Writes the position in the notation, with the cards still to be revealed."""
        at, notation = self.at, NOTATIONS[self.at.game.name]
        waiting = "".join(f"chance: {draw.pile} {draw.place}\n" for draw in at.draws)
        decided = "" if at.action is None else f"decided: {at.action}\n"
        return f"{notation.position(self.components, self.state)}round: {self.begun}\n{waiting}{decided}"


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
