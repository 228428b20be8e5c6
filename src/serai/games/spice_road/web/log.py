"""The log of Spice Road in words: one line for each action, with everything decided in it."""

from collections.abc import Sequence
from gettext import NullTranslations

from markupsafe import Markup

from serai.core.notation.cards import SPICES, plain
from serai.core.views.steps import PublicStep, View
from serai.games.spice_road.component_set import RoadSet
from serai.web.drawing.log import LogLine, Picture
from serai.web.drawing.merchant_log import tell_play
from serai.web.drawing.scene import Scene
from serai.web.drawing.sentences import Teller, begins_with, count_times, latest, lying_on, tell_goal

begins = begins_with(("play", "acquire", "claim", "rest"))


def tell(scene: Scene, translations: NullTranslations, most: int = 60) -> list[LogLine]:
    """Describes the last actions, newest first."""
    found = latest(scene.steps, scene.before, begins, most)
    tellers = Teller(scene, translations).newest_first(len(action) for action, _ in found)
    return [tell_action(teller, *each) for teller, each in zip(tellers, found, strict=True)]


def last_action(steps: Sequence[PublicStep]) -> Sequence[PublicStep]:
    """Returns the decisions of the action that the last one belongs to."""
    return latest(steps, None, begins, 1)[0][0]


def tell_action(teller: Teller, action: Sequence[PublicStep], before: View | None) -> LogLine:
    """Describes one action; `before` is the position before it, None at the start of the game."""
    verb, _, what = action[0].text.partition(" ")
    returned = given(action, "discard")
    telling = {"play": tell_play, "acquire": tell_acquire, "claim": tell_claim, "rest": tell_rest}[verb]
    text = telling(teller, action, what, before)
    if returned:
        _ = teller.translations.gettext
        text += Markup(" ") + teller.sentence(
            action[0].seat,
            _("You returned %(cubes)s."),
            _("%(name)s returned %(cubes)s."),
            cubes=teller.note(returned),
        )
    return LogLine(action[0].seat, text, len(action))


def given(action: Sequence[PublicStep], verb: str) -> str:
    """Returns the cubes named by the decisions of one verb."""
    found = [step.text.split()[1] for step in action if step.text.startswith(f"{verb} ")]
    return "".join(sorted(found, key=SPICES.index))


def tell_acquire(teller: Teller, action: Sequence[PublicStep], card: str, before: View | None) -> Markup:
    """Describes a card acquired, the cubes paid for it and the cubes that lay on it."""
    _, seat, paid = teller.translations.gettext, action[0].seat, given(action, "pay")
    note = teller.note(paid) if paid else ""
    if action[-1].view["phase"] == "pay":
        if paid:
            you, other = _("You chose %(card)s, paid %(cubes)s."), _("%(name)s chose %(card)s, paid %(cubes)s.")
        else:
            you, other = _("You chose %(card)s."), _("%(name)s chose %(card)s.")
        return teller.sentence(seat, you, other, card=teller.card(card), cubes=note)
    if paid:
        you, other = _("You acquired %(card)s, paid %(cubes)s."), _("%(name)s acquired %(card)s, paid %(cubes)s.")
    else:
        you, other = _("You acquired %(card)s for free."), _("%(name)s acquired %(card)s for free.")
    text = teller.sentence(seat, you, other, card=teller.card(card), cubes=note)
    lying = lying_on(card, before)
    return text + Markup(" ") + Markup(_("%(cubes)s lay on it.")) % {"cubes": teller.note(lying)} if lying else text


def tell_claim(teller: Teller, action: Sequence[PublicStep], card: str, before: View | None) -> Markup:
    """Describes a point card claimed and the coin taken with it."""
    _, seat = teller.translations.gettext, action[0].seat
    after = action[0].view
    if before is not None and after["gold"] < before["gold"]:
        you = _("You claimed %(points)s for %(cubes)s and took gold.")
        other = _("%(name)s claimed %(points)s for %(cubes)s and took gold.")
    elif before is not None and after["silver"] < before["silver"]:
        you = _("You claimed %(points)s for %(cubes)s and took silver.")
        other = _("%(name)s claimed %(points)s for %(cubes)s and took silver.")
    else:
        you = _("You claimed %(points)s for %(cubes)s.")
        other = _("%(name)s claimed %(points)s for %(cubes)s.")
    return teller.sentence(
        seat, you, other, points=teller.bold(worth(teller.scene.pieces, card)), cubes=teller.note(card)
    )


