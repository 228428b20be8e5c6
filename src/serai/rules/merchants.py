"""Merchant cards and their effects, the same in all three games (C-2)."""

from enum import IntEnum
from typing import Any

import numpy as np

from serai.rules import components
from serai.rules.bits import set_of
from serai.rules.caravans import COSTS, add, can_raise, costs_of, covers, payable, raise_one, remove
from serai.rules.compiled import compiled
from serai.rules.phases import Phase
from serai.rules.records import NONE, SPICES, Cubes, Player, State, Values, record


class Kind(IntEnum):
    """What a merchant card does."""

    SPICE = 0
    UPGRADE = 1
    TRADE = 2


MERCHANT = record(("give", np.int16, SPICES), ("get", np.int16, SPICES), ("upgrades", np.int8), ("kind", np.int8))
FIELDS: tuple[tuple[Any, ...], ...] = (  # what the printed values of every game begin with
    ("merchant_costs", np.uint64, COSTS),  # which merchant cards can be paid
    ("starting_hand", np.uint64),  # set of merchant cards
    ("levels", np.float64, components.CARDS),  # what one use of a merchant card brings, in levels of cubes
    ("rules", np.int64),  # the version of the rules
    ("merchants_size", np.int64),  # number of merchant cards
    ("deck_size", np.int64),  # number of those in the deck
    ("merchants", MERCHANT, components.CARDS),
    ("deck", np.int8, components.CARDS),  # merchant cards
)
CARDS = components.merchant_cards()
MERCHANTS = np.array([(card.give, card.get, card.upgrades, Kind[card.kind.upper()]) for card in CARDS], MERCHANT)
DECK = np.array([number for number, card in enumerate(CARDS) if card.group == "deck"], np.int8)


def levels_of(card: components.Merchant) -> int:
    """Counts the levels that one use of a merchant card brings; a yellow cube has one, a brown one four."""
    return card.upgrades + sum((spice + 1) * (card.get[spice] - card.give[spice]) for spice in range(SPICES))


def printed_merchants() -> dict[str, Any]:
    """Returns what FIELDS hold, but for the version of the rules."""
    return {
        "merchant_costs": costs_of([card.give for card in CARDS]),
        "starting_hand": set_of([number for number, card in enumerate(CARDS) if card.group == "starting"]),
        "levels": [levels_of(card) for card in CARDS],
        "merchants": MERCHANTS,
        "merchants_size": len(CARDS),
        "deck_size": len(DECK),
        "deck": DECK,
    }


@compiled
def playable(values: Values, cards: np.uint64, player: Player) -> np.uint64:
    """Returns the cards whose effect can be used: a trade only if it can be paid once (C-2, C-9)."""
    return cards & payable(values.merchant_costs, player.caravan)


@compiled
def use(values: Values, state: State, player: Player, card: int) -> bool:
    """Begins the effect of a merchant card; True when nothing of it is left to ask (C-2)."""
    match values.merchants[card].kind:
        case Kind.SPICE:
            add(player.caravan, values.merchants[card].get)
            return True
        case Kind.UPGRADE:
            return ask_upgrade(state, player, int(values.merchants[card].upgrades))
        case _:
            state.card = card
            return trade(values, state, player)


@compiled
def ask_upgrade(state: State, player: Player, upgrades: int) -> bool:
    """Asks for an upgrade; True when none is left or no cube can be raised any more (C-12)."""
    if upgrades == 0 or not can_raise(player.caravan):
        state.owed = 0
        return True
    state.owed = upgrades
    state.phase = Phase.UPGRADE
    return False


@compiled
def upgrade(state: State, player: Player, spice: int) -> bool:
    """Raises one cube one level; True when the effect is over (C-2)."""
    raise_one(player.caravan, spice)
    return ask_upgrade(state, player, state.owed - 1)


@compiled
def trade(values: Values, state: State, player: Player) -> bool:
    """Does the trade of the card in use once; True when it cannot be paid again (C-2, C-12)."""
    card = values.merchants[state.card]
    if exchange(player.caravan, card.give, card.get):
        state.phase = Phase.TRADE
        return False
    state.card = NONE
    return True


@compiled
def exchange(caravan: Cubes, give: Cubes, get: Cubes) -> bool:
    """Gives cubes and takes others; True when the same can be done again (C-2)."""
    remove(caravan, give)
    add(caravan, get)
    return covers(caravan, give)


@compiled
def stop(state: State) -> bool:
    """Ends an upgrade or a trade early (C-2)."""
    state.owed = 0
    state.card = NONE
    return True
