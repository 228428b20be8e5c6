"""What a seat of Spice Road may know (C-11): everything but the order of the decks."""

from typing import Any

from serai.core.numbers import NONE
from serai.core.phases import Phase
from serai.core.piece_names import cubes
from serai.core.views.lazy_views import Makers, Position, Row, Shown
from serai.core.views.parts import (
    CARAVAN,
    HAND,
    MERCHANTS,
    cost_words,
    counted,
    draw_merchant_row,
    headline,
    merchant_prices,
    plays_and_trades,
    scores,
)
from serai.games.spice_road.numbers import COINS, PARTS


def view(position: Position) -> Shown:
    """Returns the game's part of a view (C-11); every key is documented in docs/views/spice_road.md."""
    return Shown(KEYS, position)


def points(position: Position) -> list[dict[str, Any]]:
    """Returns the row of point cards, with the coins above its first slots."""
    pieces, coins = position.pieces, position.answers.coins
    return [
        {"card": pieces.point_names[card], "points": pieces.points[card].points, "coin": COINS.get(int(coins[slot]))}
        for slot, card in enumerate(position.state.points.cards)
        if card != NONE
    ]


def lacks(position: Position, seat: int) -> list[str]:
    """Returns the cubes that a player lacks for each point card of the row."""
    cards = position.state.points.cards
    row = zip(cards, position.answers.lacks[seat * len(cards) :], strict=False)
    return [cubes(missing) for card, missing in row if card != NONE]


PLAYER: Makers = {
    **CARAVAN,
    **HAND,
    "claimed": lambda position, seat: position.pieces.point_names.of_set(position.players[seat].claimed),
    "ends": lambda position, seat: bool(position.answers.ends[seat]),
    "lacks": lacks,
    "gold": lambda position, seat: int(position.players[seat].gold),
    "silver": lambda position, seat: int(position.players[seat].silver),
    **scores(PARTS),
}


KEYS: Makers = {
    "repeats": plays_and_trades,
    "phase": lambda position: Phase(position.state.phase).name.lower(),
    "owed": lambda position: int(position.state.owed),
    **MERCHANTS,
    "points": points,
    "points_left": lambda position: int(position.state.points.left),
    "gold": lambda position: int(position.state.gold),
    "silver": lambda position: int(position.state.silver),
    "claims_to_end": lambda position: int(position.answers.to_end),
    "players": lambda position: Row(PLAYER, int(position.state.seats), position),
}


QUESTIONS = {
    "turn": "to play, acquire, claim or rest",
    "upgrade": "to upgrade {owed} more",
    "trade": "to trade {trading} again or stop",
    "pay": "to pay {owed} more for {paying_for}, next onto {paying_onto}",
    "discard": "to discard down to ten cubes",
}


def draw(view: dict[str, Any]) -> str:
    """Draws a view as text, one item per line, so that it also reads well aloud."""
    lines = [
        f"Spice Road, round {view['round']}: {headline(view, QUESTIONS)}",
        f"points     {_points(view)}   ({view['points_left']} in the deck)",
        f"merchants  {draw_merchant_row(view)}",
    ]
    for seat, player in enumerate(view["players"]):
        lines += _draw_player(player, view["names"][seat], view["decides"] == seat)
    return "\n".join(lines)


def _points(view: dict[str, Any]) -> str:
    """Draws the row of point cards with the coins above its first slots."""
    coins = [f" +{place['coin']}×{view[place['coin']]}" if place["coin"] else "" for place in view["points"]]
    cards = [f"{place['card']}={place['points']}" for place in view["points"]]
    return "  ".join(card + coin for card, coin in zip(cards, coins, strict=True))


def _draw_player(player: dict[str, Any], name: str, decides: bool) -> list[str]:
    """Draws what one player has."""
    claimed = counted(player["claimed"], "claimed")
    coins = f"gold {player['gold']}, silver {player['silver']}"
    return [
        f"{'>' if decides else ' '} {name}: {player['score']} points, {claimed}, {coins}",
        f"    caravan {player['caravan'] or '-'}   hand {' '.join(player['hand']) or '-'}   "
        f"played {' '.join(player['played']) or '-'}",
    ]


def costs(view: dict[str, Any]) -> dict[str, str]:
    """Returns what legal decisions cost and bring, as far as the view shows."""
    coins = {f"claim {place['card']}": f"with {place['coin']}" for place in view["points"] if place["coin"]}
    return cost_words(view, merchant_prices(view) | coins)
