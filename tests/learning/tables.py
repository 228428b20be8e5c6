"""Games to look at: played by bots, some of the way or to the end."""

from collections.abc import Iterator
from random import Random

import numpy as np

from serai import GAMES, Game
from serai.bots import ask, make
from serai.core import spec
from serai.core.compiled import entry
from serai.core.component_folders import standard
from serai.core.observation import where
from serai.core.observation.layouts import Entries, Where
from serai.core.records import State, Values
from serai.networks import features

TABLES = [(game, players) for game, rules in GAMES.items() for players in range(rules.SEATS[0], rules.SEATS[1] + 1)]


def positions(game: str, players: int, seed: int, bot: str = "novice", rounds: int | None = None) -> Iterator[Game]:
    """Yields one game after each of its decisions; every fourth is any legal one, so that all kinds are seen."""
    played, chooser, decides = Game.new(game, players, seed, rounds=rounds), Random(seed), make(bot)
    yield played
    while not played.over:
        any_action = chooser.choice(played.actions())
        played.play(any_action if chooser.random() < 0.25 else ask(decides, played, chooser.getrandbits(60)))
        yield played


@entry
def encode_features(values: Values, where: Where, state: State, seat: int, out: Entries) -> None:
    """Encodes the features of a seat, called from Python."""
    features.encode(values, where, state, seat, out)


def seen(state: State, seat: int) -> Entries:
    """Returns all that a network sees."""
    game = spec.rules_of(state).NAME
    out = np.zeros(features.size(standard(game)), np.uint8)
    encode_features(spec.values(game), where(standard(game)), state, seat, out)
    return out
