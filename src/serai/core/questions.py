"""The questions that all games ask, and their numbers, offset by a base that each game chooses (C-2, C-3, C-12)."""

from serai.core.bits import Bitset, offer
from serai.core.caravans import BROWN, offer_cubes
from serai.core.compiled import compiled
from serai.core.merchants import stop, trade, upgrade
from serai.core.numbers import DISCARD as DISCARD
from serai.core.numbers import PAY as PAY
from serai.core.numbers import REST as REST
from serai.core.numbers import STOP as STOP
from serai.core.numbers import TRADE as TRADE
from serai.core.numbers import UPGRADE as UPGRADE
from serai.core.phases import Phase
from serai.core.records import SPICES, Player, State, Values

REST_ALWAYS = 2  # the version of the rules from which a rest may take nothing back (C-9)

BLOCKS = {
    REST: ("rest", 1),
    TRADE: ("trade once more", 1),
    STOP: ("stop", 1),
    PAY: ("pay a cube", SPICES),
    UPGRADE: ("upgrade a cube", SPICES),
    DISCARD: ("discard a cube", SPICES),
}


@compiled
def offer_shared(state: State, player: Player, base: int, mask: Bitset) -> None:
    """Offers the decisions of the shared phases; `stop` is never the only one (C-12)."""
    match state.phase:
        case Phase.PAY:
            offer_cubes(player.caravan, base + PAY, SPICES, mask)
        case Phase.UPGRADE:
            offer(mask, base + STOP)
            offer_cubes(player.caravan, base + UPGRADE, BROWN, mask)
        case Phase.TRADE:
            offer(mask, base + TRADE)
            offer(mask, base + STOP)
        case Phase.DISCARD:
            offer_cubes(player.caravan, base + DISCARD, SPICES, mask)


@compiled
def offer_rest(values: Values, base: int, useful: bool, mask: Bitset) -> None:
    """Offers Rest; in version 1 of the rules only if it takes something back or nothing else is legal (C-9)."""
    if values.rules >= REST_ALWAYS or useful or not mask.any():
        offer(mask, base + REST)


@compiled
def answer(values: Values, state: State, player: Player, number: int) -> bool:
    """Continues upgrading, trading or discarding; True when the question is settled (C-2, C-3)."""
    if number == STOP:
        return stop(state)
    if number == TRADE:
        return trade(values, state, player)
    if number < DISCARD:
        return upgrade(state, player, number - UPGRADE)
    player.caravan[number - DISCARD] -= 1
    return True
