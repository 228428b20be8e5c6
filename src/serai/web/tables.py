"""One table as its set-up and its events, nothing else: what they add up to, and what a looker sees of it."""

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from serai.game import Game, Step
from serai.record import Record, write
from serai.rules import games
from serai.rules.phases import SET_UP
from serai.setups import Setup, likeness
from serai.web.plans import Event, Options, Place, Plan, Row, Stage
from serai.web.scene import Hint, Scene, Sitter, Takeback

NAMELESS = "Guest"
QUESTIONS = frozenset({"begun", "decided", "undone", "taken_back", "asked"})
RECENTLY = 10 * 60


@dataclass
class Chair:
    """Who holds a seat: a guest or a bot for good; `stand_in` is the bot that plays for one who is absent or left."""

    guest: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    left: bool = False
    resigned: bool = False

    @property
    def open(self) -> bool:
        """Tells whether anybody may sit down."""
        return self.guest is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that decides for the seat now, None when a guest does."""
        return self.bot or self.stand_in

    @property
    def present(self) -> bool:
        """Tells whether a guest plays the seat now."""
        return self.guest is not None and self.stand_in is None


@dataclass
class Wish:
    """A takeback that was asked for: by which seat, to how many decisions, and which seats have yet to agree."""

    seat: int
    steps: int
    waiting_for: set[int]


class Table:
    """A table as its events have made it; `apply` is the only way to change it."""

    def __init__(self, row: Row) -> None:
        """Sets the table up with all seats open."""
        self.row = row
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
    def of(cls, row: Row, events: Iterable[Event]) -> "Table":
        """Builds a table from its row and events."""
        table = cls(row)
        for event in events:
            table.apply(event)
        return table

    def twin(self) -> "Table":
        """Returns the same table to be changed apart from this one; signs of life are noted at both."""
        twin = copy.copy(self)
        twin.chairs = tuple(replace(chair) for chair in self.chairs)
        twin.game = copy.copy(self.game)
        twin.wish = None if self.wish is None else replace(self.wish, waiting_for=set(self.wish.waiting_for))
        twin._steps_after = list(self._steps_after)
        return twin

    def __repr__(self) -> str:
        """Says which table this is and how far it has come, without its secrets."""
        return f"<Table {self.id} of {self.game_name}, {self.stage}, event {self.number}>"

    @property
    def id(self) -> str:
        """The name of the table in its address."""
        return self.row.id

    @property
    def game_name(self) -> str:
        """The name of the game, such as `spice_road`."""
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
        """Tells whether the game has begun."""
        return self.game is not None

    @property
    def over(self) -> bool:
        """Tells whether the game has ended; nothing changes after that."""
        return self.game is not None and self.game.over

    @property
    def stage(self) -> Stage:
        """How far the table is: open seats, running, over, or closed before the end."""
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
        """The seats at which anybody may sit down."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.open)

    @property
    def guests(self) -> tuple[str, ...]:
        """The ids of the guests who hold seats, each once, in the order of seats."""
        return tuple(dict.fromkeys(chair.guest for chair in self.chairs if chair.guest is not None))

    def mine(self, guest_id: str | None) -> tuple[int, ...]:
        """Lists the seats that a guest holds; a seat that was resigned is no longer held."""
        if guest_id is None:
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.guest == guest_id and not chair.resigned)

    def seat_of(self, guest_id: str | None) -> int | None:
        """Returns the seat a guest looks from: the deciding one of theirs, else the last of theirs that decided."""
        mine = self.mine(guest_id)
        if self.decides in mine:
            return self.decides
        decided = (step.seat for step in reversed(self.game.steps() if self.game else []))
        return next((seat for seat in decided if seat in mine), mine[0] if mine else None)

    def apply(self, event: Event) -> None:
        """Lets an event happen; events come in order and without gaps."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} of table {self.id} comes after {self.number}")
        APPLY[event.kind](self, event.body)
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
        self.chairs[body["seat"]].guest = body["guest"]

    def _bot(self, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]].bot = body["bot"]

    def _left(self, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]].guest = None

    def _begun(self, body: dict[str, Any]) -> None:
        self.game = Game(self._setup([f"player {seat + 1}" for seat in range(self.players)]))
        self._dealt = self.game.state

    def _decided(self, body: dict[str, Any]) -> None:
        if self._game.seat != body["seat"]:
            raise ValueError(f"seat {body['seat']} of table {self.id} decides, but seat {self._game.seat} is asked")
        self._game.play(body["decision"])
        self._steps += 1
        self.wish = None

    def _undone(self, body: dict[str, Any]) -> None:
        self._game.undo()
        self._steps -= 1
        self.wish = None

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
        self._steps = body["steps"]
        self.wish = None

    def _away(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.left = body["bot"], body.get("left", False)
        self._no_longer_asked(body["seat"])

    def _back(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.left = None, False

    def _resigned(self, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.resigned = body["bot"], True
        self._no_longer_asked(body["seat"])

    def _closed(self, body: dict[str, Any]) -> None:
        self.closed = True
        self.wish = None

    def _no_longer_asked(self, seat: int) -> None:
        """Lets a takeback neither wait for a seat nor go on for it."""
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
        """Tells the turn that a decision belongs to: its number, whose it is, and whether it is of the set-up."""
        before = steps[at - 1].state if at else self._dealt
        if before.phase >= SET_UP:
            return 1, steps[at].seat, True
        return steps[at - 1].turn if at else 1, int(games.mover(before)), False

    def must_agree(self, seat: int, now: float | None = None) -> tuple[int, ...]:
        """Lists the seats of other people who play or may be here: they have to agree to a takeback of a seat."""
        return self.others(self.chairs[seat].guest, now)

    def others(self, guest_id: str | None, now: float | None = None) -> tuple[int, ...]:
        """Lists the seats of people but one who play or, if it is said when, may be here."""
        seats = (seat for seat, chair in enumerate(self.chairs) if chair.guest not in (None, guest_id))
        return tuple(seat for seat in seats if self.chairs[seat].present or (now is not None and self._near(seat, now)))

    def _near(self, seat: int, now: float) -> bool:
        """Tells whether a guest whom a bot was called for gave a sign of life recently, and may look on."""
        chair = self.chairs[seat]
        alive = self._alive.get(chair.guest or "")
        return not chair.left and not chair.resigned and alive is not None and now - alive < RECENTLY

    def alive(self, guest_id: str, now: float) -> None:
        """Notes a sign of life; it is not an event and is forgotten with the process."""
        self._alive[guest_id] = max(now, self._alive.get(guest_id, now))

    def waited_for(self) -> tuple[int, ...]:
        """Lists the seats whose guests have to decide or to answer now."""
        if self.decides is None:
            return ()
        if self.wish is not None:
            return tuple(sorted(self.wish.waiting_for))
        return (self.decides,) if self.chairs[self.decides].present else ()

    def absent(self, now: float) -> tuple[int, ...]:
        """Lists the seats whose guests were waited for longer than the table allows, without a sign of life."""
        return tuple(seat for seat in self.waited_for() if now >= self.absent_from(seat))

    def absent_from(self, seat: int) -> float:
        """Returns from when on a guest who is waited for counts as absent."""
        guest = self.chairs[seat].guest
        return max(self.asked_at, self._alive.get(guest or "", self.asked_at)) + 60 * self.options.absent_minutes

    def fresh(self, seen: int | None) -> int:
        """Counts the decisions on the table that came after an event; a page without a past has none."""
        if seen is None:
            return 0
        since = self._steps_after[max(0, min(seen, self.number)) :]
        return since[-1] - min(since)

    def names(self, known: Mapping[str, str]) -> tuple[str, ...]:
        """Lists what to call each seat, no two alike: labels, guests' names, bots by their ladder name; '' if open."""
        return unlike([self._name(seat, known) for seat in range(self.players)])

    def _name(self, seat: int, known: Mapping[str, str]) -> str:
        """Says what to call a seat; a label stays while the maker sits there, or nobody, or a bot."""
        chair, label = self.chairs[seat], self.row.labels[seat]
        if chair.guest is not None and (label is None or chair.guest != self.maker):
            return known.get(chair.guest) or NAMELESS
        return label or (chair.bot or "").capitalize()

    def sitters(self, known: Mapping[str, str], guest_id: str | None = None) -> tuple[Sitter, ...]:
        """Tells who sits where, with names by guest id."""
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
                mine == [seat],
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
        """Draws together what a guest sees of a game that has begun; who holds no seat watches from seat 0."""
        mine = self.mine(guest_id)
        seat = seat if seat in mine else self.seat_of(guest_id)
        view = {**self._game.view(seat or 0), "names": list(self.names(names))}
        running = seat is not None and self.stage == "running"
        if not running:
            view["legal"] = []
        return Scene(
            table=self.id,
            number=self.number,
            view=view,
            seat=seat,
            sitters=self.sitters(names, guest_id),
            steps=tuple(self._game.steps()),
            fresh=self.fresh(seen),
            can_undo=running and self.can_undo(seat),
            can_takeback=running and self.can_take_back(seat),
            takeback=self._takeback(mine),
            may_hint=running and self.options.hints and self.decides == seat,
            hint=hint,
            message=message,
            may_call_bot=may_call_bot,
            pace=self.options.pace,
        )

    def can_undo(self, seat: int | None) -> bool:
        """Tells whether a seat may take its last decision back."""
        return seat is not None and self.stage == "running" and self._game.can_undo(seat)

    def can_take_back(self, seat: int | None) -> bool:
        """Tells whether a seat may ask to go back to the start of its last turn."""
        return seat is not None and self.wish is None and self.turn_start(seat) is not None

    def may_call_bot(self, guest_id: str | None, now: float) -> tuple[int, ...]:
        """Lists the absent seats that a guest, who plays here too, may call a bot for."""
        mine = self.mine(guest_id)
        return tuple(seat for seat in self.absent(now) if seat not in mine) if mine else ()

    def _takeback(self, mine: tuple[int, ...]) -> Takeback | None:
        """Shows the wish that is waiting for answers."""
        if self.wish is None:
            return None
        waiting = tuple(sorted(self.wish.waiting_for))
        return Takeback(self.wish.seat, waiting, any(seat in mine for seat in waiting))

    def may_look(self, guest_id: str | None) -> bool:
        """Tells whether a guest may see the table: who plays or made it always, others unless watching is off."""
        return self.options.watch or guest_id == self.maker or guest_id in self.guests

    def again(self, guest_id: str) -> Plan:
        """Returns the plan of another game with the same seats, made by a guest: other people get links."""
        return Plan(self.game_name, tuple(self._place(seat, guest_id) for seat in range(self.players)), self.options)

    def _place(self, seat: int, guest_id: str) -> Place:
        """Returns whom a guest wants at a seat when the same people play again."""
        chair, label = self.chairs[seat], self.row.labels[seat]
        if chair.bot is not None:
            return Place("bot", chair.bot, label)
        return Place("me", name=label) if chair.guest == guest_id else Place("friend")

    def record(self, known: Mapping[str, str]) -> str:
        """Writes the record of the game with the names that the guests have now; it holds the seed."""
        game = Game(self._setup([name or NAMELESS for name in self.names(known)]))
        for step in self._game.steps():
            game.play(step.action)
        day = datetime.fromtimestamp(self.row.made_at, UTC).date().isoformat()
        ending = {"ending": "stopped" if game.stopped else "finished"} if game.over else {}
        return write(Record(game, {"date": day, **ending}))

    def _setup(self, names: list[str]) -> Setup:
        """Returns the set-up of the game with names by seat."""
        return Setup(
            self.game_name, self.players, self.row.seed, tuple(names), self.options.rounds, rules=self.row.rules
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
    """Numbers names that come again or look alike: Ada, ada 2; open seats stay without a name."""
    given: list[str] = []
    for name in names:
        number, found = 1, name
        while found and likeness(found) in map(likeness, given):
            number += 1
            found = f"{name} {number}"
        given.append(found)
    return tuple(given)
