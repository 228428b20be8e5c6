"""Sand to Sea written as text: decisions, deals, reveals and positions."""

from collections.abc import Iterable, Sequence
from typing import Any

from serai.core.component_set import once_per_set
from serai.core.components import SPICES
from serai.core.notation.writing import Fields, deck, draw_order, listed, merchant_row, shared_decisions
from serai.core.numbers import NONE
from serai.core.phases import Phase
from serai.core.piece_names import cubes
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.numbers import (
    ACQUIRE,
    BUILD,
    CHOOSE,
    DELIVER,
    FREE,
    GIVE,
    PLACE,
    PLAY,
    REST,
    SAIL,
    START,
    TAKE,
    BonusPile,
    Sea,
)
from serai.games.sand_to_sea.pieces import MOST_WAYS

PHRASES = {
    "start _": "starts with {}",
    "place _": "places the boat on {}",
    "sail _": "sails to {}",
    "sail _ _": "sails to {} for {}",
    "build": "builds an outpost",
    "trade _": "trades {}",
    "play trade _": "trades {} more",
    "give _": "gives {} as toll",
    "choose hold": "chooses a larger hold",
    "choose sail": "chooses a free step",
    "choose points": "chooses points",
    "take _": "takes {} as a bonus",
}
PHASES = {int(phase): phase.name.lower() for kind in (Phase, Sea) for phase in kind}


@once_per_set
def all_decisions(pieces: SeaSet) -> dict[int, str]:
    """Returns the text of every action number; a step names the neighbour by its place in the map file."""
    texts = shared_decisions(REST) | {BUILD: "build", DELIVER: "deliver"}
    for block, verb in (PLAY, "play"), (ACQUIRE, "acquire"), (TAKE, "take"):
        texts |= {block + number: f"{verb} {text}" for number, text in enumerate(pieces.merchant_names.texts)}
    for way in range(MOST_WAYS):
        texts |= {
            SAIL + 64 * way + n: f"sail (neighbour {way + 1}) {card}"
            for n, card in enumerate(pieces.merchant_names.texts)
        }
        texts[FREE + way] = f"sail (neighbour {way + 1})"
    texts |= {PLACE + space: f"place {name}" for space, name in enumerate(pieces.map.names)}
    texts |= {GIVE + spice: f"give {letter}" for spice, letter in enumerate(SPICES)}
    texts |= {CHOOSE + pile: f"choose {pile.name.lower()}" for pile in BonusPile}
    texts |= {START + number: f"start {group}" for number, group in enumerate(pieces.group_names.texts)}
    return dict(sorted(texts.items()))


def decision(pieces: SeaSet, state: Fields, action: int) -> str | None:
    """Writes a decision; a step names the space that it leads to."""
    text = all_decisions(pieces).get(action)
    if text is None or not (SAIL <= action < PLACE or action >= FREE):
        return text
    way, near = way_of(action), pieces.map.neighbours[state.players[state.seat].boat]
    return step(pieces, near, action) if way < len(near) else None


def way_of(action: int) -> int:
    """Returns which neighbour of its space a step leads to."""
    return action - FREE if action >= FREE else (action - SAIL) // 64


def step(pieces: SeaSet, near: Sequence[int], action: int) -> str:
    """Writes a step from a space with these neighbours."""
    text = f"sail {pieces.map.names[near[way_of(action)]]}"
    return text if action >= FREE else f"{text} {pieces.merchant_names[action % 64]}"


def decisions(pieces: SeaSet, state: Fields, actions: Iterable[int]) -> list[str]:
    """Writes legal decisions; a turn may offer a hundred steps."""
    texts, boat = all_decisions(pieces), state.players[state.seat].boat
    near = pieces.map.neighbours[boat] if boat != NONE else ()
    return [
        step(pieces, near, action) if SAIL <= action < PLACE or action >= FREE else texts[action] for action in actions
    ]


