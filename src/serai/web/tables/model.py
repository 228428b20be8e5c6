"""One table, built from its set-up and its events alone, and what a viewer sees of it."""

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from serai.core import spec
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.phases import SET_UP
from serai.core.views.states import Steps
from serai.game import Game, Step
from serai.record import Record, write
from serai.setup import Setup, likeness
from serai.web.drawing.scene import Hint, Scene, Sitter, Takeback
from serai.web.tables.plans import Event, NewSeat, NewTable, Options, Stage, TableRow

NAMELESS = "Guest"
QUESTIONS = frozenset({"begun", "decided", "undone", "taken_back", "asked"})
RECENTLY = 10 * 60


@dataclass
class Chair:
    """Who holds a seat: a guest or a bot; `stand_in` is the bot that plays for a guest who is absent or has left.

    `program` marks a guest who is a program. `resigned_after` counts the decisions before the seat was given up.
    """

    guest: str | None = None
    program: bool = False
    bot: str | None = None
    stand_in: str | None = None
    left: bool = False
    resigned: bool = False
    resigned_after: int = 0

    @property
    def open(self) -> bool:
        """Whether open seats are public."""
        return self.guest is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that decides for the seat now, None when a guest does."""
        return self.bot or self.stand_in

    @property
    def present(self) -> bool:
        """Whether a guest plays the seat now."""
        return self.guest is not None and self.stand_in is None


@dataclass
class Wish:
    """A requested takeback: which seat asked, how many decisions remain, and which seats have yet to agree."""

    seat: int
    steps: int
    waiting_for: set[int]


class Table:
    """A table as the result of its events; `apply` is the only way to change it."""

    def __init__(self, row: TableRow, pieces: ComponentSet | None = None) -> None:
        """Sets the table up with all seats open; `pieces` is its component set, if it is not the standard one."""
        self.row = row
        self.pieces = pieces or standard(row.game)
        self.chairs = tuple(Chair() for _ in range(row.players))
        self.game: Game | None = None
        self.number = 0
        self.question = 0
        self.asked_at = row.made_at
        self.changed_at = row.made_at
        self.closed = False
        self.wish: Wish | None = None
        self._alive: dict[str, float] = {}
        self._steps = 0
        self._steps_after = [0]

    @classmethod
    def of(cls, row: TableRow, events: Iterable[Event], pieces: ComponentSet | None = None) -> "Table":
        """Builds a table from its row and events."""
        table = cls(row, pieces)
        for event in events:
            table.apply(event)
        return table

    def twin(self) -> "Table":
        """Returns a copy that can be changed independently; signs of life are shared by both."""
        twin = copy.copy(self)
        twin.chairs = tuple(replace(chair) for chair in self.chairs)
        twin.game = copy.copy(self.game)
        twin.wish = None if self.wish is None else replace(self.wish, waiting_for=set(self.wish.waiting_for))
        twin._steps_after = list(self._steps_after)
        return twin

    def __repr__(self) -> str:
        """Identifies the table and its progress, without its secrets."""
        return f"<Table {self.id} of {self.game_name}, {self.stage}, event {self.number}>"

    @property
    def id(self) -> str:
        """The id of the table, as in its address."""
        return self.row.id

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.row.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.row.players

    @property
    def options(self) -> Options:
        """What the maker chose."""
        return self.row.options

    @property
    def maker(self) -> str:
        """The id of the guest who made the table."""
        return self.row.maker

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""
        return self.game is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended; nothing changes after that."""
        return self.game is not None and self.game.over

    @property
    def stage(self) -> Stage:
        """The stage of the table: open seats, running, over, or closed before the end."""
        if self.over:
            return "over"
        if self.closed:
            return "closed"
        return "running" if self.begun else "open"

    @property
    def decides(self) -> int | None:
        """The seat that has to decide, None while no game is running."""
        return self.game.seat if self.game is not None and self.stage == "running" else None

    @property
    def bot_asked(self) -> tuple[int, str] | None:
        """The seat that has to decide and its bot, None when a guest decides or a takeback waits for an answer."""
        if self.decides is None or self.wish is not None:
            return None
        bot = self.chairs[self.decides].player
        return None if bot is None else (self.decides, bot)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The open seats."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.open)

    @property
    def guests(self) -> tuple[str, ...]:
        """The ids of the guests who hold seats, each once, in the order of seats."""
        return tuple(dict.fromkeys(chair.guest for chair in self.chairs if chair.guest is not None))

    def mine(self, guest_id: str | None) -> tuple[int, ...]:
        """Lists the seats that a guest holds; a resigned seat is no longer held."""
        if guest_id is None:
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.guest == guest_id and not chair.resigned)

    def seat_of(self, guest_id: str | None) -> int | None:
        """Returns the seat whose view a guest gets: their deciding seat, else the one of theirs that decided last."""
        mine = self.mine(guest_id)
        if self.decides in mine:
            return self.decides
        decided = (step.seat for step in reversed(self.game.steps() if self.game else []))
        return next((seat for seat in decided if seat in mine), mine[0] if mine else None)

    def apply(self, event: Event) -> None:
        """Applies an event; events come in order and without gaps."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} of table {self.id} comes after {self.number}")
        if event.step is None:
            APPLY[event.kind](self, event.body)
        else:
            self._followed(event.step)
        self.number = event.number
        self.changed_at = event.at
        if event.kind in QUESTIONS:
            self.question = event.number
            self.asked_at = event.at
        self._steps_after.append(self._steps)

    @property
    def _game(self) -> Game:
        """The game, once it has begun."""
        if self.game is None:
            raise ValueError(f"the game of table {self.id} has not begun")
        return self.game

    def _sat(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.guest, chair.program = body["guest"], body.get("program", False)

    def _bot(self, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]].bot = body["bot"]

    def _left(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.guest, chair.program = None, False

    def _begun(self, body: dict[str, Any]) -> None:
        self.game = Game(self._setup([f"player {seat + 1}" for seat in range(self.players)]))
        self._dealt = self.game.state

    def _decided(self, body: dict[str, Any]) -> None:
        if self._game.seat != body["seat"]:
            raise ValueError(f"seat {body['seat']} of table {self.id} decides, but seat {self._game.seat} is asked")
        self._game.play(body["decision"])
        self._steps += 1
        self.wish = None

    def _followed(self, step: Step) -> None:
        """Applies a decision that a copy of the game has already carried out."""
        self._game.follow(step)
        self._steps += 1
        self.wish = None

    def _undone(self, body: dict[str, Any]) -> None:
        self._game.undo()
        self._rewound(self._steps - 1)

    def _rewound(self, steps: int) -> None:
        """Notes that a number of decisions remain; what comes after them is decided by those who sit there now."""
        self._steps = steps
        self.wish = None
        for chair in self.chairs:
            chair.resigned_after = min(chair.resigned_after, steps)

    def _asked(self, body: dict[str, Any]) -> None:
        steps = self.turn_start(body["seat"])
        if steps is None:
            raise ValueError(f"seat {body['seat']} of table {self.id} has no turn to take back")
        self.wish = Wish(body["seat"], steps, set(body.get("of", self.must_agree(body["seat"]))))

    def _answered(self, body: dict[str, Any]) -> None:
        if self.wish is None:
            raise ValueError(f"nobody at table {self.id} waits for an answer")
        self.wish.waiting_for.discard(body["seat"])
        if not body["yes"]:
            self.wish = None

    def _taken_back(self, body: dict[str, Any]) -> None:
        self._game.rewind(body["steps"])
        self._rewound(body["steps"])

    def _away(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.left = body["bot"], body.get("left", False)
        self._no_longer_asked(body["seat"])

    def _back(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.left = None, False

    def _resigned(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.resigned, chair.resigned_after = body["bot"], True, self._steps
        self._no_longer_asked(body["seat"])

    def _closed(self, body: dict[str, Any]) -> None:
        self.closed = True
        self.wish = None

    def _no_longer_asked(self, seat: int) -> None:
        """Stops a takeback from waiting for a seat; drops it if that seat asked for it."""
        if self.wish is not None:
            self.wish.waiting_for.discard(seat)
            self.wish = None if self.wish.seat == seat else self.wish

    def turn_start(self, seat: int) -> int | None:
        """Counts the decisions before a seat's last turn, None if it has decided in none; its set-up is a turn too."""
        if self.game is None or self.stage != "running":
            return None
        steps = self.game.steps()
        places = reversed(range(len(steps)))
        start = next((at for at in places if steps[at].seat == seat == self._turn(steps, at)[1]), None)
        while start and self._turn(steps, start - 1) == self._turn(steps, start):
            start -= 1
        return start

    def _turn(self, steps: list[Step], at: int) -> tuple[int, int, bool]:
        """Returns the turn that a decision belongs to: its number, its seat, and whether it is in the set-up."""
        before = steps[at - 1].state if at else self._dealt
        if before.phase >= SET_UP:
            return 1, steps[at].seat, True
        return steps[at - 1].turn if at else 1, int(spec.mover(before)), False

    def must_agree(self, seat: int, now: float | None = None) -> tuple[int, ...]:
        """Lists the seats of other people who play or may be watching: they have to agree to a seat's takeback."""
        return self.others(self.chairs[seat].guest, now)

    def others(self, guest_id: str | None, now: float | None = None) -> tuple[int, ...]:
        """Lists the seats of everybody but one guest who play or, if `now` is given, may be watching."""
        seats = (seat for seat, chair in enumerate(self.chairs) if chair.guest not in (None, guest_id))
        return tuple(seat for seat in seats if self.chairs[seat].present or (now is not None and self._near(seat, now)))

    def _near(self, seat: int, now: float) -> bool:
        """Whether a guest for whom a bot was called gave a sign of life recently, and may be watching."""
        chair = self.chairs[seat]
        alive = self._alive.get(chair.guest or "")
        return not chair.left and not chair.resigned and alive is not None and now - alive < RECENTLY

    def alive(self, guest_id: str, now: float) -> None:
        """Notes a sign of life; it is not an event and is lost with the process."""
        self._alive[guest_id] = max(now, self._alive.get(guest_id, now))

    def silence(self, seat: int, now: float) -> float | None:
        """Returns for how long a guest has given no sign of life, None if none is known."""
        heard = self._alive.get(self.chairs[seat].guest or "")
        return None if heard is None else max(0.0, now - heard)

    def waited_for(self) -> tuple[int, ...]:
        """Lists the seats whose guests have to decide or answer now."""
        if self.decides is None:
            return ()
        if self.wish is not None:
            return tuple(sorted(self.wish.waiting_for))
        return (self.decides,) if self.chairs[self.decides].present else ()

    def absent(self, now: float) -> tuple[int, ...]:
        """Lists the seats whose guests have kept the table waiting longer than it allows, without a sign of life."""
        return tuple(seat for seat in self.waited_for() if now >= self.absent_from(seat))

    def absent_from(self, seat: int) -> float:
        """Returns the time from which a guest who has to answer counts as absent."""
        guest = self.chairs[seat].guest
        return max(self.asked_at, self._alive.get(guest or "", self.asked_at)) + 60 * self.options.absent_minutes

    def fresh(self, seen: int | None) -> int:
        """Counts the decisions on the table made after an event; 0 for a page that has seen none."""
        if seen is None:
            return 0
        since = self.steps_since(seen)
        return since[-1] - min(since)

    def steps_since(self, seen: int) -> list[int]:
        """Lists how many decisions were on the table after an event, and after each later one."""
        return self._steps_after[max(0, min(seen, self.number)) :]

    def names(self, known: Mapping[str, str]) -> tuple[str, ...]:
        """Lists the names of the seats, no two alike: labels, guests' names, bots by their ladder name; '' if open."""
        return unlike([self._name(seat, known) for seat in range(self.players)])

    def _name(self, seat: int, known: Mapping[str, str]) -> str:
        """Returns the name of a seat; a label applies while the maker, a bot or nobody sits there."""
        chair, label = self.chairs[seat], self.row.labels[seat]
        if chair.guest is not None and (label is None or chair.guest != self.maker):
            return known.get(chair.guest) or NAMELESS
        return label or (chair.bot or "").capitalize()

    def sitters(self, known: Mapping[str, str], guest_id: str | None = None) -> tuple[Sitter, ...]:
        """Lists who sits where, with names by guest id."""
        mine = [seat for seat, chair in enumerate(self.chairs) if chair.guest is not None and chair.guest == guest_id]
        return tuple(
            Sitter(
                seat,
                name,
                "open" if chair.open else "bot" if chair.bot else "guest",
                chair.player,
                seat in mine,
                chair.guest is not None and chair.stand_in is not None,
                chair.guest == self.maker,
                mine == [seat] and not chair.resigned,
                program=chair.program,
                resigned=chair.resigned,
                yours=mine == [seat],
                resigned_after=chair.resigned_after,
            )
            for seat, (name, chair) in enumerate(zip(self.names(known), self.chairs, strict=True))
        )

    def scene(
        self,
        guest_id: str | None,
        names: Mapping[str, str],
        seen: int | None = None,
        seat: int | None = None,
        message: str | None = None,
        hint: Hint | None = None,
        may_call_bot: tuple[int, ...] = (),
    ) -> Scene:
        """Returns what a guest sees of a game that has begun; others watch from the seat they resigned, or seat 0."""
        mine, sitters = self.mine(guest_id), self.sitters(names, guest_id)
        seat = seat if seat in mine else self.seat_of(guest_id)
        beside = next((sitter.seat for sitter in sitters if sitter.mine), 0)
        view = {**self._game.view(beside if seat is None else seat), "names": list(self.names(names))}
        running = seat is not None and self.stage == "running"
        if not running:
            view["legal"] = []
        return Scene(
            table=self.id,
            number=self.number,
            view=view,
            seat=seat,
            sitters=sitters,
            steps=Steps(self.pieces, self._game.values, self._game.steps()),
            fresh=self.fresh(seen),
            can_undo=running and self.can_undo(seat),
            can_takeback=running and self.can_take_back(seat),
            takeback=self._takeback(mine),
            may_hint=running and self.options.hints and self.decides == seat,
            hint=hint,
            message=message,
            may_call_bot=may_call_bot,
            pace=self.options.pace,
            components=self.pieces,
            beside=beside,
        )

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat may take its last decision back."""
        return seat is not None and self.stage == "running" and self._game.can_undo(seat)

    def can_take_back(self, seat: int | None) -> bool:
        """Whether a seat may ask to go back to the start of its last turn."""
        return seat is not None and self.wish is None and self.turn_start(seat) is not None

    def may_call_bot(self, guest_id: str | None, now: float) -> tuple[int, ...]:
        """Lists the absent seats for which a guest, who must play here too, may call a bot."""
        mine = self.mine(guest_id)
        return tuple(seat for seat in self.absent(now) if seat not in mine) if mine else ()

    def _takeback(self, mine: tuple[int, ...]) -> Takeback | None:
        """Returns the pending takeback as pages show it."""
        if self.wish is None:
            return None
        waiting = tuple(sorted(self.wish.waiting_for))
        return Takeback(self.wish.seat, waiting, any(seat in mine for seat in waiting))

    def again(self, guest_id: str) -> NewTable:
        """Returns the plan of another game with the same seats, made by a guest: other people get links."""
        places = tuple(self._place(seat, guest_id) for seat in range(self.players))
        return NewTable(self.game_name, places, self.options, self.pieces)

    def _place(self, seat: int, guest_id: str) -> NewSeat:
        """Returns who is to sit at a seat in a rematch that a guest starts."""
        chair, label = self.chairs[seat], self.row.labels[seat]
        if chair.bot is not None:
            return NewSeat("bot", chair.bot, label)
        return NewSeat("me", name=label) if chair.guest == guest_id else NewSeat("friend")

    def record(self, known: Mapping[str, str]) -> str:
        """Writes the record of the game with the guests' current names; it holds the seed."""
        game = Game(self._setup([name or NAMELESS for name in self.names(known)]))
        for step in self._game.steps():
            game.play(step.action)
        day = datetime.fromtimestamp(self.row.made_at, UTC).date().isoformat()
        ending = {"ending": "stopped" if game.stopped else "finished"} if game.over else {}
        return write(Record(game, {"date": day, **ending}))

    def _setup(self, names: list[str]) -> Setup:
        """Returns the set-up of the game with names by seat."""
        return Setup(
            self.game_name,
            self.players,
            self.row.seed,
            tuple(names),
            self.options.rounds,
            None,
            self.row.rules,
            self.pieces,
        )


APPLY: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "sat": Table._sat,
    "bot": Table._bot,
    "left": Table._left,
    "begun": Table._begun,
    "decided": Table._decided,
    "undone": Table._undone,
    "asked": Table._asked,
    "answered": Table._answered,
    "taken_back": Table._taken_back,
    "away": Table._away,
    "back": Table._back,
    "resigned": Table._resigned,
    "closed": Table._closed,
}


def unlike(names: list[str]) -> tuple[str, ...]:
    """Numbers names that repeat or look alike: Ada, ada 2; open seats stay unnamed."""
    given: list[str] = []
    for name in names:
        number, found = 1, name
        while found and likeness(found) in map(likeness, given):
            number += 1
            found = f"{name} {number}"
        given.append(found)
    return tuple(given)
