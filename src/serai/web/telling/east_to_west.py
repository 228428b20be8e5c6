"""The log of From East to West in words: one line for each action, with everything decided in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.game import Step
from serai.notation.cards import MERCHANTS, SPICES, cubes, plain
from serai.notation.east_to_west import BONUS_NAMES, LOCATIONS, POINTS
from serai.rules.phases import Phase
from serai.rules.records import NONE, State
from serai.rules.west_components import locations
from serai.rules.west_table import West
from serai.web.look.west_pieces import bonus, claimable, tile
from serai.web.look.west_words import WestWords
from serai.web.scene import Scene
from serai.web.telling import Line
from serai.web.telling.common import Teller, count_times
from serai.web.words import Words

BEGINNINGS = ("work", "route", "rest")


@dataclass(frozen=True)
class Action:
    """A turn's choice with all that was asked because of it; `before` is the position before, None at the start."""

    steps: Sequence[Step]
    before: State | None

    @property
    def seat(self) -> int:
        """Returns who acted."""
        return self.steps[0].seat

    @property
    def what(self) -> str:
        """Returns what was chosen: a location, a place of the route."""
        return self.steps[0].text.partition(" ")[2]

    @property
    def after(self) -> State:
        """Returns the position right after the choice."""
        return self.steps[0].state

    def answer(self, *verbs: str) -> str:
        """Returns the first decision that begins with one of these verbs, empty if there is none."""
        return next((step.text for step in self.steps[1:] if step.text.split()[0] in verbs), "")

    def named(self, verb: str) -> list[str]:
        """Lists the cubes named by the decisions of one verb."""
        return [step.text.split()[1] for step in self.steps if step.text.startswith(f"{verb} ")]

    def since(self, verb: str) -> "Action":
        """Returns the part of the action from a decision on, nothing if it was not taken."""
        first = next((n for n, step in enumerate(self.steps) if step.text.startswith(f"{verb} ")), len(self.steps))
        return Action(self.steps[first:], self.before)

    @property
    def times(self) -> int:
        """Counts how often a trade was done."""
        return 1 + sum(step.text == "trade" for step in self.steps)


def tell(scene: Scene, translations: NullTranslations, most: int = 60) -> list[Line]:
    """Tells the latest actions, newest first."""
    teller, words = Teller(scene, translations), WestWords(translations)
    return [tell_action(teller, words, action) for action in actions(scene.steps, scene.before)[-most:]][::-1]


def actions(steps: Sequence[Step], before: State | None = None) -> list[Action]:
    """Groups decisions into actions; `before` is the position before the first."""
    starts = [number for number, step in enumerate(steps) if step.text.split()[0] in BEGINNINGS]
    ends = [*starts[1:], len(steps)][: len(starts)]
    return [
        Action(steps[start:end], steps[start - 1].state if start else before)
        for start, end in zip(starts, ends, strict=True)
    ]


def tell_action(teller: Teller, words: WestWords, action: Action) -> Line:
    """Tells one action in one or more sentences."""
    sentences = [
        tell_choice(teller, words, action),
        tell_displaced(teller, action),
        tell_extra(teller, action),
        tell_explored(teller, words, action),
        tell_bonus(teller, words, action),
        tell_returned(teller, action),
    ]
    return Line(action.seat, Markup(" ").join(filter(None, sentences)), len(action.steps))


def tell_choice(teller: Teller, words: WestWords, action: Action) -> Markup:
    """Tells what was chosen for the turn."""
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
    """Tells what a location did: a gain, upgrades, a trade."""
    if ">" in part:
        return tell_trade(teller, action, part)
    if part.startswith("+"):
        return tell_upgrade(teller, action)
    ngettext = teller.translations.ngettext
    number = int(action.after.settlers[LOCATIONS.number(action.what)])
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


def tell_trade(teller: Teller, action: Action, card: str) -> Markup:
    """Tells a trade with how often it was done."""
    _, times = teller.translations.gettext, action.times
    if times == 1:
        you, other = _("You traded %(card)s once."), _("%(name)s traded %(card)s once.")
    elif times == 2:
        you, other = _("You traded %(card)s twice."), _("%(name)s traded %(card)s twice.")
    else:
        you, other = _("You traded %(card)s %(times)d times."), _("%(name)s traded %(card)s %(times)d times.")
    return teller.sentence(action.seat, you, other, card=note(teller, card), times=times)


