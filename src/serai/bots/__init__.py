"""Opponents: each is asked with what its seat may know, and answers with one legal decision."""

from collections.abc import Callable

from serai.bots.base import Bot, Question, ask
from serai.bots.novice import Novice
from serai.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[], Bot]] = {RandomBot.name: RandomBot, Novice.name: Novice}

__all__ = ["BOTS", "Bot", "Question", "ask"]
