"""What a bot is asked, and how: no question ever holds the real order of a hidden deck."""

from dataclasses import dataclass
from typing import Protocol

from serai.game import Game
from serai.notation import NOTATIONS
from serai.rules.records import State


@dataclass(frozen=True)
class Question:
    """One decision to take: the position with all that the seat cannot know dealt anew, and what is legal in it."""

    state: State
    seat: int
    actions: list[int]
    texts: list[str]
    seed: int


class Bot(Protocol):
    """Anybody who decides; the same question always gets the same answer."""

    name: str

    def decide(self, question: Question) -> int:
        """Returns the number of one of the legal actions."""


def question(game: Game, seed: int) -> Question:
    """Asks the deciding seat of a game; the seed deals the hidden cards and is the bot's only chance."""
    state = game.redealt(game.seat, seed)
    actions = game.actions()
    texts = [str(NOTATIONS[game.name].decision(state, action)) for action in actions]
    return Question(state, game.seat, actions, texts, seed)


def ask(bot: Bot, game: Game, seed: int) -> int:
    """Returns a bot's decision for the seat whose turn it is to decide."""
    asked = question(game, seed)
    if not asked.actions:
        raise ValueError("the game is over; there is nothing to decide")
    answer = bot.decide(asked)
    if answer not in asked.actions:
        raise ValueError(f"{bot.name} answered {answer!r}; legal were {asked.actions}")
    return answer
