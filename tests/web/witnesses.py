"""Players who remember all that was answered to them, and see that it is stored, once, and as the table shows it."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from serai.core.spec import GAMES
from serai.game import Game
from serai.setup import Setup
from serai.web.tables.plans import Event, TableRow
from tests.web.servers import Balancer, Json, choose

NAMES = ("Ada", "Ben")
PEOPLE = [{"kind": "me"}, {"kind": "friend"}]
BOTS = [{"kind": "me"}, {"kind": "bot", "bot": "trader"}, {"kind": "bot", "bot": "novice"}]
SECOND_THOUGHTS = 0.25
AGREES = 0.7
MOST_EVENTS = 150
PAUSE = 0.02
PATIENCE = 60.0
SAME = ("kind", "seat", "decision", "yes")
LATE = 409


@dataclass
class Seen:
    """All that players know of a table: events as they were read, what was answered as stored, and what was not.

    What was answered is kept by number, and what a power cut kept from being answered by the number that it must have
    if it was stored.
    """

    id: str
    game: str
    tokens: dict[int, str]
    events: list[Json] = field(default_factory=list)
    answered: dict[int, Json] = field(default_factory=dict)
    lost: list[dict[int, Json]] = field(default_factory=list)
    unsure: bool = False

    def read(self, new: Sequence[Json]) -> None:
        """Reads the events after those that are known: each must be explained, and none may be missing."""
        for event in new:
            assert event["number"] == len(self.events) + 1, f"event {event['number']} follows {len(self.events)}"
            assert self.explains(event), f"nobody did {event} at table {self.id}"
            self.events.append(event)
        assert max(self.answered, default=0) <= len(self.events), f"answered events are missing at table {self.id}"

    def explains(self, event: Json) -> bool:
        """Returns whether an event was answered like this, is a bot's, or was caught by a power cut."""
        number, kind = event["number"], event["kind"]
        if number in self.answered:
            return alike(self.answered[number], event)
        if kind in ("sat", "bot", "begun"):
            return bool(number <= 1 + max(len(PEOPLE), len(BOTS)))
        if kind == "decided" and event["seat"] not in self.tokens:
            return True
        return any(number in deed and alike(deed[number], event) for deed in self.lost)

    @property
    def caught(self) -> int:
        """How many events were stored though nobody could be told."""
        numbers = {event["number"] for event in self.events} - self.answered.keys()
        return sum(any(number in deed for deed in self.lost) for number in numbers)

    def decisions(self, number: int) -> list[str]:
        """Lists the decisions that remain after an event, with all that was undone or taken back gone."""
        kept: list[str] = []
        for event in self.events[:number]:
            if event["kind"] == "decided":
                kept.append(event["decision"])
            elif event["kind"] == "undone":
                kept.pop()
            elif event["kind"] == "taken_back":
                del kept[event["steps"] :]
        return kept

    def compare(self, told: Json, row: TableRow, stored: Sequence[Event]) -> None:
        """Sees that the database holds the events that were told, and that they lead to the position that was told."""
        raw = [{"number": event.number, "kind": event.kind, **event.body} for event in stored]
        assert len(raw) >= len(self.events)
        for one, other in zip(self.events, raw, strict=False):
            assert (one["number"], alike(one, other)) == (other["number"], True), (one, other)
        names = tuple(f"player {seat}" for seat in range(row.players))
        game = Game(Setup(row.game, row.players, row.seed, names, row.options.rounds))
        for decision in self.decisions(told["number"]):
            game.play(decision)
        expected = json.loads(json.dumps(game.view(told["seat"])))
        assert {**expected, "names": None} == {**told["view"], "names": None}, f"table {self.id} shows something else"


def alike(one: Json, other: Json) -> bool:
    """Returns whether two events say the same; keys that only one of them has do not count."""
    return all(one[key] == other[key] for key in SAME if one.get(key) is not None and other.get(key) is not None)


