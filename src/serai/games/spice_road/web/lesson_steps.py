"""The first game of Spice Road in eight steps: decisions of a real game, continued from written positions."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.core.notation import IllegalAction
from serai.core.views.states import Steps
from serai.game import Game
from serai.setup import Setup
from serai.web.drawing.scene import Hint, Scene, Sitter

GAME = "spice_road"
LEARNER = 0
RIVAL = "novice"
FIRST = """
spice_road, 2 players
asked: seat 1 turn
merchants: YY>RR YY>G RR YYY>B RRR>GGG B
points: RRGB RRGG YYBB GGBB YYRRGG
coins: gold 4, silver 4
1: caravan YYY, hand YY +2
2: caravan YYYY, hand YY +2
"""
LATE = """
spice_road, 2 players
asked: seat 1 turn
merchants: GGG>BBB YYYYY>GGG(Y) RR>YYB YYR B>YYRR YYYY
points: YYYRGB BBBB GGGGG RRBBB GGBBB
coins: gold 1, silver 1
1: caravan RRRRGGGBB, hand YYY +2 YY>RR, played YY B RRR>GGG, claimed RRGB RRRGG GGBB YYGGG RRRBB, gold 2, silver 1
2: caravan YYRGBBB, hand +2 RR, played YY YY>G YYY>B, claimed RRGG YRGB GGGBB YYYBB YGGB, gold 1, silver 2
"""


@dataclass(frozen=True)
class LessonStep:
    """A step: the decisions of both seats, and the position and round it jumps to, if any."""

    script: str
    position: str = ""
    round: int = 1


STEPS = (
    LessonStep("play YY", FIRST),
    LessonStep("acquire RR;pay Y;pay Y;play +2;upgrade Y;upgrade R"),
    LessonStep("acquire YY>G;pay Y;acquire YY>RR;play YY;play YY>RR;trade;trade"),
    LessonStep("play RR;acquire B;pay R;pay R"),
    LessonStep("play YY>G;trade;play B;claim RRGG;claim RRGB"),
    LessonStep("rest;rest"),
    LessonStep("play YYY;discard R;discard R", LATE, 24),
    LessonStep("play +2;upgrade G;upgrade Y;claim YYYRGB"),
)
LAST_TURN = "claim BBBB"


class Practice(Game):
    """A game that begins from a written position instead of a deal."""

    def __init__(self, position: str) -> None:
        """Sets up the position; names are filled in when a page is drawn."""
        self.setup = Setup(GAME, 2, 0, ("You", RIVAL.capitalize()), None)
        self._start = self._notation.parse_position(self.components, position)
        self._steps = []


@dataclass(frozen=True)
class Progress:
    """The learner's progress: the step, from 1, and the number of the learner's decisions taken in it."""

    step: int = 1
    done: int = 0

    @property
    def exists(self) -> bool:
        """Whether the lesson has this place."""
        return 1 <= self.step <= len(STEPS) and 0 <= self.done <= len(decisions(self.step))

    @property
    def complete(self) -> bool:
        """Whether the step is done."""
        return self.done == len(decisions(self.step))

    @property
    def number(self) -> int:
        """The number of the learner's decisions up to here."""
        return sum(len(decisions(step)) for step in range(1, self.step)) + self.done

    @property
    def before(self) -> "Progress | None":
        """The place one decision earlier; None where a game begins."""
        if self.done:
            return Progress(self.step, self.done - 1)
        return None if STEPS[self.step - 1].position else Progress(self.step - 1, len(decisions(self.step - 1)))

    @property
    def wanted(self) -> tuple[str, ...]:
        """The decisions that the lesson expects, up to the end of the learner's turn."""
        game, found = copy.copy(game_at(self)), []
        for decision in decisions(self.step)[self.done :]:
            if game.seat != LEARNER:
                break
            game.play(decision)
            found.append(decision)
        return tuple(found)


@cache
def decisions(step: int) -> tuple[str, ...]:
    """Lists what the learner decides in a step."""
    game = before(step)
    return tuple(text for text in STEPS[step - 1].script.split(";") if follow(game, text) == LEARNER)


def follow(game: Game, decision: str) -> int:
    """Plays a scripted decision; returns whose it was."""
    seat = game.seat
    game.play(decision)
    return seat


def before(step: int) -> Game:
    """Returns the game as it stands before the first decision of a step."""
    here = STEPS[step - 1]
    if here.position:
        return Practice(here.position)
    return copy.copy(game_at(Progress(step - 1, len(decisions(step - 1)))))


@cache
def game_at(place: Progress) -> Game:
    """Returns the game at a place, not to be continued: the rival has answered, unless the step is complete."""
    game, left = before(place.step), place.done
    for decision in STEPS[place.step - 1].script.split(";"):
        if game.seat == LEARNER and not left:
            break
        left -= follow(game, decision) == LEARNER
    return game


def ended() -> Game:
    """Returns the game after the rival's last turn."""
    game = copy.copy(game_at(Progress(len(STEPS), len(decisions(len(STEPS))))))
    for decision in LAST_TURN.split(";"):
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


def sitters(you: str) -> tuple[Sitter, ...]:
    """Seats the learner and the rival."""
    return (
        Sitter(LEARNER, you, "guest", mine=True, you=True),
        Sitter(1, RIVAL.capitalize(), "bot", RIVAL),
    )


def scene(place: Progress, you: str) -> Scene:
    """Returns the scene of a place; the expected decisions are marked like a hint."""
    game, earlier = game_at(place), place.before
    seen = 0 if earlier is None else len(game_at(earlier).steps())
    jumped = max(step.round for step in STEPS[: place.step]) - 1
    return Scene(
        "lesson",
        place.number,
        {**game.view(LEARNER), "round": game.round + jumped},
        LEARNER,
        sitters(you),
        Steps(game.components, game.values, game.steps()),
        fresh=len(game.steps()) - seen,
        can_undo=place.done > 0 and game.seat == LEARNER and game.can_undo(LEARNER),
        hint=Hint([list(place.wanted)], 0.0) if place.wanted else None,
    )
