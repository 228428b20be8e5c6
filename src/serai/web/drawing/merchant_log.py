"""Sentences about merchant cards that are played, for the logs of games that have a hand of them."""

from collections.abc import Sequence

from markupsafe import Markup

from serai.core.views.steps import PublicStep, View
from serai.web.drawing.sentences import Teller


def tell_play(teller: Teller, action: Sequence[PublicStep], card: str, before: View | None) -> Markup:
    """Describes a card played: a gain, a trade and how often it was done, an upgrade and its cubes."""
    _, seat = teller.translations.gettext, action[0].seat
    if ">" in card:
        return tell_trade(teller, action, card)
    if not card.startswith("+"):
        return teller.sentence(
            seat, _("You gained %(cubes)s."), _("%(name)s gained %(cubes)s."), cubes=teller.note(card)
        )
    upgraded = [step.text.split()[1] for step in action if step.text.startswith("upgrade ")]
    if not upgraded:
        return teller.sentence(seat, _("You played %(card)s."), _("%(name)s played %(card)s."), card=teller.card(card))
    return teller.sentence(
        seat,
        _("You upgraded %(cubes)s."),
        _("%(name)s upgraded %(cubes)s."),
        cubes=teller.upgrades(upgraded),
    )


def tell_trade(teller: Teller, action: Sequence[PublicStep], card: str) -> Markup:
    """Describes a trade and how often it was done."""
    times = 1 + sum(step.text == "trade" for step in action)
    return tell_traded(teller, action[0].seat, times, teller.note(card))


def tell_traded(teller: Teller, seat: int, times: int, card: Markup) -> Markup:
    """Describes a trade that was done some times."""
    _ = teller.translations.gettext
    if times == 1:
        you, other = _("You traded %(card)s once."), _("%(name)s traded %(card)s once.")
    elif times == 2:
        you, other = _("You traded %(card)s twice."), _("%(name)s traded %(card)s twice.")
    else:
        you, other = _("You traded %(card)s %(times)d times."), _("%(name)s traded %(card)s %(times)d times.")
    return teller.sentence(seat, you, other, card=card, times=times)