def deal(pieces: SeaSet, state: Fields) -> dict[str, Any]:
    """Returns everything that chance decided in a game that has just been set up (SS-1 to SS-3)."""
    return {
        "merchants": draw_order(state.merchants, pieces.merchant_names),
        "tiles": tiles(pieces, state),
        "victory": draw_order(state.ports, pieces.victory_names),
    }


def tiles(pieces: SeaSet, state: Fields) -> dict[str, str]:
    """Returns the tiles on the spaces that are not ports."""
    laid = dict(zip(pieces.map.names, state.tiles, strict=True))
    return {name: tile_text(pieces, laid[name]) for name in pieces.open_spaces}


def tile_text(pieces: SeaSet, tile: int) -> str:
    """Writes an island, or `sea`."""
    return "sea" if tile == NONE else pieces.island_names[tile]


def reveals(pieces: SeaSet, before: Fields, after: Fields) -> list[str]:
    """Lists the cards and tiles that a decision revealed."""
    shown = [pieces.merchant_names[after.merchants.cards[-1]]] if after.merchants.left < before.merchants.left else []
    return shown + (
        [pieces.victory_names[before.ports.deck[after.ports.left]]] if after.ports.left < before.ports.left else []
    )


def position(pieces: SeaSet, state: Fields) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    ports = ", ".join(f"{name} {port_tile(pieces, state, port)}" for port, name in enumerate(pieces.ports))
    points = pieces.points_names.texts[len(pieces.points_names) - state.points :]
    lines = [
        f"sand_to_sea, {state.seats} players",
        f"asked: {question(pieces, state)}",
        f"tiles: {', '.join(f'{name} {tile}' for name, tile in tiles(pieces, state).items())}",
        f"merchants: {merchant_row(pieces, state.merchants)}",
        f"ports: {ports} / {listed(deck(state.ports, pieces.victory_names))}",
        f"bonus: hold {state.hold}, sail {state.sail}, points {listed(points)}",
        f"groups: {listed(pieces.group_names.of_set(state.groups))}",
    ]
    return "\n".join(lines + [player_line(pieces, state, seat) for seat in range(state.seats)]) + "\n"


def port_tile(pieces: SeaSet, state: Fields, port: int) -> str:
    """Returns the tile in a port, `-` if there is none."""
    tile = state.ports.cards[port]
    return "-" if tile == NONE else pieces.victory_names[tile]


def phase_name(state: Fields) -> str:
    """Returns the name of the question being asked."""
    return PHASES[int(state.phase)]


def question(pieces: SeaSet, state: Fields) -> str:
    """Writes who decides what, in whose turn."""
    if state.phase == Phase.OVER:
        return "over"
    return f"seat {state.seat + 1} in turn {state.turn + 1} {phase_name(state)}{details(pieces, state)}"


def details(pieces: SeaSet, state: Fields) -> str:
    """Writes the details of a question."""
    match phase_name(state):
        case "pay":
            return f" {state.owed} for place {state.slot + 1}"
        case "upgrade" | "build":
            return f" {state.owed}"
        case "trade":
            return f" {pieces.merchant_names[state.card]}"
        case "sail":
            return f" {state.free}"
        case "toll":
            return f" {state.payee + 1}"
        case "bonus":
            return f" {state.column + 1}"
        case _:
            return ""


def player_line(pieces: SeaSet, state: Fields, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    boat = "-" if player.boat == NONE else pieces.map.names[player.boat]
    cards = ", ".join(
        f"{pile} {listed(pieces.merchant_names.of_set(getattr(player, pile)))}" for pile in ("hand", "played", "spent")
    )
    return (
        f"{seat + 1}: boat {boat}, caravan {cubes(player.caravan) or '-'}, {cards}, "
        f"outposts {listed(pieces.space_names.of_set(player.outposts))}, "
        f"victory {listed(pieces.victory_names.of_set(player.victory))}, "
        f"hold {player.hold}, sail {player.sail}, points {listed(pieces.points_names.of_set(player.points))}"
    )
