"""What a seat of Spice Road may know (C-11): everything but the order of the decks."""

from typing import Any

from serai.notation.cards import MERCHANTS, cubes
from serai.notation.spice_road import POINTS
from serai.rules import games
from serai.rules.phases import Phase
from serai.rules.records import NONE, State
from serai.rules.spice_road import POINT_CARDS
from serai.views.parts import counted, draw_merchant_row, headline, merchant_row


def view(state: State) -> dict[str, Any]:
    """Returns the game's part of a view; every key is documented in docs/views/spice_road.md."""
    return {
        "phase": Phase(state.phase).name.lower(),
        "owed": int(state.owed),
        **merchant_row(state),
        "points": [
            {"card": POINTS[number], "points": int(POINT_CARDS[number].points)}
            for number in state.points.cards
            if number != NONE
        ],
        "points_left": int(state.points.left),
        "gold": int(state.gold),
        "silver": int(state.silver),
        "players": [_player(state, seat) for seat in range(state.seats)],
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    """Returns what lies in front of one player, the hand included (C-11)."""
    player = state.players[seat]
    return {
        "caravan": cubes(player.caravan),
        "hand": MERCHANTS.of_set(player.hand),
        "played": MERCHANTS.of_set(player.played),
        "claimed": POINTS.of_set(player.claimed),
        "gold": int(player.gold),
        "silver": int(player.silver),
        "score": int(games.score(games.values_of(state), state, seat)),
    }


QUESTIONS = {
    "turn": "to play, acquire, claim or rest",
    "upgrade": "to upgrade {owed} more",
    "trade": "to trade {trading} again or stop",
    "pay": "to pay {owed} more for {paying_for}",
    "discard": "to discard down to ten cubes",
}


def draw(view: dict[str, Any]) -> str:
    """Draws a view as text, one thing a line, so that it also reads well aloud."""
    lines = [
        f"Spice Road, round {view['round']}: {headline(view, QUESTIONS)}",
        f"points     {_points(view)}   ({view['points_left']} in the deck)",
        f"merchants  {draw_merchant_row(view)}",
    ]
    for seat, player in enumerate(view["players"]):
        lines += _draw_player(player, view["names"][seat], view["decides"] == seat)
    return "\n".join(lines)


def _points(view: dict[str, Any]) -> str:
    """Draws the row of point cards with the coins above its first places (SR-10, SR-11)."""
    coins = [f" +gold×{view['gold']}"] if view["gold"] else []
    coins += [f" +silver×{view['silver']}"] if view["silver"] else []
    cards = [f"{place['card']}={place['points']}" for place in view["points"]]
    return "  ".join(card + (coins[slot] if slot < len(coins) else "") for slot, card in enumerate(cards))


def _draw_player(player: dict[str, Any], name: str, decides: bool) -> list[str]:
    """Draws what one player has."""
    claimed = counted(player["claimed"], "claimed")
    coins = f"gold {player['gold']}, silver {player['silver']}"
    return [
        f"{'>' if decides else ' '} {name}: {player['score']} points, {claimed}, {coins}",
        f"    caravan {player['caravan'] or '-'}   hand {' '.join(player['hand']) or '-'}   "
        f"played {' '.join(player['played']) or '-'}",
    ]
