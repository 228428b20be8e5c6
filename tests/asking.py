"""Questions that tests put to bots."""

from serai.bots.base import Question
from serai.core.records import State
from tests.positions import decisions
from tests.standard import pieces_of, values_of

# Seat 2 can end the game by its sixth claim, and wins unless the first seat has claimed much.
LAST_CLAIM = """spice_road, 2 players
    asked: seat 2 turn
    merchants: YYY RR G B +3 YR
    points: YYRR YYYRR RRRR YYGG YYRRR
    1: caravan YYY, hand YY +2, claimed {first}
    2: caravan YYRR, hand YY +2, claimed YYYGG RRGG RRRRR YYBB YYGGG"""


def asked_of(state: State, seed: int = 1) -> Question:
    """Asks the deciding seat of a position."""
    choices = decisions(state)
    seat, actions, texts = int(state.seat), list(choices.values()), list(choices)
    return Question(pieces_of(state), values_of(state), state, seat, actions, texts, seed)
