"""Measures how long games last and what is used in them: `python -m tools.playability`; writes docs/playability.md."""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from rich.progress import Progress

from serai import charts
from serai.bots import ask, make
from serai.charts import EDGE, HEAD, WIDTH, Scale
from serai.core import playouts, spec
from serai.core.component_folders import standard, standard_name
from serai.core.notation import NOTATIONS
from serai.core.records import empty_states
from serai.game import Game

DOCS = Path(__file__).parents[1] / "docs"
RANDOM_GAMES = 500
GREEDY_GAMES = 40
LIMIT = 200
TALL, BARS = 120, 40

Played = tuple[int, list[int], Counter[str], bool]


def random_lengths(game: str, players: int) -> list[int]:
    """Returns the rounds of random games."""
    rules = spec.GAMES[game]
    results = np.zeros(RANDOM_GAMES, playouts.RESULT)
    mask = np.zeros(rules.WORDS, np.uint64)
    playouts.simulate(spec.values(game), empty_states(rules.STATE, 1), mask, players, np.uint64(11), 0, 0, results)
    return [int(rounds) for rounds in results["rounds"]]


def greedy_game(job: tuple[str, int, int]) -> Played:
    """Plays one game between traders; returns its rounds, scores, decisions, and whether it was stopped."""
    name, players, seed = job
    game, bot = Game.new(name, players, seed=seed, rounds=LIMIT), make("trader")
    done: Counter[str] = Counter()
    while not game.over:
        text = NOTATIONS[name].decision(
            game.components, game.state, action := ask(bot, game, seed * 1000 + len(game.steps()))
        )
        done[" ".join(text.split()[:1] if text.startswith(("sail", "place")) else text.split())] += 1
        game.play(action)
    return game.round, game.scores(), done, game.stopped


def histogram(lengths: list[int], title: str) -> str:
    """Draws lengths as an SVG."""
    most, base = max(lengths), HEAD + TALL
    counts, _ = np.histogram(lengths, BARS, (0, most))
    x, y = Scale(0, BARS, EDGE, WIDTH - EDGE), Scale(0, max(counts), base, HEAD)
    wide = x(1) - x(0) - 1
    bars = [charts.box(x(place), y(count), wide, base - y(count), "accent", 1) for place, count in enumerate(counts)]
    labels = [
        charts.text(EDGE, base + 18, "0", "quiet small"),
        charts.text(WIDTH - EDGE, base + 18, f"{most}", "quiet small end"),
    ]
    story = f"{min(lengths)} to {most} rounds, mean {sum(lengths) / len(lengths):.1f}"
    return charts.picture(title, "rounds of a game", base + 32, [*bars, *labels], story)


def summary(lengths: list[int]) -> str:
    """Summarizes a distribution in a few numbers."""
    low, half, high = np.percentile(lengths, [5, 50, 95])
    return f"{low:.0f} | {half:.0f} | {high:.0f} | {max(lengths)}"


def usage(game: str, done: Counter[str], games_played: int) -> list[str]:
    """Lists how often each decision was taken in a game, by kind; those never taken are named."""
    every = {text for text in NOTATIONS[game].all_decisions(standard(game)).values() if "neighbour" not in text}
    lines = ["| kind | decision: times a game |", "|---|---|"]
    for verb in sorted({text.split()[0] for text in every | set(done)}):
        texts = sorted((t for t in every | set(done) if t.split()[0] == verb), key=lambda t: (-done[t], t))
        shown = [f"{t.removeprefix(verb).strip() or verb}: {done[t] / games_played:.2f}" for t in texts]
        lines.append(f"| {verb} | {' · '.join(shown)} |")
    return lines


def page(game: str, progress: Progress, pool: ProcessPoolExecutor) -> list[str]:
    """Measures one game and writes its part of the page."""
    least, most = spec.GAMES[game].SEATS
    lines = [f"## {game}, component set {standard_name(game)}", ""]
    lines += [
        "| player | seats | 5 % | median | 95 % | longest | stopped | winner's score |",
        "|---|---|---|---|---|---|---|---|",
    ]
    everything: Counter[str] = Counter()
    for players in range(least, most + 1):
        lengths = random_lengths(game, players)
        (DOCS / "playability" / f"{game}_{players}_random.svg").write_text(histogram(lengths, f"{game}, random"))
        lines.append(f"| random | {players} | {summary(lengths)} | 0 | – |")
        task = progress.add_task(f"{game}, {players} traders", total=GREEDY_GAMES)
        played = []
        for result in pool.map(greedy_game, [(game, players, seed) for seed in range(GREEDY_GAMES)]):
            played.append(result)
            progress.advance(task)
        lengths = [result[0] for result in played]
        (DOCS / "playability" / f"{game}_{players}_trader.svg").write_text(histogram(lengths, f"{game}, trader"))
        score = np.mean([max(result[1]) for result in played])
        lines.append(f"| trader | {players} | {summary(lengths)} | {sum(r[3] for r in played)} | {score:.0f} |")
        everything.update(sum((result[2] for result in played), Counter()))
    total = GREEDY_GAMES * (most - least + 1)
    svg = f"![lengths](playability/{game}_{most}_trader.svg)"
    return [*lines, "", svg, "", "What traders did, times a game:", "", *usage(game, everything, total), ""]


def main() -> None:
    """Measures the games named on the command line, or all, and writes docs/playability.md."""
    (DOCS / "playability").mkdir(parents=True, exist_ok=True)
    lines = [
        "# Are the games playable?",
        "",
        "Written by `python -m tools.playability`. Lengths in rounds, for each number of players: "
        f"{RANDOM_GAMES:,} random games, and {GREEDY_GAMES} games of `trader` (one turn ahead), "
        f"stopped after {LIMIT} rounds.",
        "",
    ]
    with Progress() as progress, ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for game in sys.argv[1:] or spec.GAMES:
            lines += page(game, progress, pool)
    (DOCS / "playability.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
