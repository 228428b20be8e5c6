"""A naive reading of the Spice Road rules (`C` and `SR` in RULES.md), to check the compiled one against."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .turns import Turns

COMPONENTS = Path(__file__).parents[2] / "src/serai/games/spice_road/components/1"
SPICES = "YRGB"
STARTING_CUBES = ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"]
LIMIT = 10


def in_order(cubes: Iterable[str]) -> str:
    """Writes cubes cheapest first."""
    return "".join(sorted(cubes, key=SPICES.index))


def holds(caravan: list[str], cubes: str) -> bool:
    """Says whether the caravan has all these cubes."""
    return Counter(cubes) <= Counter(caravan)


def give(caravan: list[str], cubes: str) -> None:
    """Takes these cubes out of the caravan."""
    for cube in cubes:
        caravan.remove(cube)


class Merchant:
    """What is printed on a merchant card."""

    def __init__(self, row: dict[str, str]) -> None:
        """Reads one row of the component file."""
        self.kind = row["kind"]
        self.give = in_order(row["give"])
        self.get = in_order(row["get"])
        self.upgrades = int(row["upgrades"] or 0)
        self.starting = row["set"] == "starting"

    def text(self) -> str:
        """Writes the card as `YYR`, `+2` or `YY>RR`."""
        texts = {"spice": self.get, "upgrade": f"+{self.upgrades}", "trade": f"{self.give}>{self.get}"}
        return texts[self.kind]


def read_rows(file: Path) -> list[dict[str, str]]:
    """Reads a component file without the notes at its top, in id order."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return sorted(csv.DictReader(lines), key=lambda row: int(row["id"]))


def names(texts: list[str]) -> list[str]:
    """Marks the second card of the same text with `#2`, the third with `#3`."""
    counts = [texts[: place + 1].count(text) for place, text in enumerate(texts)]
    return [text if count == 1 else f"{text}#{count}" for text, count in zip(texts, counts, strict=True)]


class Cards:
    """What is printed on all cards, by name."""

    def __init__(self, folder: Path = COMPONENTS) -> None:
        """Reads the merchant and the point cards."""
        merchants = [Merchant(row) for row in read_rows(folder / "merchant_cards.csv")]
        self.merchants = dict(zip(names([card.text() for card in merchants]), merchants, strict=True))
        rows = read_rows(folder / "point_cards.csv")
        costs = [in_order(row["cost"]) for row in rows]
        self.costs = dict(zip(names(costs), costs, strict=True))
        self.points = dict(zip(names(costs), [int(row["points"]) for row in rows], strict=True))


@dataclass
class Deal:
    """The order in which the cards come: first the row from the left, then the deck from its top."""

    merchants: list[str]
    points: list[str]


@dataclass
class Offer:
    """A face-up merchant card and the cubes lying on it."""

    card: str
    cubes: list[str] = field(default_factory=list)


@dataclass
class Player:
    """All that lies in front of one player."""

    caravan: list[str]
    hand: list[str]
    played: list[str] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)
    gold: int = 0
    silver: int = 0

    def position(self) -> dict[str, object]:
        """Describes the player as plain data."""
        return {
            "caravan": in_order(self.caravan),
            "hand": sorted(self.hand),
            "played": sorted(self.played),
            "claimed": sorted(self.claimed),
            "gold": self.gold,
            "silver": self.silver,
        }


