"""The row of merchant cards, a hand and a caravan, as they lie at a table."""

from dataclasses import dataclass
from gettext import NullTranslations

from serai.core.component_set import ComponentSet
from serai.core.notation.cards import plain
from serai.core.views.steps import View
from serai.web.drawing.motion import Lying, Motion
from serai.web.drawing.pieces import (
    About,
    Card,
    Piece,
    Seat,
    advised,
    caravans,
    card_name,
    near,
    pieces,
    times,
    without_effect,
)
from serai.web.drawing.questions import Option
from serai.web.drawing.scene import Scene
from serai.web.drawing.trades import chips
from serai.web.drawing.words import Words


@dataclass(frozen=True)
class RowPlace:
    """A place of the merchant row: its card, the cubes on it, its price, and whether the next cube goes here."""

    card: Card
    price: int
    lying: list[Piece]
    counts: dict[str, int]
    label: str
    target: bool = False


@dataclass(frozen=True)
class HandCard:
    """A card in hand with its buttons for several trades at once."""

    card: Card
    chips: list[Option]


def lying(pieces: ComponentSet, view: View) -> Lying:
    """Returns where all cubes lie, in caravans and on cards of the row, and where every open merchant card lies."""
    cubes = caravans(view) | {card_name(pieces, place["card"])[5:]: place["spices"] for place in view["merchants"]}
    cards = {card_name(pieces, place["card"]): "row" for place in view["merchants"]}
    for seat, player in enumerate(view["players"]):
        cards |= {
            card_name(pieces, card, seat): f"{pile} {seat}" for pile in ("hand", "played") for card in player[pile]
        }
    return cubes, cards


@dataclass(frozen=True)
class CardMaker:
    """Makes the pieces of one scene."""

    scene: Scene
    translations: NullTranslations
    say: Words
    motions: Motion

    def offered(self, decision: str) -> str:
        """Returns a decision if it is legal, else nothing."""
        return decision if decision in self.scene.view["legal"] else ""

    def state(self, name: str, value: str, other: str) -> str:
        """Returns the state classes of a card: `other` when it offers nothing."""
        hint = advised(self.scene, value)
        return " ".join(filter(None, ("" if value else other, hint, self.motions.card(name))))

    def quiet(self) -> str:
        """Returns the state of cards that are not part of the question."""
        return "" if self.scene.my_turn and self.scene.view["phase"] == "turn" else "is-quiet"

    def place(self, slot: int) -> RowPlace:
        """Makes a place of the merchant row."""
        _, view = self.translations.gettext, self.scene.view
        card, on_it = view["merchants"][slot]["card"], view["merchants"][slot]["spices"]
        value, name = self.offered(f"acquire {card}"), card_name(self.scene.pieces, card)
        paying = self.scene.my_turn and view["phase"] == "pay"
        chosen = [place["card"] for place in view["merchants"]].index(view["paying_for"]) if paying else -1
        target = paying and card == view["paying_onto"]
        state = self.state(name, value, self.quiet())
        if paying and slot <= chosen:
            state = "is-selected" if slot == chosen else "is-target" if target else ""
        price = view["merchants"][slot]["price"]
        return RowPlace(
            Card(plain(card), name, state, value, self.priced(card, price, on_it, bool(value)), self.price_now(value)),
            price,
            pieces(self.scene, self.say, name[5:], on_it, motion=self.motions),
            {spice: on_it.count(spice) for spice in "YRGB" if spice in on_it},
            _("On it: %(cubes)s") % {"cubes": self.say.spices(on_it)} if on_it else "",
            target,
        )

    def asked_for_turn(self) -> bool:
        """Whether the viewer has to choose the action of a turn."""
        return self.scene.my_turn and self.scene.view["phase"] == "turn"

    def price_now(self, value: str) -> About:
        """Says whether the viewer can pay for a card of the row now."""
        _ = self.translations.gettext
        if value:
            return About(now=_("You can take it."))
        return About(now=_("You have too few spices for its price.") if self.asked_for_turn() else "")

    def paid_now(self, value: str, card: str) -> About:
        """Says whether the viewer can play a card of the hand now, to what effect, how often its trade can be done."""
        _ = self.translations.gettext
        if not value:
            return About(now=_("You do not have the spices for it.") if self.asked_for_turn() else "")
        if idle := without_effect(self.scene, self.translations, plain(card)):
            return About(now=idle, idle=idle)
        number = times(self.scene, value)
        text = self.translations.ngettext(
            "You can play it, %(number)d time.", "You can play it, up to %(number)d times.", number
        )
        return About(now=text % {"number": number} if number else _("You can play it."))

    def priced(self, card: str, price: int, on_it: str, can: bool) -> str:
        """Describes a card of the row with its price and what lies on it."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        values = {"card": self.say.card(plain(card)), "number": price}
        if can and price == 0:
            text = _("Acquire for free: %(card)s")
        elif can:
            text = ngettext("Acquire for %(number)d spice: %(card)s", "Acquire for %(number)d spices: %(card)s", price)
        elif price == 0:
            text = _("Merchant card: %(card)s; free")
        else:
            text = ngettext(
                "Merchant card: %(card)s; costs %(number)d spice",
                "Merchant card: %(card)s; costs %(number)d spices",
                price,
            )
        told = text % values
        return _("%(card)s, with %(cubes)s on it") % {"card": told, "cubes": self.say.spices(on_it)} if on_it else told

    def hand(self) -> list[HandCard]:
        """Makes the cards of my hand, with the playable ones marked."""
        return [self.hand_card(card) for card in self.scene.view["players"][near(self.scene)]["hand"]]

    def hand_card(self, card: str) -> HandCard:
        """Makes a card of my hand; a trade that can be done several times gets a button for each number."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        name, value = card_name(self.scene.pieces, card, near(self.scene)), self.offered(f"play {card}")
        state = self.state(name, value, self.quiet() or "is-off")
        told = self.say.card(plain(card))
        about = self.paid_now(value, card)
        text = _("Play without effect: %(card)s") if about.idle else _("Play: %(card)s")
        label = (text if value else _("In hand: %(card)s")) % {"card": told}

        def says(number: int) -> str:
            text = ngettext("Play %(number)d time: %(card)s", "Play %(number)d times: %(card)s", number)
            return text % {"number": number, "card": told}

        return HandCard(
            Card(plain(card), name, state, value, label, about), chips(value, times(self.scene, value), says)
        )

    def caravan(self, head: Seat, verb: str) -> list[Piece]:
        """Makes the cubes of a player; with a verb they can be pressed."""
        _, held = self.translations.gettext, head.player["caravan"]
        labels = {
            "pay": _("Pay %s"),
            "upgrade": _("Upgrade %s"),
            "discard": _("Return %s"),
            "give": _("Give %s"),
            "": "%s",
        }
        return pieces(self.scene, self.say, f"s{head.seat}", held, verb, labels[verb], self.motions)

    def laid(self, card: str, seat: int, told: str) -> Card:
        """Makes a card that offers nothing; `told` says where it lies."""
        name = card_name(self.scene.pieces, card, seat)
        return Card(plain(card), name, self.motions.card(name), "", told % {"card": self.say.card(plain(card))})
