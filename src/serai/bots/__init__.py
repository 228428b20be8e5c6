"""Opponents: each is asked with what its seat may know, and answers with one legal decision."""

from collections.abc import Callable

from serai.bots.base import Bot, Budget, Explanation, Forfeit, Outsider, Question, ask, explain, position
from serai.bots.network import NetworkBot
from serai.bots.random_bot import RandomBot
from serai.bots.searching import OneTurn, Planner

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "novice": lambda: OneTurn("novice", "NOVICE", noise=2.0),
    "trader": lambda: OneTurn("trader", "TRADER"),
    "planner": Planner,
    "network": NetworkBot,
}
LADDER = {
    "random": "any legal decision, each as likely",
    "novice": "looks one turn ahead and misjudges it a little",
    "trader": "looks one turn ahead and judges it well",
    "planner": "plans its own coming turns by a beam search",
    "network": "decides by what it learned from playing itself, without looking ahead",
}


def make(text: str) -> Bot:
    """Makes a bot by its name, with a budget after a colon if wanted: `planner`, `planner:500n`, `planner:20ms`."""
    name, colon, budget = text.partition(":")
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    if not colon:
        return BOTS[name]()
    if name != "planner":
        raise ValueError(f"{name} takes no budget; only planner does")
    return Planner(text, Budget.parse(budget))


__all__ = [
    "BOTS",
    "LADDER",
    "Bot",
    "Budget",
    "Explanation",
    "Forfeit",
    "Outsider",
    "Question",
    "ask",
    "explain",
    "make",
    "position",
]
