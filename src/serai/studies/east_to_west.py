"""What a study sees in From East to West."""

from collections.abc import Iterator, Sequence

from serai.game import Step
from serai.notation.east_to_west import BONUS_NAMES, LOCATIONS, POINTS, TILES
from serai.rules import games, questions
from serai.rules.phases import Phase
from serai.rules.records import State
from serai.rules.west_table import (
    BONUS,
    EXPLORATION,
    EXPLORE,
    KEEP,
    PLACES,
    POINT_CARDS,
    REPLACE,
    REST,
    ROUTE,
    USE,
)
from serai.rules.west_table import LOCATIONS as LOCATION_ROWS
from serai.rules.west_table import Kind as Does
from serai.studies.pieces import (
    Kind,
    Piece,
    Taking,
    Use,
    cube_points,
    in_row,
    members,
    merchant_kind,
    numbered,
    trades_at_once,
)

FORTS = MARKETS = numbered(4)
TITLE = "From East to West"
KINDS = (
    Kind(
        "points",
        "Point cards",
        "point card",
        POINTS.texts,
        "east_to_west/point_cards.csv",
        verb="claimed",
        points=[int(card.points) for card in POINT_CARDS],
        places=FORTS,
        place="fort",
    ),
    Kind(
        "locations",
        "Locations",
        "location",
        LOCATIONS.texts,
        "east_to_west/locations.csv",
        verb="worked at",
        paid="settlers",
    ),
    merchant_kind(4, place="market", paid="settlers", ways={"keep": "kept"}, uses="uses", held=()),
    Kind("bonus", "Bonus tiles", "bonus tile", BONUS_NAMES.texts, "east_to_west/bonus_tiles.csv", places=FORTS),
    Kind(
        "tiles",
        "Exploration tiles",
        "exploration tile",
        TILES.texts,
        "east_to_west/exploration_tiles.csv",
        points=[int(tile.points) for tile in EXPLORATION],
    ),
)
COINS: dict[str, int] = {}
PARTS = ("point cards", "bonus tiles", "exploration tiles", "cubes")
ACTIONS = ("gain", "upgrade", "trade", "fort", "market", "refresh", "adjust", "route", "rest")
START = "Later seats start with more cubes (EW-5) and win ties (C-7)."


def shown(state: State) -> list[Piece]:
    """Lists the cards above forts and below markets, the tops of the stacks, all locations and tiles left."""
    found = in_row("points", state.points.cards) + in_row("merchants", state.merchants.cards)
    tops = [int(state.stacks[fort, height - 1]) for fort, height in enumerate(state.heights) if height > 0]
    found += [("bonus", tile) for tile in tops] + [("tiles", tile) for tile in members(state.beside)]
    return found + in_row("tiles", state.cover) + [("locations", number) for number in range(len(PLACES))]


def takings(before: State, step: Step) -> Iterator[Taking]:
    """Yields the location that is worked at, and the card or tile that is taken."""
    slot, there = int(before.slot), int(before.settlers[before.place])
    match step.action:
        case number if number < EXPLORE:
            yield Taking("locations", number, None, int(step.state.settlers[number]))
            if LOCATION_ROWS[number].kind == Does.FORT:
                fort = int(LOCATION_ROWS[number].slot)
                yield Taking("points", int(before.points.cards[fort]), fort)
        case number if number < REST:
            yield Taking("tiles", number - EXPLORE)
        case number if number == BONUS:
            yield Taking("bonus", int(before.stacks[slot, before.heights[slot] - 1]), slot)
        case number if number in (USE, KEEP):
            yield Taking("merchants", int(before.merchants.cards[slot]), slot, there, "keep" if number == KEEP else "")


def uses(before: State, step: Step) -> Iterator[Use]:
    """Yields the merchant that is used at a market or on the route, or trades once more."""
    if ROUTE <= step.action < REPLACE:
        card = int(before.players[step.seat].route[step.action - ROUTE])
    elif step.action == USE:
        card = int(before.merchants.cards[before.slot])
    elif step.action == REST + questions.TRADE and before.phase == Phase.TRADE:
        yield Use("merchants", int(before.card), 0, 1)
        return
    else:
        return
    yield Use("merchants", card, 1, trades_at_once(card))


def action(state: State, actions: Sequence[int]) -> str:
    """Returns what a turn was; work by the kind of its location."""
    if actions[0] < EXPLORE:
        return PLACES[actions[0]].kind
    return "rest" if actions[0] == REST else "route"


def parts(state: State, seat: int) -> list[int]:
    """Returns the points of cards, bonus tiles (what the others leave of the score), exploration tiles and cubes."""
    player = state.players[seat]
    cards = sum(int(POINT_CARDS[card].points) for card in members(player.claimed))
    explored = sum(int(EXPLORATION[tile].points) for tile in members(player.explored))
    cubes = cube_points(player)
    return [cards, int(games.score(games.values_of(state), state, seat)) - cards - explored - cubes, explored, cubes]


def goals(state: State, seat: int) -> int:
    """Counts point cards (EW-19)."""
    return int(state.players[seat].claimed).bit_count()
