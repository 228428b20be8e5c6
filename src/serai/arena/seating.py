"""Who sits where: every deal is played under every seating of a table, so that each bot has each seat equally often."""

from collections.abc import Sequence
from itertools import combinations, permutations

Seating = tuple[str, ...]


def tables(bots: Sequence[str], players: int) -> list[Seating]:
    """Lists the groups of bots that meet: a bot alone, every group that fills a table, or else every pair."""
    if len(bots) == 1:
        return [tuple(bots)]
    return list(combinations(bots, players if len(bots) >= players else 2))


def seatings(table: Seating, players: int, deal: int) -> list[Seating]:
    """Lists the bots by seat for each game of a deal."""
    if len(table) == 1:
        return [table * players]
    if len(table) < players:
        first, second = table
        return [*one_against(first, second, players), *one_against(second, first, players)]
    return rotations(circle(table, deal))


def one_against(single: str, other: str, players: int) -> list[Seating]:
    """Lists the seatings of one bot against copies of another: A B B, B A B, B B A."""
    return [tuple(single if seat == place else other for seat in range(players)) for place in range(players)]


def rotations(order: Seating) -> list[Seating]:
    """Lists the seatings that keep the order around the table."""
    return [order[start:] + order[:start] for start in range(len(order))]


def circle(table: Seating, deal: int) -> Seating:
    """Returns the order around the table, which changes by deal so that no bot always follows the same one."""
    first, *others = table
    orders = list(permutations(others))
    return (first, *orders[deal % len(orders)])


def seat_names(bots: Sequence[str]) -> list[str]:
    """Numbers bots of the same name: `novice`, `novice 2`."""
    copies = [bots[: place + 1].count(name) for place, name in enumerate(bots)]
    return [name if copy == 1 else f"{name} {copy}" for name, copy in zip(bots, copies, strict=True)]
