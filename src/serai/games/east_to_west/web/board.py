"""The table of From East to West as its template needs it: the board, the pieces beside it, my things, the others."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from serai.core.notation.cards import cubes
from serai.games.east_to_west.component_set import WestSet
from serai.games.east_to_west.numbers import BONUS_TILES, ROUTE_CARDS
from serai.games.east_to_west.pieces import SYMBOLS
from serai.games.east_to_west.web import question as west_asks
from serai.games.east_to_west.web.pieces import Bonus, Merchant, PointCard, Tile, View, bonus, claimable, merchant, tile
from serai.games.east_to_west.web.places import DrawnLocation, Half, halves
from serai.games.east_to_west.web.words import WestWords
from serai.web.drawing.motion import Lying, Motion, motion
from serai.web.drawing.pieces import (
    UNTOLD,
    About,
    Notice,
    Piece,
    advised,
    caravans,
    first_to_end,
    hinted,
    near,
    pieces,
    plan,
    pressed,
    without_effect,
)
from serai.web.drawing.pieces import rivals as rivals_of
from serai.web.drawing.questions import Option, ask_shared
from serai.web.drawing.results import points_told
from serai.web.drawing.scene import Scene

VERBS = {"upgrade": "upgrade", "discard": "discard"}


@dataclass(frozen=True)
class Swap:
    """An offer to swap with another card of the route."""

    value: str
    other: int
    label: str


@dataclass(frozen=True)
class Stop:
    """A card of a route: the settlers on it, or what using it costs; the decision it offers."""

    card: Merchant
    settlers: int
    fee: int
    state: str = ""
    value: str = ""
    label: str = ""
    swaps: tuple[Swap, ...] = ()
    repeats: tuple[Option, ...] = ()
    about: About = UNTOLD


@dataclass(frozen=True)
class Won:
    """A bonus tile with its current points."""

    tile: Bonus
    worth: int
    label: str


@dataclass(frozen=True)
class Group:
    """The claimed point cards with one symbol."""

    symbol: str
    name: str
    cards: tuple[PointCard, ...]


@dataclass(frozen=True)
class Camp:
    """What one player has."""

    pieces: list[Piece]
    limit: int
    hand: int
    out: int
    reserve: int
    route: list[Stop]
    spent: int
    claimed: int
    groups: list[Group]
    explored: list[Tile]
    tiles: list[Won]
    score: int
    explored_points: int
    next_fee: int | None


def context(scene: Scene, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of the template."""
    words, view, seat = WestWords(translations), scene.view, near(scene)
    board = halves(scene.pieces, view)
    legal = view["legal"]
    beside = [tile(scene.pieces, found["tile"]) for found in view["beside"]]
    next_card = view["next_point_card"]
    known = [merchant(scene.pieces, name) for name in view["known_merchants"]]
    moves = motion(scene, _lying)
    return {
        "phase": view["phase"] if scene.my_turn else "over" if view["over"] else "wait",
        "ask": ask_shared(scene, translations) or west_asks.ask(scene, translations),
        "notice": _last_round(scene, translations),
        "plan": plan(scene, translations),
        "halves": board,
        "states": {place.number: _state(scene, place) for half in board for place in half.places},
        "labels": {place.number: _label(scene, words, place) for half in board for place in half.places},
        "repeats": {place.number: _repeats(scene, words, place) for half in board for place in half.places},
        "idle": {place.number: _idle(scene, words, place) for half in board for place in half.places},
        "fresh": _fresh_places(scene),
        "hinted": hinted(scene),
        "fees": scene.seat is not None and not view["over"],
        "beside": beside,
        "lit_tiles": sum(f"explore {found.name}" in legal for found in beside),
        "part": _part(scene, board),
        "next_card": claimable(scene.pieces, next_card) if next_card else None,
        "known": known,
        "known_label": _known_label(words, known),
        "moves": moves,
        "near": seat,
        "points_told": points_told(view, seat, translations),
        "me": camp(scene, words, moves, seat),
        "new_card": merchant(scene.pieces, west_asks.market_card(view))
        if scene.my_turn and view["phase"] == "replace"
        else None,
        "rivals": [(head, camp(scene, words, moves, head.seat)) for head in rivals_of(scene, translations)],
        "names": [sitter.name for sitter in scene.sitters],
        "words": words,
        "adjust_gain": adjust_gain(scene.pieces),
        "to_end": view["claims_to_end"],
        "route_room": ROUTE_CARDS,
        "bonus_room": BONUS_TILES,
    }


