"""The questions that all games ask, and their numbers, counted from where a game puts them (C-2, C-3, C-12)."""

from serai.rules.bits import Words, offer
from serai.rules.caravans import BROWN, offer_cubes
from serai.rules.compiled import compiled
from serai.rules.merchants import stop, trade, upgrade
from serai.rules.phases import Phase
from serai.rules.records import SPICES, Player, State, Values

REST = 0
TRADE = 1
STOP = 2
PAY = 4
UPGRADE = 8
DISCARD = 12
ROOM = 16
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
def offer_common(state: State, player: Player, base: int, mask: Words) -> None:
    """Offers what the shared phases ask; `stop` is never alone (C-12)."""
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
def offer_rest(values: Values, base: int, useful: bool, mask: Words) -> None:
    """Offers Rest; in version 1 of the rules only one that takes something back, or when nothing else is left (C-9)."""
    if values.rules >= REST_ALWAYS or useful or not mask.any():
        offer(mask, base + REST)


@compiled
def answer(values: Values, state: State, player: Player, number: int) -> bool:
    """Goes on upgrading, trading or discarding; True when the question is settled (C-2, C-3)."""
    if number == STOP:
        return stop(state)
    if number == TRADE:
        return trade(values, state, player)
    if number < DISCARD:
        return upgrade(state, player, number - UPGRADE)
    player.caravan[number - DISCARD] -= 1
    return True
