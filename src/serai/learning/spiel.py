"""OpenSpiel: the games with explicit chance, asked before a decision that turns something up is carried out."""

from typing import Any

import numpy as np
import pyspiel

from serai.learning.chances import Draw, name_of, opening, outcomes, revealed, settle
from serai.learning.rewards import Reward, reward_named, worth
from serai.notation import NOTATIONS
from serai.notation.errors import brief
from serai.observations import LAYOUTS, observed
from serai.rules import games
from serai.rules.bits import WORD, nth, total
from serai.rules.phases import Phase
from serai.rules.records import State, empty_states
from serai.rules.rounds import begins_turn
from serai.setups import check_players, whole

ROUNDS = 60
LONGEST_TURN = 100
MOST_OUTCOMES = 64
MOST_ROUNDS = 1_000_000
MOST_MARGIN = 1000.0
ZERO = np.uint64(0)


def short_name(game: str) -> str:
    """Returns the name of a game in OpenSpiel."""
    return f"serai_{game}"


def game_type(game: str) -> pyspiel.GameType:
    """Says what kind of game this is: all is open but what lies face down, which is chance."""
    least, most = games.GAMES[game].SEATS
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"Century: {game.replace('_', ' ').title()} (fan-made)",
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
        parameter_specification={"players": least, "rounds": ROUNDS, "reward": "win"},
    )


def game_info(game: str, players: int, rounds: int, reward: Reward) -> pyspiel.GameInfo:
    """Says how large the game is."""
    most = MOST_MARGIN if reward == Reward.MARGIN else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=WORD * games.GAMES[game].WORDS,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=-most if reward == Reward.MARGIN else 0.0,
        max_utility=most,
        max_game_length=(rounds + 1) * players * LONGEST_TURN,
    )


def _limit(rounds: Any) -> int:
    """Returns a limit of rounds; OpenSpiel keeps the length of a game as a number of 32 bits."""
    if not 1 <= whole(rounds, "rounds") <= MOST_ROUNDS:
        raise ValueError(f"rounds is {brief(rounds)}; OpenSpiel needs a limit from 1 to {MOST_ROUNDS:,}")
    return whole(rounds, "rounds")


class SpielGame(pyspiel.Game):
    """A game for OpenSpiel; a limit of rounds ends every play (C-10)."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Reads the parameters: players, rounds and reward."""
        kind, given = game_type(self.name), params or {}
        settings = {**kind.parameter_specification, **given}
        self.players = check_players(self.name, settings["players"])
        self.rounds = _limit(settings["rounds"])
        self.reward = reward_named(str(settings["reward"]))
        super().__init__(kind, game_info(self.name, self.players, self.rounds, self.reward), given)

    def new_initial_state(self) -> "SpielState":
        """Returns a table at which nothing has been laid out yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Returns what writes observations."""
        return SpielObserver(self.name)


class SpielState(pyspiel.State):
    """A position; `draws` are the cards that chance still has to decide, `action` the decision that waits for them."""

    def __init__(self, game: SpielGame) -> None:
        """Begins with the set-up, which is all chance."""
        super().__init__(game)
        self.name, self.rounds, self.reward = game.name, game.rounds, game.reward
        self.states, self.values = empty_states(games.GAMES[self.name].STATE, 1), games.values(self.name)
        games.setup(self.values, self.states[0], game.players, ZERO, ZERO)
        self.draws: list[Draw] = opening(self.states[0])
        self.action: int | None = None
        self.begun = 1
        self.over = False

    @property
    def state(self) -> State:
        """The position as a record; what nobody can know lies in an order of no meaning."""
        position: State = self.states[0]
        return position

    def current_player(self) -> int:
        """Returns who decides: a seat, chance, or nobody."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.draws else int(self.state.seat)

    def _legal_actions(self, player: int) -> list[int]:
        """Lists the numbers of the legal actions."""
        mask = np.zeros(games.GAMES[self.name].WORDS, np.uint64)
        games.legal(self.values, self.state, mask)
        return [int(nth(mask, place)) for place in range(total(mask))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Lists what may be turned up next, with its probability."""
        return outcomes(self.state, self.draws[0])

    def _apply_action(self, action: int) -> None:
        """Takes a decision, or turns a card up; a decision waits until all that it turns up is decided."""
        if self.draws:
            settle(self.state, self.draws.pop(0), action)
            if not self.draws and self.action is not None:
                self._carry_out(self.action)
                self.action = None
            return
        after = self.states.copy()
        games.apply(self.values, after[0], action)
        self.draws = revealed(self.state, after[0], action)
        if self.draws:
            self.action = action
        else:
            self._carry_out(action)

    def _carry_out(self, action: int) -> None:
        """Takes a decision and sees whether the game is over (C-6, C-10)."""
        before, phase = games.mover(self.state), self.state.phase
        games.apply(self.values, self.state, action)
        if begins_turn(phase, self.state) and games.mover(self.state) < before:
            self.over = self.begun == self.rounds
            self.begun += 1
        self.over = self.over or bool(self.state.phase == Phase.OVER)

    def _action_to_string(self, player: int, action: int) -> str:
        """Writes an action, or what chance turns up, in the notation."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"reveal {name_of(self.name, self.draws[0], action)}"
        return str(NOTATIONS[self.name].decision(self.state, action))

    def is_terminal(self) -> bool:
        """Tells whether the game is over."""
        return self.over

    def returns(self) -> list[float]:
        """Returns what the game was worth to each seat, 0 until it is over."""
        seats = int(self.state.seats)
        if not self.over:
            return [0.0] * seats
        scores = np.array([games.score(self.values, self.state, seat) for seat in range(seats)], np.int16)
        return [float(worth(scores, seats, seat, self.reward)) for seat in range(seats)]

    def __str__(self) -> str:
        """Writes the position in the notation, with what is being turned up."""
        waiting = "".join(f"chance: {draw.pile} {draw.place}\n" for draw in self.draws)
        decided = "" if self.action is None else f"decided: {self.action}\n"
        return f"{NOTATIONS[self.name].position(self.state)}round: {self.begun}\n{waiting}{decided}"


class SpielObserver:
    """Writes observations as OpenSpiel asks for them."""

    def __init__(self, game: str) -> None:
        """Makes room for one observation."""
        self.scales = LAYOUTS[game].scales()
        self.labels = LAYOUTS[game].labels()
        self.tensor = np.zeros(len(self.scales), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a player observes."""
        self.tensor[:] = observed(state.state, player, state.begun, state.rounds) / self.scales

    def string_from(self, state: SpielState, player: int) -> str:
        """Names every entry that is not 0."""
        entries = observed(state.state, player, state.begun, state.rounds)
        return ", ".join(f"{self.labels[place]}={entries[place]}" for place in np.flatnonzero(entries))


class SpiceRoad(SpielGame):
    """Spice Road."""

    name = "spice_road"


class SandToSea(SpielGame):
    """Sand to Sea."""

    name = "sand_to_sea"


class EastToWest(SpielGame):
    """From East to West."""

    name = "east_to_west"


def register_all() -> None:
    """Makes the games known to OpenSpiel: `pyspiel.load_game("serai_spice_road(players=3)")`."""
    for kind in (SpiceRoad, SandToSea, EastToWest):
        if short_name(kind.name) not in pyspiel.registered_names():
            pyspiel.register_game(game_type(kind.name), kind)
