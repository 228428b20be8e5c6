"""Trades done several times at once: the game asks after each, a button answers for all of them."""

from collections.abc import Callable

from serai.notation.cards import plain
from serai.web.look.questions import Option

CHIPS = 3
MOST_TIMES = 60


def times(card: str, caravan: str) -> int:
    """Counts how often a trade can be done one after the other, up to a limit."""
    give, _, get = plain(card).partition(">")
    held, number = {spice: caravan.count(spice) for spice in "YRGB"}, 0
    while number < MOST_TIMES and all(held[spice] >= give.count(spice) for spice in held):
        held = {spice: held[spice] - give.count(spice) + get.count(spice) for spice in held}
        number += 1
    return number


def repeats(first: str, number: int, most: int) -> str:
    """Writes a trade done `number` times of the `most` possible: the game asks on until no more is possible."""
    return ";".join([first, *["trade"] * (number - 1), *["stop"] * (number < most)])


def chips(first: str, most: int, says: Callable[[int], str]) -> list[Option]:
    """Makes the small buttons beside a trade that can be begun now and done more than once."""
    numbers = range(1, min(most, CHIPS) + 1) if most > 1 else ()
    return [Option(repeats(first, number, most), f"×{number}", says=says(number)) for number in numbers]


def answers(most: int, says: Callable[[int], str], cls: str, shown: int = CHIPS, hint: int = 0) -> tuple[Option, ...]:
    """Makes the buttons of the question how often to trade on: the first few numbers and the highest."""
    return tuple(
        Option(
            repeats("trade", number, most),
            f"×{number}",
            "i-trade" if number == 1 else "",
            cls=f"{cls} is-hinted" if number == hint else cls,
            says=says(number),
        )
        for number in range(1, most + 1)
        if number <= shown or number == most
    )
