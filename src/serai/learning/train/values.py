"""Printed values as network inputs, so that similar cards and tiles share what is learned."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from serai.core.component_set import ComponentSet
from serai.core.merchants import MerchantKind
from serai.core.observation.layouts import Layout
from serai.core.records import SPICES, Values
from serai.core.registry import Parts
from serai.networks.layers import Matrix

Places = np.ndarray[Any, np.dtype[np.int64]]
SPICE_SCALE, POINTS_SCALE, LEVEL_SCALE = 5.0, 20.0, 10.0


class Pieces(NamedTuple):
    """Pieces of one kind: what is printed on each, and the places of each in what a network sees and may do."""

    printed: Matrix  # a row for each piece
    entries: Places  # a row for each role (in hand, at place 1, …), a column for each piece
    actions: Places  # likewise


TRAINING = Parts("training")


def kinds(pieces: ComponentSet) -> list[Pieces]:
    """Returns the kinds of pieces of a component set; none if its game does not define them."""
    found: list[Pieces] = TRAINING[pieces.game].kinds(pieces) if pieces.game in TRAINING else []
    return found


def merchant_values(values: Values) -> Matrix:
    """Returns what is printed on merchant cards: what they ask and give, their upgrades, and what they do."""
    cards = printed_cards(values, "merchants", "merchants_size")
    kinds, upgrades = np.eye(len(MerchantKind))[cards["kind"]], cards["upgrades"][:, None] / LEVEL_SCALE
    return np.hstack([trade_values(cards["give"], cards["get"]), upgrades, kinds]).astype(np.float32)


def printed_cards(values: Values, field: str, size: str) -> Any:
    """Returns the cards of a field of the printed values, without the room for more."""
    return values[field][: values[size]]


def trade_values(give: Any, get: Any) -> Any:
    """Returns cubes asked and given, and by how many levels together the latter are above the former."""
    levels = (get - give) @ np.arange(1, SPICES + 1)
    return np.hstack([give / SPICE_SCALE, get / SPICE_SCALE, levels[:, None] / LEVEL_SCALE])


def price_values(cards: Any) -> Matrix:
    """Returns cubes asked for and points given."""
    return np.hstack([cards["cost"] / SPICE_SCALE, cards["points"][:, None] / POINTS_SCALE]).astype(np.float32)


def rows(begin: int, count: int, stride: int) -> list[int]:
    """Returns where each of some rows begins."""
    return [begin + stride * number for number in range(count)]


def in_seats(layout: Layout, name: str) -> list[int]:
    """Returns where a field begins in the block of each seat."""
    return rows(layout.begin + layout.in_seat(name), layout.seats, layout.stride)


def spread(begins: Sequence[int], count: int, stride: int = 1) -> Places:
    """Returns the places of all pieces in each role."""
    return np.array(begins, np.int64)[:, None] + stride * np.arange(count)
