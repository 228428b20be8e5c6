"""A first game in steps: decisions of a real game, continued from written positions."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.core.component_folders import built_in
from serai.core.notation import IllegalAction
from serai.core.views.states import Steps
from serai.game import Game
from serai.setup import Setup
from serai.web.drawing.scene import Hint, Scene, Sitter

LEARNER = 0


@dataclass(frozen=True)
class LessonStep:
    """A step: the decisions of both seats, and the position and round it jumps to, if any."""

    script: str
    position: str = ""
    round: int = 1


@dataclass(frozen=True)
class Script:
    """All decisions of a lesson for two, the learner first; `last_turn` is what the rival does after the last step."""

    game: str
    steps: tuple[LessonStep, ...]
    last_turn: str
    rival: str = "novice"
    components: str = "1"  # the built-in set that the lesson is written for

    @property
    def places(self) -> list["Progress"]:
        """Every place of the lesson, in order."""
        numbers = range(1, len(self.steps) + 1)
        return [Progress(self, step, done) for step in numbers for done in range(len(decisions(self, step)) + 1)]

    def began(self, position: str) -> Game:
        """Begins a game from a written position."""
        pieces = built_in(self.game, self.components)
        return Game(Setup(self.game, 2, 0, ("You", self.rival.capitalize()), None, position, components=pieces))


@dataclass(frozen=True)
class Progress:
    """The learner's progress: the step, from 1, and the number of the learner's decisions taken in it."""

    lesson: Script
    step: int = 1
    done: int = 0

    @property
    def exists(self) -> bool:
        """Whether the lesson has this place."""
        return 1 <= self.step <= len(self.lesson.steps) and 0 <= self.done <= len(self.decisions)

    @property
    def decisions(self) -> tuple[str, ...]:
        """The learner's decisions in this step."""
        return decisions(self.lesson, self.step)

    @property
    def complete(self) -> bool:
        """Whether the step is done."""
        return self.done == len(self.decisions)

    @property
    def number(self) -> int:
        """The number of the learner's decisions up to here."""
        return sum(len(decisions(self.lesson, step)) for step in range(1, self.step)) + self.done

    @property
    def before(self) -> "Progress | None":
        """The place one decision earlier; None where a game begins."""
        if self.done:
            return self.after(-1)
        return None if self.lesson.steps[self.step - 1].position else last_of(self.lesson, self.step - 1)

    @property
    def following(self) -> "Progress | None":
        """The place at which the next step begins; None after the last step."""
        return Progress(self.lesson, self.step + 1) if self.step < len(self.lesson.steps) else None

    @property
    def wanted(self) -> tuple[str, ...]:
        """The decisions that the lesson expects, up to the end of the learner's turn."""
        game, found = copy.copy(game_at(self)), []
        for decision in self.decisions[self.done :]:
            if game.seat != LEARNER:
                break
            game.play(decision)
            found.append(decision)
        return tuple(found)

    @property
    def address(self) -> str:
        """The address of this place."""
        step = f"/learn/{self.lesson.game}/{self.step}"
        return f"{step}?done={self.done}" if self.done else step

    def after(self, decisions: int) -> "Progress":
        """Returns the place some decisions later in the same step."""
        return Progress(self.lesson, self.step, self.done + decisions)


@cache
def decisions(lesson: Script, step: int) -> tuple[str, ...]:
    """Lists what the learner decides in a step."""
    game = before(lesson, step)
    return tuple(text for text in lesson.steps[step - 1].script.split(";") if follow(game, text) == LEARNER)


def last_of(lesson: Script, step: int) -> Progress:
    """Returns the place at the end of a step."""
    return Progress(lesson, step, len(decisions(lesson, step)))


def follow(game: Game, decision: str) -> int:
    """Plays a scripted decision; returns whose it was."""
    seat = game.seat
    game.play(decision)
    return seat


def before(lesson: Script, step: int) -> Game:
    """Returns the game as it stands before the first decision of a step."""
    here = lesson.steps[step - 1]
    return lesson.began(here.position) if here.position else copy.copy(game_at(last_of(lesson, step - 1)))


@cache
def game_at(place: Progress) -> Game:
    """Returns the game at a place, not to be continued: the rival has answered, unless the step is complete."""
    game, left = before(place.lesson, place.step), place.done
    for decision in place.lesson.steps[place.step - 1].script.split(";"):
        if game.seat == LEARNER and not left:
            break
        left -= follow(game, decision) == LEARNER
    return game


def ended(lesson: Script) -> Game:
    """Returns the game after the rival's last turn."""
    game = copy.copy(game_at(last_of(lesson, len(lesson.steps))))
    for decision in lesson.last_turn.split(";"):
        game.play(decision)
    return game


def unwanted(place: Progress, given: Sequence[str]) -> str | None:
    """Returns the first decision that the lesson does not expect; '' if the rules forbid them; else None."""
    game = copy.copy(game_at(place))
    try:
        if any(follow(game, decision) != LEARNER for decision in given):
            return ""
    except IllegalAction:
        return ""
    wanted = [*place.wanted, *[""] * len(given)]
    return next((mine for mine, asked in zip(given, wanted, strict=False) if mine != asked), None)


def sitters(lesson: Script, you: str) -> tuple[Sitter, ...]:
    """Seats the learner and the rival."""
    rival = Sitter(1, lesson.rival.capitalize(), "bot", lesson.rival)
    return Sitter(LEARNER, you, "guest", mine=True, you=True), rival


def scene(place: Progress, you: str) -> Scene:
    """Returns the scene of a place; the expected decisions are marked like a hint."""
    game, earlier = game_at(place), place.before
    seen = 0 if earlier is None else len(game_at(earlier).steps())
    jumped = max(step.round for step in place.lesson.steps[: place.step]) - 1
    return Scene(
        "lesson",
        place.number,
        {**game.view(LEARNER), "round": game.round + jumped},
        LEARNER,
        sitters(place.lesson, you),
        Steps(game.components, game.values, game.steps()),
        fresh=len(game.steps()) - seen,
        can_undo=place.done > 0 and game.seat == LEARNER and game.can_undo(LEARNER),
        hint=Hint([list(place.wanted)], 0.0) if place.wanted else None,
        components=game.components,
    )


def ended_scene(lesson: Script, you: str) -> Scene:
    """Returns the scene of the end."""
    game = ended(lesson)
    steps = Steps(game.components, game.values, game.steps())
    return Scene("lesson", 0, game.view(LEARNER), LEARNER, sitters(lesson, you), steps, components=game.components)