class Player:
    """Plays both people at tables of all games, with and without bots: decides, undoes, takes back, agrees or not."""

    def __init__(self, seed: int, addresses: Sequence[str]) -> None:
        """Becomes two guests, who know what the other has seen, and opens the tables."""
        self.chance, self.servers = random.Random(seed), len(addresses)
        self.guest = httpx.Client(base_url="http://127.0.0.1/api", transport=Balancer(addresses), timeout=PATIENCE)
        self.tokens = [self.guest.post("/guest", json={"name": name}).json()["token"] for name in NAMES]
        self.tables = [self.open(game, places) for game in GAMES for places in (PEOPLE, BOTS)]
        self.ended: list[Seen] = []
        self.answered: Counter[str] = Counter()
        self.deeds = 0

    def ask(self, method: str, path: str, token: str, sent: Json | None = None) -> httpx.Response:
        """Sends a request as one of the guests."""
        headers = {"authorization": f"Bearer {token}"}
        return self.guest.request(method, path, headers=headers, json=sent)

    def told(self, path: str, token: str) -> Any:
        """Reads something, which is always there."""
        answer = self.ask("GET", path, token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open(self, game: str, places: list[Json]) -> Seen:
        """Makes a table and sits down."""
        plan = {"game": game, "places": places, "options": {"pace": "instant"}}
        made = self.ask("POST", "/tables", self.tokens[0], plan)
        assert made.status_code == 201, made.text
        table = made.json()
        for seat, token in table["joins"].items():
            sent = {"seat": int(seat), "token": token}
            assert self.ask("POST", f"/tables/{table['id']}/join", self.tokens[1], sent).status_code == 200
        mine = next(sitter["seat"] for sitter in table["sitters"] if sitter["mine"])
        others = {int(seat): self.tokens[1] for seat in table["joins"]}
        return Seen(table["id"], game, {mine: self.tokens[0], **others})

    def play(self, stop: threading.Event) -> None:
        """Plays until told to stop; while no server is there, it waits."""
        while not stop.is_set():
            try:
                self.step()
            except httpx.TimeoutException:
                raise
            except httpx.TransportError:
                time.sleep(PAUSE)

    def step(self) -> None:
        """Does one thing at one of the tables."""
        place = self.chance.randrange(len(self.tables))
        table = self.tables[place]
        position = self.told(f"/tables/{table.id}/position", next(iter(table.tokens.values())))
        if position["view"]["over"] or position["number"] > MOST_EVENTS:
            self.replace(place)
        elif position["takeback"] is not None:
            self.answer(table, position)
        elif position["view"]["decides"] in table.tokens:
            self.act(table, position["view"]["decides"])

    def replace(self, place: int) -> None:
        """Begins a new game where one is over, or long enough; the old one is checked at the end."""
        old = self.tables[place]
        self.tables[place] = self.open(old.game, PEOPLE if len(old.tokens) == len(PEOPLE) else BOTS)
        self.ended.append(old)

    def act(self, table: Seen, decides: int) -> None:
        """Decides for the seat that is asked, or has second thoughts at any seat; nobody else acts meanwhile."""
        again = self.chance.random() < SECOND_THOUGHTS
        seat = self.chance.choice(list(table.tokens)) if again else decides
        told = self.told(f"/tables/{table.id}/position", table.tokens[seat])
        if told["view"]["decides"] not in table.tokens:
            return
        if again and told["can_undo"]:
            self.do(table, seat, told, "undo", {}, {"kind": "undone", "seat": seat})
        elif again and told["can_takeback"]:
            kind = "asked" if len(table.tokens) > 1 else "taken_back"
            self.do(table, seat, told, "takeback", {}, {"kind": kind, "seat": seat})
        elif told["view"]["legal"]:
            decision = choose(told["view"]["legal"], self.chance)
            done = {"kind": "decided", "seat": seat, "decision": decision}
            self.do(table, seat, told, "decide", {"decisions": [decision]}, done)

    def answer(self, table: Seen, told: Json) -> None:
        """Agrees to a takeback, or does not."""
        seat, yes = told["takeback"]["waiting_for"][0], self.chance.random() < AGREES
        done = [{"kind": "answered", "seat": seat, "yes": yes}]
        if yes:
            done.append({"kind": "taken_back", "seat": told["takeback"]["asked_by"]})
        self.do(table, seat, told, "takeback/answer", {"yes": yes}, *done)

    def do(self, table: Seen, seat: int, told: Json, path: str, sent: Json, *done: Json) -> None:
        """Sends something, and remembers which events were answered as stored, or would be if they are."""
        events = dict(enumerate(done, told["number"] + 1))
        try:
            sent = {**sent, "seen": told["number"]}
            answer = self.ask("POST", f"/tables/{table.id}/{path}", table.tokens[seat], sent)
        except httpx.ConnectError:
            raise
        except httpx.TransportError:
            table.lost.append(events)
            table.unsure = True
            raise
        if table.unsure and answer.status_code == LATE and self.servers > 1:
            # What was being stored at the power cut is there, but neither the other server nor we know of it.
            table.unsure = False
            return
        assert (answer.status_code, answer.json().get("number")) == (200, max(events)), answer.text
        table.unsure = False
        table.answered |= events
        self.answered.update(event["kind"] for event in done)
        self.deeds += 1

    @property
    def all(self) -> list[Seen]:
        """All tables, old and new."""
        return [*self.ended, *self.tables]

    def check(self) -> None:
        """Sees that at the tables that are played at all that was answered is there, and nothing else of ours."""
        for table in self.tables:
            table.read(self.events(table, len(table.events)))

    def check_all(self) -> None:
        """Sees that at every table all events are still as they were read first."""
        for table in self.all:
            table.read(self.events(table, len(table.events)))
            stored = self.events(table, 0)
            assert stored[: len(table.events)] == table.events, f"events of table {table.id} were rewritten"

    def events(self, table: Seen, after: int) -> list[Json]:
        """Reads events of a table."""
        found: list[Json] = self.told(f"/tables/{table.id}/events?after={after}", self.tokens[0])
        return found

    def positions(self) -> Iterator[tuple[Seen, Json]]:
        """Reads the positions of all tables, each with all events up to it."""
        for table in self.all:
            told = self.told(f"/tables/{table.id}/position", next(iter(table.tokens.values())))
            table.read(self.events(table, len(table.events)))
            yield table, told

    def see_bots_go_on(self) -> float:
        """Waits until bots have decided at every table that has some; returns how long it took."""
        begun = time.monotonic()
        for table in [table for table in self.tables if len(table.tokens) < len(PEOPLE)]:
            before = self.bots_decided(table)
            while self.bots_decided(table) == before and not self.over(table):
                assert time.monotonic() < begun + PATIENCE, "the bots do not go on"
        return time.monotonic() - begun

    def bots_decided(self, table: Seen) -> int:
        """Counts what bots have decided; where a person is asked, the person decides."""
        position = self.told(f"/tables/{table.id}/position", self.tokens[0])
        if position["view"]["decides"] in table.tokens and not position["view"]["over"]:
            self.act(table, position["view"]["decides"])
        else:
            time.sleep(PAUSE)
        table.read(self.events(table, len(table.events)))
        return sum(event["kind"] == "decided" and event["seat"] not in table.tokens for event in table.events)

    def over(self, table: Seen) -> bool:
        """Returns whether the game of a table is over."""
        return bool(self.told(f"/tables/{table.id}", self.tokens[0])["stage"] != "running")
