"""The questions of Sand to Sea in words."""

from functools import partial
from gettext import NullTranslations

from markupsafe import Markup

from serai.core.notation.cards import plain
from serai.games.sand_to_sea.web.log import last_action
from serai.web.drawing.pieces import hinted, near, times
from serai.web.drawing.questions import (
    Ask,
    Asking,
    Option,
    all_at_once,
    ask_action,
    ask_by_phase,
    ask_for_upgrade,
    ask_payment,
    ask_return,
    by_name,
    marked,
    stop,
    tone,
)
from serai.web.drawing.scene import Scene
from serai.web.drawing.trades import answers
from serai.web.drawing.words import Words


def answered(scene: Scene, verb: str) -> int:
    """Counts what this action has named with a verb so far."""
    action = last_action(scene.steps)
    return action.count(verb) if action else 0


def here(scene: Scene) -> tuple[str, str]:
    """Returns the space of my boat and the trade of the island there, empty elsewhere."""
    space = scene.view["players"][near(scene)]["boat"]
    return space, plain(scene.view["tiles"].get(space, "sea")).partition(":")[2]


def ask_start(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a group of starting cubes (SS-6)."""
    _ = translations.gettext
    text = _("Take a group that is free; then put your boat on an island.")
    title = by_name(scene, _("Choose your starting spices"), _("%(name)s: choose starting spices"))
    return Ask(title, text, scene.seat, steps=2, done=0)


def ask_place(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks where the boat starts (SS-6)."""
    _ = translations.gettext
    text = _("Any island, even beside another boat. It costs nothing.")
    title = by_name(scene, _("Put your boat on an island"), _("%(name)s: put the boat on an island"))
    return Ask(title, text, scene.seat, steps=2, done=1)


def ask_turn(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the action of a turn (SS-7 to SS-14)."""
    _, player = translations.gettext, scene.view["players"][near(scene)]
    back = len(player["played"]) + len(player["spent"])
    says = translations.ngettext("Rest: take %(number)d card back", "Rest: take %(number)d cards back", back)
    texts = (
        _("Play or acquire a card, sail or trade with your boat, or rest."),
        _("Play or acquire a card, or sail or trade with your boat."),
    )
    return ask_action(scene, translations, texts, back, says)


def ask_pay(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to pay onto a card of the row (SS-7)."""
    text = translations.gettext("For %(card)s: %(number)d of %(all)d. Press a spice in your hold.")
    return ask_payment(scene, translations, say, text)


def ask_upgrade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to upgrade (C-2)."""
    text = translations.gettext("Press a spice in your hold to upgrade it one step, or stop here.")
    return ask_for_upgrade(scene, translations, answered(scene, "upgrade"), text)


def ask_sail(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks where to sail next (SS-9)."""
    _, ngettext, free = translations.gettext, translations.ngettext, scene.view["free_steps"]
    if free:
        text = ngettext("%(free)d step is still free.", "%(free)d steps are still free.", free) % {"free": free}
    else:
        text = _("Choose a tile, then the card that pays.")
    if "stop" not in scene.view["legal"]:
        return Ask(_("Sail on: you cannot stay here"), text, scene.seat)
    options = (Option("stop", _("Stop here"), "i-anchor", cls=marked(scene, "stop", tone(free > 0))),)
    return Ask(_("Sail on, or stop here?"), text, scene.seat, options=options)


def ask_toll(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the cube of a toll (SS-9)."""
    _, sitter = translations.gettext, scene.sitters[scene.view["toll_to"]]
    text = _("That boat is where you landed. Press a spice in your hold.")
    return Ask(_("Give %(name)s a spice") % {"name": sitter.name}, text, scene.seat)


def ask_act(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks what to do where the boat is (SS-10, SS-13)."""
    _, legal = translations.gettext, scene.view["legal"]
    space = here(scene)[0]
    end = Option("stop", _("End turn"), "i-check", cls=marked(scene, "stop", "quiet"))
    if "deliver" in legal:
        port = scene.view["ports"][space]
        values = {"cost": say.note(plain(port["tile"])), "points": port["points"]}
        options = (Option("deliver", _("Deliver"), "i-claim", cls=marked(scene, "deliver")), end)
        title = Markup(_("Deliver %(cost)s for %(points)d points?")) % values
        return Ask(title, _("The next tile is then turned up."), scene.seat, options=options)
    if "build" in legal:
        return ask_building(scene, translations, say, end)
    if "trade" in legal:
        return ask_market(scene, translations, say)
    only = Option("stop", _("End turn"), "i-check")
    return Ask(_("Nothing can be done here"), _("Your turn ends."), scene.seat, options=(only,))


def ask_building(scene: Scene, translations: NullTranslations, say: Words, end: Option) -> Ask:
    """Asks whether to build an outpost, and says what it costs (SS-10)."""
    _, (space, trade) = translations.gettext, here(scene)
    cost = scene.view["outpost_costs"][space]
    small = translations.ngettext("for %(cost)d spice", "for %(cost)d spices", cost) if cost else _("for free")
    build = Option("build", _("Build"), "post-any", small % {"cost": cost}, marked(scene, "build"))
    title = Markup(_("Build an outpost on %(trade)s?")) % {"trade": say.island_note(trade)}
    return Ask(title, _("Then you may trade here."), scene.seat, options=(build, end))


def ask_build(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to pay for an outpost (SS-10)."""
    _, owed, paid = translations.gettext, scene.view["owed"], answered(scene, "pay")
    title = translations.ngettext("Pay %(number)d spice for the outpost", "Pay %(number)d spices for the outpost", owed)
    text = _("Press a spice in your hold; it goes to the supply.")
    options = all_at_once(scene, translations, owed)
    return Ask(title % {"number": owed}, text, scene.seat, options=options, steps=owed + paid, done=paid)


def ask_bonus(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the reward of an emptied column (SS-11)."""
    _ = translations.gettext
    title = _("Column %(column)d is empty: take your reward") % {"column": scene.view["column"] + 1}
    tiles = any(decision.startswith("choose ") for decision in scene.view["legal"])
    text = _("The top tile of a bonus pile, or a merchant card for free.") if tiles else _("A merchant card for free.")
    return Ask(title, text, scene.seat)


def ask_market(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks how many times to trade on the island (SS-10)."""
    _, done = translations.gettext, answered(scene, "trade")
    title = Markup(_("Trade %(card)s again?") if done else _("Trade %(card)s?")) % {"card": say.note(here(scene)[1])}
    return _ask_times(scene, translations, title)


def ask_trade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks how many more times to do the trade of a card (C-2)."""
    card = plain(scene.view["trading"])
    title = Markup(translations.gettext("Trade %(card)s again?")) % {"card": say.note(card)}
    return _ask_times(scene, translations, title)


def _ask_times(scene: Scene, translations: NullTranslations, title: Markup) -> Ask:
    """Offers to trade once, twice … as often as the cubes allow."""
    ngettext, most = translations.ngettext, times(scene, "trade")

    def says(number: int) -> str:
        return ngettext("Trade %(number)d time", "Trade %(number)d times", number) % {"number": number}

    text = ngettext("It can be done once.", "It can be done %(number)d times.", most)
    options = (*answers(most, says, hint=1 if hinted(scene) == "trade" else 0), stop(scene, translations))
    return Ask(title, text % {"number": most}, scene.seat, options=options)


def ask_discard(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the cubes above the limit (SS-15)."""
    text = translations.gettext("Your hold has room for %(room)d. Press the spices you give back.")
    return ask_return(scene, translations, answered(scene, "discard"), text)


ASKED: dict[str, Asking] = {
    "start": ask_start,
    "place": ask_place,
    "turn": ask_turn,
    "pay": ask_pay,
    "upgrade": ask_upgrade,
    "trade": ask_trade,
    "sail": ask_sail,
    "toll": ask_toll,
    "act": ask_act,
    "build": ask_build,
    "bonus": ask_bonus,
    "market": ask_market,
    "discard": ask_discard,
}

ask = partial(ask_by_phase, ASKED)
