"""The table of Spice Road as its template needs it."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from serai.core.notation.cards import plain
from serai.core.views.steps import View
from serai.games.spice_road.component_set import RoadSet
from serai.games.spice_road.numbers import COINS
from serai.games.spice_road.web.question import ask
from serai.web.drawing import cards as merchants
from serai.web.drawing.motion import Lying, motion
from serai.web.drawing.pieces import (
    UNTOLD,
    About,
    Card,
    Notice,
    Piece,
    Seat,
    first_to_end,
    for_me,
    near,
    plan,
    pressed,
    rivals,
    seats,
)
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words

COIN_POINTS = {coin: points for points, coin in COINS.items()}
VERBS = {"pay": "pay", "upgrade": "upgrade", "discard": "discard"}


@dataclass(frozen=True)
class Point:
    """A point card; `coin` is `gold` or `silver` where one lies above it."""

    cost: str
    points: int
    vt: str
    state: str
    value: str
    label: str
    coin: str = ""
    coins: int = 0
    about: About = UNTOLD


@dataclass(frozen=True)
class Player:
    """What lies in front of a player."""

    head: Seat
    caravan: list[Piece]
    label: str
    hand: list[Card]
    played: list[Card]
    tokens: list[Point]
    gold: int
    silver: int


def context(scene: Scene, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of `table.html`."""
    say, view = Words("spice_road", translations), scene.view
    make = Maker(scene, translations, say, motion(scene, lying))
    points = [make.point(slot) for slot in range(len(view["points"]))]
    return {
        "phase": phase_shown(scene),
        "ask": ask(scene, translations, say),
        "notice": last_round(scene, translations),
        "plan": plan(scene, translations),
        "points": points,
        "for_me": for_me(point.about for point in points),
        "merchants": [make.place(slot) for slot in range(len(view["merchants"]))],
        "me": make.player(seats(scene, translations)[near(scene)], pressed(scene, VERBS)),
        "hand": make.hand(),
        "rivals": [make.player(seat) for seat in rivals(scene, translations)],
        "enough": view["claims_to_end"],
        "room": view["players"][near(scene)]["limit"],
        "coin_points": COIN_POINTS,
    }


def phase_shown(scene: Scene) -> str:
    """Returns the question that determines the layout: others' questions do not change my part of the table."""
    return str(scene.view["phase"]) if scene.my_turn else "turn"


def lying(pieces: RoadSet, view: View) -> Lying:
    """Returns where all cubes and face-up cards are."""
    cubes, cards = merchants.lying(pieces, view)
    cards |= {point_name(pieces, place["card"]): "row" for place in view["points"]}
    for seat, player in enumerate(view["players"]):
        cards |= {point_name(pieces, card): f"claimed {seat}" for card in player["claimed"]}
    return cubes, cards


def point_name(pieces: RoadSet, card: str) -> str:
    """Names a point card for transitions, wherever it is."""
    return f"card-p{pieces.point_names.number(card)}"


@dataclass(frozen=True)
class Maker(merchants.CardMaker):
    """Makes the pieces of one scene."""

    def point(self, slot: int) -> Point:
        """Makes a card of the point row with the coins above it."""
        _, view = self.translations.gettext, self.scene.view
        card, points = view["points"][slot]["card"], view["points"][slot]["points"]
        coin = view["points"][slot]["coin"] or ""
        coins = view[coin] if coin else 0
        value = self.offered(f"claim {card}")
        texts = {
            ("", True): _("Claim %(points)d points for %(cubes)s"),
            ("gold", True): _("Claim %(points)d points for %(cubes)s, with a gold coin"),
            ("silver", True): _("Claim %(points)d points for %(cubes)s, with a silver coin"),
            ("", False): _("Point card: %(points)d points for %(cubes)s"),
            ("gold", False): _("Point card: %(points)d points for %(cubes)s, with a gold coin"),
            ("silver", False): _("Point card: %(points)d points for %(cubes)s, with a silver coin"),
        }
        label = texts[coin, bool(value)] % {"points": points, "cubes": self.say.spices(plain(card))}
        name = point_name(self.scene.pieces, card)
        state, about = self.state(name, value, self.quiet()), self.paid(slot, value)
        return Point(plain(card), points, name, state, value, label, coin, coins, about)

    def paid(self, slot: int, value: str) -> About:
        """Says what the viewer lacks for a point card (SR-9)."""
        _ = self.translations.gettext
        if self.scene.seat is None:
            return About(of=self.scene.view["points"][slot]["card"])
        lacks = self.scene.view["players"][self.scene.seat]["lacks"][slot]
        now = _("You can claim it.") if value else "" if lacks else _("You have all it costs.")
        return About(now=now, lacks=lacks, of=self.scene.view["points"][slot]["card"])

    def player(self, head: Seat, verb: str = "") -> Player:
        """Makes what lies in front of a player; with a verb, the cubes can be pressed."""
        _, player = self.translations.gettext, head.player
        return Player(
            head,
            self.caravan(head, verb),
            _("Caravan: %(cubes)s") % {"cubes": self.say.spices(player["caravan"])},
            [self.laid(card, head.seat, _("In hand: %(card)s")) for card in player["hand"]],
            [self.laid(card, head.seat, _("Played: %(card)s")) for card in player["played"]],
            [self.token(card) for card in player["claimed"]],
            player["gold"],
            player["silver"],
        )

    def token(self, card: str) -> Point:
        """Makes a claimed point card."""
        name = point_name(self.scene.pieces, card)
        told = self.translations.gettext("%(points)d points, claimed for %(cubes)s")
        points = self.scene.pieces.points[self.scene.pieces.point_names.number(card)].points
        label = told % {"points": points, "cubes": self.say.spices(plain(card))}
        return Point(plain(card), points, name, self.motions.card(name), "", label)


def last_round(scene: Scene, translations: NullTranslations) -> Notice | None:
    """Announces that the game ends with this round, and why (SR-13)."""
    _, number = translations.gettext, scene.view["claims_to_end"]
    first, last = first_to_end(scene), scene.sitters[-1]
    if first is None:
        return None
    values = {"name": first.name, "number": number, "last": last.name}
    if first.you:
        text = _("You have %(number)d cards; %(last)s plays last.")
    elif last.you:
        text = _("%(name)s has %(number)d cards; you play last.")
    else:
        text = _("%(name)s has %(number)d cards; %(last)s plays last.")
    return Notice(_("Last round."), text % values)