def tell_upgrade(teller: Teller, action: Action) -> Markup:
    """Tells what rose."""
    _, raised = teller.translations.gettext, action.named("upgrade")
    if raised:
        you, other = _("You upgraded %(cubes)s."), _("%(name)s upgraded %(cubes)s.")
    elif action.answer("stop") or action.after.phase != Phase.UPGRADE:
        you, other = _("You upgraded nothing."), _("%(name)s upgraded nothing.")
    else:
        you, other = _("You went to upgrade."), _("%(name)s went to upgrade.")
    return teller.sentence(action.seat, you, other, cubes=teller.rises(raised))


def note(teller: Teller, text: str) -> Markup:
    """Draws the notation inline."""
    return _drawn(teller.translations, plain(text))


@cache
def _drawn(translations: NullTranslations, text: str) -> Markup:
    """Draws the notation once for each language: a log draws the same cards again and again."""
    return Words("east_to_west", translations).note(text)


def tell_claim(teller: Teller, words: WestWords, action: Action) -> Markup:
    """Tells a point card claimed with its symbol and benefit."""
    _, ngettext = teller.translations.gettext, teller.translations.ngettext
    had = 0 if action.before is None else int(action.before.players[action.seat].claimed)
    card = claimable(POINTS[(int(action.after.players[action.seat].claimed) ^ had).bit_length() - 1])
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
    return int(action.before.players[action.seat].reserve - action.after.players[action.seat].reserve)


def tell_market(teller: Teller, action: Action) -> Markup:
    """Tells whether the merchant of a market was used, or taken into the route."""
    _, slot = teller.translations.gettext, int(action.what.split()[1]) - 1
    card = MERCHANTS[action.after.merchants.cards[slot]]
    answer = action.answer("use", "keep")
    if answer == "use":
        return tell_merchant(teller, action, card, market=True)
    replaced = action.answer("replace")
    if replaced:
        gone = MERCHANTS[action.after.players[action.seat].route[int(replaced.split()[1]) - 1]]
        you = _("You took %(card)s into your route in place of %(gone)s.")
        other = _("%(name)s took %(card)s into the route in place of %(gone)s.")
        return teller.sentence(action.seat, you, other, card=note(teller, card), gone=note(teller, gone))
    if answer == "keep" and action.steps[-1].state.phase != West.REPLACE:
        you, other = _("You took %(card)s into your route."), _("%(name)s took %(card)s into the route.")
    else:
        you, other = _("You went to the market for %(card)s."), _("%(name)s went to the market for %(card)s.")
    return teller.sentence(action.seat, you, other, card=note(teller, card))


def tell_route(teller: Teller, action: Action) -> Markup:
    """Tells a card of the route used."""
    card = MERCHANTS[action.after.players[action.seat].route[int(action.what) - 1]]
    return tell_merchant(teller, action, card, market=False)


def tell_merchant(teller: Teller, action: Action, card: str, market: bool) -> Markup:
    """Tells a merchant card used, with how often or what rose."""
    _, raised = teller.translations.gettext, action.named("upgrade")
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
    elif raised:
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
    return teller.sentence(action.seat, you, other, card=note(teller, card), times=times, cubes=teller.rises(raised))


def tell_adjust(teller: Teller, action: Action) -> Markup:
    """Tells the cubes taken and which cards of the route changed places (EW-15)."""
    _, swapped = teller.translations.gettext, action.answer("swap")
    got = note(teller, cubes(locations()[LOCATIONS.number(action.what)].get))
    if not swapped:
        you, other = _("You took %(cubes)s to adjust your route."), _("%(name)s took %(cubes)s to adjust the route.")
        return teller.sentence(action.seat, you, other, cubes=got)
    route = action.after.players[action.seat].route
    one, second = (note(teller, MERCHANTS[route[int(place) - 1]]) for place in swapped.split()[1:])
    you = _("You took %(cubes)s and swapped %(one)s and %(second)s in your route.")
    other = _("%(name)s took %(cubes)s and swapped %(one)s and %(second)s in the route.")
    return teller.sentence(action.seat, you, other, cubes=got, one=one, second=second)


