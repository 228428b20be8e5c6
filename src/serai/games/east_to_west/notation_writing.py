"""From East to West written as text: decisions, deals, reveals and positions."""

from collections.abc import Iterable
from typing import Any

from serai.core.component_set import once_per_set
from serai.core.notation.writing import Fields, deck, draw_order, listed, shared_decisions
from serai.core.numbers import NONE
from serai.core.phases import Phase
from serai.core.piece_names import Names, cubes
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.numbers import (
    BONUS,
    EXPLORE,
    KEEP,
    NO_BONUS,
    NO_SWAP,
    REPLACE,
    REST,
    ROUTE,
    ROUTE_CARDS,
    SWAP,
    USE,
    WORK,
    West,
)

PHRASES = {
    "work _": "works at {}",
    "work _ _": "works at {} {}",
    "work refresh": "refreshes the market",
    "work adjust": "adjusts the route",
    "explore _": "takes the tile {}",
    "route _": "uses card {} of the route",
    "replace _": "replaces card {} of the route",
    "swap _ _": "swaps cards {} and {} of the route",
    "no swap": "swaps nothing",
    "use": "uses the merchant",
    "keep": "takes the merchant into the route",
    "bonus": "takes the bonus tile",
    "no bonus": "leaves the bonus tile",
}
PHASES = {int(phase): phase.name.lower() for kind in (Phase, West) for phase in kind}


@once_per_set
def all_decisions(pieces: WestSet) -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = {action: text for action, text in shared_decisions(REST).items() if not text.startswith("pay")}
    texts |= {USE: "use", KEEP: "keep", BONUS: "bonus", NO_BONUS: "no bonus", NO_SWAP: "no swap"}
    texts |= {WORK + number: f"work {text}" for number, text in enumerate(pieces.location_names.texts)}
    texts |= {EXPLORE + number: f"explore {text}" for number, text in enumerate(pieces.tile_names.texts)}
    for place in range(ROUTE_CARDS):
        texts |= {ROUTE + place: f"route {place + 1}", REPLACE + place: f"replace {place + 1}"}
        texts |= {SWAP + 8 * place + n: f"swap {place + 1} {n + 1}" for n in range(place + 1, ROUTE_CARDS)}
    return dict(sorted(texts.items()))


def decision(pieces: WestSet, state: Fields, action: int) -> str | None:
    """Writes a decision; None if the number names none."""
    return all_decisions(pieces).get(action)


def decisions(pieces: WestSet, state: Fields, actions: Iterable[int]) -> list[str]:
    """Writes legal decisions."""
    texts = all_decisions(pieces)
    return [texts[action] for action in actions]


def deal(pieces: WestSet, state: Fields) -> dict[str, Any]:
    """Returns everything that chance decided in a game that has just been set up (EW-2 to EW-6)."""
    return {
        "merchants": draw_order(state.merchants, pieces.merchant_names),
        "points": draw_order(state.points, pieces.point_names),
        "stacks": stacks(pieces, state),
        "spares": pieces.bonus_names.in_row(state.spares),
        "covered": {pieces.location_names[place]: tile for place, tile in covered(pieces, state).items()},
    }


def stacks(pieces: WestSet, state: Fields) -> list[list[str]]:
    """Lists the bonus tiles of each fort, top first."""
    return [pieces.bonus_names.in_row(list(stack)[::-1]) for stack in state.stacks]


def covered(pieces: WestSet, state: Fields) -> dict[int, str]:
    """Returns the exploration tiles that lie on locations."""
    covers = zip(pieces.covered, state.cover, strict=True)
    return {int(place): pieces.tile_names[tile] for place, tile in covers if tile != NONE}


def reveals(pieces: WestSet, before: Fields, after: Fields) -> list[str]:
    """Lists what a decision revealed: merchants, the new top of a bonus stack, then of the point deck (EW-9)."""
    shown = []
    if after.merchants.left < before.merchants.left:
        shown.append(pieces.merchant_names[after.merchants.cards[-1]])
    elif after.merchants.left > 0 and list(after.merchants.cards) != list(before.merchants.cards):
        shown += pieces.merchant_names.in_row(after.merchants.cards)
    for fort, height in enumerate(after.heights):
        if 0 < height < before.heights[fort]:
            shown.append(pieces.bonus_names[after.stacks[fort][height - 1]])
    if after.points.left < before.points.left and after.points.left > 0:
        shown.append(pieces.point_names[after.points.deck[after.points.left - 1]])
    return shown


def phase_name(state: Fields) -> str:
    """Returns the name of the question being asked."""
    return PHASES[int(state.phase)]


def position(pieces: WestSet, state: Fields) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    under = [f"{pieces.location_names[place]} = {tile}" for place, tile in covered(pieces, state).items()]
    lines = [
        f"east_to_west, {state.seats} players",
        f"asked: {question(pieces, state)}",
        f"points: {row_of_places(state.points, pieces.point_names)}",
        f"markets: {row_of_places(state.merchants, pieces.merchant_names)}",
        f"known: {state.known}",
        f"stacks: {' / '.join(listed(stack) for stack in stacks(pieces, state))}",
        f"spares: {listed(pieces.bonus_names.in_row(state.spares))}",
        f"beside: {listed(pieces.tile_names.of_set(state.beside))}",
        f"covered: {', '.join(under) or '-'}",
    ]
    return "\n".join(lines + [player_line(pieces, state, seat) for seat in range(state.seats)]) + "\n"


def row_of_places(row: Fields, names: Names) -> str:
    """Writes a row of places and its deck."""
    return f"{places(row.cards, names)} / {listed(deck(row, names))}"


def places(cards: Iterable[int], names: Names) -> str:
    """Writes a row of places, `-` for an empty one."""
    return " ".join("-" if card == NONE else names[card] for card in cards)


def question(pieces: WestSet, state: Fields) -> str:
    """Writes who decides what, and where."""
    if state.phase == Phase.OVER:
        return "over"
    again = ", then again" if state.again else ""
    return f"seat {state.seat + 1} {phase_name(state)}{details(pieces, state)}{again}"


def details(pieces: WestSet, state: Fields) -> str:
    """Writes the details of a question."""
    where = f" at {pieces.location_names[state.place]}" if state.place != NONE else " on route"
    match phase_name(state):
        case "upgrade":
            return f" {state.owed}{where}"
        case "trade":
            return f" {pieces.merchant_names[state.card]}{where}"
        case "market" | "replace" | "explore" | "bonus" | "barter" | "swap":
            return where
        case _:
            return ""


def player_line(pieces: WestSet, state: Fields, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    working = [
        f"{pieces.location_names[place]}*{state.settlers[place]}"
        for place in range(len(pieces.locations))
        if int(player.placed) >> place & 1
    ]
    route = [
        f"{pieces.merchant_names[card]}*{settlers}" if settlers else pieces.merchant_names[card]
        for card, settlers in zip(player.route, player.on_route, strict=True)
        if card != NONE
    ]
    return (
        f"{seat + 1}: caravan {cubes(player.caravan) or '-'}, board {player.board}, reserve {player.reserve}, "
        f"at {'; '.join(working) or '-'}, route {listed(route)}, "
        f"spent {listed(pieces.merchant_names.of_set(player.spent))}, "
        f"claimed {listed(pieces.point_names.of_set(player.claimed))}, "
        f"explored {listed(pieces.tile_names.of_set(player.explored))}, "
        f"bonus {listed(pieces.bonus_names.in_row(player.bonus))}"
    )
