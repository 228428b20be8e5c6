"""Bots: each receives only what its seat may know, and answers with one legal decision."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from serai.bots.base import (
    Bot,
    Budget,
    Explanation,
    Forfeit,
    Outsider,
    Question,
    ask,
    chance_of,
    explain,
    position,
)
from serai.bots.beam_bots import OneTurn, Planner
from serai.bots.levels import NAMES, LevelBot, has_levels
from serai.bots.random_bot import RandomBot
from serai.core.notation.errors import brief
from serai.core.registry import SPECS
from serai.game import Game


def _network() -> Bot:
    """Imports a bot on first use, like the next two: networks and large searches would slow down every start."""
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
    **{name: partial(LevelBot, name) for name in NAMES},
}
LADDER = {
    "random": "any legal decision, each as likely",
    "novice": "looks one turn ahead and misjudges it a little",
    "trader": "looks one turn ahead and judges it well",
    "planner": "plans its own coming turns by a beam search",
    "network": "decides by what it learned from playing itself, without looking ahead",
    "master": "plans its coming turns against the plans of the others",
    "grandmaster": "plans with what it learned from playing itself",
    **{name: f"level {place} of {len(NAMES)} for people" for place, name in enumerate(NAMES, 1)},
}
BUDGETED: dict[str, Callable[[str, Budget], Bot]] = {
    "planner": Planner,
    "master": _master,
    "grandmaster": _grandmaster,
}

LIKE_A_LEVEL = "trader"  # in games without levels
NEEDS = {
    "novice": "evaluation",
    "trader": "evaluation",
    "planner": "evaluation",
    "master": "traits",
    "grandmaster": "traits",
}


def stand_in(text: str, game: str) -> str:
    """Returns a bot for a game: the requested one, or the next weaker one that the game supports."""
    wanted = text.partition(":")[0]
    if _able(wanted, game):
        return text
    weaker = [name for name in LADDER if name != "network" and name not in NAMES]
    place = weaker.index(LIKE_A_LEVEL) + 1 if wanted in NAMES else weaker.index(wanted)
    return next(name for name in reversed(weaker[:place]) if _able(name, game))


def _able(name: str, game: str) -> bool:
    """Returns whether a game supports a bot; whether it has a network shows only when the bot uses it."""
    if name in NAMES:
        return has_levels(game)
    return name not in NEEDS or getattr(SPECS[game], NEEDS[name]) is not None


def make(text: str) -> Bot:
    """Makes a bot by its name, with an optional budget after a colon: `planner`, `planner:500n`, `planner:20ms`."""
    name, colon, budget = text.partition(":") if isinstance(text, str) else (text, "", "")
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(f"there is no bot {brief(name)}; there are: {', '.join(BOTS)}")
    if not colon:
        return BOTS[name]()
    if name not in BUDGETED:
        raise ValueError(f"{name} takes no budget; {', '.join(BUDGETED)} do")
    return BUDGETED[name](text, Budget.parse(budget))


def play(game: Game, bots: Sequence[str | Bot]) -> Game:
    """Plays a game to its end with one bot per seat, and returns it."""
    if len(bots) != game.players:
        raise ValueError(f"{len(bots)} bots for {game.players} players")
    seated = [make(bot) if isinstance(bot, str) else bot for bot in bots]
    while not game.over:
        game.play(ask(seated[game.seat], game, chance_of(game)))
    return game


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
    "chance_of",
    "explain",
    "make",
    "play",
    "position",
    "stand_in",
]
