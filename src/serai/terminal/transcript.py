"""Positions, moves, results and rules as lines of text that each make sense alone."""

from collections.abc import Iterator, Sequence

from serai.core.component_set import ComponentSet
from serai.core.registry import SPECS
from serai.game import Game, Step
from serai.record import Comment, Evaluation, Record, Remark, Variation


def move(name: str, steps: Sequence[Step]) -> str:
    """Writes some decisions of one player on one line, with what they revealed."""
    shown = [card for step in steps for card in step.reveals]
    revealed = f"; revealed {', '.join(shown)}" if shown else ""
    return f"{name}: {', '.join(step.text for step in steps)}{revealed}"


def history(game: Game) -> Iterator[str]:
    """Yields every decision so far, numbered from 1."""
    for number, step in enumerate(game.steps(), 1):
        yield f"{number} {move(game.names[step.seat], [step])}"


def positions(game: Game) -> Iterator[tuple[str, str]]:
    """Replays a game: yields each decision with the position after it."""
    again = Game(game.setup)
    for line, step in zip(history(game), game.steps(), strict=True):
        again.play(step.action)
        yield line, str(again)


def opening(game: Game) -> str:
    """Draws the position before the first decision."""
    return str(Game(game.setup))


def tags(record: Record) -> list[str]:
    """Lists what is known about a game besides its decisions."""
    return [f"{name}: {text}" for name, text in record.tags.items()]


def remarks(record: Record) -> dict[int, list[str]]:
    """Returns the remarks on a game, by the number of decisions before each."""
    said: dict[int, list[str]] = {}
    every: tuple[Remark, ...] = (*record.evaluations, *record.comments, *record.variations)
    for each in every:
        said.setdefault(each.step, []).extend(remark(each, record.game.names))
    return said


def remark(said: Remark, names: Sequence[str], indent: str = "  ") -> Iterator[str]:
    """Yields the lines of a comment, an evaluation or a variation with its own remarks, indented."""
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
    """Yields how a game ended: points by seat and who won; if it has not ended, how it stands."""
    ended = "stopped by the limit of rounds" if game.stopped else "over" if game.over else "not over"
    yield f"The game is {ended}, in round {game.setup.rounds if game.stopped else game.round}."
    for seat, (name, points) in enumerate(zip(game.names, game.scores(), strict=True), 1):
        yield f"seat {seat}, {name}: {points} points"
    if game.winner is not None:
        yield f"{game.names[game.winner]} wins with {game.scores()[game.winner]} points."


def rules(pieces: ComponentSet) -> Iterator[str]:
    """Yields the rules of a game in short, and where the values of a component set come from."""
    path = SPECS[pieces.game].folder / "rules.md"
    summary = f"# {pieces.game}\n\nNo summary is written yet."
    yield path.read_text(encoding="utf-8").rstrip() if path.is_file() else summary
    yield f"\n## Components in use\n\nSet {pieces.name}, digest {pieces.digest}"
    for name, notes in pieces.notes.items():
        yield f"{name}: {' '.join(notes) or 'no notes'}"
