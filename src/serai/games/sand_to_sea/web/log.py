"""The log of Sand to Sea in words: one line for each action."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.notation.cards import SPICES, plain
from serai.core.views.steps import PublicStep, View
from serai.games.sand_to_sea.numbers import HOLD
from serai.web.drawing.log import LogLine, Picture
from serai.web.drawing.merchant_log import tell_play
from serai.web.drawing.pieces import near
from serai.web.drawing.scene import Scene
from serai.web.drawing.sentences import (
    SOON,
    Teller,
    at_cost,
    count_times,
    far_off,
    in_turns,
    latest,
    lying_on,
    turns_until,
)

ALWAYS_BEGIN = ("start", "play", "acquire", "rest")
MAY_BEGIN = ("sail", "build", "trade", "deliver")


@dataclass(frozen=True)
class Action:
    """The decisions of one action of a seat, and the view before it (None for the first)."""

    seat: int
    before: View | None
    steps: tuple[PublicStep, ...]

    def of(self, verb: str) -> list[str]:
        """Lists what the decisions with a verb name, such as the cubes paid."""
        return [step.text.partition(" ")[2] for step in self.steps if step.text.split()[0] == verb]

    def count(self, verb: str) -> int:
        """Counts the decisions with a verb."""
        return len(self.of(verb))

    def cubes(self, verb: str) -> str:
        """Returns the cubes that the decisions with a verb name, sorted."""
        return "".join(sorted(self.of(verb), key=SPICES.index))

    def views(self, verb: str) -> list[tuple[Any, PublicStep]]:
        """Lists the decisions with a verb, each with the view before it."""
        views = [self.before, *(step.view for step in self.steps)]
        return [(view, step) for view, step in zip(views, self.steps, strict=False) if step.text.split()[0] == verb]

    @property
    def after(self) -> View:
        """The view after the action."""
        return self.steps[-1].view


def actions(steps: Sequence[PublicStep], before: View | None = None, most: int = 0) -> list[Action]:
    """Groups decisions into actions, newest first, all or only the last; `before` is the view before the first."""
    found = latest(steps, before, _begins, most or len(steps))
    return [Action(action[0].seat, earlier, tuple(action)) for action, earlier in found]


def last_action(steps: Sequence[PublicStep]) -> Action | None:
    """Returns the action that the last decision belongs to."""
    return next(iter(actions(steps, None, 1)), None)


def _begins(steps: Sequence[PublicStep], place: int) -> bool:
    """Returns whether a decision begins an action: the choice of a turn, or a discard above the limit."""
    verb, last = steps[place].text.split()[0], steps[place - 1] if place else None
    if verb in ALWAYS_BEGIN or last is None:
        return True
    if verb == "discard":
        return steps[place].seat != last.seat or not last.text.startswith("discard")
    return verb in MAY_BEGIN and bool(last.view["phase"] == "turn")


def space_of(view: View, seat: int) -> str:
    """Returns the space of a boat."""
    return str(view["players"][seat]["boat"])


def outposts(view: View, seat: int) -> set[str]:
    """Returns the spaces with an outpost of a seat."""
    return set(view["players"][seat]["outposts"])


def tell(scene: Scene, translations: NullTranslations, most: int = 60) -> list[LogLine]:
    """Describes the latest actions, newest first."""
    found = actions(scene.steps, scene.before, most)
    tellers = SeaTeller(scene, translations).newest_first(len(action.steps) for action in found)
    return [teller.action(action) for teller, action in zip(tellers, found, strict=True)]


@dataclass(frozen=True)
class SeaTeller(Teller):
    """Describes actions of Sand to Sea in full sentences."""

    def action(self, action: Action) -> LogLine:
        """Describes one action."""
        telling = getattr(self, f"_{action.steps[0].text.split()[0]}", None)
        return telling(action) if telling else self._boat(action)

    def _made(self, action: Action, you: str, other: str, **values: Any) -> LogLine:
        """Makes the line of an action."""
        return self.line(action.seat, len(action.steps), you, other, **values)

    def _start(self, action: Action) -> LogLine:
        """Describes the choices of the set-up (SS-6)."""
        _, group = self.translations.gettext, self.note(action.of("start")[0])
        if not action.count("place"):
            return self._made(action, _("You took %(spices)s."), _("%(name)s took %(spices)s."), spices=group)
        return self._made(
            action,
            _("You took %(spices)s and put the boat on %(tile)s."),
            _("%(name)s took %(spices)s and put the boat on %(tile)s."),
            spices=group,
            tile=self.tile(action.of("place")[0]),
        )

    def _rest(self, action: Action) -> LogLine:
        """Describes a rest (SS-14)."""
        assert action.before is not None
        player, ngettext = action.before["players"][action.seat], self.translations.ngettext
        number = len(player["played"]) + len(player["spent"])
        if number == 0:
            _ = self.translations.gettext
            return self._made(
                action, _("You rested: nothing to take back."), _("%(name)s rested: nothing to take back.")
            )
        return self._made(
            action,
            ngettext("You rested: %(number)d card back.", "You rested: %(number)d cards back.", number),
            ngettext("%(name)s rested: %(number)d card back.", "%(name)s rested: %(number)d cards back.", number),
            number=number,
        )

    def _acquire(self, action: Action) -> LogLine:
        """Describes the card acquired, the cubes paid, and the cubes that lay on it (SS-7)."""
        _, card, paid = self.translations.gettext, action.of("acquire")[0], action.cubes("pay")
        if action.after["phase"] == "pay" and paid:
            you, other = _("You chose %(card)s, paid %(cubes)s."), _("%(name)s chose %(card)s, paid %(cubes)s.")
        elif action.after["phase"] == "pay":
            you, other = _("You chose %(card)s."), _("%(name)s chose %(card)s.")
        elif paid:
            you, other = _("You acquired %(card)s, paid %(cubes)s."), _("%(name)s acquired %(card)s, paid %(cubes)s.")
        else:
            you, other = _("You acquired %(card)s for free."), _("%(name)s acquired %(card)s for free.")
        line = self._made(action, you, other, card=self.card(card), cubes=self.note(paid) if paid else "")
        lay = lying_on(card, action.before) if action.after["phase"] != "pay" else ""
        more = [Markup(_("%(cubes)s lay on it.")) % {"cubes": self.note(lay)}] if lay else []
        return LogLine(line.seat, Markup(" ").join([line.text, *more]), line.steps)

    def _play(self, action: Action) -> LogLine:
        """Describes a card played (SS-8)."""
        text = tell_play(self, action.steps, action.of("play")[0], action.before)
        return LogLine(action.seat, text, len(action.steps))

    def _discard(self, action: Action) -> LogLine:
        """Describes the cubes discarded above the limit (SS-15)."""
        _, spices = self.translations.gettext, self.note(action.cubes("discard"))
        return self._made(
            action,
            _("You returned %(spices)s: the hold was too full."),
            _("%(name)s returned %(spices)s: the hold was too full."),
            spices=spices,
        )

    def _boat(self, action: Action) -> LogLine:
        """Describes a voyage and what was done at its end (SS-9 to SS-13)."""
        line = self._voyage(action)
        sentences = [
            line.text,
            *self._tolls(action),
            *self._rewards(action),
            *self._trades(action),
            *self._closed(action),
        ]
        return LogLine(action.seat, Markup(" ").join(sentences), len(action.steps))

    def _voyage(self, action: Action) -> LogLine:
        """Writes the first sentence: how far, where to, and what was built, delivered or traded."""
        _, ngettext, steps = self.translations.gettext, self.translations.ngettext, action.count("sail")
        values: dict[str, Any] = {
            "number": steps,
            "tile": self.tile(space_of(action.after, action.seat)),
        }
        if action.count("deliver"):
            return self._delivery(action, values)
        if action.count("build"):
            return self._building(action, values)
        if steps:
            return self._made(
                action,
                ngettext("You sailed %(number)d step to %(tile)s.", "You sailed %(number)d steps to %(tile)s.", steps),
                ngettext(
                    "%(name)s sailed %(number)d step to %(tile)s.",
                    "%(name)s sailed %(number)d steps to %(tile)s.",
                    steps,
                ),
                **values,
            )
        values["times"] = count_times(self.translations, action.count("trade"))
        values["tile"] = self.note(action.after["tiles"][space_of(action.after, action.seat)].partition(":")[2])
        you, other = _("You traded %(tile)s %(times)s."), _("%(name)s traded %(tile)s %(times)s.")
        return self._made(action, you, other, **values)

    def _delivery(self, action: Action, values: dict[str, Any]) -> LogLine:
        """Describes a delivery to a port (SS-13)."""
        _, ngettext, steps = self.translations.gettext, self.translations.ngettext, values["number"]
        (before, _step), *_more = action.views("deliver")
        port = before["ports"][space_of(before, action.seat)]
        values |= {"cost": self.note(port["tile"]), "points": self.bold(port["points"])}
        if not steps:
            you, other = _("You delivered %(cost)s for %(points)s."), _("%(name)s delivered %(cost)s for %(points)s.")
        else:
            you = ngettext(
                "You sailed %(number)d step, delivered %(cost)s for %(points)s.",
                "You sailed %(number)d steps, delivered %(cost)s for %(points)s.",
                steps,
            )
            other = ngettext(
                "%(name)s sailed %(number)d step, delivered %(cost)s for %(points)s.",
                "%(name)s sailed %(number)d steps, delivered %(cost)s for %(points)s.",
                steps,
            )
        return self._made(action, you, other, **values)

    def _building(self, action: Action, values: dict[str, Any]) -> LogLine:
        """Describes a new outpost and its cost (SS-10)."""
        paid = action.cubes("pay")
        values["paid"] = self.note(paid) if paid else ""
        if values["number"]:
            you, other = self._built_after_sailing(values["number"], bool(paid))
        else:
            you, other = self._built_at_once(bool(paid))
        return self._made(action, you, other, **values)

    def _built_at_once(self, paid: bool) -> tuple[str, str]:
        """Returns the sentences for an outpost built without sailing."""
        _ = self.translations.gettext
        if paid:
            return _("You built on %(tile)s, paid %(paid)s."), _("%(name)s built on %(tile)s, paid %(paid)s.")
        return _("You built on %(tile)s for free."), _("%(name)s built on %(tile)s for free.")

    def _built_after_sailing(self, steps: int, paid: bool) -> tuple[str, str]:
        """Returns the sentences for an outpost built at the end of a voyage."""
        ngettext = self.translations.ngettext
        if paid:
            return ngettext(
                "You sailed %(number)d step to %(tile)s, built for %(paid)s.",
                "You sailed %(number)d steps to %(tile)s, built for %(paid)s.",
                steps,
            ), ngettext(
                "%(name)s sailed %(number)d step to %(tile)s, built for %(paid)s.",
                "%(name)s sailed %(number)d steps to %(tile)s, built for %(paid)s.",
                steps,
            )
        return ngettext(
            "You sailed %(number)d step to %(tile)s, built for free.",
            "You sailed %(number)d steps to %(tile)s, built for free.",
            steps,
        ), ngettext(
            "%(name)s sailed %(number)d step to %(tile)s, built for free.",
            "%(name)s sailed %(number)d steps to %(tile)s, built for free.",
            steps,
        )

    def _tolls(self, action: Action) -> list[Markup]:
        """Describes who was given a cube."""
        _ = self.translations.gettext
        told = []
        for before, step in action.views("give"):
            to = self.scene.sitters[before["toll_to"]]
            text = _("The toll: %(spice)s to you.") if to.you else _("The toll: %(spice)s to %(name)s.")
            told.append(Markup(text) % {"spice": self.note(step.text.split()[1]), "name": to.name})
        return told

    def _rewards(self, action: Action) -> list[Markup]:
        """Describes the reward for an emptied column (SS-11)."""
        _ = self.translations.gettext
        told = []
        for before, step in action.views("take") + action.views("choose"):
            verb, thing = step.text.split(maxsplit=1)
            text = _("Column %(column)d is empty: the reward is %(thing)s.")
            reward = self.card(thing) if verb == "take" else self.bold(self.bonus(thing, before))
            told.append(Markup(text) % {"column": before["column"] + 1, "thing": reward})
        return told

    def bonus(self, kind: str, before: View | None = None) -> str:
        """Names a bonus tile; a points tile with its points, if the position is known."""
        _ = self.translations.gettext
        if kind == "points":
            return self._points(before)
        return {"hold": _("hold +%(number)d") % {"number": HOLD}, "sail": _("one free step")}[kind]

    def _points(self, before: View | None) -> str:
        """Names the points tile on top of the pile."""
        if before is None:
            return self.translations.gettext("points")
        number = before["points_left"][0]
        return self.translations.ngettext("%(number)d point", "%(number)d points", number) % {"number": number}

    def _trades(self, action: Action) -> list[Markup]:
        """Describes trades on the island that the first sentence does not mention."""
        times = action.count("trade")
        if not times or not (action.count("sail") or action.count("build")):
            return []
        text = self.translations.ngettext("Then one trade there.", "Then %(number)d trades there.", times)
        return [Markup(text) % {"number": times}]

    def _closed(self, action: Action) -> list[Markup]:
        """Describes a port being closed or the closed port moving (SS-13)."""
        _ = self.translations.gettext
        if not action.count("deliver") or not closed(action.after):
            return []
        (before, _step), *_more = action.views("deliver")
        moved = closed(before)
        return [Markup(_("The closed port moved.") if moved else _("The port is closed now."))]

    def tile(self, space: str) -> Markup:
        """Draws an island as its trade; names a port or the sea."""
        _, lies = self.translations.gettext, self.scene.view["tiles"].get(space)
        if lies is None:
            return Markup(_("port %(space)s")) % {"space": space}
        return Markup(_("the open sea")) if lies == "sea" else self.say.island_note(lies.partition(":")[2])


def pictured(scene: Scene, number: int) -> Picture:
    """Draws the action that a step begins as its card or symbol; all that a boat does is a boat."""
    verb, _, card = scene.steps[number].text.partition(" ")
    if verb in ("play", "acquire"):
        return Picture(card=plain(card))
    icons = {"rest": "i-rest", "discard": "i-return", "start": "i-gain", "place": "i-gain"}
    return Picture(icon=icons.get(verb, "i-boat"))


def closed(view: View) -> bool:
    """Returns whether a port is closed."""
    return any(port["closed"] for port in view["ports"].values())


def plan_turn(teller: Teller, turn: Sequence[str]) -> Markup:
    """Describes the decisions of a planned turn."""
    sea = SeaTeller(teller.scene, teller.translations)
    told = [_planned(sea, decision) for decision in turn if decision != "stop"]
    return Markup(" ").join(told) if told else Markup(teller.translations.gettext("Do nothing more."))


def _planned(sea: SeaTeller, decision: str) -> Markup:
    """Describes one planned decision."""
    _ = sea.translations.gettext
    verb, *things = decision.split()
    if verb == "sail":
        text = _("Sail to %(tile)s for %(card)s.") if len(things) > 1 else _("Sail to %(tile)s for free.")
        return Markup(text) % {"tile": sea.tile(things[0]), "card": sea.card(things[-1])}
    texts = {
        "start": _("Take %(thing)s."),
        "place": _("Put the boat on %(thing)s."),
        "play": _("Play %(thing)s."),
        "acquire": _("Acquire %(thing)s."),
        "take": _("Take %(thing)s."),
        "choose": _("Take %(thing)s."),
        "pay": _("Pay %(thing)s."),
        "give": _("Give %(thing)s."),
        "upgrade": _("Upgrade %(thing)s."),
        "discard": _("Return %(thing)s."),
        "rest": _("Rest."),
        "trade": _("Trade once."),
        "build": _("Build an outpost."),
        "deliver": _("Deliver."),
    }
    if not things:
        return Markup(texts[verb])
    drawn = {"choose": lambda kind: sea.bold(sea.bonus(kind)), "place": sea.tile}
    drawn |= dict.fromkeys(("play", "acquire", "take"), sea.card)
    return Markup(texts[verb]) % {"thing": drawn.get(verb, sea.note)(things[0])}


def plan_goal(teller: Teller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says how soon a plan delivers, where, for how many points and which cubes; or else how soon it builds."""
    sea = SeaTeller(teller.scene, teller.translations)
    soon = turns[:SOON]
    return _delivery_goal(sea, soon) or _building_goal(sea, soon) or far_off(sea, turns, "deliver")