def pictured(scene: Scene, number: int) -> Picture:
    """Draws the action that a step begins as the card it was about, or the tent of a rest."""
    verb, _, card = scene.steps[number].text.partition(" ")
    if verb == "rest":
        return Picture(icon="i-rest")
    return Picture(points=worth(scene.pieces, card)) if verb == "claim" else Picture(card=plain(card))


def worth(pieces: RoadSet, card: str) -> int:
    """Returns the points of a point card; anything else has none."""
    number = pieces.point_names.get(card)
    return 0 if number is None else pieces.points[number].points


def tell_rest(teller: Teller, action: Sequence[PublicStep], what: str, before: View | None) -> Markup:
    """Describes a rest and how many cards came back."""
    _, ngettext, seat = teller.translations.gettext, teller.translations.ngettext, action[0].seat
    cards = 0 if before is None else len(before["players"][seat]["played"])
    if cards == 0:
        you = _("You rested: nothing to take back.")
        return teller.sentence(seat, you, _("%(name)s rested: nothing to take back."))
    return teller.sentence(
        seat,
        ngettext("You rested: %(cards)d card back.", "You rested: %(cards)d cards back.", cards),
        ngettext("%(name)s rested: %(cards)d card back.", "%(name)s rested: %(cards)d cards back.", cards),
        cards=cards,
    )


def plan_turn(teller: Teller, turn: Sequence[str]) -> Markup:
    """Describes the decisions of a planned turn, which may begin in mid-action."""
    _ = teller.translations.gettext
    returned = "".join(decision.split()[1] for decision in turn if decision.startswith("discard "))
    rest = [decision for decision in turn if not decision.startswith("discard ")]
    if not rest:
        return Markup(_("return %(cubes)s")) % {"cubes": teller.note(returned)}
    told = plan_action(teller, rest)
    if returned:
        return Markup(_("%(turn)s, then return %(cubes)s")) % {"turn": told, "cubes": teller.note(returned)}
    return told


def plan_action(teller: Teller, turn: Sequence[str]) -> Markup:
    """Describes one planned action in the words of a hint."""
    _, what = teller.translations.gettext, turn[0].partition(" ")[2]
    named = {
        verb: [decision.split()[1] for decision in turn if decision.startswith(f"{verb} ")]
        for verb in ("pay", "upgrade")
    }
    values = {
        "card": _planned_card(teller, turn[0]),
        "paid": teller.note("".join(named["pay"])),
        "upgraded": teller.upgrades(named["upgrade"]),
        "points": teller.bold(worth(teller.scene.pieces, what)),
        "times": count_times(teller.translations, turn.count("trade") + (turn[0] != "trade")),
    }
    match turn[0].split()[0]:
        case "play" if ">" in what:
            text = _("play %(card)s %(times)s")
        case "play" if named["upgrade"]:
            text = _("play %(card)s, upgrade %(upgraded)s")
        case "play":
            text = _("play %(card)s")
        case "acquire" if named["pay"]:
            text = _("acquire %(card)s, pay %(paid)s")
        case "acquire":
            text = _("acquire %(card)s")
        case "claim":
            text = _("claim %(points)s with %(card)s")
        case "pay":
            text = _("pay %(paid)s")
        case "upgrade":
            text = _("upgrade %(upgraded)s")
        case "trade":
            text = _("trade %(times)s more")
        case "rest":
            text = _("rest")
        case _:
            text = _("stop here")
    return Markup(text) % values


def _planned_card(teller: Teller, decision: str) -> Markup:
    """Draws what a decision names: a merchant card, or the cost of a point card; a trade is told by what it trades."""
    verb, _, what = decision.partition(" ")
    if verb == "acquire" or (verb == "play" and ">" not in what):
        return teller.card(what)
    return teller.note(what) if what else Markup("")


def plan_goal(teller: Teller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says which point card a plan claims, how soon, and for which cubes."""
    return tell_goal(teller, turns, "claim", lambda card: (worth(teller.scene.pieces, card), plain(card)))
