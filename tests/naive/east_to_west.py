"""A naive reading of the East to West rules (`C` and `EW` in RULES.md), to check the compiled one against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from .spice_road import LIMIT, STARTING_CUBES, Cards, give, holds, in_order, names, read_rows
from .turns import Turns

COMPONENTS = Path(__file__).parents[2] / "src/serai/games/east_to_west/components/1"
SETTLERS = 12
ROUTE = 5
BONUSES = 3
LAST_CARD = 8


@dataclass
class Effect:
    """What a location, a merchant card or an exploration tile does: gain, upgrade, trade (C-2, EW-8)."""

    give: str
    get: str
    upgrades: int

    def text(self) -> str:
        """Writes the effect as `YYR`, `+2`, `YY>G`, or several of these joined by `&`."""
        gain = "" if self.give else self.get
        upgrade = f"+{self.upgrades}" if self.upgrades else ""
        trade = f"{self.give}>{self.get}" if self.give else ""
        return "&".join(part for part in (gain, upgrade, trade) if part)


class Location:
    """What is printed on a location, and its number among those of its kind, from 0."""

    def __init__(self, row: dict[str, str], before: list[str]) -> None:
        """Reads one row of the component file, after locations of these kinds."""
        self.kind = row["kind"]
        self.number = before.count(self.kind)
        self.settlers = int(row["settlers"])
        self.link = row["link"]
        self.effect = Effect(in_order(row["give"]), in_order(row["get"]), int(row["upgrades"] or 0))

    def text(self) -> str:
        """Writes a fort or market with its number, others as what they do."""
        if self.kind in ("fort", "market"):
            return f"{self.kind} {self.number + 1}"
        return self.kind if self.kind in ("refresh", "adjust") else self.effect.text()


class PointCard:
    """What is printed on a point card."""

    def __init__(self, row: dict[str, str]) -> None:
        """Reads one row of the component file."""
        self.cost = in_order(row["cost"])
        self.points = int(row["points"])
        self.symbol = row["symbol"]
        self.benefit, *self.what = row["benefit"].split(":")


class Tile:
    """What is printed on an exploration tile."""

    def __init__(self, row: dict[str, str]) -> None:
        """Reads one row of the component file."""
        self.effect = Effect("", in_order(row["gain"]), int(row["upgrades"] or 0))
        self.settlers = int(row["settlers"] or 0)
        self.points = int(row["points"])

    def text(self) -> str:
        """Writes the immediate bonus, or the points of a tile that has none."""
        settlers = {0: "", 1: "settler"}.get(self.settlers, f"settlers:{self.settlers}")
        return "&".join(part for part in (self.effect.text(), settlers) if part) or f"{self.points}p"


class Bonus:
    """What is printed on a bonus tile."""

    def __init__(self, row: dict[str, str]) -> None:
        """Reads one row of the component file."""
        self.score = row["score"]
        self.symbols = row["symbols"].split("+")
        self.points = int(row["points"])
        self.text = row["symbols"] if row["score"] == "pair" else row["score"]


class Components:
    """What is printed on all pieces, by name, in id order."""

    def __init__(self, folder: Path = COMPONENTS) -> None:
        """Reads the component files, the merchant cards from Spice Road."""
        merchants = Cards().merchants.items()
        self.merchants = {name: Effect(card.give, card.get, card.upgrades) for name, card in merchants}
        rows = read_rows(folder / "locations.csv")
        kinds = [row["kind"] for row in rows]
        locations = [Location(row, kinds[:place]) for place, row in enumerate(rows)]
        self.locations = dict(zip(names([location.text() for location in locations]), locations, strict=True))
        cards = [PointCard(row) for row in read_rows(folder / "point_cards.csv")]
        self.cards = dict(zip(names([card.cost for card in cards]), cards, strict=True))
        tiles = [Tile(row) for row in read_rows(folder / "exploration_tiles.csv")]
        self.tiles = dict(zip(names([tile.text() for tile in tiles]), tiles, strict=True))
        bonuses = [Bonus(row) for row in read_rows(folder / "bonus_tiles.csv") if row["icon"] != "III"]
        self.bonuses = {bonus.text: bonus for bonus in bonuses}


@dataclass
class Deal:
    """The order in which cards and tiles come, tops first, and the tiles on locations by location id."""

    merchants: list[str]
    points: list[str]
    stacks: list[list[str]]
    spares: list[str]
    covered: dict[int, str]


@dataclass
class Space:
    """A location and what stands or lies on it."""

    location: Location
    tile: str
    seat: int | None = None
    settlers: int = 0

    def position(self) -> dict[str, object]:
        """Describes the location as plain data."""
        return {"seat": self.seat, "settlers": self.settlers, "tile": self.tile}


@dataclass
class Stop:
    """A merchant card of a trade route and the settlers on it."""

    card: str
    settlers: int = 0


@dataclass
class Player:
    """All that lies in front of one player."""

    caravan: list[str]
    board: int
    reserve: int
    route: list[Stop] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    explored: list[str] = field(default_factory=list)

    def recruit(self, number: int) -> None:
        """Moves settlers from the reserve to the board, as many as are left (EW-10)."""
        moved = min(number, self.reserve)
        self.reserve -= moved
        self.board += moved

    def position(self) -> dict[str, object]:
        """Describes the player as plain data."""
        return {
            "caravan": in_order(self.caravan),
            "board": self.board,
            "reserve": self.reserve,
            "route": [stop.card for stop in self.route],
            "on_route": [stop.settlers for stop in self.route],
            "discard": sorted(self.discard),
            "claimed": sorted(self.claimed),
            "bonus": sorted(self.bonus),
            "explored": sorted(self.explored),
        }


def refill(row: list[str], deck: list[str]) -> None:
    """Slides the cards of a row of four to the left and fills it from the deck (C-4)."""
    cards = [card for card in row if card]
    while deck and len(cards) < 4:
        cards.append(deck.pop(0))
    row[:] = cards + [""] * (4 - len(cards))


class EastToWest(Turns[Player]):
    """One game, from a given deal to its end."""

    def __init__(self, players: int, deal: Deal, components: Components | None = None) -> None:
        """Sets up the table (EW-1 to EW-6)."""
        self.components = components or Components()
        board = 7 if players == 2 else 6
        cubes = STARTING_CUBES[:players]
        self.players = [Player(list(start), board, SETTLERS - board) for start in cubes]
        self.merchants, self.deck = deal.merchants[:4], deal.merchants[4:]
        self.points, self.point_deck = deal.points[:4], deal.points[4:]
        self.stacks = [list(stack) for stack in deal.stacks]
        self.spares = list(deal.spares)
        locations = enumerate(self.components.locations.items())
        self.spaces = {name: Space(spot, deal.covered.get(place, "")) for place, (name, spot) in locations}
        self.beside = [tile for tile in self.components.tiles if tile not in deal.covered.values()]
        self.again = False  # another turn of the same player follows
        self.number = 0  # fort or market being worked
        self.link = ""  # link of the location being worked
        self.effect = Effect("", "", 0)  # effect being used
        self.then: Callable[[], None] = self.end_turn  # what follows it

    def legal(self) -> set[str]:
        """Lists every legal decision (C-12, EW-9 to EW-15)."""
        match self.phase:
            case "market":
                effect = self.components.merchants[self.merchants[self.number]]
                return {"use", "keep"} if self.usable(effect) else {"keep"}
            case "replace":
                return {f"replace {place + 1}" for place in range(ROUTE)}
            case "explore":
                return {f"explore {tile}" for tile in self.open_tiles()}
            case "bonus":
                return {"bonus", "no bonus"}
            case "swap":
                pairs = combinations(range(len(self.me.route)), 2)
                return {f"swap {left + 1} {right + 1}" for left, right in pairs} | {"no swap"}
        return super().legal()

    def actions(self) -> set[str]:
        """Lists what a turn may be, in version 1 no rest for nothing (C-9, EW-7, EW-16, EW-17)."""
        works = {f"work {name}" for name, space in self.spaces.items() if self.workable(space)}
        routes = {f"route {place + 1}" for place in range(len(self.me.route)) if self.routable(place)}
        standing = any(space.seat == self.seat for space in self.spaces.values())
        walking = any(stop.settlers for stop in self.me.route)
        return works | routes | ({"rest"} if standing or walking or self.version > 1 else set())

    def usable(self, effect: Effect) -> bool:
        """Says whether an effect can be used: a trade must be payable (C-2)."""
        return holds(self.me.caravan, effect.give)

    def workable(self, space: Space) -> bool:
        """Says whether the location is open, can be manned and its action be used (EW-7)."""
        if space.tile or space.seat == self.seat or self.settlers_needed(space) > self.me.board:
            return False
        location = space.location
        match location.kind:
            case "fort":
                card = self.points[location.number]
                return card != "" and holds(self.me.caravan, self.components.cards[card].cost)
            case "market":
                return self.merchants[location.number] != ""
            case "refresh":
                return len(self.deck) > 0
        return location.kind == "adjust" or self.usable(location.effect)

    def settlers_needed(self, space: Space) -> int:
        """Counts the printed settlers, or one more than stand there, less discounts (EW-7)."""
        full = space.location.settlers if space.seat is None else space.settlers + 1
        return max(1, full - len(self.linked("discount", space.location.link)))

    def linked(self, benefit: str, link: str) -> list[PointCard]:
        """Lists the own cards with this benefit and link (EW-10)."""
        cards = [self.components.cards[name] for name in self.me.claimed]
        return [card for card in cards if card.benefit == benefit and card.what[0] == link]

    def routable(self, place: int) -> bool:
        """Says whether a card of the own route is free, can be manned and its effect be used (EW-16)."""
        stop = self.me.route[place]
        if stop.settlers or self.route_settlers(place) > self.me.board:
            return False
        return self.usable(self.components.merchants[stop.card])

    def route_settlers(self, place: int) -> int:
        """Counts the settlers it takes: one, and one for each empty card to the left (EW-16)."""
        return 1 + sum(stop.settlers == 0 for stop in self.me.route[:place])

    def open_tiles(self) -> list[str]:
        """Lists the exploration tiles beside the board and on locations (EW-11)."""
        return self.beside + [space.tile for space in self.spaces.values() if space.tile]

    def work(self, name: str) -> None:
        """Places settlers on a location and begins its action (EW-7)."""
        self.man(self.spaces[name])
        location = self.spaces[name].location
        self.number, self.link = location.number, location.link
        match location.kind:
            case "fort":
                self.claim()
            case "market":
                self.phase = "market"
            case "refresh":
                self.refresh()
            case "adjust":
                self.me.caravan.extend(location.effect.get)
                self.ask_swap()
            case _:
                self.perform(location.effect, self.end_work)

    def man(self, space: Space) -> None:
        """Places the needed settlers; those of another player go back to their board (EW-7)."""
        needed = self.settlers_needed(space)
        if space.seat is not None:
            self.players[space.seat].board += space.settlers
        self.me.board -= needed
        space.seat, space.settlers = self.seat, needed

    def end_work(self) -> None:
        """Adds the cubes of extra cards with the link of the location, then ends the turn (EW-10)."""
        for card in self.linked("extra", self.link):
            self.me.caravan.extend(card.what[1])
        self.end_turn()

    def perform(self, effect: Effect, then: Callable[[], None]) -> None:
        """Begins an effect: gains, then asks to upgrade, then trades; `then` follows it (C-2, EW-8)."""
        self.effect, self.upgrades, self.then = effect, effect.upgrades, then
        self.me.caravan.extend("" if effect.give else effect.get)
        self.ask_upgrade()

    def end_upgrades(self) -> None:
        """Trades once without asking if the effect has a trade that can (still) be paid (C-2, EW-8)."""
        if self.effect.give and self.usable(self.effect):
            self.trade()
        else:
            self.then()

    def trade(self) -> None:
        """Trades once, and asks again as long as it can be paid (C-2, C-12)."""
        give(self.me.caravan, self.effect.give)
        self.me.caravan.extend(self.effect.get)
        if self.usable(self.effect):
            self.phase = "trade"
        else:
            self.then()

    def stop(self) -> None:
        """Ends upgrading or trading early (C-2)."""
        if self.phase == "upgrade":
            self.end_upgrades()
        else:
            self.then()

    def claim(self) -> None:
        """Pays for the point card above the fort, takes it and begins its benefit (EW-9, EW-10)."""
        name = self.points[self.number]
        card = self.components.cards[name]
        give(self.me.caravan, card.cost)
        self.me.claimed.append(name)
        self.points[self.number] = ""
        if card.benefit == "settlers":
            self.me.recruit(int(card.what[0]))
        if card.benefit == "explore" and self.open_tiles():
            self.phase = "explore"
        else:
            self.ask_bonus()

    def explore(self, name: str) -> None:
        """Takes an exploration tile, opening the location it lies on, and begins its bonus (EW-11)."""
        self.beside = [tile for tile in self.beside if tile != name]
        for space in self.spaces.values():
            if space.tile == name:
                space.tile = ""
        self.me.explored.append(name)
        self.perform(self.components.tiles[name].effect, self.end_explore)

    def end_explore(self) -> None:
        """Gains the settlers of the tile, the last part of its bonus (EW-11)."""
        self.me.recruit(self.components.tiles[self.me.explored[-1]].settlers)
        self.ask_bonus()

    def ask_bonus(self) -> None:
        """Asks whether to take the top bonus tile of the fort, at most three a player (EW-9)."""
        if self.stacks[self.number] and len(self.me.bonus) < BONUSES:
            self.phase = "bonus"
        else:
            self.end_claim()

    def bonus(self) -> None:
        """Takes the top bonus tile of the fort (EW-9)."""
        self.me.bonus.append(self.stacks[self.number].pop(0))
        self.end_claim()

    def no(self, what: str) -> None:
        """Declines the bonus tile or the swap (EW-9, EW-15)."""
        if what == "bonus":
            self.end_claim()
        else:
            self.end_work()

    def end_claim(self) -> None:
        """Refills the row of point cards (EW-9, C-4)."""
        refill(self.points, self.point_deck)
        self.end_work()

    def use(self) -> None:
        """Uses the merchant card below the market (EW-12)."""
        self.perform(self.components.merchants[self.merchants[self.number]], self.end_use)

    def end_use(self) -> None:
        """Puts the used merchant card on the own discard pile (EW-12)."""
        self.me.discard.append(self.merchants[self.number])
        self.end_market()

    def keep(self) -> None:
        """Takes the merchant card into the own route, which may be full (EW-12, EW-13)."""
        if len(self.me.route) == ROUTE:
            self.phase = "replace"
            return
        self.me.route.append(Stop(self.merchants[self.number]))
        self.end_market()

    def replace(self, place: str) -> None:
        """Puts the merchant card in the place of another, whose settlers stay (EW-13)."""
        stop = self.me.route[int(place) - 1]
        self.me.discard.append(stop.card)
        stop.card = self.merchants[self.number]
        self.end_market()

    def end_market(self) -> None:
        """Refills the row of merchants; no extra at a market (EW-10, EW-12, C-4)."""
        self.merchants[self.number] = ""
        refill(self.merchants, self.deck)
        self.end_turn()

    def refresh(self) -> None:
        """Puts the face-up merchants under the deck and lays out new ones; another turn follows (EW-14)."""
        self.deck.extend(card for card in self.merchants if card)
        self.merchants[:] = []
        refill(self.merchants, self.deck)
        self.again = True
        self.end_work()

    def ask_swap(self) -> None:
        """Asks for two cards of the route to swap, if there are two (EW-15)."""
        if len(self.me.route) >= 2:
            self.phase = "swap"
        else:
            self.end_work()

    def swap(self, pair: str) -> None:
        """Swaps two cards of the route with the settlers on them (EW-15)."""
        left, right = (int(place) - 1 for place in pair.split())
        route = self.me.route
        route[left], route[right] = route[right], route[left]
        self.end_work()

    def route(self, place: str) -> None:
        """Places settlers on a card of the own route and begins its effect (EW-16)."""
        needed = self.route_settlers(int(place) - 1)
        stop = self.me.route[int(place) - 1]
        self.me.board -= needed
        stop.settlers = needed
        self.perform(self.components.merchants[stop.card], self.end_turn)

    def rest(self) -> None:
        """Takes all own settlers back from the board and the route (EW-17)."""
        for space in self.spaces.values():
            if space.seat == self.seat:
                self.me.board += space.settlers
                space.seat, space.settlers = None, 0
        for stop in self.me.route:
            self.me.board += stop.settlers
            stop.settlers = 0
        self.end_turn()

    def end_turn(self) -> None:
        """Asks for a discard while over the limit, then passes the turn on (C-3, C-6, EW-14, EW-18)."""
        if len(self.me.caravan) > LIMIT:
            self.phase = "discard"
            return
        if not self.again:
            self.seat = (self.seat + 1) % len(self.players)
            self.over = self.seat == 0 and any(len(player.claimed) >= LAST_CARD for player in self.players)
        self.again = False
        self.phase = "over" if self.over else "turn"

    def scores(self) -> list[int]:
        """Counts all points as things stand (EW-20)."""
        return [self.score(player) for player in self.players]

    def score(self, player: Player) -> int:
        """Counts point cards, bonus and exploration tiles and cubes that are not yellow (EW-20, C-8)."""
        cards = sum(self.components.cards[name].points for name in player.claimed)
        bonuses = sum(self.bonus_points(player, self.components.bonuses[name]) for name in player.bonus)
        tiles = sum(self.components.tiles[name].points for name in player.explored)
        return cards + bonuses + tiles + sum(cube != "Y" for cube in player.caravan)

    def bonus_points(self, player: Player, bonus: Bonus) -> int:
        """Counts the points of one bonus tile (EW-21)."""
        if bonus.score == "settlers":
            return bonus.points * ((SETTLERS - player.reserve) // 2)
        if bonus.score == "merchants":
            return bonus.points * ((len(player.route) + len(player.discard)) // 2)
        counts = Counter(self.components.cards[name].symbol for name in player.claimed)
        left, right = bonus.symbols
        pairs = counts[left] // 2 if left == right else min(counts[left], counts[right])
        return bonus.points * pairs

    def position(self) -> dict[str, object]:
        """Describes the whole table as plain data."""
        return {
            "seat": self.seat,
            "over": self.over,
            "phase": self.phase,
            "again": self.again,
            "forts": list(self.points),
            "point_deck": list(self.point_deck),
            "stacks": [list(stack) for stack in self.stacks],
            "spares": sorted(self.spares),
            "markets": list(self.merchants),
            "merchant_deck": list(self.deck),
            "locations": [space.position() for space in self.spaces.values()],
            "beside": sorted(self.beside),
            "players": [player.position() for player in self.players],
        }