def _known_label(words: WestWords, known: list[Merchant]) -> str:
    """Says which merchants are known to lie at the bottom of the deck (EW-14)."""
    told = words._("Known at the bottom of the merchant deck, the first to be drawn first: %(cards)s")
    return told % {"cards": "; ".join(words.say.card(card.text) for card in known)}


def adjust_gain(pieces: WestSet) -> str:
    """Returns the cubes that the location of the route gives before the swap (EW-15)."""
    return next((cubes(found.get) for found in pieces.locations if found.kind == "adjust"), "")


def _last_round(scene: Scene, translations: NullTranslations) -> Notice | None:
    """Announces that a player has enough point cards to end the game (EW-19)."""
    _, sitter = translations.gettext, first_to_end(scene)
    if sitter is None:
        return None
    told = _("You have %(number)d point cards.") if sitter.you else _("%(name)s has %(number)d point cards.")
    return Notice(_("Last round"), told % {"name": sitter.name, "number": scene.view["claims_to_end"]})


def _state(scene: Scene, place: DrawnLocation) -> str:
    """Returns the classes of a place: legal ones are highlighted."""
    if place.working:
        return "is-selected"
    if not scene.my_turn:
        return "is-plain"
    if scene.view["phase"] != "turn":
        return "is-quiet"
    return advised(scene, place.decision) if place.decision else "is-off"


def _idle(scene: Scene, words: WestWords, place: DrawnLocation) -> str:
    """Says of a place that can be chosen that it would do nothing: cards that add cubes to it do something (EW-10)."""
    adds = scene.view["work"][place.number]["extra"]
    return without_effect(scene, words.translations, *place.parts) if place.decision and not adds else ""


def _repeats(scene: Scene, words: WestWords, place: DrawnLocation) -> tuple[Option, ...]:
    """Offers to do the trade of a location several times at once."""
    return west_asks.several(scene, words, place.decision, place.text)


def _fresh_places(scene: Scene) -> set[str]:
    """Returns the locations where the marked decisions put settlers."""
    newest = scene.steps[len(scene.steps) - scene.marked :] if scene.marked else ()
    return {step.text.removeprefix("work ") for step in newest if step.text.startswith("work ")}


def _part(scene: Scene, board: tuple[Half, Half]) -> str:
    """Returns the part of the table that a phone should show for this question; empty if any will do."""
    view = scene.view
    if view["phase"] == "explore" and scene.my_turn:
        return "beside" if view["beside"] else "west" if board[0].lit else "east"
    for name, half in zip(("west", "east"), board, strict=True):
        if any(place.working for place in half.places):
            return name
    return ""


def _lying(pieces: WestSet, view: View) -> Lying:
    """Returns where all cubes and named cards are, to detect moves; sliding along a row is not a move."""
    cards = {f"card-m{merchant(pieces, name).number}": "markets" for name in view["markets"] if name}
    cards |= {
        f"card-p{claimable(pieces, fort['card']['card']).number}": "forts" for fort in view["forts"] if fort["card"]
    }
    for seat, player in enumerate(view["players"]):
        cards |= {f"card-m{merchant(pieces, stop['card']).number}": f"s{seat}" for stop in player["route"]}
        cards |= {f"card-p{claimable(pieces, name).number}": f"s{seat}" for name in player["claimed"]}
    return caravans(view), cards


