"""The log of From East to West in words: one line for each action, with everything decided in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.notation.cards import SPICES, cubes, plain
from serai.core.views.steps import PublicStep, View
from serai.games.east_to_west.web.pieces import PointCard, bonus, claimable, tile
from serai.games.east_to_west.web.words import WestWords
from serai.web.drawing.log import LogLine, Picture
from serai.web.drawing.merchant_log import tell_traded
from serai.web.drawing.scene import Scene
from serai.web.drawing.sentences import Teller, begins_with, count_times, latest, tell_goal
from serai.web.drawing.words import Words

BEGINNINGS = ("work", "route", "rest")
begins = begins_with(BEGINNINGS)


@dataclass(frozen=True)
class Action:
    """The choice of a turn with all decisions that followed from it; `before` is the view before, None at the start."""

    steps: Sequence[PublicStep]
    before: View | None

    @property
    def seat(self) -> int:
        """The seat that acted."""
        return self.steps[0].seat

    @property
    def what(self) -> str:
        """What was chosen: a location or a place of the route."""
        return self.steps[0].text.partition(" ")[2]

    @property
    def after(self) -> View:
        """The view right after the choice."""
        return self.steps[0].view

    def player(self, view: View) -> View:
        """Returns what the acting seat has in a view."""
        found: View = view["players"][self.seat]
        return found

    @property
    def works(self) -> bool:
        """Whether a location was worked at."""
        return self.steps[0].text.startswith("work ")

    def answer(self, *verbs: str) -> str:
        """Returns the first decision that begins with one of these verbs, empty if there is none."""
        return next((step.text for step in self.steps[1:] if step.text.split()[0] in verbs), "")

    def named(self, verb: str) -> list[str]:
        """Lists the cubes named by the decisions of one verb."""
        return [step.text.split()[1] for step in self.steps if step.text.startswith(f"{verb} ")]

    def since(self, verb: str) -> "Action":
        """Returns the part of the action from a decision on, empty if it was not taken."""
        first = next((n for n, step in enumerate(self.steps) if step.text.startswith(f"{verb} ")), len(self.steps))
        return Action(self.steps[first:], self.before)

    @property
    def times(self) -> int:
        """The number of times a trade was done."""
        return 1 + sum(step.text == "trade" for step in self.steps)


def tell(scene: Scene, translations: NullTranslations, most: int = 60) -> list[LogLine]:
    """Describes the latest actions, newest first."""
    words, found = WestWords(translations), latest(scene.steps, scene.before, begins, most)
    tellers = Teller(scene, translations).newest_first(len(steps) for steps, _ in found)
    return [tell_action(teller, words, Action(*each)) for teller, each in zip(tellers, found, strict=True)]


def tell_action(teller: Teller, words: WestWords, action: Action) -> LogLine:
    """Describes one action in one or more sentences."""
    sentences = [
        tell_choice(teller, words, action),
        tell_displaced(teller, action),
        tell_extra(teller, action),
        tell_explored(teller, words, action),
        tell_bonus(teller, words, action),
        tell_returned(teller, action),
    ]
    return LogLine(action.seat, Markup(" ").join(filter(None, sentences)), len(action.steps))


def tell_choice(teller: Teller, words: WestWords, action: Action) -> Markup:
    """Describes the choice of the turn."""
    verb, place = action.steps[0].text.split()[0], action.what
    if verb == "rest":
        return tell_rest(teller, action)
    if verb == "route":
        return tell_route(teller, action)
    if place.startswith("fort "):
        return tell_claim(teller, words, action)
    if place.startswith("market "):
        return tell_market(teller, action)
    if place == "refresh":
        _ = teller.translations.gettext
        you = _("You refreshed the market and take another turn.")
        return teller.sentence(action.seat, you, _("%(name)s refreshed the market and takes another turn."))
    if place == "adjust":
        return tell_adjust(teller, action)
    return Markup(" ").join(tell_part(teller, action, part) for part in place.split("&"))


def tell_part(teller: Teller, action: Action, part: str) -> Markup:
    """Describes what a location did: a gain, upgrades, a trade."""
    if ">" in part:
        return tell_traded(teller, action.seat, action.times, note(teller, part))
    if part.startswith("+"):
        return tell_upgrade(teller, action)
    ngettext = teller.translations.ngettext
    number = location(teller, action, action.after)["settlers"]
    return teller.sentence(
        action.seat,
        ngettext(
            "You gained %(cubes)s with %(number)d settler.", "You gained %(cubes)s with %(number)d settlers.", number
        ),
        ngettext(
            "%(name)s gained %(cubes)s with %(number)d settler.",
            "%(name)s gained %(cubes)s with %(number)d settlers.",
            number,
        ),
        cubes=note(teller, part),
        number=number,
    )


def tell_upgrade(teller: Teller, action: Action) -> Markup:
    """Describes what was upgraded."""
    _, upgraded = teller.translations.gettext, action.named("upgrade")
    if upgraded:
        you, other = _("You upgraded %(cubes)s."), _("%(name)s upgraded %(cubes)s.")
    elif action.answer("stop") or action.after["phase"] != "upgrade":
        you, other = _("You upgraded nothing."), _("%(name)s upgraded nothing.")
    else:
        you, other = _("You went to upgrade."), _("%(name)s went to upgrade.")
    return teller.sentence(action.seat, you, other, cubes=teller.upgrades(upgraded))


def note(teller: Teller, text: str) -> Markup:
    """Draws the notation inline."""
    return _drawn(teller.translations, plain(text))


def drawn_card(teller: Teller, text: str) -> Markup:
    """Draws a merchant card inline; a trade in a sentence that says how often it was done is told by what it trades."""
    return _drawn_card(teller.translations, plain(text))


@cache
def _drawn_card(translations: NullTranslations, text: str) -> Markup:
    """Draws a card once per language."""
    return Words("east_to_west", translations).card_note(text)


@cache
def _drawn(translations: NullTranslations, text: str) -> Markup:
    """Draws the notation once per language: a log repeats the same cards."""
    return Words("east_to_west", translations).note(text)


def tell_claim(teller: Teller, words: WestWords, action: Action) -> Markup:
    """Describes a point card claimed, with its symbol and benefit."""
    _, ngettext = teller.translations.gettext, teller.translations.ngettext
    card = claimed_card(teller.scene, action)
    text = teller.sentence(
        action.seat,
        _("You claimed %(points)s with a %(symbol)s for %(cubes)s."),
        _("%(name)s claimed %(points)s with a %(symbol)s for %(cubes)s."),
        points=teller.bold(card.points),
        symbol=words.symbol(card.symbol),
        cubes=note(teller, card.cost),
    )
    came = settlers_gained(action)
    return (
        text
        + Markup(" ")
        + Markup(ngettext("%(number)d settler more.", "%(number)d settlers more.", came)) % {"number": came}
        if came
        else text
    )


def settlers_gained(action: Action) -> int:
    """Counts the settlers that a point card brought from the reserve."""
    if action.before is None:
        return 0
    return int(action.player(action.before)["reserve"] - action.player(action.after)["reserve"])


def tell_market(teller: Teller, action: Action) -> Markup:
    """Describes the merchant of a market being used, or taken into the route."""
    _, slot = teller.translations.gettext, int(action.what.split()[1]) - 1
    card = action.after["markets"][slot]
    answer = action.answer("use", "keep")
    if answer == "use":
        return tell_merchant(teller, action, card, market=True)
    replaced = action.answer("replace")
    if replaced:
        gone = route_card(action, replaced.split()[1])
        you = _("You took %(card)s into your route in place of %(gone)s.")
        other = _("%(name)s took %(card)s into the route in place of %(gone)s.")
        return teller.sentence(action.seat, you, other, card=drawn_card(teller, card), gone=drawn_card(teller, gone))
    if answer == "keep" and action.steps[-1].view["phase"] != "replace":
        you, other = _("You took %(card)s into your route."), _("%(name)s took %(card)s into the route.")
    else:
        you, other = _("You went to the market for %(card)s."), _("%(name)s went to the market for %(card)s.")
    return teller.sentence(action.seat, you, other, card=drawn_card(teller, card))


def tell_route(teller: Teller, action: Action) -> Markup:
    """Describes a card of the route used."""
    return tell_merchant(teller, action, route_card(action, action.what), market=False)


def route_card(action: Action, place: str) -> str:
    """Returns the card at a place of the route, counted from 1."""
    return str(action.player(action.after)["route"][int(place) - 1]["card"])


def tell_merchant(teller: Teller, action: Action, card: str, market: bool) -> Markup:
    """Describes a merchant card used, and how many times or what was upgraded."""
    _, upgraded = teller.translations.gettext, action.named("upgrade")
    if ">" in card:
        you, other = (
            (
                _("You traded %(card)s at the market, %(times)s."),
                _("%(name)s traded %(card)s at the market, %(times)s."),
            )
            if market
            else (
                _("You traded %(card)s on your route, %(times)s."),
                _("%(name)s traded %(card)s on the route, %(times)s."),
            )
        )
    elif upgraded:
        you, other = (
            (_("You used %(card)s at the market: %(cubes)s."), _("%(name)s used %(card)s at the market: %(cubes)s."))
            if market
            else (
                _("You used %(card)s of your route: %(cubes)s."),
                _("%(name)s used %(card)s of the route: %(cubes)s."),
            )
        )
    else:
        you, other = (
            (_("You used %(card)s at the market."), _("%(name)s used %(card)s at the market."))
            if market
            else (_("You used %(card)s of your route."), _("%(name)s used %(card)s of the route."))
        )
    times = count_times(teller.translations, action.times)
    drawn = note(teller, card) if ">" in card else drawn_card(teller, card)
    return teller.sentence(action.seat, you, other, card=drawn, times=times, cubes=teller.upgrades(upgraded))


def tell_adjust(teller: Teller, action: Action) -> Markup:
    """Describes the cubes taken and the cards of the route that were swapped (EW-15)."""
    _, swapped = teller.translations.gettext, action.answer("swap")
    got = note(teller, cubes(teller.scene.pieces.locations[teller.scene.pieces.location_names.number(action.what)].get))
    if not swapped:
        you, other = _("You took %(cubes)s to adjust your route."), _("%(name)s took %(cubes)s to adjust the route.")
        return teller.sentence(action.seat, you, other, cubes=got)
    one, second = (drawn_card(teller, route_card(action, place)) for place in swapped.split()[1:])
    you = _("You took %(cubes)s and swapped %(one)s and %(second)s in your route.")
    other = _("%(name)s took %(cubes)s and swapped %(one)s and %(second)s in the route.")
    return teller.sentence(action.seat, you, other, cubes=got, one=one, second=second)


def tell_rest(teller: Teller, action: Action) -> Markup:
    """Describes a rest and how many settlers came back."""
    _, ngettext = teller.translations.gettext, teller.translations.ngettext
    board = action.player(action.after)["board"]
    back = 0 if action.before is None else board - action.player(action.before)["board"]
    if back == 0:
        you = _("You rested: nothing to take back.")
        return teller.sentence(action.seat, you, _("%(name)s rested: nothing to take back."))
    return teller.sentence(
        action.seat,
        ngettext("You rested: %(number)d settler back.", "You rested: %(number)d settlers back.", back),
        ngettext("%(name)s rested: %(number)d settler back.", "%(name)s rested: %(number)d settlers back.", back),
        number=back,
    )


def tell_displaced(teller: Teller, action: Action) -> Markup | None:
    """Describes whose settlers went home (EW-7)."""
    if action.before is None or not action.works or not location(teller, action, action.before)["settlers"]:
        return None
    there = location(teller, action, action.before)
    ngettext, number = teller.translations.ngettext, there["settlers"]
    return teller.sentence(
        there["seat"],
        ngettext("Your %(number)d settler there went home.", "Your %(number)d settlers there went home.", number),
        ngettext("%(number)d settler of %(name)s went home.", "%(number)d settlers of %(name)s went home.", number),
        number=number,
    )


def claimed_card(scene: Scene, action: Action) -> PointCard:
    """Returns the point card that an action claimed."""
    had = [] if action.before is None else action.player(action.before)["claimed"]
    new = [name for name in action.player(action.after)["claimed"] if name not in had]
    return claimable(scene.pieces, new[-1])


def location(teller: Teller, action: Action, view: View) -> View:
    """Returns the location that an action worked at, in a view."""
    found: View = view["locations"][teller.scene.pieces.location_names.number(action.what)]
    return found


def tell_extra(teller: Teller, action: Action) -> Markup | None:
    """Describes the cubes that point cards added after the work (EW-10)."""
    if not action.works or action.steps[-1].view["working"] is not None or not action.player(action.after)["claimed"]:
        return None
    added = action.after["work"][teller.scene.pieces.location_names.number(action.what)]["extra"]
    if not added:
        return None
    return Markup(teller.translations.gettext("Cards added %(cubes)s.")) % {"cubes": note(teller, added)}


def tell_explored(teller: Teller, words: WestWords, action: Action) -> Markup | None:
    """Describes the exploration tile taken and its bonus."""
    _, part = teller.translations.gettext, action.since("explore")
    if not part.steps:
        return None
    found, upgraded = tile(teller.scene.pieces, part.what), part.named("upgrade")
    points = words.points(found.points)
    if found.only_points:
        return Markup(_("Explored: %(points)s.")) % {"points": points}
    what: Any = teller.upgrades(upgraded) if upgraded else note(teller, found.gain or f"+{found.upgrades}")
    if found.settlers:
        what = words.benefit(f"settlers:{found.settlers}")
    return Markup(_("Explored: %(what)s and %(points)s.")) % {"what": what, "points": points}


def tell_bonus(teller: Teller, words: WestWords, action: Action) -> Markup | None:
    """Says whether the bonus tile was taken."""
    _, answers = teller.translations.gettext, [step.text for step in action.steps]
    if "no bonus" in answers:
        return Markup(_("Bonus tile left there."))
    if "bonus" not in answers:
        return None
    return Markup(_("Bonus tile: %(tile)s.")) % {"tile": words.draw(bonus(teller.scene.pieces, taken(action)))}


def taken(action: Action) -> str:
    """Returns the name of the bonus tile that was taken."""
    place = next(number for number, step in enumerate(action.steps) if step.text == "bonus")
    before = action.steps[place - 1].view
    return str(before["forts"][int(action.what.split()[1]) - 1]["bonus"])


def tell_returned(teller: Teller, action: Action) -> Markup | None:
    """Describes the cubes discarded above the limit."""
    returned = "".join(sorted(action.named("discard"), key=SPICES.index))
    if not returned:
        return None
    return Markup(teller.translations.gettext("Returned: %(cubes)s.")) % {"cubes": note(teller, returned)}


def pictured(scene: Scene, number: int) -> Picture:
    """Draws the action that a step begins as the card used, the points of a claimed card, or a symbol."""
    step, before = scene.steps[number], scene.steps[number - 1].view if number else scene.before
    verb, _, what = step.text.partition(" ")
    action, kind = Action((step,), before), what.split()[0] if what else ""
    if verb == "route":
        return Picture(card=plain(route_card(action, what)))
    if kind == "market":
        return Picture(card=plain(action.after["markets"][int(what.split()[1]) - 1]))
    if kind == "fort":
        return Picture(points=claimed_card(scene, action).points)
    return Picture(icon={"rest": "i-rest", "refresh": "i-refresh", "adjust": "i-swap"}.get(kind or verb, "i-settler"))


def plan_turn(teller: Teller, turn: Sequence[str]) -> Markup:
    """Describes the decisions of a planned turn, which may begin in mid-action."""
    return Markup(", ").join(plan_step(teller, decision) for decision in turn)


def plan_step(teller: Teller, decision: str) -> Markup:
    """Describes one planned decision in the words of a hint."""
    _ = teller.translations.gettext
    verb, __, what = decision.partition(" ")
    number = what.split()[-1] if what else ""
    match verb:
        case "explore":
            text, values = (
                _("take a tile: %(tile)s"),
                {"tile": WestWords(teller.translations).tile(tile(teller.scene.pieces, what))},
            )
        case "swap":
            text, values = _("swap cards %(one)s and %(other)s of the route"), {"one": what[0], "other": number}
        case "upgrade":
            text, values = _("upgrade %(cubes)s"), {"cubes": teller.upgrades([what])}
        case "discard":
            text, values = _("return %(cubes)s"), {"cubes": note(teller, what)}
        case "route":
            text, values = _("use card %(number)s of the route"), {"number": number}
        case "replace":
            text, values = _("replace card %(number)s of the route"), {"number": number}
        case "work" if what.startswith("fort "):
            text, values = _("claim the card at fort %(number)s"), {"number": number}
        case "work" if what.startswith("market "):
            text, values = _("go to market %(number)s"), {"number": number}
        case "work" if what not in ("refresh", "adjust"):
            text, values = (
                _("work for %(cubes)s"),
                {"cubes": Markup(" ").join(note(teller, part) for part in what.split("&"))},
            )
        case __:
            text, values = advice(teller.translations)[decision], {}
    return Markup(text) % values


def advice(translations: NullTranslations) -> dict[str, str]:
    """Returns the sentences for planned decisions that name no piece."""
    _ = translations.gettext
    return {
        "rest": _("rest"),
        "use": _("use the merchant"),
        "keep": _("take the merchant into the route"),
        "bonus": _("take the bonus tile"),
        "no bonus": _("leave the bonus tile"),
        "no swap": _("swap nothing"),
        "trade": _("trade once more"),
        "stop": _("stop there"),
        "work refresh": _("refresh the market"),
        "work adjust": _("adjust the route"),
    }


def plan_goal(teller: Teller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says which point card a plan claims, how soon, and for which goods."""
    forts = [location for location in teller.scene.view["locations"] if location["kind"] == "fort"]

    def worth(place: str) -> tuple[int, str]:
        fort = next((n for n, location in enumerate(forts) if location["location"] == place), 0)
        lies = teller.scene.view["forts"][fort]["card"]
        card = claimable(teller.scene.pieces, lies["card"]) if lies else None
        return (card.points, card.cost) if card else (0, "")

    return tell_goal(teller, turns, "work fort", worth)
