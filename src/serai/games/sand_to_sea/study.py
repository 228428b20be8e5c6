"""What a study sees in Sand to Sea."""

from collections.abc import Iterator, Sequence

from serai.core import questions
from serai.core.phases import Phase
from serai.core.records import State
from serai.game import Step
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.rules.state import (
    ACQUIRE,
    BUILD,
    CHOOSE,
    CLOSED,
    DELIVER,
    FREE,
    REST,
    SAIL,
    STATE,
    TAKE,
    BonusPile,
    Sea,
)
from serai.games.sand_to_sea.rules.state import START as START_WITH
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

TITLE = "Sand to Sea"
BOT = "planner"  # the strongest fast bot: it beats `network`
HELD: dict[str, tuple[str, int]] = {}
PARTS = ("victory tiles", "outposts", "points tiles", "cubes")
ACTIONS = ("play", "acquire", "sail only", "build", "market", "deliver", "rest")
START = "The last seat chooses its starting cubes and its island first (SS-6), and later seats win ties (C-7)."


def kinds(pieces: SeaSet) -> tuple[PieceKind, ...]:
    """Describes the pieces of a component set."""
    bonus = ["hold", "sail", *(f"points {points}" for points in pieces.bonus.points)]
    return (
        PieceKind(
            "victory",
            "Victory tiles",
            "victory tile",
            pieces.victory_names.texts,
            "sand_to_sea/victory_tiles.csv",
            verb="delivered",
            points=[tile.points for tile in pieces.victory],
            places=pieces.ports,
            place="port",
        ),
        merchant_kind(
            pieces,
            slots(STATE["merchants"]),
            place="place",
            paid="cubes paid",
            uses="plays",
            ways={"bonus": "as a bonus"},
        ),
        PieceKind(
            "islands",
            "Outposts by island",
            "island",
            pieces.island_names.texts,
            "sand_to_sea/island_tiles.csv",
            verb="built on",
            paid="cubes paid",
            uses="trades",
        ),
        PieceKind("bonus", "Bonus tiles", "bonus tile", bonus, "sand_to_sea/bonus_tiles.csv"),
        PieceKind(
            "start",
            "Starting cubes",
            "group",
            pieces.group_names.texts,
            "sand_to_sea/starting_spices.csv",
            verb="chosen",
        ),
    )


def shown(pieces: SeaSet, state: State) -> list[Piece]:
    """Lists the row, the open ports, the islands of the map and the tops of the piles."""
    ports = [tile for tile in state.ports.cards.tolist() if tile != CLOSED]
    found = in_row("merchants", state.merchants.cards) + in_row("victory", ports)
    found += in_row("islands", state.tiles) + [("start", group) for group in members(state.groups)]
    tops = {BonusPile.HOLD: state.hold, BonusPile.SAIL: state.sail, _points_tile(pieces, state): state.points}
    return found + [("bonus", int(tile)) for tile, left in tops.items() if left > 0]


def _points_tile(pieces: SeaSet, state: State) -> int:
    """Returns the number of the points tile on top of its pile."""
    return int(BonusPile.POINTS + len(pieces.bonus.points) - state.points)


def takings(pieces: SeaSet, before: State, step: Step) -> Iterator[Taking]:
    """Yields the card, tile, outpost or group of cubes that is taken."""
    here = before.players[step.seat].boat
    match step.action:
        case number if ACQUIRE <= number < TAKE:
            slot = before.merchants.cards.tolist().index(number - ACQUIRE)
            yield Taking("merchants", number - ACQUIRE, slot, slot)
        case number if TAKE <= number < SAIL:
            slot = before.merchants.cards.tolist().index(number - TAKE)
            yield Taking("merchants", number - TAKE, slot, 0, "bonus")
        case number if number == BUILD:
            price = int(step.state.owed) if step.state.phase == Sea.BUILD else 0
            yield Taking("islands", int(before.tiles[here]), None, price)
        case number if number == DELIVER:
            port = pieces.map.ports.index(here)
            yield Taking("victory", int(before.ports.cards[port]), port)
        case number if CHOOSE <= number < START_WITH:
            pile = number - CHOOSE
            yield Taking("bonus", _points_tile(pieces, before) if pile == BonusPile.POINTS else pile)
        case number if START_WITH <= number < FREE:
            yield Taking("start", number - START_WITH)


def uses(pieces: SeaSet, before: State, step: Step) -> Iterator[Use]:
    """Yields the card that is played or trades again, or the market traded at."""
    if step.action < ACQUIRE:
        yield Use("merchants", step.action, 1, trades_at_once(pieces, step.action))
    elif step.action == REST + questions.TRADE:
        if before.phase == Phase.TRADE:
            yield Use("merchants", int(before.card), 0, 1)
        else:
            yield Use("islands", int(before.tiles[before.players[step.seat].boat]))


def action(pieces: SeaSet, state: State, actions: Sequence[int]) -> str:
    """Returns the kind of a turn; a boat action by what it did at its destination."""
    first = actions[0]
    if first < TAKE:
        return "play" if first < ACQUIRE else "acquire"
    done = {BUILD: "build", DELIVER: "deliver", REST + questions.TRADE: "market"}
    return "rest" if first == REST else next((done[each] for each in actions if each in done), "sail only")
