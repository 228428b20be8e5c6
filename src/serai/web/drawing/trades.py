"""Trades done several times at once: the game asks after each, a button answers for all of them."""

from collections.abc import Callable

from serai.web.drawing.questions import Option, tone

CHIPS = 3


def repeats(first: str, number: int, most: int) -> str:
    """Writes a trade done `number` times of the `most` possible: the game keeps asking until no more is possible."""
    return ";".join([first, *["trade"] * (number - 1), *["stop"] * (number < most)])


def chips(first: str, most: int, says: Callable[[int], str]) -> list[Option]:
    """Makes the small buttons beside a trade that can be begun now and done more than once."""
    numbers = range(1, min(most, CHIPS) + 1) if most > 1 else ()
    return [Option(repeats(first, number, most), f"×{number}", says=says(number)) for number in numbers]


def answers(
    most: int, says: Callable[[int], str], cls: str = "", shown: int = CHIPS, hint: int = 0
) -> tuple[Option, ...]:
    """Makes the buttons for how often to repeat a trade: the first few numbers, ×1 in gold, and the highest."""
    numbers = [number for number in range(1, most + 1) if number <= shown or number == most]
    return tuple(
        Option(
            repeats("trade", number, most),
            f"×{number}",
            "i-trade" if number == 1 else "",
            cls=" ".join(filter(None, (tone(number > 1), cls, "is-hinted" if number == hint else ""))),
            says=says(number),
        )
        for number in numbers
    )
