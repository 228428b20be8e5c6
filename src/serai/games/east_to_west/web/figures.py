"""What the rules of From East to West draw."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from serai.core.bits import set_of
from serai.core.caravans import LIMIT, STARTING_CUBES
from serai.core.notation.cards import cubes, parse_cubes
from serai.core.records import NONE, State
from serai.core.views.lazy_views import in_full
from serai.core.views.states import seen
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.numbers import BONUS_TILES, ROUTE_CARDS, SETTLERS
from serai.games.east_to_west.pieces import SYMBOLS
from serai.games.east_to_west.rules import claims_to_end, settlers_at_start, tiles_on_locations
from serai.games.east_to_west.web.board import Stop, adjust_gain, does
from serai.games.east_to_west.web.pieces import Bonus, PointCard, Tile, bonus, claimable, merchant, tile
from serai.games.east_to_west.web.places import DrawnLocation, halves, place
from serai.games.east_to_west.web.words import WestWords
from serai.web.drawing import example_games, examples
from serai.web.drawing.motion import STILL
from serai.web.drawing.words import Words

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
    """A kind of bonus tile and its number of copies."""

    tile: Bonus
    copies: int


@dataclass(frozen=True)
class Counted:
    """A card of the file, for `least` players or more."""

    card: PointCard
    least: int


@dataclass(frozen=True)
class Score(examples.Score):
    """A score added up, with the pieces that it counts."""

    cards: tuple[PointCard, ...]
    tile: Bonus
    pairs: int
    explored: Tile


def cards(pieces: WestSet) -> list[PointCard]:
    """Lists all point cards."""
    return [claimable(pieces, name) for name in pieces.point_names.texts]


def table(pieces: WestSet, covered: bool = False) -> State:
    """Lays out a game board; with two or three players two exploration tiles lie on it (EW-4)."""
    state, used = (
        example_games.dealt(pieces, 2 if covered else 4),
        [n for n, card in enumerate(pieces.points) if not card.black],
    )
    state.points.cards[:] = various(used)
    state.merchants.cards[:] = [pieces.merchant_names.number(name) for name in market_names(pieces)[:ROW]]
    state.cover[:] = [0, 1] if covered else NONE
    for fort, kind in enumerate(examples.apart(range(len(pieces.bonus)), 4)):
        state.stacks[fort, state.heights[fort] - 1] = kind
    state.players[0].caravan[:] = parse_cubes("YYYRRGB")
    state.players[0].board = 6
    return state


def view_of(pieces: WestSet, state: State) -> View:
    """Returns a board as the first seat sees it, with nothing to decide."""
    return {**in_full(seen(pieces, pieces.values(), state)), "legal": []}


def various(used: list[int]) -> list[int]:
    """Picks four point cards from cheap to expensive, two of them off even spacing so that their benefits differ."""
    return [used[min(len(used) - 1, place * len(used) // 4 + 2 * place)] for place in range(4)]


def market_names(pieces: WestSet) -> list[str]:
    """Lists the merchant deck by name, with alternating kinds."""
    return [
        next(name for name in pieces.merchant_names.texts if name.partition("#")[0] == text)
        for text in examples.mixed(pieces)
    ]


def first(pieces: WestSet, fits: Callable[[Any], bool]) -> int:
    """Finds the first location that fits; the very first if the file has none."""
    return next((number for number, found in enumerate(pieces.locations) if fits(found)), 0)


def worked(
    pieces: WestSet, number: int, seat: int | None, settlers: int, claimed: list[int] | None = None
) -> DrawnLocation:
    """Shows a location with settlers on it, as seat 1 sees it with its claimed cards."""
    state = table(pieces)
    state.settlers[number] = settlers
    state.players[0].claimed = set_of(claimed or [])
    if seat is not None:
        state.players[seat].placed = set_of([number])
    return place(pieces, view_of(pieces, state), number)


def working(pieces: WestSet) -> dict[str, Any]:
    """Shows settlers being placed: on an empty location, on one where others stand, and with a discount (EW-7)."""
    number = first(pieces, lambda found: found.kind == "gain" and found.settlers == 2)
    printed = pieces.locations[number].settlers
    cheaper = next(
        (card for card in cards(pieces) if card.benefit == f"discount:{pieces.locations[number].link}"), None
    )
    claimed = [cheaper.number] if cheaper else []
    return {
        "printed": printed,
        "more": printed + 1,
        "empty": worked(pieces, number, None, 0),
        "mine": worked(pieces, number, 0, printed),
        "theirs": worked(pieces, number, 1, printed),
        "pushed": worked(pieces, number, 0, printed + 1),
        "cheaper": worked(pieces, number, None, 0, claimed),
        "discount": cheaper,
    }


def route(pieces: WestSet) -> dict[str, list[Stop]]:
    """Shows a trade route: what its cards cost, and what changes when one is used (EW-16)."""
    names = market_names(pieces)[:4]
    return {"before": stops(pieces, names, {1: 2}), "after": stops(pieces, names, {1: 2, 3: 3})}


def stops(pieces: WestSet, names: list[str], standing: dict[int, int]) -> list[Stop]:
    """Lays out a route with settlers on some of its cards."""
    state = table(pieces)
    for at, name in enumerate(names):
        state.players[0].route[at] = pieces.merchant_names.number(name)
        state.players[0].on_route[at] = standing.get(at, 0)
    route = [
        (merchant(pieces, found["card"]), found["settlers"], found["costs"])
        for found in view_of(pieces, state)["players"][0]["route"]
    ]
    return [Stop(card, there, fee, "spent" if there else "", "", card.text) for card, there, fee in route]


def fort(pieces: WestSet) -> dict[str, Any]:
    """Shows a point card being claimed at a fort (EW-9)."""
    view = view_of(pieces, table(pieces))
    number = first(pieces, lambda found: found.kind == "fort")
    card = claimable(pieces, view["forts"][0]["card"]["card"])
    return {
        "before": worked(pieces, number, None, 0),
        "card": card,
        "tile": bonus(pieces, view["forts"][0]["bonus"]),
        "held": examples.ordered(card.cost + "YG"),
        "kept": "YG",
    }


def by_benefit(pieces: WestSet) -> dict[str, PointCard]:
    """Finds a card for each benefit that the file has."""
    found: dict[str, PointCard] = {}
    for card in cards(pieces):
        found.setdefault(card.benefit.partition(":")[0], card)
    return {name: found[name] for name in BENEFITS if name in found}


def score(pieces: WestSet) -> Score:
    """Adds up a score with a pair of symbols."""
    kind = next((number for number, found in enumerate(pieces.bonus) if found.score == "pair"), 0)
    pair = bonus(pieces, pieces.bonus_names[kind])
    one, other = pair.symbols or (SYMBOLS[0], SYMBOLS[1])
    symbols = [one, one, one, other, other] + [symbol for symbol in SYMBOLS if symbol not in (one, other)] + [one]
    left, chosen = cards(pieces), []
    for symbol in symbols[: claims_to_end(2)]:
        card = next((card for card in left if card.symbol == symbol), left[0])
        left.remove(card)
        chosen.append(card)
    state, held = example_games.dealt(pieces, 2), "YYRGB"
    player = state.players[0]
    player.claimed, player.explored = set_of([card.number for card in chosen]), set_of([0])
    player.bonus[0] = kind
    player.caravan[:] = parse_cubes(held)
    parts = example_games.parts_of(pieces, state)
    pairs = parts[1] // max(1, pair.points)
    return Score(held, parts, tuple(chosen), pair, pairs, tile(pieces, pieces.tile_names.texts[0]))


def boards(pieces: WestSet) -> dict[str, list[DrawnLocation]]:
    """Lists all locations by kind."""
    view = view_of(pieces, table(pieces))
    found: dict[str, list[DrawnLocation]] = {}
    for number in range(len(pieces.locations)):
        made = place(pieces, view, number)
        found.setdefault(made.kind, []).append(made)
    return found


def figures(pieces: WestSet, say: Words) -> dict[str, Any]:
    """Returns everything the page draws, and what the table's macros look up."""
    words, view = WestWords(say.translations), view_of(pieces, table(pieces))
    numbers = range(len(pieces.locations))
    names = market_names(pieces)
    covered = next((number for number, found in enumerate(pieces.locations) if found.covered), 0)
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
        "labels": {number: does(words, place(pieces, view, number)) for number in numbers},
        "repeats": dict.fromkeys(numbers, ()),
        "adjust_gain": adjust_gain(pieces),
        "limit": LIMIT,
        "halves": halves(pieces, view),
        "places": boards(pieces),
        "working": working(pieces),
        "fort": fort(pieces),
        "benefits": by_benefit(pieces),
        "covered": place(pieces, view_of(pieces, table(pieces, covered=True)), covered),
        "opened": place(pieces, view, covered),
        "market": {
            "before": [merchant(pieces, name).text for name in names[:ROW]],
            "new": merchant(pieces, names[ROW]).text,
        },
        "refreshed": [merchant(pieces, name).text for name in names[ROW : 2 * ROW]],
        "route": route(pieces),
        "people": {"start": People(6, 0, 6), "busy": People(1, 5, 6), "rested": People(6, 0, 6)},
        "settlers": SETTLERS,
        "route_room": ROUTE_CARDS,
        "bonus_room": BONUS_TILES,
        "to_end": claims_to_end(2),
        "gaining": examples.gaining(examples.deck(pieces)[1:]),
        "upgrading": examples.upgrading(examples.deck(pieces)),
        "trading": examples.trading(pieces),
        "over": OVER,
        "returned": "YY",
        "starting_cubes": [cubes((*counts, 0, 0)) for counts in STARTING_CUBES[:4]],
        "counts": [counted(pieces, number) for number in SEATS],
        "score": score(pieces),
        "merchants": {group: found for group, found in examples.all_merchants(pieces).items() if group != "starting"},
        "merchants_file": "spice_road/merchant_cards",
        "points": [Counted(card, found.least) for card, found in zip(cards(pieces), pieces.points, strict=True)],
        "bonus": [
            Copies(bonus(pieces, name), found.copies)
            for name, found in zip(pieces.bonus_names.texts, pieces.bonus, strict=True)
        ],
        "explorations": [tile(pieces, name) for name in pieces.tile_names.texts],
    }


def counted(pieces: WestSet, players: int) -> tuple[int, int, int, int]:
    """Returns the number of players and what depends on it: settlers, point cards used, tiles on locations."""
    used = sum(card.least <= players and not card.black for card in pieces.points)
    return players, settlers_at_start(players), used, tiles_on_locations(players)
