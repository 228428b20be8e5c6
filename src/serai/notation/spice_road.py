"""Spice Road as text: decisions, deals, reveals and positions."""

import re
from collections.abc import Sequence

import numpy as np

from serai.notation.cards import MERCHANTS, SPICES, Names, cubes, parse_cubes
from serai.notation.errors import BadPosition
from serai.rules import components, spice_road
from serai.rules.bits import set_of
from serai.rules.merchants import DECK
from serai.rules.phases import Phase
from serai.rules.records import NONE, Row, State
from serai.rules.spice_road import ACQUIRE, CLAIM, DISCARD, PAY, PLAY, REST, STOP, TRADE, UPGRADE

POINTS = Names([cubes(card.cost) for card in components.point_cards()], "point card")


def all_decisions() -> dict[int, str]:
    """Returns the text of every action number of the game."""
    texts = {REST: "rest", TRADE: "trade", STOP: "stop"}
    for block, verb in (PLAY, "play"), (ACQUIRE, "acquire"):
        texts |= {block + number: f"{verb} {text}" for number, text in enumerate(MERCHANTS.texts)}
    texts |= {CLAIM + number: f"claim {text}" for number, text in enumerate(POINTS.texts)}
    for block, verb in (PAY, "pay"), (UPGRADE, "upgrade"), (DISCARD, "discard"):
        texts |= {block + spice: f"{verb} {letter}" for spice, letter in enumerate(SPICES)}
    del texts[UPGRADE + len(SPICES) - 1]
    return dict(sorted(texts.items()))


DECISIONS = all_decisions()
NUMBERS = {text: action for action, text in DECISIONS.items()}


def decision(state: State, action: int) -> str | None:
    """Writes a decision; None for a number that names none."""
    return DECISIONS.get(action)


def parse(state: State, text: str) -> int | None:
    """Reads a decision; None for a text that names none."""
    return NUMBERS.get(text)


def deal(state: State) -> dict[str, list[str]]:
    """Returns the order of both kinds of cards as they are drawn, of a game that has just been set up (SR-1, SR-4)."""
    return {
        "merchants": MERCHANTS.in_row(state.merchants.cards) + deck(state.merchants, MERCHANTS),
        "points": POINTS.in_row(state.points.cards) + deck(state.points, POINTS),
    }


def deck(row: Row, names: Names) -> list[str]:
    """Lists a deck, top card first."""
    return names.in_row(row.deck[: row.left][::-1])


def reveals(before: State, after: State) -> list[str]:
    """Lists the cards that a decision turned up."""
    shown = []
    for row, was, names in (
        (after.merchants, before.merchants, MERCHANTS),
        (after.points, before.points, POINTS),
    ):
        if row.left < was.left:
            shown.append(names[row.cards[-1]])
    return shown


def position(state: State) -> str:
    """Writes a whole position, hidden decks included; `parse_position` reads it back."""
    lines = [
        f"spice_road, {state.seats} players",
        _question(state),
        f"merchants: {_merchant_row(state.merchants)} / {_list(deck(state.merchants, MERCHANTS))}",
        f"points: {_list(POINTS.in_row(state.points.cards))} / {_list(deck(state.points, POINTS))}",
        f"coins: gold {state.gold}, silver {state.silver}",
    ]
    return "\n".join(lines + [_player(state, seat) for seat in range(state.seats)]) + "\n"


def _list(texts: list[str]) -> str:
    """Joins texts, `-` when there are none."""
    return " ".join(texts) or "-"


def _question(state: State) -> str:
    """Writes who decides what."""
    match Phase(state.phase):
        case Phase.OVER:
            return "over"
        case Phase.PAY:
            question = f"pay {state.owed} for place {state.slot + 1}"
        case Phase.UPGRADE:
            question = f"upgrade {state.owed}"
        case Phase.TRADE:
            question = f"trade {MERCHANTS[state.card]}"
        case phase:
            question = phase.name.lower()
    return f"seat {state.seat + 1}: {question}"


def _merchant_row(row: Row) -> str:
    """Writes the merchants of a row, each with the cubes lying on it in parentheses."""
    texts = []
    for card, spices in zip(MERCHANTS.in_row(row.cards), row.spices, strict=False):
        texts.append(f"{card}({cubes(spices)})" if spices.any() else card)
    return _list(texts)


def _player(state: State, seat: int) -> str:
    """Writes what one player has."""
    player = state.players[seat]
    return (
        f"{seat + 1}: caravan {cubes(player.caravan) or '-'}, hand {_list(MERCHANTS.of_set(player.hand))}, "
        f"played {_list(MERCHANTS.of_set(player.played))}, claimed {_list(POINTS.of_set(player.claimed))}, "
        f"gold {player.gold}, silver {player.silver}"
    )