class SpiceRoad(Turns[Player]):
    """One game, from a given deal to its end."""

    def __init__(self, players: int, deal: Deal, cards: Cards | None = None) -> None:
        """Sets up the table (SR-1 to SR-5)."""
        self.cards = cards or Cards()
        starting = [name for name, card in self.cards.merchants.items() if card.starting]
        self.players = [Player(list(cubes), list(starting)) for cubes in STARTING_CUBES[:players]]
        self.row, self.deck = [Offer(card) for card in deal.merchants[:6]], deal.merchants[6:]
        self.points, self.point_deck = deal.points[:5], deal.points[5:]
        self.gold = self.silver = 2 * players
        self.wanted = 0  # place of the card being acquired
        self.paid = 0  # cubes paid for it so far
        self.trading = ""  # trade card being used

    def actions(self) -> set[str]:
        """Lists what a turn may be: no unpayable trade, in version 1 no rest for nothing (C-2, C-9, SR-6 to SR-9)."""
        caravan = self.me.caravan
        plays = {f"play {card}" for card in self.me.hand if holds(caravan, self.cards.merchants[card].give)}
        acquires = {f"acquire {offer.card}" for place, offer in enumerate(self.row) if place <= len(caravan)}
        claims = {f"claim {card}" for card in self.points if holds(caravan, self.cards.costs[card])}
        rests = {"rest"} if self.me.played or self.version > 1 else set()
        return plays | acquires | claims | rests

    def play(self, name: str) -> None:
        """Lays a hand card in front of the player and begins its effect (SR-6, C-2)."""
        self.me.hand.remove(name)
        self.me.played.append(name)
        card = self.cards.merchants[name]
        if card.kind == "upgrade":
            self.upgrades = card.upgrades
            self.ask_upgrade()
        elif card.kind == "trade":
            self.trading = name
            self.trade()
        else:
            self.me.caravan.extend(card.get)
            self.end_turn()

    def trade(self) -> None:
        """Trades once, and asks again as long as it can be paid (C-2, C-12)."""
        card = self.cards.merchants[self.trading]
        give(self.me.caravan, card.give)
        self.me.caravan.extend(card.get)
        if holds(self.me.caravan, card.give):
            self.phase = "trade"
        else:
            self.end_turn()

    def acquire(self, name: str) -> None:
        """Chooses a merchant card of the row; only the leftmost is free (SR-7)."""
        self.wanted = [offer.card for offer in self.row].index(name)
        self.paid = 0
        if self.wanted > 0:
            self.phase = "pay"
        else:
            self.take_merchant()

    def pay(self, cube: str) -> None:
        """Puts a cube on the next card from the left, the last one brings the chosen card (SR-7)."""
        self.me.caravan.remove(cube)
        self.row[self.paid].cubes.append(cube)
        self.paid += 1
        if self.paid == self.wanted:
            self.take_merchant()

    def take_merchant(self) -> None:
        """Takes the chosen card with the cubes on it and refills the row (SR-7, C-4)."""
        offer = self.row.pop(self.wanted)
        self.me.caravan.extend(offer.cubes)
        self.me.hand.append(offer.card)
        if self.deck:
            self.row.append(Offer(self.deck.pop(0)))
        self.end_turn()

    def rest(self) -> None:
        """Takes the played cards back to the hand (SR-8)."""
        self.me.hand.extend(self.me.played)
        self.me.played.clear()
        self.end_turn()

    def claim(self, name: str) -> None:
        """Pays for a point card, takes it with its coin and refills the row (SR-9, C-4)."""
        give(self.me.caravan, self.cards.costs[name])
        self.take_coin(self.points.index(name))
        self.points.remove(name)
        self.me.claimed.append(name)
        if self.point_deck:
            self.points.append(self.point_deck.pop(0))
        self.end_turn()

    def take_coin(self, place: int) -> None:
        """Takes a coin above the claimed card, silver at place 0 once gold is gone (SR-10, SR-11)."""
        silver_place = 1 if self.gold > 0 else 0
        if place == 0 and self.gold > 0:
            self.gold -= 1
            self.me.gold += 1
        elif place == silver_place and self.silver > 0:
            self.silver -= 1
            self.me.silver += 1

    def stop(self) -> None:
        """Ends upgrading or trading early (C-2)."""
        self.end_turn()

    def end_turn(self) -> None:
        """Asks for a discard while over the limit, then passes the turn on (C-3, SR-12)."""
        if len(self.me.caravan) > LIMIT:
            self.phase = "discard"
            return
        self.seat = (self.seat + 1) % len(self.players)
        self.over = self.seat == 0 and self.end_is_triggered()
        self.phase = "over" if self.over else "turn"

    def end_is_triggered(self) -> bool:
        """Says whether someone has the 5th point card, the 6th with 2 or 3 players (SR-13)."""
        enough = 6 if len(self.players) <= 3 else 5
        return any(len(player.claimed) >= enough for player in self.players)

    def scores(self) -> list[int]:
        """Counts point cards, coins and cubes that are not yellow, as things stand (SR-14, C-8)."""
        cards = [sum(self.cards.points[name] for name in player.claimed) for player in self.players]
        coins = [3 * player.gold + player.silver for player in self.players]
        cubes = [sum(cube != "Y" for cube in player.caravan) for player in self.players]
        return [sum(parts) for parts in zip(cards, coins, cubes, strict=True)]

    def position(self) -> dict[str, object]:
        """Describes the whole table as plain data."""
        return {
            "seat": self.seat,
            "over": self.over,
            "phase": self.phase,
            "merchants": [offer.card for offer in self.row],
            "on_merchants": [in_order(offer.cubes) for offer in self.row],
            "merchant_deck": list(self.deck),
            "points": list(self.points),
            "point_deck": list(self.point_deck),
            "gold": self.gold,
            "silver": self.silver,
            "players": [player.position() for player in self.players],
        }
