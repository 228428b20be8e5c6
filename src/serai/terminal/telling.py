"""Positions, moves, results and rules told in lines of text that each make sense alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from serai.game import Game, Step
from serai.record import Comment, Evaluation, Record, Remark, Variation, used_components
from serai.rules import components

SUMMARIES = Path(__file__).parent / "rules_text"


def move(name: str, steps: Sequence[Step]) -> str:
    """Tells some decisions of one player in one line, with what they revealed."""
    shown = [card for step in steps for card in step.reveals]
    revealed = f"; revealed {', '.join(shown)}" if shown else ""
    return f"{name}: {', '.join(step.text for step in steps)}{revealed}"


def history(game: Game) -> Iterator[str]:
    """Tells every decision so far, numbered from 1."""
    for number, step in enumerate(game.steps(), 1):
        yield f"{number} {move(game.names[step.seat], [step])}"


def positions(game: Game) -> Iterator[tuple[str, str]]:
    """Plays a game again: yields each decision with the position after it."""
    again = Game(game.setup)
    for line, step in zip(history(game), game.steps(), strict=True):
        again.play(step.action)
        yield line, str(again)


def opening(game: Game) -> str:
    """Draws the position before the first decision."""
    return str(Game(game.setup))


def tags(record: Record) -> list[str]:
    """Tells what is known about a game besides its decisions."""
    return [f"{name}: {text}" for name, text in record.tags.items()]


def remarks(record: Record) -> dict[int, list[str]]:
    """Tells what was said of a game, by the number of decisions before it."""
    said: dict[int, list[str]] = {}
    every: tuple[Remark, ...] = (*record.evaluations, *record.comments, *record.variations)
    for each in every:
        said.setdefault(each.step, []).extend(remark(each, record.game.names))
    return said


def remark(said: Remark, names: Sequence[str], indent: str = "  ") -> Iterator[str]:
    """Tells a comment, an evaluation or a variation with what belongs to it, indented."""
    match said:
        case Comment(_, text, by):
            yield from (f"{indent}{line}" for line in (text if by is None else f"{by}: {text}").splitlines())
        case Evaluation(_, by, chances):
            shown = (f"{name} {chance:.0%}" for name, chance in zip(names, chances, strict=True))
            yield f"{indent}{by}: {', '.join(shown)}"
        case Variation(step, decisions):
            yield f"{indent}instead from {step + 1}: {', '.join(decisions)}"
            inside: tuple[Remark, ...] = (*said.evaluations, *said.comments, *said.variations)
            for each in inside:
                yield f"{indent}  after {each.step}:"
                yield from remark(each, names, f"{indent}    ")


def result(game: Game) -> Iterator[str]:
    """Tells how a game ended: points by seat and who won; where it stands if it has not."""
    ended = "stopped by the limit of rounds" if game.stopped else "over" if game.over else "not over"
    yield f"The game is {ended}, in round {game.setup.rounds if game.stopped else game.round}."
    for seat, (name, points) in enumerate(zip(game.names, game.scores(), strict=True), 1):
        yield f"seat {seat}, {name}: {points} points"
    if game.winner is not None:
        yield f"{game.names[game.winner]} wins with {game.scores()[game.winner]} points."


def rules(game: str) -> Iterator[str]:
    """Tells the rules of a game in short and which component values are in use."""
    path = SUMMARIES / f"{game}.md"
    yield path.read_text(encoding="utf-8").rstrip() if path.is_file() else f"# {game}\n\nNo summary is written yet."
    used = used_components(game)
    yield f"\n## Components in use\n\nSet {used['set']}, digest {used['digest']}, from {components.folder(game)}"
    for name, notes in components.notes(game).items():
        yield f"{name}: {' '.join(notes) or 'no notes'}"
