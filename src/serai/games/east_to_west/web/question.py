"""The questions of From East to West in the question bar."""

from dataclasses import replace as changed
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.notation.cards import plain
from serai.games.east_to_west.web.pieces import View, bonus
from serai.games.east_to_west.web.words import WestWords
from serai.web.drawing.pieces import advised, hinted_turn, times, without_effect
from serai.web.drawing.questions import Ask, Option, all_at_once, ask_action, tone
from serai.web.drawing.scene import Scene
from serai.web.drawing.trades import answers, chips

MOST_AT_ONCE = 4


def ask(scene: Scene, translations: NullTranslations) -> Ask:
    """Asks what the viewer has to decide now."""
    words = WestWords(translations)
    title, text, options = QUESTIONS[scene.view["phase"]](scene, words)
    tone = "warn" if scene.view["phase"] == "discard" else ""
    return Ask(title, text, scene.seat, tone, tuple(marked(scene, option) for option in options))


def marked(scene: Scene, option: Option) -> Option:
    """Marks the button that a hint advises."""
    cls = advised(scene, option.value)
    return changed(option, cls=f"{option.cls} {cls}") if cls and "is-hinted" not in option.cls else option


def fill(text: str, **values: Any) -> Markup:
    """Inserts drawn cards into a sentence; anything but Markup is escaped."""
    return Markup(text) % values


def mine(scene: Scene) -> dict[str, Any]:
    """Returns what the viewer has."""
    player: dict[str, Any] = scene.view["players"][scene.seat]
    return player


Question = tuple[str | Markup, str | Markup, list[Option]]


def turn(scene: Scene, words: WestWords) -> Question:
    """Asks for the action of the turn."""
    _, back = words._, mine(scene)["working"]
    says = words.ngettext("Rest: take %(number)d settler back", "Rest: take %(number)d settlers back", back)
    texts = (
        _("Work at a lit place, use a card of your route, or rest."),
        _("Work at a lit place, or use a card of your route."),
    )
    asked = ask_action(scene, words.translations, texts, back, says)
    return asked.title, asked.text, list(asked.options)


def market_card(view: View) -> str:
    """Returns the merchant of the market being worked."""
    card: str = view["markets"][int(view["working"].split()[1]) - 1]
    return card


def market(scene: Scene, words: WestWords) -> Question:
    """Asks whether to use the merchant or to take it into the route."""
    _, card = words._, words.card_note(plain(market_card(scene.view)))
    keep = Option("keep", _("Into my route"), "i-into", cls="alt choice")
    if "use" not in scene.view["legal"]:
        text = _("You cannot pay its trade now; kept, it joins your route.")
        return fill(_("Take %(card)s into your route"), card=card), text, [keep]
    idle = without_effect(scene, words.translations, plain(market_card(scene.view)))
    use = Option("use", _("Use it now"), "i-play", cls=f"{tone(bool(idle))} choice", idle=idle)
    text = idle or _("Used, it is discarded. Kept, it joins your route.")
    return fill(_("Use %(card)s or keep it?"), card=card), text, [use, keep]


def replace(scene: Scene, words: WestWords) -> Question:
    """Asks which card of a full route to replace."""
    _, card = words._, words.card_note(plain(market_card(scene.view)))
    text = _("It goes to your discard pile. Settlers on it stay and stand on the new card, unused now.")
    return fill(_("Route full: which card makes room for %(card)s?"), card=card), text, []


def upgrade(scene: Scene, words: WestWords) -> Question:
    """Asks which cube to upgrade."""
    _, owed = words._, scene.view["owed"]
    left = words.ngettext(
        "%(number)d upgrade left. Press a cube to upgrade it one level.",
        "%(number)d upgrades left. Press a cube to upgrade it one level.",
        owed,
    )
    stop = Option("stop", _("Enough"), "i-check", cls="quiet choice", says=_("Enough: stop upgrading"))
    return _("Upgrade your goods"), left % {"number": owed}, [*all_at_once(scene, words.translations, owed), stop]


def trade(scene: Scene, words: WestWords) -> Question:
    """Asks how many more times to do the trade."""
    _, text = words._, trading(scene.view)
    most = times(scene, "trade")
    told = words.ngettext("You can pay it %(number)d more time.", "You can pay it %(number)d more times.", most)
    stop = Option("stop", _("Enough"), "i-check", cls="quiet choice", says=_("Enough: stop trading"))

    def says(number: int) -> str:
        return words.ngettext("Trade %(number)d more time", "Trade %(number)d more times", number) % {"number": number}

    title = fill(_("Trade %(card)s again?"), card=words.note(text))
    advice = hinted_turn(scene)
    hint = advice.count("trade") if advice[:1] == ["trade"] else 0
    options = [*answers(most, says, "choice times", shown=MOST_AT_ONCE, hint=hint), stop]
    return title, told % {"number": most}, options


def several(scene: Scene, words: WestWords, first: str, text: str) -> tuple[Option, ...]:
    """Offers to do a trade several times at once, if it can be paid more than once."""

    def says(number: int) -> str:
        told = words.ngettext("%(number)d time: %(card)s", "%(number)d times: %(card)s", number)
        return told % {"number": number, "card": words.say.card(text)}

    return tuple(chips(first, times(scene, first), says))


def trading(view: View) -> str:
    """Returns the trade in progress: a merchant's or a location's."""
    if view["trading"]:
        return plain(view["trading"])
    return next(part for part in str(view["working"]).split("&") if ">" in part)


def explore(scene: Scene, words: WestWords) -> Question:
    """Asks which exploration tile to take."""
    _ = words._
    text = _("Its goods come at once, its points count at the end.")
    if any(location["tile"] for location in scene.view["locations"]):
        text = _(
            "From beside the board, or off a covered place, which then opens for all. Goods at once, points at the end."
        )
    return _("Explore: take one tile"), text, []


def take_bonus(scene: Scene, words: WestWords) -> Question:
    """Asks whether to take the bonus tile of the fort."""
    _, view = words._, scene.view
    fort = int(view["working"].split()[1]) - 1
    tile = bonus(scene.pieces, view["forts"][fort]["bonus"])
    now = words.points(view["stack_points"][fort])
    text = _("%(counts)s: %(now)s at the moment.") % {"counts": words.bonus(tile), "now": now}
    leave = Option("no bonus", _("Leave it"), "i-cross", cls="quiet choice")
    take = Option("bonus", _("Take it"), "i-check", cls="primary choice")
    return _("Take the bonus tile of this fort?"), text, [leave, take]


def swap(scene: Scene, words: WestWords) -> Question:
    """Asks which two cards of the route to swap."""
    _ = words._
    text = _("Under each card: the cards it may change places with.")
    leave = Option("no swap", _("Leave them"), "i-cross", cls="quiet choice", says=_("Leave the route as it is"))
    return _("Swap two cards of your route?"), text, [leave]


def discard(scene: Scene, words: WestWords) -> Question:
    """Asks for cubes above the limit."""
    _ = words._
    player = mine(scene)
    over = len(player["caravan"]) - player["limit"]
    title = words.ngettext("Too many goods: put %(number)d back", "Too many goods: put %(number)d back", over)
    text = _("You may keep %(limit)d at the end of your turn. Press a cube to put it back.")
    options = all_at_once(scene, words.translations, over)
    return title % {"number": over}, text % {"limit": player["limit"]}, list(options)


QUESTIONS = {
    "turn": turn,
    "market": market,
    "replace": replace,
    "upgrade": upgrade,
    "trade": trade,
    "barter": trade,
    "explore": explore,
    "bonus": take_bonus,
    "swap": swap,
    "discard": discard,
}
