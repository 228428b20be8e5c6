"""What a study sees in From East to West."""

from collections.abc import Iterator, Sequence

from serai.core import questions
from serai.core.phases import Phase
from serai.core.records import State
from serai.game import Step
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.rules.state import BONUS, EXPLORE, KEEP, REPLACE, REST, ROUTE, STATE, USE
from serai.studies.pieces import (
    Piece,
    PieceKind,
    Taking,
    Use,
    in_row,
    members,
    merchant_kind,
    slots,
    trades_at_once,
)

FORTS, MARKETS = slots(STATE["points"]), slots(STATE["merchants"])
TITLE = "From East to West"
BOT = "planner"  # uses the whole game: `network` never goes to a market
HELD: dict[str, tuple[str, int]] = {}
PARTS = ("point cards", "bonus tiles", "exploration tiles", "cubes")
ACTIONS = ("gain", "upgrade", "trade", "fort", "market", "refresh", "adjust", "route", "rest")
START = "Later seats start with more cubes (EW-5) and win ties (C-7)."


def kinds(pieces: WestSet) -> tuple[PieceKind, ...]:
    """Describes the pieces of a component set."""
    return (
        PieceKind(
            "points",
            "Point cards",
            "point card",
            pieces.point_names.texts,
            "east_to_west/point_cards.csv",
            verb="claimed",
            points=[card.points for card in pieces.points],
            places=FORTS,
            place="fort",
        ),
        PieceKind(
            "locations",
            "Locations",
            "location",
            pieces.location_names.texts,
            "east_to_west/locations.csv",
            verb="worked at",
            paid="settlers",
        ),
        merchant_kind(pieces, MARKETS, place="market", paid="settlers", ways={"keep": "kept"}, uses="uses", held=()),
        PieceKind(
            "bonus", "Bonus tiles", "bonus tile", pieces.bonus_names.texts, "east_to_west/bonus_tiles.csv", places=FORTS
        ),
        PieceKind(
            "tiles",
            "Exploration tiles",
            "exploration tile",
            pieces.tile_names.texts,
            "east_to_west/exploration_tiles.csv",
            points=[tile.points for tile in pieces.exploration],
        ),
    )


def shown(pieces: WestSet, state: State) -> list[Piece]:
    """Lists the cards above forts and below markets, the tops of the stacks, all locations and remaining tiles."""
    found = in_row("points", state.points.cards) + in_row("merchants", state.merchants.cards)
    tops = [int(state.stacks[fort, height - 1]) for fort, height in enumerate(state.heights) if height > 0]
    found += [("bonus", tile) for tile in tops] + [("tiles", tile) for tile in members(state.beside)]
    return found + in_row("tiles", state.cover) + [("locations", number) for number in range(len(pieces.locations))]


def takings(pieces: WestSet, before: State, step: Step) -> Iterator[Taking]:
    """Yields the location worked at, and the card or tile taken."""
    slot, there = int(before.slot), int(before.settlers[before.place])
    match step.action:
        case number if number < EXPLORE:
            yield Taking("locations", number, None, int(step.state.settlers[number]))
            if pieces.locations[number].kind == "fort":
                fort = pieces.slots_of("fort").index(number)
                yield Taking("points", int(before.points.cards[fort]), fort)
        case number if number < REST:
            yield Taking("tiles", number - EXPLORE)
        case number if number == BONUS:
            yield Taking("bonus", int(before.stacks[slot, before.heights[slot] - 1]), slot)
        case number if number in (USE, KEEP):
            yield Taking("merchants", int(before.merchants.cards[slot]), slot, there, "keep" if number == KEEP else "")


def uses(pieces: WestSet, before: State, step: Step) -> Iterator[Use]:
    """Yields the merchant that is used at a market or on the route, or trades again."""
    if ROUTE <= step.action < REPLACE:
        card = int(before.players[step.seat].route[step.action - ROUTE])
    elif step.action == USE:
        card = int(before.merchants.cards[before.slot])
    elif step.action == REST + questions.TRADE and before.phase == Phase.TRADE:
        yield Use("merchants", int(before.card), 0, 1)
        return
    else:
        return
    yield Use("merchants", card, 1, trades_at_once(pieces, card))


def action(pieces: WestSet, state: State, actions: Sequence[int]) -> str:
    """Returns the kind of a turn; work by the kind of its location."""
    if actions[0] < EXPLORE:
        return pieces.locations[actions[0]].kind
    return "rest" if actions[0] == REST else "route"
