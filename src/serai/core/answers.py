"""What the answers of several games share."""

from serai.core.compiled import compiled
from serai.core.merchants import times
from serai.core.records import SPICES, Cubes, Values


@compiled
def write_parts(parts: tuple[int, int, int, int], row: Cubes) -> None:
    """Writes the parts of a score."""
    row[0], row[1], row[2], row[3] = parts


@compiled
def card_times(values: Values, caravan: Cubes, card: int) -> int:
    """Counts how many times in a row the trade of a merchant card can be done."""
    return times(caravan, values.merchants[card].give, values.merchants[card].get)


@compiled
def write_lacks(cost: Cubes, caravan: Cubes, row: Cubes) -> None:
    """Writes which cubes of a cost are not in a caravan."""
    for spice in range(SPICES):
        row[spice] = max(0, cost[spice] - caravan[spice])
