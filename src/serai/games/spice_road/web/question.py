"""The questions of Spice Road in words."""

from functools import partial
from gettext import NullTranslations

from markupsafe import Markup

from serai.core.notation.cards import plain
from serai.games.spice_road.web.log import last_action
from serai.web.drawing.pieces import hinted, near, times
from serai.web.drawing.questions import (
    Ask,
    Asking,
    ask_action,
    ask_by_phase,
    ask_for_upgrade,
    ask_payment,
    ask_return,
    stop,
)
from serai.web.drawing.scene import Scene
from serai.web.drawing.trades import answers
from serai.web.drawing.words import Words


def answered(scene: Scene, verb: str) -> list[str]:
    """Lists the cubes that this action has named with a verb so far."""
    return [step.text.split()[1] for step in last_action(scene.steps) if step.text.startswith(f"{verb} ")]


def ask_turn(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the action of a turn (SR-6 to SR-9)."""
    _, back = translations.gettext, len(scene.view["players"][near(scene)]["played"])
    says = translations.ngettext(
        "Rest: take %(number)d played card back", "Rest: take %(number)d played cards back", back
    )
    texts = (
        _("Play a card, acquire from the row, claim points, or rest."),
        _("Play a card, acquire from the row, or claim points."),
    )
    return ask_action(scene, translations, texts, back, says)


def ask_pay(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to pay onto a card of the row (SR-7)."""
    text = translations.gettext("For %(card)s: %(number)d of %(all)d. Press a spice in your caravan.")
    return ask_payment(scene, translations, say, text)


def ask_upgrade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to upgrade, and says what has been upgraded (C-2)."""
    _, upgraded = translations.gettext, answered(scene, "upgrade")
    text = Markup(_("Press a spice in your caravan to upgrade it one step, or stop here."))
    if upgraded:
        notes = Markup(" ").join(say.upgrade(spice) for spice in upgraded)
        text = Markup(_("You upgraded %(cubes)s. Press a spice to upgrade it one step, or stop here.")) % {
            "cubes": notes
        }
    return ask_for_upgrade(scene, translations, len(upgraded), text)


def ask_trade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks how often to trade on (C-2)."""
    _, ngettext, card = translations.gettext, translations.ngettext, scene.view["trading"]
    most = times(scene, "trade")
    planned = scene.hint.turns[0].count("trade") if hinted(scene) == "trade" and scene.hint else 0

    def says(number: int) -> str:
        return ngettext("Trade %(number)d time more", "Trade %(number)d times more", number) % {"number": number}

    title = Markup(_("Trade %(card)s again?")) % {"card": say.note(plain(card))}
    text = ngettext("Your spices are enough for %(number)d more.", "Your spices are enough for %(number)d more.", most)
    options = (*answers(most, says, hint=planned), stop(scene, translations))
    return Ask(title, text % {"number": most}, scene.seat, options=options)


def ask_discard(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the cubes above the limit (C-3)."""
    text = translations.gettext("You hold %(held)d and a caravan carries %(room)d. Press the spices you give back.")
    return ask_return(scene, translations, len(answered(scene, "discard")), text)


ASKED: dict[str, Asking] = {
    "turn": ask_turn,
    "pay": ask_pay,
    "upgrade": ask_upgrade,
    "trade": ask_trade,
    "discard": ask_discard,
}

ask = partial(ask_by_phase, ASKED)