def tell_rest(teller: Teller, action: Action) -> Markup:
    """Tells a rest and how many settlers came back."""
    _, ngettext = teller.translations.gettext, teller.translations.ngettext
    board = action.after.players[action.seat].board
    back = 0 if action.before is None else int(board - action.before.players[action.seat].board)
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
    """Tells whose settlers went home (EW-7)."""
    before, place = action.before, LOCATIONS.get(action.what) if action.steps[0].text.startswith("work ") else None
    if before is None or place is None or before.settlers[place] == 0:
        return None
    ngettext, number = teller.translations.ngettext, int(before.settlers[place])
    owner = next(seat for seat in range(before.seats) if int(before.players[seat].placed) >> place & 1)
    return teller.sentence(
        owner,
        ngettext("Your %(number)d settler there went home.", "Your %(number)d settlers there went home.", number),
        ngettext("%(number)d settler of %(name)s went home.", "%(number)d settlers of %(name)s went home.", number),
        number=number,
    )


def tell_extra(teller: Teller, action: Action) -> Markup | None:
    """Tells the cubes that point cards added when the work was done (EW-10)."""
    added = extras(action) if action.steps[0].text.startswith("work ") else ""
    if not added or action.steps[-1].state.place != NONE:
        return None
    return Markup(teller.translations.gettext("Cards added %(cubes)s.")) % {"cubes": note(teller, added)}


def extras(action: Action) -> str:
    """Returns the cubes of the claimed cards that refer to the location."""
    link = locations()[LOCATIONS.number(action.what)].link
    claimed = [claimable(name).benefit for name in POINTS.of_set(action.after.players[action.seat].claimed)]
    return "".join(benefit.split(":")[2] for benefit in claimed if link and benefit.startswith(f"extra:{link}:"))


def tell_explored(teller: Teller, words: WestWords, action: Action) -> Markup | None:
    """Tells the exploration tile taken and what it brought."""
    _, part = teller.translations.gettext, action.since("explore")
    if not part.steps:
        return None
    found, raised = tile(part.what), part.named("upgrade")
    points = words.points(found.points)
    if found.only_points:
        return Markup(_("Explored: %(points)s.")) % {"points": points}
    what: Any = teller.rises(raised) if raised else note(teller, found.gain or f"+{found.upgrades}")
    if found.settlers:
        what = words.benefit(f"settlers:{found.settlers}")
    return Markup(_("Explored: %(what)s and %(points)s.")) % {"what": what, "points": points}


def tell_bonus(teller: Teller, words: WestWords, action: Action) -> Markup | None:
    """Tells whether the bonus tile was taken."""
    _, answers = teller.translations.gettext, [step.text for step in action.steps]
    if "no bonus" in answers:
        return Markup(_("Bonus tile left there."))
    if "bonus" not in answers:
        return None
    return Markup(_("Bonus tile: %(tile)s.")) % {"tile": words.draw(bonus(taken(action)))}


def taken(action: Action) -> str:
    """Returns the name of the bonus tile that was taken."""
    place = next(number for number, step in enumerate(action.steps) if step.text == "bonus")
    before = action.steps[place - 1].state
    fort = int(action.what.split()[1]) - 1
    return BONUS_NAMES[before.stacks[fort, before.heights[fort] - 1]]


def tell_returned(teller: Teller, action: Action) -> Markup | None:
    """Tells the cubes put back above the limit."""
    returned = "".join(sorted(action.named("discard"), key=SPICES.index))
    if not returned:
        return None
    return Markup(teller.translations.gettext("Returned: %(cubes)s.")) % {"cubes": note(teller, returned)}


def plan_turn(teller: Teller, turn: Sequence[str]) -> Markup:
    """Tells the decisions of a planned turn, which may begin in the middle of an action."""
    return Markup(", ").join(plan_step(teller, decision) for decision in turn)


def plan_step(teller: Teller, decision: str) -> Markup:
    """Tells one planned decision in the words of an advice."""
    _ = teller.translations.gettext
    verb, __, what = decision.partition(" ")
    number = what.split()[-1] if what else ""
    match verb:
        case "explore":
            text, values = _("take a tile: %(tile)s"), {"tile": WestWords(teller.translations).tile(tile(what))}
        case "swap":
            text, values = _("swap cards %(one)s and %(other)s of the route"), {"one": what[0], "other": number}
        case "upgrade":
            text, values = _("raise %(cubes)s"), {"cubes": teller.rises([what])}
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
    """Returns the planned decisions that are told without naming a piece."""
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
