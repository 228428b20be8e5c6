"""What a study sees in Sand to Sea."""

from collections.abc import Iterator, Sequence

from serai.game import Step
from serai.notation.sand_to_sea import GROUPS, ISLAND_NAMES, PORTS, VICTORY
from serai.rules import questions
from serai.rules.phases import Phase
from serai.rules.records import SPICES, State
from serai.rules.sea_table import (
    ACQUIRE,
    BOARD,
    BONUS_POINTS,
    BUILD,
    CHOOSE,
    CLOSED,
    DELIVER,
    FREE,
    POINTS_TILES,
    PORT_AT,
    REST,
    SAIL,
    TAKE,
    VICTORY_TILES,
    Bonus,
    Sea,
)
from serai.rules.sea_table import START as START_WITH
from serai.studies.pieces import (
    Kind,
    Piece,
    Taking,
    Use,
    cube_points,
    in_row,
    members,
    merchant_kind,
    trades_at_once,
)

BONUS_NAMES = ["hold", "sail", *(f"points {points}" for points in BONUS_POINTS[:POINTS_TILES])]
TITLE = "Sand to Sea"
KINDS = (
    Kind(
        "victory",
        "Victory tiles",
        "victory tile",
        VICTORY.texts,
        "sand_to_sea/victory_tiles.csv",
        verb="delivered",
        points=[int(tile.points) for tile in VICTORY_TILES],
        places=PORTS,
        place="port",
    ),
    merchant_kind(4, place="place", paid="cubes paid", uses="plays", ways={"bonus": "as a bonus"}),
    Kind(
        "islands",
        "Outposts by island",
        "island",
        ISLAND_NAMES.texts,
        "sand_to_sea/island_tiles.csv",
        verb="built on",
        paid="cubes paid",
        uses="trades",
    ),
    Kind("bonus", "Bonus tiles", "bonus tile", BONUS_NAMES, "sand_to_sea/bonus_tiles.csv"),
    Kind("start", "Starting cubes", "group", GROUPS.texts, "sand_to_sea/starting_spices.csv", verb="chosen"),
)
COINS: dict[str, int] = {}
PARTS = ("victory tiles", "outposts", "points tiles", "cubes")
ACTIONS = ("play", "acquire", "sail only", "build", "market", "deliver", "rest")
START = "The last seat chooses its starting cubes and its island first (SS-6), and later seats win ties (C-7)."


def shown(state: State) -> list[Piece]:
    """Lists the row, the open ports, the islands of the map and the tops of the piles."""
    ports = [tile for tile in state.ports.cards.tolist() if tile != CLOSED]
    found = in_row("merchants", state.merchants.cards) + in_row("victory", ports)
    found += in_row("islands", state.tiles) + [("start", group) for group in members(state.groups)]
    tops = {Bonus.HOLD: state.hold, Bonus.SAIL: state.sail, _points_tile(state): state.points}
    return found + [("bonus", int(tile)) for tile, left in tops.items() if left > 0]


def _points_tile(state: State) -> int:
    """Returns the number of the points tile on top of its pile."""
    return int(Bonus.POINTS + POINTS_TILES - state.points)


def takings(before: State, step: Step) -> Iterator[Taking]:
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
            yield Taking("victory", int(before.ports.cards[PORT_AT[here]]), int(PORT_AT[here]))
        case number if CHOOSE <= number < START_WITH:
            pile = number - CHOOSE
            yield Taking("bonus", _points_tile(before) if pile == Bonus.POINTS else pile)
        case number if START_WITH <= number < FREE:
            yield Taking("start", number - START_WITH)


def uses(before: State, step: Step) -> Iterator[Use]:
    """Yields the card that is played or trades once more, or the market that is traded at."""
    if step.action < ACQUIRE:
        yield Use("merchants", step.action, 1, trades_at_once(step.action))
    elif step.action == REST + questions.TRADE:
        if before.phase == Phase.TRADE:
            yield Use("merchants", int(before.card), 0, 1)
        else:
            yield Use("islands", int(before.tiles[before.players[step.seat].boat]))


def action(state: State, actions: Sequence[int]) -> str:
    """Returns what a turn was; one of the boat by what it did where it went."""
    first = actions[0]
    if first < TAKE:
        return "play" if first < ACQUIRE else "acquire"
    done = {BUILD: "build", DELIVER: "deliver", REST + questions.TRADE: "market"}
    return "rest" if first == REST else next((done[each] for each in actions if each in done), "sail only")


def parts(state: State, seat: int) -> list[int]:
    """Returns the points of victory tiles, of values uncovered by outposts, of points tiles and cubes."""
    player = state.players[seat]
    victory = sum(int(VICTORY_TILES[tile].points) for tile in members(player.victory))
    built = [int(player.outposts & state.markets[symbol]).bit_count() for symbol in range(SPICES)]
    board = sum(int(BOARD[symbol, :count].sum()) for symbol, count in enumerate(built))
    bonus = sum(int(BONUS_POINTS[tile]) for tile in members(player.points))
    return [victory, board, bonus, cube_points(player)]


def goals(state: State, seat: int) -> int:
    """Counts victory tiles (SS-16)."""
    return int(state.players[seat].victory).bit_count()
