"""What people and programs add to the decisions of a record: tags, comments, evaluations and variations."""

import copy
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, TypeVar

from serai.core.notation import IllegalAction
from serai.core.notation.errors import brief
from serai.game import Game
from serai.strict_json import BadRecord, expect

LONGEST_TAG = 200
LONGEST_COMMENT = 10_000
DEEPEST_VARIATION = 8
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
TAG = re.compile(r"[a-z][a-z0-9_]{0,39}")
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

Item = TypeVar("Item")

# Values of the tag `ending`, with what they require: is the game over, and did the limit of rounds end it?
ENDINGS = {
    "finished": (True, False),
    "stopped": (True, True),
    "resigned": (False, False),
    "abandoned": (False, False),
}


@dataclass(frozen=True)
class Comment:
    """A comment on the position after `step` decisions of the game (0: the start)."""

    step: int
    text: str
    by: str | None = None


@dataclass(frozen=True)
class Evaluation:
    """How likely each seat is to win after `step` decisions, as judged by a person or program."""

    step: int
    by: str
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Variation:
    """Alternative decisions after the first `step`; steps inside it count from the start of the game."""

    step: int
    decisions: tuple[str, ...]
    comments: tuple[Comment, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    variations: "tuple[Variation, ...]" = ()

    @property
    def size(self) -> int:
        """The number of decisions in it, including its own variations."""
        return len(self.decisions) + sum(variation.size for variation in self.variations)


Remark = Comment | Evaluation | Variation


def annotation_json(remark: Remark) -> dict[str, Any]:
    """Returns a comment, an evaluation or a variation as JSON, without empty parts."""
    found = {key: value for key, value in vars(remark).items() if value not in (None, ())}
    for key in ("decisions", "chances"):
        if key in found:
            found[key] = list(found[key])
    for key in ("comments", "evaluations", "variations"):
        if key in found:
            found[key] = [annotation_json(each) for each in found[key]]
    return found


@dataclass(frozen=True)
class Branch:
    """A run of decisions that annotations belong to: its first and last step, and the number of players."""

    first: int
    last: int
    players: int
    where: str = ""
    depth: int = 0

    def read(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Reads the annotations of these decisions."""
        return {
            "comments": self._each(body, "comments", self._comment),
            "evaluations": self._each(body, "evaluations", self._evaluation),
            "variations": self._each(body, "variations", self._variation),
        }

    def _each(self, body: Mapping[str, Any], key: str, read: Callable[[Any, str], Item]) -> tuple[Item, ...]:
        """Reads a list of annotations; messages count them from 1."""
        found = body.get(key, [])
        expect(isinstance(found, list), key, f"is {brief(found)}, not a list")
        return tuple(read(item, f"{self.where}{key[:-1]} {number}") for number, item in enumerate(found, 1))

    def _comment(self, item: Any, where: str) -> Comment:
        """Reads a comment, which may have several lines."""
        found = _object(item, where, Comment, "step", "text")
        text = _line_of_text(found["text"], where, "text", LONGEST_COMMENT, breaks=True)
        by = _line_of_text(found["by"], where, "by", LONGEST_TAG) if "by" in found else None
        return Comment(self._step(found, where), text, by)

    def _evaluation(self, item: Any, where: str) -> Evaluation:
        """Reads the chances of all seats."""
        found = _object(item, where, Evaluation, "step", "by", "chances")
        chances = found["chances"]
        numbers = isinstance(chances, list) and all(type(each) in (int, float) and 0 <= each <= 1 for each in chances)
        if not numbers or len(chances) != self.players or not math.isclose(sum(chances), 1, abs_tol=0.01):
            raise BadRecord(f"{where}: 'chances' is {brief(chances)}, not a chance for each seat, together 1")
        by = _line_of_text(found["by"], where, "by", LONGEST_TAG)
        return Evaluation(self._step(found, where), by, tuple(chances))

    def _variation(self, item: Any, where: str) -> Variation:
        """Reads a variation with its annotations; its legality is checked when it is played."""
        if self.depth == DEEPEST_VARIATION:
            raise BadRecord(f"{where}: variations are nested more than {DEEPEST_VARIATION} deep")
        found = _object(item, where, Variation, "step", "decisions")
        step, decisions = self._step(found, where), found["decisions"]
        if not isinstance(decisions, list) or not decisions or not all(isinstance(each, str) for each in decisions):
            raise BadRecord(f"{where}: 'decisions' is {brief(decisions)}, not a list of decisions")
        inside = Branch(step, step + len(decisions), self.players, f"{where}, ", self.depth + 1)
        return Variation(step, tuple(decisions), **inside.read(found))

    def _step(self, found: dict[str, Any], where: str) -> int:
        """Reads the step that an annotation belongs to."""
        step = found["step"]
        if type(step) is not int or not self.first <= step <= self.last:
            raise BadRecord(f"{where}: 'step' is {brief(step)}, not a number from {self.first} to {self.last}")
        return step


def _object(item: Any, where: str, kind: type, *needed: str) -> dict[str, Any]:
    """Returns an object that has all required keys and no unknown ones."""
    if not isinstance(item, dict):
        raise BadRecord(f"{where} is {brief(item)}, not an object")
    if missing := [key for key in needed if key not in item]:
        raise BadRecord(f"{where}: '{missing[0]}' is missing")
    known = [field.name for field in fields(kind)]
    if unknown := [key for key in item if key not in known]:
        raise BadRecord(f"{where}: {brief(unknown[0])} is unknown; known: {', '.join(known)}")
    return item


def _line_of_text(text: Any, where: str, key: str, longest: int, breaks: bool = False) -> str:
    """Returns a text of bounded length, without characters that change what a terminal shows."""
    seen = re.sub(r"[\n\t]", " ", text) if breaks and isinstance(text, str) else text
    if not isinstance(seen, str) or not 0 < len(seen) <= longest or UNSEEN.search(seen):
        lines = "" if breaks else " on one line"
        raise BadRecord(f"{where}: '{key}' is {brief(text)}, not a text of 1 to {longest} characters{lines}")
    return str(text)


def read_tags(found: Any) -> dict[str, str]:
    """Reads tags: texts by name, of which `date` and `ending` have a meaning here."""
    expect(isinstance(found, dict), "tags", f"is {brief(found)}, not an object")
    for name, text in found.items():
        expect(TAG.fullmatch(name) is not None, "tags", f"has {brief(name)}; names are made of a to z, 0 to 9 and _")
        _line_of_text(text, "tags", name, LONGEST_TAG)
    if "date" in found:
        expect(_is_date(found["date"]), "date", f"is {brief(found['date'])}, not a day such as 2026-01-31")
    if "ending" in found:
        expect(found["ending"] in ENDINGS, "ending", f"is {brief(found['ending'])}; known: {', '.join(ENDINGS)}")
    return dict(found)


def _is_date(text: str) -> bool:
    """Returns whether a text is a valid date."""
    try:
        return DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def check_ending(tags: Mapping[str, str], game: Game) -> None:
    """Checks that a game ended as its tag says."""
    told = tags.get("ending")
    if told is not None and ENDINGS[told] != (game.over, game.stopped):
        came = "stopped by the limit of rounds" if game.stopped else "over" if game.over else "not over"
        raise BadRecord(f"'ending' is {told!r}, but the game is {came}")


def check_variations(game: Game, variations: Sequence[Variation]) -> None:
    """Checks that all variations can be played."""
    if variations:
        _play(copy.copy(game), variations, "")


def _play(game: Game, variations: Sequence[Variation], where: str) -> None:
    """Plays variations, last ones first, so that the game only ever goes back, however many there are."""
    for number, variation in sorted(enumerate(variations, 1), key=lambda each: -each[1].step):
        game.rewind(variation.step)
        here = f"{where}variation {number}"
        for place, decision in enumerate(variation.decisions, 1):
            try:
                game.play(decision)
            except IllegalAction as error:
                raise BadRecord(f"{here}, decision {place}: {error}") from None
        _play(game, variation.variations, f"{here}, ")