def parse_position(text: str) -> State:
    """Reads a position; a deck that is not given holds the cards that are nowhere else, in the order of the files."""
    head, *lines = [line.strip() for line in text.strip().splitlines()]
    found = re.fullmatch(r"spice_road, ([2-5]) players", head)
    if not found:
        raise BadPosition(f"line 1: {head!r} is not 'spice_road, N players' with N from 2 to 5")
    state: State = np.zeros(1, spice_road.STATE)[0]
    spice_road.setup(state, int(found[1]), np.uint64(0), np.uint64(0))
    for number, line in enumerate(lines, 2):
        try:
            _read_line(state, line)
        except (ValueError, IndexError) as error:
            raise BadPosition(f"line {number}: {error}") from None
    decked, claimable = [int(card) for card in DECK], range(len(POINTS))
    _fill(state.merchants, MERCHANTS, decked, _held(state, MERCHANTS, decked, "hand", "played"))
    _fill(state.points, POINTS, claimable, _held(state, POINTS, claimable, "claimed"))
    return state


def _read_line(state: State, line: str) -> None:
    """Reads one line of a position into a state."""
    key, _, value = line.partition(":")
    if key == "merchants":
        _read_merchants(state, value)
    elif key == "points":
        _read_row(state.points, value, POINTS)
    elif key == "coins":
        _read_coins(state, value)
    elif key.isdecimal() and 1 <= int(key) <= state.seats:
        _read_player(state.players[int(key) - 1], value)
    else:
        _read_question(state, line)


def _read_merchants(state: State, value: str) -> None:
    """Reads the row of merchants with the cubes on them."""
    _read_row(state.merchants, re.sub(r"\([A-Z]*\)", "", value), MERCHANTS)
    for slot, card in enumerate(value.partition("/")[0].split()):
        found = re.search(r"\(([A-Z]*)\)", card)
        state.merchants.spices[slot] = parse_cubes(found[1] if found else "")


def _read_row(row: Row, value: str, names: Names) -> None:
    """Reads a row and its deck, top card first; without `/` the deck is left to `_fill`."""
    front, slash, back = value.partition("/")
    cards = [names.number(text) for text in front.split() if text != "-"]
    hidden = [names.number(text) for text in back.split() if text != "-"]
    row.cards[:], row.deck[:] = NONE, NONE
    row.cards[: len(cards)] = cards
    row.deck[: len(hidden)] = hidden[::-1]
    row.left = len(hidden) if slash else NONE


def _read_coins(state: State, value: str) -> None:
    """Reads the coins on the table."""
    found = re.fullmatch(r"\s*gold (\d+), silver (\d+)", value)
    if not found:
        raise BadPosition(f"{value.strip()!r} is not 'gold N, silver N'")
    state.gold, state.silver = int(found[1]), int(found[2])


def _read_player(player: np.record, value: str) -> None:
    """Reads what one player has; what is not given is nothing."""
    parts = dict(part.strip().partition(" ")[::2] for part in value.split(","))
    unknown = set(parts) - {"caravan", "hand", "played", "claimed", "gold", "silver"}
    if unknown:
        raise BadPosition(f"players have no {', '.join(sorted(map(repr, unknown)))}")
    player.caravan[:] = parse_cubes(parts.get("caravan", "-"))
    for field, names in ("hand", MERCHANTS), ("played", MERCHANTS), ("claimed", POINTS):
        texts = parts.get(field, "-").split()
        player[field] = set_of([names.number(text) for text in texts if text != "-"])
    player.gold, player.silver = int(parts.get("gold", 0)), int(parts.get("silver", 0))


QUESTION = re.compile(
    r"seat (?P<seat>[1-5]): (?P<phase>turn|discard|pay|upgrade|trade)"
    r"(?: (?P<owed>[1-9]))?(?: for place (?P<place>[2-6]))?(?: (?P<card>[^\s0-9]\S*))?"
)


def _read_question(state: State, line: str) -> None:
    """Reads who decides what."""
    if line == "over":
        state.phase = Phase.OVER
        return
    found = QUESTION.fullmatch(line)
    if not found or int(found["seat"]) > state.seats:
        raise BadPosition(f"{line!r} is neither a question nor a row, coins or a player of this game")
    state.seat = int(found["seat"]) - 1
    state.phase = Phase[found["phase"].upper()]
    state.owed = int(found["owed"] or 0)
    state.slot = int(found["place"]) - 1 if found["place"] else NONE
    state.card = MERCHANTS.number(found["card"]) if found["card"] else NONE
    if _question(state) != line:
        raise BadPosition(f"{line!r} does not say all that it must, or too much")


def _fill(row: Row, names: Names, everything: Sequence[int], held: list[str]) -> None:
    """Fills a deck that was not given, and sees that no card lies in two places."""
    seen = held + names.in_row(row.cards)
    if row.left == NONE:
        hidden = [number for number in everything if names[number] not in seen]
        row.deck[: len(hidden)] = hidden[::-1]
        row.left = len(hidden)
    seen += deck(row, names)
    twice = sorted({text for text in seen if seen.count(text) > 1})
    if twice:
        raise BadPosition(f"in two places: {', '.join(twice)}")


def _held(state: State, names: Names, everything: Sequence[int], *fields: str) -> list[str]:
    """Lists the deck cards that players hold."""
    sets = [player[field] for player in state.players for field in fields]
    return [text for held in sets for text in names.of_set(held) if names.number(text) in everything]
