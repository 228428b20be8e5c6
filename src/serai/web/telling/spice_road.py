"""The log of Spice Road in words: one line for each action, with everything decided in it."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.game import Step
from serai.notation.cards import MERCHANTS, SPICES, cubes
from serai.notation.spice_road import POINTS
from serai.rules.phases import Phase
from serai.rules.spice_road import POINT_CARDS
from serai.web.scene import Scene
from serai.web.telling import Line
from serai.web.telling.common import Teller, count_times

WORTH = {text: int(POINT_CARDS[number].points) for number, text in enumerate(POINTS.texts)}
BEGINNINGS = ("play", "acquire", "claim", "rest")


def tell(scene: Scene, translations: NullTranslations, most: int = 60) -> list[Line]:
    """Tells the last actions, newest first."""
    teller = Teller(scene, translations)
    found = actions(scene.steps)
    before: list[Any] = [scene.before, *(action[-1].state for action in found)]
    told = list(zip(found, before, strict=False))[-most:]
    return [tell_action(teller, action, position) for action, position in reversed(told)]


def actions(steps: Sequence[Step]) -> list[list[Step]]:
    """Groups decisions into actions: a turn's choice with all that was asked because of it."""
    found: list[list[Step]] = []
    for step in steps:
        if step.text.split()[0] in BEGINNINGS:
            found.append([])
        found[-1].append(step)
    return found


def tell_action(teller: Teller, action: Sequence[Step], before: Any) -> Line:
    """Tells one action; `before` is the position before it, None at the start of the game."""
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
    return Line(action[0].seat, text, len(action))


def given(action: Sequence[Step], verb: str) -> str:
    """Returns the cubes named by the decisions of one verb."""
    found = [step.text.split()[1] for step in action if step.text.startswith(f"{verb} ")]
    return "".join(sorted(found, key=SPICES.index))


def tell_play(teller: Teller, action: Sequence[Step], card: str, before: Any) -> Markup:
    """Tells a card played: a gain, a trade with how often, an upgrade with what rose."""
    _, seat = teller.translations.gettext, action[0].seat
    if ">" in card:
        return tell_trade(teller, action, card)
    if not card.startswith("+"):
        return teller.sentence(
            seat, _("You gained %(cubes)s."), _("%(name)s gained %(cubes)s."), cubes=teller.note(card)
        )
    raised = [step.text.split()[1] for step in action if step.text.startswith("upgrade ")]
    if not raised:
        return teller.sentence(seat, _("You played %(card)s."), _("%(name)s played %(card)s."), card=teller.note(card))
    return teller.sentence(
        seat,
        _("You upgraded %(cubes)s."),
        _("%(name)s upgraded %(cubes)s."),
        cubes=teller.rises(raised),
    )


def tell_trade(teller: Teller, action: Sequence[Step], card: str) -> Markup:
    """Tells a trade with how often it was done."""
    _, seat = teller.translations.gettext, action[0].seat
    times = 1 + sum(step.text == "trade" for step in action)
    if times == 1:
        you, other = _("You traded %(card)s once."), _("%(name)s traded %(card)s once.")
    elif times == 2:
        you, other = _("You traded %(card)s twice."), _("%(name)s traded %(card)s twice.")
    else:
        you, other = _("You traded %(card)s %(times)d times."), _("%(name)s traded %(card)s %(times)d times.")
    return teller.sentence(seat, you, other, card=teller.note(card), times=times)


def tell_acquire(teller: Teller, action: Sequence[Step], card: str, before: Any) -> Markup:
    """Tells a card acquired, what was paid for it and what lay on it."""
    _, seat, paid = teller.translations.gettext, action[0].seat, given(action, "pay")
    note = teller.note(paid) if paid else ""
    if action[-1].state.phase == Phase.PAY:
        if paid:
            you, other = _("You chose %(card)s, paid %(cubes)s."), _("%(name)s chose %(card)s, paid %(cubes)s.")
        else:
            you, other = _("You chose %(card)s."), _("%(name)s chose %(card)s.")
        return teller.sentence(seat, you, other, card=teller.note(card), cubes=note)
    if paid:
        you, other = _("You acquired %(card)s, paid %(cubes)s."), _("%(name)s acquired %(card)s, paid %(cubes)s.")
    else:
        you, other = _("You acquired %(card)s for free."), _("%(name)s acquired %(card)s for free.")
    text = teller.sentence(seat, you, other, card=teller.note(card), cubes=note)
    lying = lying_on(card, before)
    return text + Markup(" ") + Markup(_("%(cubes)s lay on it.")) % {"cubes": teller.note(lying)} if lying else text


def lying_on(card: str, before: Any) -> str:
    """Returns the cubes that lay on a card of the row."""
    if before is None:
        return ""
    slot = list(before.merchants.cards).index(MERCHANTS.number(card))
    return cubes(before.merchants.spices[slot])


def tell_claim(teller: Teller, action: Sequence[Step], card: str, before: Any) -> Markup:
    """Tells a point card claimed and the coin taken with it."""
    _, seat = teller.translations.gettext, action[0].seat
    after = action[0].state
    if before is not None and after.gold < before.gold:
        you = _("You claimed %(points)s for %(cubes)s and took gold.")
        other = _("%(name)s claimed %(points)s for %(cubes)s and took gold.")
    elif before is not None and after.silver < before.silver:
        you = _("You claimed %(points)s for %(cubes)s and took silver.")
        other = _("%(name)s claimed %(points)s for %(cubes)s and took silver.")
    else:
        you = _("You claimed %(points)s for %(cubes)s.")
        other = _("%(name)s claimed %(points)s for %(cubes)s.")
    return teller.sentence(seat, you, other, points=teller.bold(WORTH[card]), cubes=teller.note(card))


def tell_rest(teller: Teller, action: Sequence[Step], what: str, before: Any) -> Markup:
    """Tells a rest and how many cards came back."""
    _, ngettext, seat = teller.translations.gettext, teller.translations.ngettext, action[0].seat
    cards = 0 if before is None else int(before.players[seat].played).bit_count()
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
    """Tells the decisions of a planned turn, which may begin in the middle of an action."""
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
    """Tells one planned action in the words of an advice."""
    _, what = teller.translations.gettext, turn[0].partition(" ")[2]
    named = {
        verb: [decision.split()[1] for decision in turn if decision.startswith(f"{verb} ")]
        for verb in ("pay", "upgrade")
    }
    values = {
        "card": teller.note(what) if what else "",
        "paid": teller.note("".join(named["pay"])),
        "raised": teller.rises(named["upgrade"]),
        "points": teller.bold(WORTH.get(what, 0)),
        "times": count_times(teller.translations, turn.count("trade") + (turn[0] != "trade")),
    }
    match turn[0].split()[0]:
        case "play" if ">" in what:
            text = _("play %(card)s %(times)s")
        case "play" if named["upgrade"]:
            text = _("play %(card)s, raise %(raised)s")
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
            text = _("raise %(raised)s")
        case "trade":
            text = _("trade %(times)s more")
        case "rest":
            text = _("rest")
        case _:
            text = _("stop here")
    return Markup(text) % values
