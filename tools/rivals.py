"""An arena of bots with weights from files: `SERAI_RIVALS=old=tree@FILE python -m tools.rivals …`.

Takes the arguments of `python -m serai.arena`. Rivals are NAME=KIND@FILE, separated by commas; KIND is `network`,
`tree` or `halving` (a `grandmaster` with that search; `halving+6`: simulations of 6 decisions) or `counselled`
(`master`, advised by the network). `NAME=KIND@FILE!PATTERNS` bars a rival from the decisions that match, such as
`work market*|route*`. The workers of the arena import this module too, so that they know the rivals.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from serai import bots
from serai.arena.__main__ import main
from serai.bots.base import Bot, Budget, Explanation, Question
from serai.bots.counsel import Counselled
from serai.bots.grandmaster import USUAL, Grandmaster, Searcher
from serai.bots.halving import AHEAD, Halving
from serai.bots.network import NetworkBot
from serai.core.component_set import ComponentSet
from serai.core.notation.patterns import matching
from serai.networks.inference import Network
from serai.networks.weights import load

NEVER = 1e4  # policy logits that a barred decision loses
VARIABLE = "SERAI_RIVALS"


@dataclass(frozen=True)
class Weighed:
    """Where the weights of a rival are, what it is barred from, and how it uses them."""

    kind: str
    file: str
    patterns: str = ""

    @classmethod
    def parse(cls, text: str) -> "Weighed":
        """Reads `KIND@FILE` or `KIND@FILE!PATTERNS`."""
        kind, _, rest = text.partition("@")
        file, _, patterns = rest.partition("!")
        return cls(kind, file, patterns)


@cache
def _barred(told: Weighed, pieces: ComponentSet) -> frozenset[int]:
    """Returns what a rival is barred from."""
    return frozenset(matching(pieces, told.patterns) if told.patterns else ())


@cache
def _network(told: Weighed, pieces: ComponentSet) -> Network:
    """Reads the weights of a rival once; its simulations avoid barred decisions too."""
    weights = load(Path(told.file))
    weights["policy.bias"][list(_barred(told, pieces))] -= NEVER
    return Network(pieces, weights)


@cache
def _searcher(told: Weighed, pieces: ComponentSet) -> Any:
    """Makes the search of a rival once."""
    kind, _, ahead = told.kind.partition("+")
    trained = _network(told, pieces)
    return Searcher(pieces, trained) if kind == "tree" else Halving(pieces, trained, int(ahead or AHEAD))


def _bot(name: str, told: Weighed, budget: Budget, pieces: ComponentSet) -> Bot:
    """Makes a rival for a component set."""
    match told.kind.partition("+")[0]:
        case "network":
            return NetworkBot(name, _network(told, pieces))
        case "tree" | "halving":
            return Grandmaster(name, budget, _searcher(told, pieces))
        case "counselled":
            return Counselled(name, budget, trained=_network(told, pieces))
    raise ValueError(f"there is no kind {told.kind!r} of rival; there are: network, tree, halving, counselled")


@dataclass(frozen=True)
class Rival:
    """A bot with weights from a file, for whichever component set it is asked about."""

    name: str
    told: Weighed
    budget: Budget = USUAL

    def decide(self, question: Question) -> int:
        """Returns its action."""
        return _bot(self.name, self.told, self.budget, question.components).decide(allowed(question, self.told))

    def explain(self, question: Question) -> Explanation:
        """Says what it intends."""
        return _bot(self.name, self.told, self.budget, question.components).explain(allowed(question, self.told))


def allowed(question: Question, told: Weighed) -> Question:
    """Removes from a question what a rival is barred from, unless nothing else is legal."""
    barred = _barred(told, question.components)
    kept = [
        (action, text) for action, text in zip(question.actions, question.texts, strict=True) if action not in barred
    ]
    if not kept:
        return question
    return replace(question, actions=[action for action, _ in kept], texts=[text for _, text in kept])


def _maker(short: str, told: Weighed) -> Callable[..., Bot]:
    """Returns the function that makes a rival from its name and budget."""
    return lambda name=short, budget=USUAL: Rival(name, told, budget)


def register(text: str) -> None:
    """Adds rivals to the known bots."""
    for rival in filter(None, text.split(",")):
        name, _, told = rival.partition("=")
        bots.BOTS[name] = bots.BUDGETED[name] = _maker(name, Weighed.parse(told))


register(os.environ.get(VARIABLE, ""))

if __name__ == "__main__":
    main()
