"""Opponents: each is asked with what its seat may know, and answers with one legal decision."""

from collections.abc import Callable
from typing import Any

from serai.bots.base import Bot, Budget, Explanation, Forfeit, Outsider, Question, ask, explain, position
from serai.bots.random_bot import RandomBot
from serai.bots.searching import OneTurn, Planner
from serai.notation.errors import brief


def _network() -> Bot:
    """Imports a bot when it is first wanted, as the next two do: networks and large searches delay every start."""
    from serai.bots.network import NetworkBot

    return NetworkBot()


def _master(*told: Any) -> Bot:
    """Makes a `master`."""
    from serai.bots.master import Master

    return Master(*told)


def _grandmaster(*told: Any) -> Bot:
    """Makes a `grandmaster`."""
    from serai.bots.grandmaster import Grandmaster

    return Grandmaster(*told)


BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "novice": lambda: OneTurn("novice", "NOVICE", noise=2.0),
    "trader": lambda: OneTurn("trader", "TRADER"),
    "planner": Planner,
    "network": _network,
    "master": _master,
    "grandmaster": _grandmaster,
}
LADDER = {
    "random": "any legal decision, each as likely",
    "novice": "looks one turn ahead and misjudges it a little",
    "trader": "looks one turn ahead and judges it well",
    "planner": "plans its own coming turns by a beam search",
    "network": "decides by what it learned from playing itself, without looking ahead",
    "master": "plans its coming turns against the plans of the others",
    "grandmaster": "plans with what it learned from playing itself",
}
BUDGETED: dict[str, Callable[[str, Budget], Bot]] = {
    "planner": Planner,
    "master": _master,
    "grandmaster": _grandmaster,
}


def make(text: str) -> Bot:
    """Makes a bot by its name, with a budget after a colon if wanted: `planner`, `planner:500n`, `planner:20ms`."""
    name, colon, budget = text.partition(":") if isinstance(text, str) else (text, "", "")
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(f"there is no bot {brief(name)}; there are: {', '.join(BOTS)}")
    if not colon:
        return BOTS[name]()
    if name not in BUDGETED:
        raise ValueError(f"{name} takes no budget; {', '.join(BUDGETED)} do")
    return BUDGETED[name](text, Budget.parse(budget))


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
