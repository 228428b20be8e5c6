"""The curve of a finished game as its page shows it: drawn, in numbers, and its turning points in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from fastapi import Request
from markupsafe import Markup

from serai.core.views.states import Steps
from serai.game import Game
from serai.web.drawing import charts
from serai.web.drawing.log import LogLine
from serai.web.drawing.profiles import page_part
from serai.web.drawing.scene import Scene, Sitter
from serai.web.drawing.words import percent
from serai.web.http.session import translations_of
from serai.web.tables.bot_pool import NoAnswer
from serai.web.tables.win_probability import Curve, Turning, TurnStart, Unlearned, WinProbabilities, turnings


@dataclass(frozen=True)
class ChartRow:
    """One line of the curve in numbers: the round, whose turn begins ('' at the end), and every seat's chance."""

    round: int
    name: str
    chances: tuple[str, ...]


@dataclass(frozen=True)
class TurningPoint:
    """A turning point in words: its round, the address of its replay, what was done, and whose chance it changed."""

    round: int
    address: str
    text: Markup
    seat: int
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Chances:
    """The part of the page that shows who was likely to win; without a curve it says why."""

    why: str = ""
    chart: charts.Chart | None = None
    label: str = ""
    rows: tuple[ChartRow, ...] = ()
    points: tuple[TurningPoint, ...] = ()


def win_probabilities_of(request: Request) -> WinProbabilities:
    """Returns the curves that this server knows."""
    state = request.app.state
    if not hasattr(state, "win_probabilities"):
        state.win_probabilities = WinProbabilities(state.bot_pool)
    found: WinProbabilities = state.win_probabilities
    return found


async def chances_of(
    request: Request, name: str, game: Game, sitters: Sequence[Sitter], names: Sequence[str], replay: str
) -> Chances:
    """Returns the chances of a game, whose curve is cached under `name`; `replay` is the address of its replay."""
    translations = translations_of(request)
    _ = translations.gettext
    try:
        found = await win_probabilities_of(request).of(name, game)
    except Unlearned:
        return Chances(_("No chart: no bot has been trained with these printed values."))
    except NoAnswer:
        return Chances(_("No chart yet: the bots are busy. Reload the page in a moment."))
    return CurveTeller(game, sitters, names, replay, translations).tell(found)


@dataclass(frozen=True)
class CurveTeller:
    """Describes a curve in words and numbers; `names` has "You" for the viewer."""

    game: Game
    sitters: Sequence[Sitter]
    names: Sequence[str]
    replay: str
    translations: NullTranslations

    def tell(self, found: Curve) -> Chances:
        """Describes all of a curve."""
        turned = turnings(found)
        marks = [(found.index(turning.turn) + 1, turning.seat) for turning in turned]
        rounds = [moment.round for moment in found]
        return Chances(
            chart=charts.curve([moment.chances for moment in found], rounds, self.names, marks),
            label=self._label(found),
            rows=tuple(self._row(moment) for moment in found),
            points=tuple(self._point(turning) for turning in turned),
        )

    def _label(self, found: Curve) -> str:
        """Says what the curve shows: where every seat began, and who won."""
        text = self.translations.gettext(
            "A line for every seat, turn by turn. At the first turn: %(first)s; at the end: %(last)s."
        )
        return text % {"first": self._all(found[0]), "last": self._all(found[-1])}

    def _all(self, moment: TurnStart) -> str:
        """Says every seat's chance."""
        named = zip(self.names, moment.chances, strict=True)
        return ", ".join(f"{name} {percent(chance)}" for name, chance in named)

    def _row(self, moment: TurnStart) -> ChartRow:
        """Returns the chances at the start of a turn."""
        name = "" if moment.seat is None else self.names[moment.seat]
        return ChartRow(moment.round, name, tuple(percent(chance) for chance in moment.chances))

    def _point(self, turning: Turning) -> TurningPoint:
        """Describes a turning point; its replay shows the table after that turn."""
        return TurningPoint(
            turning.turn.round,
            f"{self.replay}?step={turning.steps}",
            self._deeds(turning.turn.steps, turning.steps),
            turning.seat,
            self.names[turning.seat],
            percent(turning.before),
            percent(turning.after),
        )

    def _deeds(self, first: int, end: int) -> Markup:
        """Describes the decisions of one turn in the words of the log."""
        steps = Steps(self.game.components, self.game.values, self.game.steps()[:end])
        scene = Scene("replay", 0, self.game.view(0), None, tuple(self.sitters), steps, components=self.game.components)
        lines: list[LogLine] = page_part(self.game.name, "log").tell(scene, self.translations)
        texts: list[Markup] = []
        left = end - first
        for line in lines:
            if left <= 0:
                break
            texts.append(line.text)
            left -= line.steps
        return Markup(" ").join(reversed(texts))