def _delivery_goal(sea: SeaTeller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says how soon a plan delivers, where, for how many points and which cubes; nothing if it does not."""
    number = turns_until(turns, "deliver")
    if not number:
        return Markup()
    space = anchored(sea.scene, turns[:number], "deliver")
    port = sea.scene.view["ports"].get(space) or {"points": 0, "tile": None}
    values = {
        "port": sea.tile(space),
        "points": sea.bold(port["points"]),
        "when": in_turns(sea.translations, number),
    }
    told = Markup(sea.translations.gettext("this delivers at %(port)s for %(points)s %(when)s")) % values
    return at_cost(sea, told, port["tile"] or "")


def _building_goal(sea: SeaTeller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says how soon a plan builds an outpost, where, and for which cubes; nothing if it does not."""
    number = turns_until(turns, "build")
    if not number:
        return Markup()
    turn = turns[number - 1]
    paid = "".join(each.split()[1] for each in turn[turn.index("build") :] if each.startswith("pay "))
    tile, when = sea.tile(anchored(sea.scene, turns[:number], "build")), in_turns(sea.translations, number)
    text = sea.translations.gettext("this builds an outpost on %(tile)s %(when)s")
    told = Markup(text) % {"tile": tile, "when": when}
    return at_cost(sea, told, paid)


def anchored(scene: Scene, turns: Sequence[Sequence[str]], until: str) -> str:
    """Returns where a plan's boat lies before the first decision `until` of its last turn."""
    last = list(turns[-1])
    before = [each for turn in turns[:-1] for each in turn] + last[: last.index(until)]
    sailed = [each.split()[1] for each in before if each.split()[0] in ("sail", "place")]
    return sailed[-1] if sailed else space_of(scene.view, near(scene))
