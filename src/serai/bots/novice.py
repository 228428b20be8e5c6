"""The bot `novice`: sensible and weak, looks to the end of its own turn and takes what is best at once."""

from random import Random
from typing import NamedTuple

import numpy as np

from serai.bots.base import Question
from serai.rules import games
from serai.rules.bits import nth, total
from serai.rules.caravans import LIMIT
from serai.rules.phases import Phase
from serai.rules.records import State, empty_states

ENOUGH_CARDS = 7
ENOUGH_ALIKE = 4
CARD_SETS = ("hand", "played", "spent")
LONGEST_TURN = 60


class Standing(NamedTuple):
    """How well a seat stands: points first (leftover cubes apart), then the worth of its cubes."""

    points: int
    worth: int


class Novice:
    """Claims what it can, makes its cubes worth more, else gathers some cards, else rests."""

    name = "novice"

    def decide(self, question: Question) -> int:
        """Returns one of the actions that serve best; the seed decides among equals."""
        return Random(question.seed).choice(preferred(question))


def preferred(question: Question) -> list[int]:
    """Lists the legal actions that are equally good and better than all others."""
    now = standing(question.state, question.seat)
    after = {action: standing(look_ahead(question, action), question.seat) for action in sensible(question)}
    top = max(after.values())
    best = [action for action in after if after[action] == top]
    if top > now or question.state.phase != Phase.TURN:
        return best
    return gathering(question, after) or resting(question) or list(after)


def sensible(question: Question) -> list[int]:
    """Leaves out acquiring when the seat has cards enough, unless nothing else is legal."""
    if cards_of(question.state, question.seat) < ENOUGH_CARDS:
        return question.actions
    return [action for action in question.actions if action not in beginning(question, "acquire")] or question.actions


def gathering(question: Question, after: dict[int, Standing]) -> list[int]:
    """Lists the cheapest ways to acquire a card."""
    offered = [action for action in beginning(question, "acquire") if action in after]
    top = max((after[action] for action in offered), default=None)
    return [action for action in offered if after[action] == top]


def resting(question: Question) -> list[int]:
    """Lists the rest, where it is legal."""
    return beginning(question, "rest")


def beginning(question: Question, verb: str) -> list[int]:
    """Lists the legal actions whose text begins with a verb."""
    return [action for action, text in zip(question.actions, question.texts, strict=True) if text.split()[0] == verb]


def look_ahead(question: Question, action: int) -> State:
    """Returns the position after an action and the rest of the turn, decided by what helps at once."""
    state = after_action(question.state, action)
    for _ in range(LONGEST_TURN):
        if state.seat != question.seat or state.phase in (Phase.TURN, Phase.OVER):
            break
        state = max(successors(state), key=lambda after: standing(after, question.seat))
    return state


def successors(state: State) -> list[State]:
    """Lists the positions after each legal action."""
    mask = np.zeros(games.rules_of(state).WORDS, np.uint64)
    games.legal(state, mask)
    return [after_action(state, int(nth(mask, place))) for place in range(total(mask))]


def after_action(state: State, action: int) -> State:
    """Returns a copy of the state after an action."""
    copy = empty_states(state.dtype, 1)
    copy[0] = state
    games.apply(copy[0], action)
    after: State = copy[0]
    return after


def standing(state: State, seat: int) -> Standing:
    """Values a position for a seat."""
    cubes = [int(count) for count in state.players[seat].caravan]
    return Standing(int(games.score(state, seat)) - sum(cubes[1:]), worth(cubes))


def worth(cubes: list[int]) -> int:
    """Counts Y + 2R + 3G + 4B; cubes beyond the limit count nothing, many alike no more than yellow ones."""
    levels = [level if copy < ENOUGH_ALIKE else 1 for level, count in enumerate(cubes, 1) for copy in range(count)]
    return sum(sorted(levels, reverse=True)[:LIMIT])


def cards_of(state: State, seat: int) -> int:
    """Counts the merchant cards that a seat owns, in hand or not."""
    player = state.players[seat]
    return sum(int(player[field]).bit_count() for field in CARD_SETS if field in (player.dtype.names or ()))
