"""What the logs of games share: who did it, whole sentences with drawn cubes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any, Self

from markupsafe import Markup

from serai.core.notation.cards import plain
from serai.core.views.steps import PublicStep, View
from serai.web.drawing.log import LogLine
from serai.web.drawing.profiles import page_part
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words, acting


@dataclass(frozen=True)
class Teller:
    """Makes lines: every sentence has a form for "you" and one for another player by name."""

    scene: Scene
    translations: NullTranslations

    @property
    def say(self) -> Words:
        """The words for cards and spices."""
        return Words(self.scene.view["game"], self.translations)

    def sentence(self, seat: int, you: str, other: str, **values: Any) -> Markup:
        """Says the sentence that fits the seat; values are escaped unless they are Markup."""
        sitter = self.scene.sitters[seat]
        return Markup(you if sitter.you else other) % {"name": acting(sitter, self.translations), **values}

    def then(self, steps: int) -> Self:
        """Returns one who tells what followed so many decisions, and calls the players as they were."""
        sitters = tuple(sitter.at(steps) for sitter in self.scene.sitters)
        return self if sitters == self.scene.sitters else replace(self, scene=replace(self.scene, sitters=sitters))

    def newest_first(self, lengths: Iterable[int]) -> Iterator[Self]:
        """Yields who tells each of the last actions, newest first, by the number of decisions in each."""
        left = len(self.scene.steps)
        for length in lengths:
            left -= length
            yield self.then(left)

    def line(self, seat: int, steps: int, you: str, other: str, **values: Any) -> LogLine:
        """Makes a line of the sentence that fits the seat."""
        return LogLine(seat, self.sentence(seat, you, other, **values), steps)

    def note(self, text: str) -> Markup:
        """Draws the notation inline."""
        return self.say.note(plain(text))

    def card(self, text: str) -> Markup:
        """Draws a merchant card inline."""
        return self.say.card_note(plain(text))

    def upgrades(self, spices: Sequence[str]) -> Markup:
        """Draws what upgrades do to cubes."""
        return Markup(" ").join(self.say.upgrade(spice) for spice in spices)

    def bold(self, text: object) -> Markup:
        """Sets a number or a word in bold."""
        return Markup("<b>{}</b>").format(text)


SOON = 4
"""How many turns ahead a hint names its goal: what is further off changes too often."""

Worth = Callable[[str], tuple[int, str]]
Begins = Callable[[Sequence[PublicStep], int], bool]


def begins_with(verbs: Collection[str]) -> Begins:
    """Returns whether a decision begins an action: whether its verb is one of the choices of a turn."""
    return lambda steps, place: steps[place].text.split()[0] in verbs


def latest(
    steps: Sequence[PublicStep], before: View | None, begins: Begins, most: int
) -> list[tuple[Sequence[PublicStep], View | None]]:
    """Groups the last decisions into actions, newest first, each with the view before it; `before` is the first."""
    found: list[tuple[Sequence[PublicStep], View | None]] = []
    end = len(steps)
    for place in range(len(steps) - 1, -1, -1):
        if begins(steps, place):
            found.append((steps[place:end], steps[place - 1].view if place else before))
            end = place
            if len(found) == most:
                break
    return found


def lying_on(card: str, before: View | None) -> str:
    """Returns the cubes that lay on a card of the row."""
    row = before["merchants"] if before is not None else []
    return next((str(place["spices"]) for place in row if place["card"] == card), "")


def planned(scene: Scene, translations: NullTranslations, turn: Sequence[str]) -> Markup:
    """Describes one planned turn, with `plan_turn(teller, turn)` of the game's module `log`."""
    log = page_part(scene.view["game"], "log")
    text: Markup = log.plan_turn(Teller(scene, translations), turn)
    return text


def count_times(translations: NullTranslations, times: int) -> str:
    """Says how often: once, twice, three times and more."""
    _ = translations.gettext
    return [_("once"), _("twice")][times - 1] if times in (1, 2) else _("%(times)d times") % {"times": times}


def turns_until(turns: Sequence[Sequence[str]], beginning: str) -> int:
    """Counts the turns of a plan up to the first that takes a certain decision; 0 if none does."""
    found = (number for number, turn in enumerate(turns, 1) for each in turn if each.startswith(beginning))
    return next(found, 0)


def in_turns(translations: NullTranslations, number: int) -> str:
    """Says when: now, or in how many turns."""
    if number == 1:
        return translations.gettext("now")
    return translations.ngettext("in %(number)d turn", "in %(number)d turns", number) % {"number": number}


def tell_goal(teller: Teller, turns: Sequence[Sequence[str]], claim: str, worth: Worth) -> Markup:
    """Says how many points the first claim of a plan brings, when, and for which cubes; `claim` begins its decision.

    A card that could be claimed now and is not is named too.
    """
    number = turns_until(turns[:SOON], claim)
    passed = 0 if number == 1 else most_now(teller.scene, claim, worth)
    if not number:
        return waits(teller, passed) if passed else far_off(teller, turns, claim)
    decision = next(each for each in turns[number - 1] if each.startswith(claim))
    points, cost = worth(decision.partition(" ")[2])
    return at_cost(teller, claims(teller, points, number, passed), cost) if points else Markup()


def most_now(scene: Scene, claim: str, worth: Worth) -> int:
    """Returns the points of the best card that can be claimed now, 0 if none can."""
    found = (worth(each.partition(" ")[2])[0] for each in scene.view["legal"] if each.startswith(claim))
    return max(found, default=0)


def claims(teller: Teller, points: int, number: int, passed: int) -> Markup:
    """Says what a plan claims and when, and which points it passes over now."""
    _ = teller.translations.gettext
    text = _("this claims %(points)s %(when)s")
    if passed:
        text = _("you could claim %(now)s now; more is expected of this: it claims %(points)s %(when)s")
    values = {"points": teller.bold(points), "now": teller.bold(passed), "when": in_turns(teller.translations, number)}
    return Markup(text) % values


def waits(teller: Teller, passed: int) -> Markup:
    """Says that a card could be claimed now, and why it is not."""
    text = teller.translations.gettext("you could claim %(now)s now; more is expected of building up first")
    return Markup(text) % {"now": teller.bold(passed)}


def far_off(teller: Teller, turns: Sequence[Sequence[str]], goal: str) -> Markup:
    """Says of a plan whose goal is far off that it prepares; nothing if it has none."""
    text = teller.translations.gettext("this prepares for later: points are more than %(number)d turns away")
    return Markup(text) % {"number": SOON} if turns_until(turns, goal) else Markup()


def at_cost(teller: Teller, goal: Markup, cost: str) -> Markup:
    """Adds to a goal which cubes it costs, if any."""
    if not cost:
        return goal
    return Markup(teller.translations.gettext("%(goal)s; costs %(cost)s")) % {"goal": goal, "cost": teller.note(cost)}
