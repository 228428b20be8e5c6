"""Merchant cards and their effects, the same in all three games (C-2)."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from serai.core import components
from serai.core.bits import set_of
from serai.core.caravans import COSTS, add, can_upgrade, costs_of, covers, payable, remove, size, upgrade_cube
from serai.core.compiled import compiled
from serai.core.phases import Phase
from serai.core.records import NONE, SPICES, Cubes, Player, State, Values, record


class MerchantKind(IntEnum):
    """What a merchant card does."""

    SPICE = 0
    UPGRADE = 1
    TRADE = 2


MERCHANT = record(("give", np.int16, SPICES), ("get", np.int16, SPICES), ("upgrades", np.int8), ("kind", np.int8))
FIELDS: tuple[tuple[Any, ...], ...] = (  # the first printed values of every game
    ("merchant_costs", np.uint64, COSTS),  # which merchant cards can be paid for
    ("starting_hand", np.uint64),  # set of merchant cards
    ("levels", np.float64, components.CARDS),  # levels of cubes gained by one use of a merchant card
    ("rules", np.int64),  # the version of the rules
    ("merchants_size", np.int64),  # number of merchant cards
    ("deck_size", np.int64),  # number of those in the deck
    ("merchants", MERCHANT, components.CARDS),
    ("deck", np.int8, components.CARDS),  # merchant cards
)


def levels_of(card: components.Merchant) -> int:
    """Counts the levels gained by one use of a merchant card; a yellow cube has one, a brown one four."""
    return card.upgrades + sum((spice + 1) * (card.get[spice] - card.give[spice]) for spice in range(SPICES))


def printed_merchants(cards: Sequence[components.Merchant]) -> dict[str, Any]:
    """Returns the contents of FIELDS, except the version of the rules."""
    deck = [number for number, card in enumerate(cards) if card.group == "deck"]
    rows = [(card.give, card.get, card.upgrades, MerchantKind[card.kind.upper()]) for card in cards]
    return {
        "merchant_costs": costs_of([card.give for card in cards]),
        "starting_hand": set_of([number for number, card in enumerate(cards) if card.group == "starting"]),
        "levels": [levels_of(card) for card in cards],
        "merchants": np.array(rows, MERCHANT),
        "merchants_size": len(cards),
        "deck_size": len(deck),
        "deck": deck,
    }


@compiled
def playable(values: Values, cards: np.uint64, player: Player) -> np.uint64:
    """Returns the cards whose effect can be used: a trade only if it can be done once (C-2, C-9)."""
    return cards & payable(values.merchant_costs, player.caravan)


@compiled
def use(values: Values, state: State, player: Player, card: int) -> bool:
    """Begins the effect of a merchant card; True when nothing of it is left to ask (C-2)."""
    match values.merchants[card].kind:
        case MerchantKind.SPICE:
            add(player.caravan, values.merchants[card].get)
            return True
        case MerchantKind.UPGRADE:
            return ask_upgrade(state, player, int(values.merchants[card].upgrades))
        case _:
            state.card = card
            return trade(values, state, player)


@compiled
def ask_upgrade(state: State, player: Player, upgrades: int) -> bool:
    """Asks for an upgrade; True when none is left or no cube can be upgraded any more (C-12)."""
    if upgrades == 0 or not can_upgrade(player.caravan):
        state.owed = 0
        return True
    state.owed = upgrades
    state.phase = Phase.UPGRADE
    return False


@compiled
def upgrade(state: State, player: Player, spice: int) -> bool:
    """Upgrades one cube one level; True when the effect is over (C-2)."""
    upgrade_cube(player.caravan, spice)
    return ask_upgrade(state, player, state.owed - 1)


@compiled
def trade(values: Values, state: State, player: Player) -> bool:
    """Does the trade of the card in use once; True when it cannot be done again (C-2, C-12)."""
    card = values.merchants[state.card]
    if trade_cubes(player.caravan, card.give, card.get):
        state.phase = Phase.TRADE
        return False
    state.card = NONE
    return True


@compiled
def trade_cubes(caravan: Cubes, give: Cubes, get: Cubes) -> bool:
    """Gives cubes and takes others; True when the same can be done again (C-2)."""
    remove(caravan, give)
    add(caravan, get)
    return covers(caravan, give)


@compiled
def times(caravan: Cubes, give: Cubes, get: Cubes) -> int:
    """Counts how many times in a row a trade can be done (C-2); one that takes nothing never ends, so it counts 0."""
    if size(give) == 0:
        return 0
    number = 0
    while can_repeat(caravan, give, get, number):
        number += 1
    return number


@compiled
def can_repeat(caravan: Cubes, give: Cubes, get: Cubes, number: int) -> bool:
    """Returns whether a trade can be done once more after a number of times."""
    for spice in range(SPICES):
        if caravan[spice] + number * (get[spice] - give[spice]) < give[spice]:
            return False
    return True


@compiled
def stop(state: State) -> bool:
    """Ends an upgrade or a trade early (C-2)."""
    state.owed = 0
    state.card = NONE
    return True
