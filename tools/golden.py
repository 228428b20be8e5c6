"""Rewrites the golden playthroughs and perft files: `make golden`; tests fail when the rules no longer match them."""

import random
from pathlib import Path

import numpy as np

from serai.core import playouts, spec
from serai.core.component_folders import built_in, built_in_sets
from serai.core.records import empty_states
from serai.game import Game
from tests.agreement import choose
from tests.sides import SIDES

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
SEED = 2026
PERFT_DEPTH = 7


def player_counts(game: str) -> range:
    """Returns the numbers of players of a game."""
    least, most = spec.GAMES[game].SEATS
    return range(least, most + 1)


def sets(game: str) -> dict[str, str]:
    """Returns the oldest and the newest built-in set of a game, by what their files add to its name."""
    oldest, *newer = built_in_sets(game)
    return {"": oldest, **{f"_set_{name}": name for name in newer[-1:]}}


def playthrough(name: str, players: int, pieces: str) -> str:
    """Writes a whole game: the deal, positions at every fourth turn, what was legal and what was done."""
    game, chooser = Game.new(name, players, seed=SEED, components=pieces), random.Random(players)
    lines = [f"{name}, {players} players, seed {SEED}"]
    lines += [f"{what}: {cards}" for what, cards in game.deal().items()]
    turn = 0
    while not game.over:
        if game.turn != turn:
            turn = game.turn
            lines += ["", f"turn {turn}", *([str(game)] if turn % 4 == 1 else [])]
        legal = game.legal()
        text = choose(chooser, game.state, legal, SIDES[name], eagerness=0.9)
        lines += [f"? {', '.join(legal)}", f"! {text}"]
        lines += [f"reveal {card}" for card in game.play(text)]
    return "\n".join([*lines, "", str(game), f"scores {game.scores()}, winner {game.winner}", ""])


def perft(name: str, pieces: str, most: int = PERFT_DEPTH) -> str:
    """Counts the ways to take one decision and more, for each number of players and three deals."""
    rules, values = spec.GAMES[name], built_in(name, pieces).values()
    states = empty_states(rules.STATE, most + 1)
    masks = np.zeros((most + 1, rules.WORDS), np.uint64)
    lines = ["players seed " + " ".join(f"depth_{depth}" for depth in range(1, most + 1))]
    for players in player_counts(name):
        for seed in range(3):
            spec.setup(values, states[0], players, np.uint64(0), np.uint64(seed))
            ways = [playouts.perft(values, states, masks, depth) for depth in range(1, most + 1)]
            lines.append(f"{players} {seed} {' '.join(map(str, ways))}")
    return "\n".join([*lines, ""])


def main() -> None:
    """Writes every file."""
    FOLDER.mkdir(exist_ok=True)
    for name, added, pieces in ((game, *each) for game in spec.GAMES for each in sets(game).items()):
        texts = {f"{name}{added}_{n}.txt": playthrough(name, n, pieces) for n in player_counts(name)}
        for file, text in (texts | {f"perft_{name}{added}.txt": perft(name, pieces)}).items():
            (FOLDER / file).write_text(text, encoding="utf-8")
            print(f"tests/golden/{file}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
