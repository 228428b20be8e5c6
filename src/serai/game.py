"""One played game: its decisions and reveals, undo, views and records."""

import copy
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from serai import named_positions
from serai.component_sets import find_components
from serai.core import playouts, spec
from serai.core.bits import Bitset, nth, offered, total
from serai.core.chance import seeded
from serai.core.component_folders import original, standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS, BadPosition, IllegalAction
from serai.core.notation.errors import brief
from serai.core.phases import Phase
from serai.core.records import State, Values, empty_states
from serai.core.rounds import begins_turn, best, ranking
from serai.core.views import VIEWS
from serai.core.views.lazy_views import in_full
from serai.core.views.states import seen
from serai.setup import (
    SEED_BITS,
    Setup,
    check_game,
    check_new_names,
    check_players,
    check_rounds,
    check_rules,
    check_seed,
    halves,
    seat_names,
    whole,
)
from serai.turns import Turn, frame, turns

if TYPE_CHECKING:
    from serai.bots import Budget, Explanation
    from serai.bots.analysis import Line, Outcome

OVER = int(Phase.OVER)


@dataclass(frozen=True)
class Step:
    """One decision: who took it, what it revealed, and the position, turn and round after it; `stopped` as in C-10."""

    action: int
    text: str
    seat: int
    reveals: tuple[str, ...]
    state: State
    turn: int
    round: int
    stopped: bool


