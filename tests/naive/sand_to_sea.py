"""A naive reading of the Sand to Sea rules (`C` and `SS` in RULES.md), to check the compiled one against."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .spice_road import COMPONENTS as SPICE_ROAD
from .spice_road import LIMIT, SPICES, Cards, Offer, holds, in_order, names, read_rows
from .spice_road import give as take_out
from .turns import Turns

COMPONENTS = SPICE_ROAD.parents[2] / "sand_to_sea/components/1"
SEA = "sea"
CLOSED = "closed"


def read_lines(file: Path) -> list[str]:
    """Reads a component file without the notes at its top."""
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


class Island:
    """What is printed on an island tile."""

    def __init__(self, row: dict[str, str]) -> None:
        """Reads one row of the component file."""
        self.symbol = row["symbol"]
        self.give = in_order(row["give"])
        self.get = in_order(row["get"])

    def text(self) -> str:
        """Writes the tile as `Y:R>YYY`."""
        return f"{self.symbol}:{self.give}>{self.get}"


class Components:
    """What is printed on all cards, tiles and boards, by name."""

    def __init__(self, folder: Path = COMPONENTS, spice_road: Path = SPICE_ROAD) -> None:
        """Reads all component files and the merchant cards of Spice Road."""
        self.merchants = Cards(spice_road).merchants
        islands = [Island(row) for row in read_rows(folder / "island_tiles.csv")]
        self.islands = dict(zip(names([island.text() for island in islands]), islands, strict=True))
        groups = [in_order(row["spices"]) for row in read_rows(folder / "starting_spices.csv")]
        self.groups = dict(zip(names(groups), groups, strict=True))
        self.read_map(folder / "map.txt")
        self.read_victory(folder / "victory_tiles.csv")
        self.read_bonus(folder / "bonus_tiles.csv")
        self.read_board(folder / "player_board.csv")

    def read_map(self, file: Path) -> None:
        """Reads the ports, starred in the drawing, and the list of neighbours below it (SS-2)."""
        text = "\n".join(read_lines(file))
        self.ports = sorted(re.findall(r"\*(\w\d)", text))
        lines = re.findall(r"^(\w\d): (.+)$", text, re.MULTILINE)
        self.neighbours = {space: others.split() for space, others in lines}

    def read_victory(self, file: Path) -> None:
        """Reads cost and points of the victory tiles (SS-3)."""
        rows = read_rows(file)
        costs = [in_order(row["cost"]) for row in rows]
        self.costs = dict(zip(names(costs), costs, strict=True))
        self.points = dict(zip(names(costs), [int(row["points"]) for row in rows], strict=True))

    def read_bonus(self, file: Path) -> None:
        """Reads the three piles of bonus tiles, points from the highest down (SS-4)."""
        rows = [row for row in read_rows(file) for _ in range(int(row["copies"]))]
        self.hold = sum(row["kind"] == "hold" for row in rows)
        self.sail = sum(row["kind"] == "sail" for row in rows)
        points = [int(row["points"]) for row in rows if row["kind"] == "points"]
        self.bonus_points = sorted(points, reverse=True)

    def read_board(self, file: Path) -> None:
        """Reads the values under the outposts of each row, from the left (SS-5)."""
        rows = csv.DictReader(read_lines(file))
        columns = [f"column_{number}" for number in range(1, 5)]
        self.board = {row["symbol"]: [int(row[c]) for c in columns] for row in rows}


@dataclass
class Deal:
    """What chance brings: cards and victory tiles in drawing order, and a tile for each free space."""

    merchants: list[str]
    tiles: dict[str, str]
    victory: list[str]


@dataclass
class Player:
    """All that belongs to one player."""

    hand: list[str]
    caravan: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    boat: str = ""
    outposts: list[str] = field(default_factory=list)
    victory: list[str] = field(default_factory=list)
    hold: int = 0
    sail: int = 0
    points: list[int] = field(default_factory=list)

    def limit(self) -> int:
        """Counts the places for cubes (SS-12, SS-15)."""
        return LIMIT + 3 * self.hold

    def position(self) -> dict[str, object]:
        """Describes the player as plain data."""
        return {
            "caravan": in_order(self.caravan),
            "hand": sorted(self.hand),
            "open": sorted(self.open),
            "discard": sorted(self.discard),
            "boat": self.boat,
            "outposts": sorted(self.outposts),
            "victory": sorted(self.victory),
            "hold": self.hold,
            "sail": self.sail,
            "points": sorted(self.points),
        }


class SandToSea(Turns[Player]):
    """One game, from a given deal to its end."""

    def __init__(self, players: int, deal: Deal, components: Components | None = None) -> None:
        """Sets up the table, up to the choices of the players (SS-1 to SS-5)."""
        self.parts = components or Components()
        starting = [name for name, card in self.parts.merchants.items() if card.starting]
        self.players = [Player(list(starting)) for _ in range(players)]
        self.row, self.deck = [Offer(card) for card in deal.merchants[:4]], deal.merchants[4:]
        self.tiles = dict(deal.tiles)
        self.ports = dict(zip(self.parts.ports, deal.victory[:4], strict=True))
        self.stack = deal.victory[4:]
        self.hold, self.sails = self.parts.hold, self.parts.sail
        self.points = list(self.parts.bonus_points)
        self.groups = list(self.parts.groups)
        self.seat = self.turn = players - 1
        self.phase = "start"
        self.wanted = 0  # place of the card being acquired
        self.paid = 0  # cubes paid for it so far
        self.terms = ("", "")  # cubes given and got in the trade going on
        self.steps = 0  # steps the boat made in this turn
        self.tolls: list[int] = []  # owners of boats still to be given a cube
        self.due = 0  # cubes still to be paid for an outpost
        self.column = 0  # column that the new outpost emptied

    def clockwise(self) -> list[int]:
        """Lists all seats from the one whose turn it is."""
        return [(self.turn + offset) % len(self.players) for offset in range(len(self.players))]

    def legal(self) -> set[str]:
        """Lists every legal decision (C-12, SS-6, SS-9 to SS-11)."""
        match self.phase:
            case "start":
                return {f"start {group}" for group in self.groups}
            case "place":
                return {f"place {space}" for space in self.tiles if self.is_island(space)}
            case "sail":
                return self.sailings() | ({"stop"} if self.may_end(self.me.boat) else set())
            case "act":
                return self.acts() | {"stop"}
            case "bonus":
                return self.bonuses()
            case "build":
                return {f"pay {cube}" for cube in self.me.caravan}
            case "toll":
                return {f"give {cube}" for cube in self.me.caravan}
        return super().legal()

    def actions(self) -> set[str]:
        """Lists what a turn may be: no unpayable trade, in version 1 no rest for nothing (C-2, C-9, SS-7 to SS-14)."""
        caravan = self.me.caravan
        plays = {f"play {card}" for card in self.me.hand if holds(caravan, self.parts.merchants[card].give)}
        acquires = {f"acquire {offer.card}" for place, offer in enumerate(self.row) if place <= len(caravan)}
        rests = {"rest"} if self.me.open or self.me.discard or self.version > 1 else set()
        return plays | acquires | rests | self.sailings() | self.acts()

    def start(self, group: str) -> None:
        """Takes one of the groups of starting cubes (SS-6)."""
        self.groups.remove(group)
        self.me.caravan.extend(self.parts.groups[group])
        self.phase = "place"

    def place(self, space: str) -> None:
        """Puts the boat on an island; the start player is the last to do so and begins (SS-6)."""
        self.me.boat = space
        if self.seat == 0:
            self.begin_turn(0)
        else:
            self.seat = self.turn = self.seat - 1
            self.phase = "start"

    def begin_turn(self, seat: int) -> None:
        """Asks a player for the action of the turn."""
        self.seat = self.turn = seat
        self.steps = 0
        self.phase = "turn"

    def play(self, name: str) -> None:
        """Lays a hand card on the open pile and begins its effect (SS-8, C-2)."""
        self.me.hand.remove(name)
        self.me.open.append(name)
        card = self.parts.merchants[name]
        if card.kind == "upgrade":
            self.upgrades = card.upgrades
            self.ask_upgrade()
        elif card.kind == "trade":
            self.terms = (card.give, card.get)
            self.trade_once()
        else:
            self.me.caravan.extend(card.get)
            self.end_turn()

    def trade(self) -> None:
        """Trades once: again as before, or for the first time on the tile (C-2, SS-10)."""
        if self.phase != "trade":
            self.terms = self.terms_here()
        self.trade_once()

    def trade_once(self) -> None:
        """Exchanges the cubes of the trade going on (C-2)."""
        given, got = self.terms
        take_out(self.me.caravan, given)
        self.me.caravan.extend(got)
        self.ask_trade()

    def ask_trade(self) -> None:
        """Asks for a trade as long as it can be paid (C-2, C-12)."""
        if holds(self.me.caravan, self.terms[0]):
            self.phase = "trade"
        else:
            self.end_turn()

    def acquire(self, name: str) -> None:
        """Chooses a merchant card of the row; only the leftmost is free (SS-7)."""
        self.wanted = [offer.card for offer in self.row].index(name)
        self.paid = 0
        self.phase = "pay"
        self.ask_payment()

    def ask_payment(self) -> None:
        """Asks for a cube on each card left of the chosen one, then hands that over (SS-7)."""
        if self.paid == self.wanted:
            self.take_merchant(self.row[self.wanted].card)
            self.end_turn()

    def pay(self, cube: str) -> None:
        """Puts a cube on the next card from the left, or into the supply for an outpost (SS-7, SS-10)."""
        self.me.caravan.remove(cube)
        if self.phase == "build":
            self.due -= 1
            self.ask_cost()
        else:
            self.row[self.paid].cubes.append(cube)
            self.paid += 1
            self.ask_payment()

    def take_merchant(self, name: str) -> None:
        """Takes a card with the cubes on it to the hand and refills the row (SS-7, SS-11, C-4)."""
        offer = self.row.pop([offer.card for offer in self.row].index(name))
        self.me.caravan.extend(offer.cubes)
        self.me.hand.append(offer.card)
        if self.deck:
            self.row.append(Offer(self.deck.pop(0)))

    def rest(self) -> None:
        """Takes the cards of both piles back to the hand (SS-14)."""
        self.me.hand.extend(self.me.open + self.me.discard)
        self.me.open.clear()
        self.me.discard.clear()
        self.end_turn()

    def is_island(self, space: str) -> bool:
        """Says whether an island tile lies there, neither sea nor port."""
        return self.tiles.get(space, SEA) != SEA

    def others_at(self, space: str) -> list[int]:
        """Lists the owners of the other boats there, clockwise (SS-9)."""
        return [seat for seat in self.clockwise()[1:] if self.players[seat].boat == space]

    def may_end(self, space: str) -> bool:
        """Says whether a sailing boat may end there: only tolls on islands can hinder it (SS-9)."""
        return not self.is_island(space) or len(self.others_at(space)) <= len(self.me.caravan)

    def can_end(self, space: str, steps: int) -> bool:
        """Says whether a boat there can end legally with at most this many further steps (SS-9)."""
        further = self.parts.neighbours[space] if steps > 0 else []
        return self.may_end(space) or any(self.can_end(other, steps - 1) for other in further)

    def sailings(self) -> set[str]:
        """Lists the next steps: free ones first, then one card for each (SS-9)."""
        cards = self.me.hand + self.me.open
        free = max(self.me.sail - self.steps, 0)
        payments = [""] if free > 0 else [f" {card}" for card in cards]
        left = free + len(cards) - 1
        spaces = [space for space in self.parts.neighbours[self.me.boat] if self.can_end(space, left)]
        return {f"sail {space}{payment}" for space in spaces for payment in payments}

    def sail(self, step: str) -> None:
        """Moves the boat one step, for a card of the hand or the open pile unless it is free (SS-9)."""
        space, _, card = step.partition(" ")
        if card:
            (self.me.hand if card in self.me.hand else self.me.open).remove(card)
            self.me.discard.append(card)
        self.me.boat = space
        self.steps += 1
        self.phase = "sail"
        if not self.sailings():
            self.end_sailing()

    def end_sailing(self) -> None:
        """Begins the tolls of an island (SS-9)."""
        self.tolls = self.others_at(self.me.boat) if self.is_island(self.me.boat) else []
        self.ask_toll()

    def ask_toll(self) -> None:
        """Asks for the next toll, then for an act, and ends the turn when there is none (SS-9, C-12)."""
        if self.tolls:
            self.phase = "toll"
        elif self.acts():
            self.phase = "act"
        else:
            self.end_turn()

    def give(self, cube: str) -> None:
        """Gives a cube to the next owner of a boat on the same island (SS-9)."""
        self.me.caravan.remove(cube)
        self.players[self.tolls.pop(0)].caravan.append(cube)
        self.ask_toll()

    def acts(self) -> set[str]:
        """Lists what the boat can do where it is: build, trade or deliver (SS-9, SS-10, SS-13)."""
        space, caravan = self.me.boat, self.me.caravan
        if space in self.ports:
            cost = self.parts.costs.get(self.ports[space])  # none for a closed or empty port
            return {"deliver"} if cost and holds(caravan, cost) else set()
        if not self.is_island(space):
            return set()
        if space in self.me.outposts:
            return {"trade"} if holds(caravan, self.terms_here()[0]) else set()
        return {"build"} if self.cost_here() <= len(caravan) else set()

    def island_at(self, space: str) -> Island:
        """Finds what is printed on the island there."""
        return self.parts.islands[self.tiles[space]]

    def terms_here(self) -> tuple[str, str]:
        """Finds the trade of the island where the boat is (SS-10)."""
        island = self.island_at(self.me.boat)
        return island.give, island.get

    def cost_here(self) -> int:
        """Counts the cubes that an outpost costs: 1 for each there, 2 with two players (SS-10)."""
        each = 2 if len(self.players) == 2 else 1
        return each * sum(self.me.boat in player.outposts for player in self.players)

    def build(self) -> None:
        """Begins to pay for an outpost (SS-10)."""
        self.due = self.cost_here()
        self.phase = "build"
        self.ask_cost()

    def ask_cost(self) -> None:
        """Builds the outpost once it is paid, and asks for a bonus if it empties a column (SS-10, SS-11)."""
        if self.due > 0:
            return
        empty = self.empty_columns(self.me)
        self.me.outposts.append(self.me.boat)
        self.column = self.empty_columns(self.me)
        if self.column > empty and self.bonuses():
            self.phase = "bonus"
        else:
            self.ask_first_trade()

    def built(self, player: Player) -> Counter[str]:
        """Counts the outposts that left each row of the board, always from the left (SS-10)."""
        return Counter(self.island_at(space).symbol for space in player.outposts)

    def empty_columns(self, player: Player) -> int:
        """Counts the columns of the board that no outpost stands on any more (SS-11)."""
        return min(self.built(player)[symbol] for symbol in SPICES)

    def bonuses(self) -> set[str]:
        """Lists the cards of the row and, from column 2 on, the piles not yet empty (SS-11)."""
        cards = {f"take {offer.card}" for offer in self.row}
        piles = {"hold": self.hold, "sail": self.sails, "points": len(self.points)}
        tiles = {f"choose {kind}" for kind, left in piles.items() if left > 0}
        return cards if self.column == 1 else cards | tiles

    def take(self, name: str) -> None:
        """Takes a merchant card for free, with the cubes on it (SS-11)."""
        self.take_merchant(name)
        self.ask_first_trade()

    def choose(self, kind: str) -> None:
        """Takes the top tile of a bonus pile (SS-11, SS-12)."""
        if kind == "hold":
            self.hold -= 1
            self.me.hold += 1
        elif kind == "sail":
            self.sails -= 1
            self.me.sail += 1
        else:
            self.me.points.append(self.points.pop(0))
        self.ask_first_trade()

    def ask_first_trade(self) -> None:
        """Asks whether to trade where the outpost was just built (SS-10)."""
        self.terms = self.terms_here()
        self.ask_trade()

    def deliver(self) -> None:
        """Pays for the victory tile of the port and takes it (SS-13)."""
        tile = self.ports[self.me.boat]
        take_out(self.me.caravan, self.parts.costs[tile])
        self.me.victory.append(tile)
        self.refill_port(self.me.boat)
        self.end_turn()

    def refill_port(self, port: str) -> None:
        """Puts the next tile on the port, or on the closed one, which this port replaces (SS-13)."""
        closed = [other for other, tile in self.ports.items() if tile == CLOSED]
        if closed:
            self.ports[port] = CLOSED
        self.ports[closed[0] if closed else port] = self.stack.pop(0) if self.stack else ""

    def stop(self) -> None:
        """Ends the sailing here, or upgrading, trading and acting and so the turn (C-2, SS-9)."""
        if self.phase == "sail":
            self.end_sailing()
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Asks everyone over the limit for a discard, then passes the turn on (SS-15, C-6)."""
        for seat in self.clockwise():
            if len(self.players[seat].caravan) > self.players[seat].limit():
                self.seat = seat
                self.phase = "discard"
                return
        self.begin_turn((self.turn + 1) % len(self.players))
        if self.turn == 0 and self.end_is_triggered():
            self.over = True
            self.phase = "over"

    def end_is_triggered(self) -> bool:
        """Says whether someone has the 4th victory tile (SS-16)."""
        return any(len(player.victory) >= 4 for player in self.players)

    def scores(self) -> list[int]:
        """Counts the points of everyone, as things stand (SS-17)."""
        return [self.score(player) for player in self.players]

    def score(self, player: Player) -> int:
        """Counts tiles, values uncovered on the board and cubes that are not yellow (SS-17, C-8)."""
        tiles = sum(self.parts.points[name] for name in player.victory) + sum(player.points)
        board = sum(sum(self.parts.board[symbol][:gone]) for symbol, gone in self.built(player).items())
        return tiles + board + sum(cube != "Y" for cube in player.caravan)

    def position(self) -> dict[str, object]:
        """Describes the whole table as plain data."""
        return {
            "seat": self.seat,
            "turn": self.turn,
            "over": self.over,
            "phase": self.phase,
            "merchants": [offer.card for offer in self.row],
            "on_merchants": [in_order(offer.cubes) for offer in self.row],
            "merchant_deck": list(self.deck),
            "tiles": dict(self.tiles),
            "ports": dict(self.ports),
            "victory_stack": list(self.stack),
            "bonus": {"hold": self.hold, "sail": self.sails, "points": list(self.points)},
            "groups": list(self.groups),
            "players": [player.position() for player in self.players],
        }