def camp(scene: Scene, words: WestWords, moves: Motion, seat: int) -> Camp:
    """Lays out what a player has; the viewer's own cubes can be pressed when they are asked for."""
    view, verb = scene.view, pressed(scene, VERBS) if seat == scene.seat else ""
    player = view["players"][seat]
    claimed = [claimable(scene.pieces, name) for name in player["claimed"]]
    return Camp(
        pieces=pieces(scene, words.say, f"s{seat}", player["caravan"], verb, _verb_label(words, verb), moves),
        limit=player["limit"],
        hand=player["board"],
        out=player["working"],
        reserve=player["reserve"],
        route=_route(scene, words, seat),
        spent=len(player["spent"]),
        claimed=len(claimed),
        groups=[
            Group(name, words.symbol(name), tuple(card for card in claimed if card.symbol == name)) for name in SYMBOLS
        ],
        explored=[tile(scene.pieces, name) for name in player["explored"]],
        tiles=[
            _won(words, bonus(scene.pieces, name), now)
            for name, now in zip(player["bonus"], player["bonus_points"], strict=True)
        ],
        score=player["score"],
        explored_points=player["score_parts"]["explored"],
        next_fee=player["next_route_cost"],
    )


def _verb_label(words: WestWords, verb: str) -> str:
    """Returns the label of a cube that can be pressed."""
    _ = words._
    return {"upgrade": _("Upgrade %s"), "discard": _("Put %s back")}.get(verb, "%s")


def _won(words: WestWords, found: Bonus, now: int) -> Won:
    """Returns a player's bonus tile with its current points."""
    label = words._("Bonus tile: %(counts)s; %(now)s now")
    return Won(found, now, label % {"counts": words.bonus(found), "now": words.points(now)})


def _route(scene: Scene, words: WestWords, seat: int) -> list[Stop]:
    """Lays out a route with what its cards cost and, for the viewer, offer (EW-13, EW-15, EW-16)."""
    stops: list[Stop] = []
    route = scene.view["players"][seat]["route"]
    for place, found in enumerate(route):
        card, settlers = merchant(scene.pieces, found["card"]), found["settlers"]
        fee = found["costs"]
        value = _offer(scene, place, card) if seat == scene.seat else ""
        stops.append(
            Stop(
                card,
                settlers,
                fee,
                _stop_state(scene, value, settlers),
                value,
                _stop_label(scene, words, place, card, settlers, fee),
                tuple(_swaps(scene, words, route, place)) if seat == scene.seat else (),
                west_asks.several(scene, words, value, card.text) if value.startswith("route") else (),
                About(idle=without_effect(scene, words.translations, card.text))
                if value.startswith("route")
                else UNTOLD,
            )
        )
    return stops


def _offer(scene: Scene, place: int, card: Merchant) -> str:
    """Returns the decision taken by pressing a card of the viewer's route, if any."""
    legal, view = scene.view["legal"], scene.view
    for value in (f"route {place + 1}", f"replace {place + 1}"):
        if value in legal:
            return value
    trading = view["phase"] == "trade" and view["working"] is None and merchant(scene.pieces, view["trading"]) == card
    return "trade" if trading and "trade" in legal else ""


def _stop_state(scene: Scene, value: str, settlers: int) -> str:
    """Returns the classes of a card of the viewer's route."""
    if value:
        return "is-selected" if value == "trade" else advised(scene, value)
    if scene.my_turn and scene.view["phase"] == "turn":
        return "spent" if settlers else "is-off"
    return "spent" if settlers else "is-quiet" if scene.my_turn and scene.view["phase"] != "swap" else ""