class Game:
    """One of the games that `serai.GAMES` lists; all text that it takes and returns is in the notation."""

    def __init__(self, setup: Setup) -> None:
        """Deals the game; call `Game.new` instead."""
        if not isinstance(setup, Setup):
            raise ValueError(f"a game is made of a Setup, not of {brief(setup)}; Game.new makes one by its name")
        self.setup = setup if setup.position is None else _with_bare_position(setup, setup.position)
        self._start = self._begin()
        self._steps: list[Step] = []

    def _begin(self) -> State:
        """Returns the position before the first decision: dealt from the seed, unless the set-up gives one."""
        if self.setup.position is not None:
            given: State = self._notation.parse_position(self.components, self.setup.position)
            return given
        dealt: State = empty_states(self.rules.STATE, 1)[0]
        spec.setup(self.values, dealt, self.setup.players, *halves(self.setup.seed))
        return dealt

    @classmethod
    def new(
        cls,
        game: str,
        players: int | None = None,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        seating: str = "dealt",
        rounds: int | None = None,
        rules: int | None = None,
        components: ComponentSet | Path | str | None = None,
    ) -> "Game":
        """Sets up a game; without a seed, takes 128 bits from the operating system.

        The seed also deals who sits where; with `seating="given"`, `names` are by seat. `rounds` limits the rounds.
        `rules` is a version of the rules, by default the newest.

        `components` is a component set, the name of a built-in or installed one, or a folder.
        """
        names = None if names is None else check_new_names(names)
        if players is None:
            players = spec.GAMES[check_game(game)].SEATS[0] if names is None else len(names)
        players = check_players(check_game(game), players)
        seed = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        chosen = find_components(game, components)
        seats, version = seat_names(players, seed, names, seating), check_rules(game, rules)
        return cls(Setup(game, players, seed, seats, check_rounds(rounds), rules=version, components=chosen))

    @classmethod
    def from_position(
        cls,
        text: str,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        rounds: int | None = None,
        rules: int | None = None,
        components: ComponentSet | Path | str | None = None,
    ) -> "Game":
        """Sets up a game from a position, as `position` writes it; names are by seat.

        The seed shuffles the decks that the text leaves out; without a seed, the operating system provides one.
        Without `components`, the set is the one that the first line names, or the oldest.
        """
        if not isinstance(text, str):
            raise BadPosition(f"a position is text, as Game.position writes it, not {brief(text)}")
        game = check_game(text.strip().partition(",")[0])
        seed = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        chosen = find_components(game, components) or named_positions.pieces_of(game, text)
        text = named_positions.bare(text, chosen)
        state = NOTATIONS[game].parse_position(chosen, text, seeded(*halves(seed)))
        seats = seat_names(int(state.seats), 0, None if names is None else check_new_names(names), "given")
        full, version = str(NOTATIONS[game].position(chosen, state)), check_rules(game, rules)
        return cls(Setup(game, len(seats), 0, seats, check_rounds(rounds), full, version, chosen))

    @property
    def name(self) -> str:
        """The name of the game, such as `spice_road`."""
        return self.setup.game

    @property
    def rules(self) -> ModuleType:
        """The module with the rules of the game."""
        return spec.GAMES[self.name]

    @property
    def values(self) -> Values:
        """The printed values of the game, and the version of its rules."""
        return self.components.values(self.version)

    @property
    def components(self) -> ComponentSet:
        """The component set of the game."""
        return self.setup.components or standard(self.name)

    @property
    def version(self) -> int:
        """The version of the game's rules."""
        return check_rules(self.name, self.setup.rules)

    @property
    def _notation(self) -> ModuleType:
        """The module with the notation of the game."""
        return NOTATIONS[self.name]

    @property
    def names(self) -> list[str]:
        """The names of the players by seat."""
        return list(self.setup.names)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.setup.players

    @property
    def _state(self) -> State:
        """The position after the last decision; never modified; reading fields by key is faster than as attributes."""
        return self._steps[-1].state if self._steps else self._start

    @property
    def state(self) -> State:
        """A copy of the whole position, hidden decks included."""
        return _copy(self._state)

    @property
    def seat(self) -> int:
        """The seat that decides now."""
        return int(self._state["seat"])

    @property
    def turn(self) -> int:
        """Turns begun, from 1."""
        return self._steps[-1].turn if self._steps else 1

    @property
    def round(self) -> int:
        """Rounds begun, from 1."""
        return self._steps[-1].round if self._steps else 1

    @property
    def stopped(self) -> bool:
        """Whether the limit of rounds has ended the game (C-10)."""
        return bool(self._steps) and self._steps[-1].stopped

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state["phase"] == OVER) or self.stopped

    def scores(self) -> list[int]:
        """Returns the current points by seat."""
        return [self.score_of(self._state, seat) for seat in range(self.players)]

    def score_of(self, state: State, seat: int) -> int:
        """Returns the points of a seat in a position of this game."""
        return int(spec.score(self.values, state, seat))

    def score_parts(self) -> list[dict[str, int]]:
        """Returns what the current points of each seat are made of."""
        parts = [spec.score_parts(self.values, self._state, seat) for seat in range(self.players)]
        return [dict(zip(self.rules.PARTS, map(int, found), strict=True)) for found in parts]

    @property
    def winner(self) -> int | None:
        """The winning seat, None until the game is over (C-7)."""
        return int(best(np.array(self.scores(), np.int16), self.players)) if self.over else None

    def ranking(self) -> list[int]:
        """Lists the seats, best first, by current rank (C-7)."""
        return [int(seat) for seat in ranking(np.array(self.scores(), np.int16), self.players)]

    def mask(self) -> Bitset:
        """Returns the legal actions as 64-bit words; none when the game is over."""
        mask = np.zeros(self.rules.WORDS, np.uint64)
        if not self.over:
            spec.legal(self.values, self._state, mask)
        return mask

    def actions(self) -> list[int]:
        """Lists the numbers of the legal actions."""
        mask = self.mask()
        return [int(nth(mask, place)) for place in range(total(mask))]

    def legal(self) -> list[str]:
        """Lists every legal decision as text."""
        return sorted(self._notation.decisions(self.components, self._state, self.actions()))

    def play(self, decision: str | int) -> list[str]:
        """Carries out a decision, given as text or action number; returns what it revealed."""
        action = self._read(decision)
        before, after = self._state, self.state
        spec.apply(self.values, after, action)
        turned = tuple(self._notation.reveals(self.components, before, after))
        text = self._notation.decision(self.components, before, action)
        self._steps.append(Step(action, text, int(before.seat), turned, after, *self._count(before, after)))
        return list(turned)

    def follow(self, step: Step) -> None:
        """Adopts the next decision from a copy of this game that has already carried it out."""
        self._steps.append(step)

    def _count(self, before: State, after: State) -> tuple[int, int, bool]:
        """Counts turns and rounds begun after a decision; a round beyond the limit stops the game instead (C-10)."""
        new_turn = bool(begins_turn(before.phase, after))
        new_round = new_turn and bool(spec.mover(after) < spec.mover(before))
        if new_round and self.round == self.setup.rounds:
            return self.turn, self.round, True
        return self.turn + new_turn, self.round + new_round, False

    def _read(self, decision: str | int) -> int:
        """Returns the action number of a legal decision."""
        if self.over:
            raise IllegalAction(f"{brief(decision)} is not legal: the game is over")
        try:
            action = self._parse(" ".join(decision.split())) if isinstance(decision, str) else whole(decision, "it")
        except ValueError:
            action = None
        if action is None or not 0 <= action < 64 * self.rules.WORDS or not offered(self.mask(), action):
            raise IllegalAction(f"{brief(decision)} is not legal now; legal: {', '.join(self.legal())}")
        return int(action)

    def _parse(self, text: str) -> int | None:
        """Returns the action number of a decision; among the legal ones, case does not matter."""
        exact = self._notation.parse(self.components, self._state, text) if text else None
        if exact is not None:
            return int(exact)
        likely = {
            self._notation.decision(self.components, self._state, action).upper(): action for action in self.actions()
        }
        return likely.get(text.upper())

    def can_undo(self, seat: int) -> bool:
        """Returns whether a seat may undo its last decision: nobody has decided since, and it revealed nothing."""
        seat = self._check_seat(seat)
        return bool(self._steps) and self._steps[-1].seat == seat and not self._steps[-1].reveals

    def undo(self) -> str:
        """Takes the last decision back and returns it."""
        if not self._steps:
            raise IllegalAction("there is nothing to undo")
        if self._steps[-1].reveals:
            shown = ", ".join(self._steps[-1].reveals)
            raise IllegalAction(f"{self._steps[-1].text!r} cannot be undone: it revealed {shown}")
        return self._steps.pop().text

    def rewind(self, count: int) -> None:
        """Goes back to the first `count` decisions, past reveals; the same decisions reveal the same again (C-5)."""
        if not 0 <= whole(count, "the count") <= len(self._steps):
            raise ValueError(f"there are {len(self._steps)} decisions, not {brief(count)}")
        del self._steps[count:]

    def fork(self) -> "Game":
        """Returns an independent copy."""
        return copy.copy(self)

    def at(self, count: int) -> "Game":
        """Returns a copy after the first `count` decisions, to look at or to play on from."""
        game = self.fork()
        game.rewind(count)
        return game

    def decisions(self) -> list[str]:
        """Lists the decisions in order."""
        return [step.text for step in self._steps]

    def steps(self) -> list[Step]:
        """Lists the decisions with who took them and what followed."""
        return list(self._steps)

    def history(self) -> list[str]:
        """Lists decisions and reveals in order."""
        return [line for step in self._steps for line in (step.text, *(f"reveal {card}" for card in step.reveals))]

    def turns(self) -> list[Turn]:
        """Lists the turns so far; `str(turn)` writes one in the notation, `turn.sentence` in English."""
        return turns(self)

    def moves(self) -> list[str]:
        """Lists the turns so far as English sentences."""
        return [turn.sentence for turn in turns(self)]

    def to_frame(self) -> dict[str, list[Any]]:
        """Returns the decisions as columns, which pandas.DataFrame and polars.DataFrame take as they are."""
        return frame(self)

    def perft(self, depth: int) -> int:
        """Counts the ways to take the next `depth` decisions; a game that is over counts as one way."""
        if whole(depth, "the depth") < 0:
            raise ValueError(f"the depth is {brief(depth)}, not 0 or more")
        states, masks = empty_states(self.rules.STATE, depth + 1), np.zeros((depth + 1, self.rules.WORDS), np.uint64)
        states[0] = self._ended()
        return int(playouts.perft(self.values, states, masks, depth))

    def ask(self, bot: str = "master") -> str:
        """Returns the decision that a bot, such as `grandmaster:200ms`, would take now."""
        from serai.bots import ask, chance_of, make

        return str(self._notation.decision(self.components, self._state, ask(make(bot), self, chance_of(self))))

    def explain(self, bot: str = "planner") -> "Explanation":
        """Returns what a bot would do in its next turns, and the points it expects from them."""
        from serai.bots import chance_of, explain, make

        return explain(make(bot), self, chance_of(self))

    def evaluate(self, bot: str = "network") -> "Outcome":
        """Returns each seat's chance to win and final points, as a bot estimates them."""
        from serai.bots.analysis import evaluate

        return evaluate(self, bot)

    def analyse(self, lines: int = 3, budget: "Budget | str | None" = None) -> "list[Line]":
        """Returns the best turns for the deciding seat and the chance to win after each, by `grandmaster`."""
        from serai.bots.analysis import analyse

        return analyse(self, lines, budget)

    def view(self, seat: int) -> dict[str, Any]:
        """Returns everything that a seat may know and nothing else, as plain data."""
        seat, over, ranking = self._check_seat(seat), self.over, self.ranking()
        shown: dict[str, Any] = {
            "game": self.name,
            "seat": seat,
            "names": self.names,
            "turn": self.turn,
            "round": self.round,
            "rounds": self.setup.rounds,
            "over": over,
            "stopped": self.stopped,
            "winner": ranking[0] if over else None,
            "decides": None if over else self.seat,
            "ranking": ranking,
            "legal": self.legal() if seat == self.seat else [],
        }
        if self.components is not original(self.name):
            shown["components"] = self.components.named
        return {**shown, **in_full(seen(self.components, self.values, self._ended(), seat))}

    def _ended(self) -> State:
        """Returns the position to view; a stopped game asks nothing more (C-10)."""
        state = self._state
        if self.stopped:
            state = self.state
            state.phase = Phase.OVER
        return state

    def _check_seat(self, seat: int) -> int:
        """Checks that a seat is in this game and returns it."""
        if not 0 <= whole(seat, "the seat") < self.players:
            raise ValueError(f"there is no seat {brief(seat)}; seats are 0 to {self.players - 1}")
        return whole(seat, "the seat")

    def position(self) -> str:
        """Writes the whole position in the notation, hidden decks included."""
        return self._written(self._state)

    def position_for(self, seat: int, seed: int | None = None) -> str:
        """Writes a position that agrees with everything a seat knows; the rest is dealt from the seed (C-11)."""
        return self._written(self.redealt(seat, secrets.randbits(SEED_BITS) if seed is None else seed))

    def _written(self, state: State) -> str:
        """Writes a position with the set that it is of, unless that is the oldest."""
        return named_positions.named(self._notation.position(self.components, state), self.components)

    def deal(self) -> dict[str, Any]:
        """Returns the deal in the notation: everything that the seed decided, hidden decks included."""
        if self.setup.position is not None:
            raise ValueError("this game began from a position, not from a deal")
        return dict(self._notation.deal(self.components, self._start))

    def redealt(self, seat: int, seed: int) -> State:
        """Returns the position with everything the seat cannot know redealt (C-11)."""
        state = self.state
        spec.redeal(self.values, state, self._check_seat(seat), *halves(check_seed(seed)))
        return state

    def to_json(self) -> str:
        """Writes the record of the game, including its secrets."""
        from serai.record import Record, write

        return write(Record(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Game":
        """Reads a record, replays and checks it; raises BadRecord."""
        from serai.record import BadRecord, read

        if not isinstance(text, str | bytes | bytearray):
            raise BadRecord(f"a record is text or bytes, as Game.to_json writes it, not {brief(text)}")
        return read(text).game

    def _known(self) -> tuple[Any, ...]:
        """Returns what makes two games the same: set-up and decisions (C-5)."""
        setup = self.setup
        start = setup.seed if setup.position is None else setup.position
        pieces = self.components.digest
        return self.name, setup.names, start, setup.rounds, self.version, pieces, self.decisions()

    def __eq__(self, other: object) -> bool:
        """Returns whether both games have the same set-up and the same decisions."""
        return self._known() == other._known() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a game changes when it is played

    def __copy__(self) -> "Game":
        """Returns an independent copy; positions are shared, since they are never modified."""
        twin = Game.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._steps = list(self._steps)
        return twin

    def __str__(self) -> str:
        """Draws the position as the deciding seat sees it."""
        return str(VIEWS[self.name].draw(self.view(self.seat)))

    def __repr__(self) -> str:
        """Shows the game and its progress."""
        return f"<Game {self.name}, {self.players} players, turn {self.turn}{', over' if self.over else ''}>"


def _with_bare_position(setup: Setup, text: str) -> Setup:
    """Returns a set-up whose component set stands beside the position, not in its text."""
    pieces = setup.components or named_positions.pieces_of(setup.game, text)
    return replace(setup, position=named_positions.bare(text, pieces), components=pieces)


def _copy(state: State) -> State:
    """Copies a state."""
    copy = empty_states(state.dtype, 1)
    copy[0] = state
    copied: State = copy[0]
    return copied
