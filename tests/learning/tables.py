"""Games to look at: played by bots, some of the way or to the end."""

from collections.abc import Iterator
from random import Random

from serai import GAMES, Game
from serai.bots import ask, make

TABLES = [(game, players) for game, rules in GAMES.items() for players in range(rules.SEATS[0], rules.SEATS[1] + 1)]


def positions(game: str, players: int, seed: int, bot: str = "novice", rounds: int | None = None) -> Iterator[Game]:
    """Yields one game after each of its decisions; every fourth is any legal one, so that all kinds are seen."""
    played, chooser, decides = Game.new(game, players, seed, rounds=rounds), Random(seed), make(bot)
    yield played
    while not played.over:
        any_action = chooser.choice(played.actions())
        played.play(any_action if chooser.random() < 0.25 else ask(decides, played, chooser.getrandbits(60)))
        yield played