def _stop_label(scene: Scene, words: WestWords, place: int, card: Merchant, settlers: int, fee: int) -> str:
    """Describes a card of a route: its place, what it does, and its cost or who stands on it."""
    told = words._("Route card %(place)d: %(card)s") % {"place": place + 1, "card": words.say.card(card.text)}
    if settlers:
        on = words.ngettext("%(number)d settler on it", "%(number)d settlers on it", settlers)
        return f"{told}; {on % {'number': settlers}}"
    costs = words.ngettext("costs %(number)d settler", "costs %(number)d settlers", fee)
    return f"{told}; {costs % {'number': fee}}"


def _swaps(scene: Scene, words: WestWords, route: list[dict[str, Any]], place: int) -> list[Swap]:
    """Lists the cards that a card of the viewer's route may be swapped with (EW-15)."""
    found = []
    for other in range(len(route)):
        low, high = sorted((place + 1, other + 1))
        if f"swap {low} {high}" in scene.view["legal"]:
            label = words._("Swap card %(one)d, %(card)s, with card %(other)d") % {
                "one": place + 1,
                "card": words.say.card(merchant(scene.pieces, route[place]["card"]).text),
                "other": other + 1,
            }
            found.append(Swap(f"swap {low} {high}", other + 1, label))
    return found


def _label(scene: Scene, words: WestWords, place: DrawnLocation) -> str:
    """Describes a place: what it does, who stands there, and what it costs me or why I cannot work there."""
    told = [does(words, place), _idle(scene, words, place), _stands(scene, words, place), _costs(scene, words, place)]
    return " ".join(filter(None, told))


def does(words: WestWords, place: DrawnLocation) -> str:
    """Says what a place is for."""
    _ = words._
    if place.kind == "fort":
        fort = _("Fort %(number)s.") % {"number": place.nr}
        if place.card:
            return f"{fort} {words.card(place.card)}."
        return _("Fort %(number)s, without a point card.") % {"number": place.nr}
    if place.kind == "market":
        if not place.merchant:
            return _("Market %(number)s, without a merchant.") % {"number": place.nr}
        text = _("Market %(number)s with a merchant: %(card)s.")
        return text % {"number": place.nr, "card": words.say.card(place.merchant.text)}
    if place.kind == "refresh":
        return _("Refresh the market, then another turn.")
    if place.kind == "adjust":
        return _("Adjust your route: take goods, then swap two cards.")
    return _("Location: %(does)s.") % {"does": ", ".join(words.say.card(part) for part in place.parts)}


def _stands(scene: Scene, words: WestWords, place: DrawnLocation) -> str:
    """Says how many settlers are printed and who stands on a place."""
    if place.cover:
        return words._("Covered by an exploration tile.")
    if place.seat is None:
        return words._("Printed settlers: %(number)d.") % {"number": place.printed}
    if place.seat == scene.seat:
        told = words.ngettext("%(number)d settler of yours here.", "%(number)d settlers of yours here.", place.settlers)
    else:
        told = words.ngettext(
            "%(number)d settler of %(name)s here.", "%(number)d settlers of %(name)s here.", place.settlers
        )
    return told % {"number": place.settlers, "name": scene.sitters[place.seat].name}


def _costs(scene: Scene, words: WestWords, place: DrawnLocation) -> str:
    """Says what a place costs the viewer now, or why it cannot be used."""
    _ = words._
    if scene.seat is None or scene.view["over"] or place.why in ("yours", "covered", "no card"):
        return ""
    costs = words.ngettext("Costs you %(number)d settler.", "Costs you %(number)d settlers.", place.fee)
    told = [costs % {"number": place.fee}]
    if place.cut:
        saved = words.ngettext("Discount: %(number)d settler.", "Discount: %(number)d settlers.", place.cut)
        told.append(saved % {"number": place.cut})
    if place.why == "needs":
        told.append(_("You have too few on hand."))
    if place.why == "no deck":
        told.append(_("The merchant deck is empty."))
    elif place.lacks and place.kind == "fort":
        told.append(_("You lack %(goods)s.") % {"goods": words.say.spices(place.lacks)})
    elif place.lacks:
        told.append(_("You cannot pay its trade."))
    return " ".join(told)
