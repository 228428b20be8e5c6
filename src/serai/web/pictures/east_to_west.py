"""What the rules of From East to West draw."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from serai.notation.cards import MERCHANTS, cubes
from serai.notation.east_to_west import BONUS_NAMES, LOCATIONS, POINTS, TILES
from serai.rules.caravans import LIMIT, STARTING_CUBES
from serai.rules.merchants import DECK
from serai.rules.west_components import SYMBOLS, bonus_tiles, point_cards
from serai.rules.west_table import BONUS_TILES, PLACES, POINT_CARDS_TO_END, ROUTE_CARDS, SETTLERS
from serai.views.east_to_west import point_card
from serai.web.look.east_to_west import Stop, adjust_gain, does
from serai.web.look.motion import STILL
from serai.web.look.west_board import Place, halves, place
from serai.web.look.west_pieces import Bonus, PointCard, Tile, bonus, claimable, merchant, tile
from serai.web.look.west_words import WestWords
from serai.web.pictures import common
from serai.web.words import Words

ROW = 4
SEATS = range(2, 5)
OVER = "YYYRRRGGGBBB"
BENEFITS = ("settlers", "discount", "extra", "explore")
View = dict[str, Any]


@dataclass(frozen=True)
class People:
    """The settlers of a player: on the player board, at work, in reserve."""

    hand: int
    out: int
    reserve: int


@dataclass(frozen=True)
class Copies:
    """A kind of bonus tile and how often it is there."""

    tile: Bonus
    copies: int


@dataclass(frozen=True)
class Counted:
    """A card of the file with the numbers of players that it is for: from `least` on."""

    card: PointCard
    least: int


@dataclass(frozen=True)
class Score:
    """A score added up."""

    cards: tuple[PointCard, ...]
    tile: Bonus
    pairs: int
    explored: Tile
    cubes: str

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """Returns the points of cards, the bonus tile, the exploration tile and the cubes (EW-20, EW-21)."""
        left = sum(letter != "Y" for letter in self.cubes)
        return sum(card.points for card in self.cards), self.tile.points * self.pairs, self.explored.points, left

    @property
    def total(self) -> int:
        """Adds it all up."""
        return sum(self.parts)


def cards() -> list[PointCard]:
    """Lists all point cards."""
    return [claimable(name) for name in POINTS.texts]


def table(covered: bool = False) -> View:
    """Lays out a game board; with two or three players two exploration tiles lie on it (EW-4)."""
    hidden = iter(TILES.texts)
    stacks = iter(common.apart(range(len(bonus_tiles())), 4))
    used = [number for number, card in enumerate(point_cards()) if not card.black]
    forts = [
        {"card": point_card(number), "bonus": BONUS_NAMES[next(stacks)], "bonus_left": found.bonus_stack}
        for number, found in zip(various(used), [found for found in PLACES if found.kind == "fort"], strict=True)
    ]
    return {
        "locations": [
            {
                "location": LOCATIONS[number],
                "kind": found.kind,
                "printed": found.settlers,
                "link": found.link,
                "seat": None,
                "settlers": 0,
                "tile": next(hidden) if covered and found.covered else None,
            }
            for number, found in enumerate(PLACES)
        ],
        "forts": forts,
        "markets": market_names()[:ROW],
        "merchants_left": len(DECK) - ROW,
        "players": [{"caravan": "YYYRRGB", "board": 6, "claimed": [], "route": [], "spent": []}],
        "legal": [],
        "working": None,
    }


def various(used: list[int]) -> list[int]:
    """Picks four point cards from cheap to dear, two apart from an even spacing so that their benefits differ."""
    return [used[min(len(used) - 1, place * len(used) // 4 + 2 * place)] for place in range(4)]


def market_names() -> list[str]:
    """Lists the merchant deck by name, its kinds taking turns."""
    return [next(name for name in MERCHANTS.texts if name.partition("#")[0] == text) for text in common.mixed()]


def first(fits: Callable[[Any], bool]) -> int:
    """Finds the first location of a sort; the first of all if the file has none."""
    return next((number for number, found in enumerate(PLACES) if fits(found)), 0)


def worked(view: View, number: int, seat: int | None, settlers: int, claimed: list[str] | None = None) -> Place:
    """Shows a location with settlers on it, as seat 1 sees it with the cards that it has claimed."""
    found = {**view["locations"][number], "seat": seat, "settlers": settlers, "tile": None}
    there = [found if place == number else other for place, other in enumerate(view["locations"])]
    players = [{**view["players"][0], "claimed": claimed or []}]
    return place({**view, "locations": there, "players": players}, 0, number)


def working() -> dict[str, Any]:
    """Shows settlers being placed: on an empty location, on one where others stand, and with a discount (EW-7)."""
    view = table()
    number = first(lambda found: found.kind == "gain" and found.settlers == 2)
    printed = PLACES[number].settlers
    cheaper = next((card for card in cards() if card.benefit == f"discount:{PLACES[number].link}"), None)
    names = [POINTS.texts[cheaper.number]] if cheaper else []
    return {
        "printed": printed,
        "more": printed + 1,
        "empty": worked(view, number, None, 0),
        "mine": worked(view, number, 0, printed),
        "theirs": worked(view, number, 1, printed),
        "pushed": worked(view, number, 0, printed + 1),
        "cheaper": worked(view, number, None, 0, names),
        "discount": cheaper,
    }


def route() -> dict[str, list[Stop]]:
    """Shows a trade route: what its cards cost, and what changes when one is used (EW-16)."""
    names = market_names()[:4]
    return {"before": stops(names, {1: 2}), "after": stops(names, {1: 2, 3: 3})}


def stops(names: list[str], standing: dict[int, int]) -> list[Stop]:
    """Lays out a route with settlers on some of its cards."""
    found: list[Stop] = []
    for at, name in enumerate(names):
        card, settlers = merchant(name), standing.get(at, 0)
        fee = 0 if settlers else 1 + sum(not stop.settlers for stop in found)
        found.append(Stop(card, settlers, fee, "spent" if settlers else "", "", card.text))
    return found


def fort() -> dict[str, Any]:
    """Shows a point card being claimed at a fort (EW-9)."""
    view = table()
    number = first(lambda found: found.kind == "fort")
    card = claimable(view["forts"][0]["card"]["card"])
    return {
        "before": worked(view, number, None, 0),
        "card": card,
        "tile": bonus(view["forts"][0]["bonus"]),
        "held": common.ordered(card.cost + "YG"),
        "kept": "YG",
    }


def by_benefit() -> dict[str, PointCard]:
    """Finds a card of each benefit, as far as the file has one."""
    found: dict[str, PointCard] = {}
    for card in cards():
        found.setdefault(card.benefit.partition(":")[0], card)
    return {name: found[name] for name in BENEFITS if name in found}


def score() -> Score:
    """Adds up a score with a pair of symbols."""
    pair = next((bonus(name) for name in BONUS_NAMES.texts if bonus(name).score == "pair"), bonus(BONUS_NAMES.texts[0]))
    one, other = pair.symbols or (SYMBOLS[0], SYMBOLS[1])
    symbols = [one, one, one, other, other] + [symbol for symbol in SYMBOLS if symbol not in (one, other)] + [one]
    left, chosen = cards(), []
    for symbol in symbols[:POINT_CARDS_TO_END]:
        card = next((card for card in left if card.symbol == symbol), left[0])
        left.remove(card)
        chosen.append(card)
    owned = [card.symbol for card in chosen]
    pairs = owned.count(one) // 2 if one == other else min(owned.count(one), owned.count(other))
    return Score(tuple(chosen), pair, pairs, tile(TILES.texts[0]), "YYRGB")


def boards() -> dict[str, list[Place]]:
    """Lists all locations by kind."""
    view = table()
    found: dict[str, list[Place]] = {}
    for number in range(len(PLACES)):
        made = place(view, 0, number)
        found.setdefault(made.kind, []).append(made)
    return found


def pictures(say: Words) -> dict[str, Any]:
    """Returns everything that the page draws, and what the macros of the table look up."""
    words, view = WestWords(say.translations), table()
    numbers = range(len(PLACES))
    names = market_names()
    covered = next((number for number, found in enumerate(PLACES) if found.covered), 0)
    seat = say.translations.gettext("Seat %(seat)d")
    return {
        "words": words,
        "names": [seat % {"seat": number + 1} for number in range(4)],
        "phase": "rules",
        "fees": True,
        "fresh": set(),
        "hinted": None,
        "moves": STILL,
        "states": dict.fromkeys(numbers, "is-plain"),
        "labels": {number: does(words, place(view, 0, number)) for number in numbers},
        "repeats": dict.fromkeys(numbers, ()),
        "adjust_gain": adjust_gain(),
        "limit": LIMIT,
        "halves": halves(view, 0),
        "places": boards(),
        "working": working(),
        "fort": fort(),
        "benefits": by_benefit(),
        "covered": place(table(covered=True), 0, covered),
        "opened": place(view, 0, covered),
        "market": {"before": [merchant(name).text for name in names[:ROW]], "new": merchant(names[ROW]).text},
        "refreshed": [merchant(name).text for name in names[ROW : 2 * ROW]],
        "route": route(),
        "people": {"start": People(6, 0, 6), "busy": People(1, 5, 6), "rested": People(6, 0, 6)},
        "settlers": SETTLERS,
        "route_room": ROUTE_CARDS,
        "bonus_room": BONUS_TILES,
        "to_end": POINT_CARDS_TO_END,
        "gaining": common.gaining(common.deck()[1:]),
        "upgrading": common.upgrading(common.deck()),
        "trading": common.trading(),
        "over": OVER,
        "returned": "YY",
        "starting_cubes": [cubes((*counts, 0, 0)) for counts in STARTING_CUBES[:4]],
        "counts": [counted(number) for number in SEATS],
        "score": score(),
        "merchants": {group: found for group, found in common.all_merchants().items() if group != "starting"},
        "points": [Counted(card, found.least) for card, found in zip(cards(), point_cards(), strict=True)],
        "bonus": [
            Copies(bonus(name), found.copies) for name, found in zip(BONUS_NAMES.texts, bonus_tiles(), strict=True)
        ],
        "explorations": [tile(name) for name in TILES.texts],
    }


def counted(players: int) -> tuple[int, int, int, int]:
    """Returns what depends on the number of players: it, settlers at hand, point cards used, tiles on locations."""
    used = sum(card.least <= players and not card.black for card in point_cards())
    return players, 7 if players == 2 else 6, used, 2 if players < 4 else 0
