"""What a seat of Caravan Race may know (C-11): everything but the order of the deck."""

from typing import Any

from caravan_race.numbers import PARTS, STAGES
from serai.core.components import SPICES
from serai.core.phases import Phase
from serai.core.piece_names import cubes
from serai.core.views.lazy_views import Makers, Position, Row, Shown
from serai.core.views.parts import headline, scores

PLAYER: Makers = {
    "stage": lambda position, seat: int(position.players[seat].stage),
    "caravan": lambda position, seat: cubes(position.players[seat].caravan),
    "first": lambda position, seat: bool(position.state.first == seat),
    **scores(PARTS),
}
KEYS: Makers = {
    "phase": lambda position: Phase(position.state.phase).name.lower(),
    "market": lambda position: position.pieces.goods_names.in_row(position.state.market.cards),
    "market_left": lambda position: int(position.state.market.left),
    "stages": lambda position: STAGES,
    "tolls": lambda position: [spice for spice, toll in zip(SPICES, position.answers.tolls, strict=True) if toll],
    "players": lambda position: Row(PLAYER, position.state.seats, position),
}
QUESTIONS = {"turn": "to load, travel or rest", "pay": "to pay a cube as toll"}


def view(position: Position) -> Shown:
    """Returns the game's part of a view: the makers of its keys, each called when its value is asked for."""
    return Shown(KEYS, position)


def costs(view: dict[str, Any]) -> dict[str, str]:
    """Returns what legal decisions cost."""
    tolls = {f"travel {spice}": "toll" for spice in view["tolls"]}
    return {text: tolls[text] for text in view["legal"] if text in tolls}


def draw(view: dict[str, Any]) -> str:
    """Draws a view as text, one thing a line, so that it also reads well aloud."""
    lines = [
        f"Caravan Race, round {view['round']}: {headline(view, QUESTIONS)}",
        f"market  {'  '.join(view['market']) or '-'}   ({view['market_left']} in the deck)",
    ]
    for seat, player in enumerate(view["players"]):
        arrow = ">" if view["decides"] == seat else " "
        place = f"stage {player['stage']} of {view['stages']}{', first to arrive' if player['first'] else ''}"
        lines.append(f"{arrow} {view['names'][seat]}: {player['score']} points, {place}, {player['caravan'] or '-'}")
    return "\n".join(lines)
