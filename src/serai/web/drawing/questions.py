"""The question bar: its parts, and the questions that several tables ask."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from serai.core.notation.cards import SPICES, plain
from serai.web.drawing.pieces import advised, near
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words, acting

MOST_AT_ONCE = 2


@dataclass(frozen=True)
class Option:
    """A button in the question bar; `says` is its label in words when the short one is not enough.

    `idle` says that it does nothing now: it wants a second press.
    """

    value: str
    label: str | Markup
    icon: str = ""
    small: str = ""
    cls: str = "primary"
    says: str = ""
    form: str = "act"
    name: str = "decision"
    idle: str = ""


@dataclass(frozen=True)
class Ask:
    """The question bar: `tone` is empty, `warn` or `wait`; `done` of `steps` parts are answered."""

    title: str | Markup
    text: str | Markup
    seat: int | None
    tone: str = ""
    options: tuple[Option, ...] = ()
    steps: int = 0
    done: int = 0


Asking = Callable[[Scene, NullTranslations, Words], Ask]


def ask_by_phase(asked: Mapping[str, Asking], scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Returns the bar for what all games ask alike, else for what a game asks in this phase."""
    return ask_shared(scene, translations) or asked[scene.view["phase"]](scene, translations, say)


def ask_shared(scene: Scene, translations: NullTranslations) -> Ask | None:
    """Returns the bar for what all games ask alike: a takeback, waiting, watching, the end; else None."""
    if scene.takeback:
        return _ask_takeback(scene, translations)
    if scene.view["over"]:
        return _ask_over(scene, translations)
    if scene.seat is not None and scene.sitters[scene.seat].away:
        return _ask_away(scene, translations)
    if scene.my_turn and not scene.view["legal"]:
        return _ask_closed(scene, translations)
    return None if scene.my_turn else _ask_wait(scene, translations)


def _ask_takeback(scene: Scene, translations: NullTranslations) -> Ask:
    """Asks whether another player may take back a turn, or says who still has to answer."""
    _, wish = translations.gettext, scene.takeback
    assert wish is not None
    name = scene.sitters[wish.asked_by].name
    if wish.mine_to_answer:
        options = (
            Option("0", _("No"), cls="quiet", form="answer", name="yes", says=_("No, the game goes on")),
            Option("1", _("Yes"), "i-check", form="answer", name="yes", says=_("Yes, %(name)s may") % {"name": name}),
        )
        text = _("The table goes back to the start of that turn; the same cards come again.")
        return Ask(_("%(name)s asks to take back a turn") % {"name": name}, text, wish.asked_by, "warn", options)
    waiting = ", ".join(scene.sitters[seat].name for seat in wish.waiting_for)
    text = _("Still to answer: %(names)s.") % {"names": waiting}
    asker, title = scene.sitters[wish.asked_by], _("%(name)s asks to take back a turn") % {"name": name}
    if asker.you:
        title = _("You asked to take back your last turn")
    withdraw = (Option("0", _("Withdraw"), cls="quiet", form="answer", name="yes"),) if asker.mine else ()
    return Ask(title, text, wish.asked_by, "wait", withdraw)


def _ask_over(scene: Scene, translations: NullTranslations) -> Ask:
    """Says who has won."""
    _, view = translations.gettext, scene.view
    winner = scene.sitters[view["winner"]]
    points = view["players"][winner.seat]["score"]
    title = _("You win") if winner.you else _("%(name)s wins") % {"name": acting(winner, translations)}
    told = translations.ngettext(
        "The game is over: %(points)d point.", "The game is over: %(points)d points.", points
    ) % {"points": points}
    options = () if scene.table == "replay" else (Option("", _("See the result"), "i-claim", form="result", name=""),)
    return Ask(title, told, winner.seat, "wait", options)


def _ask_away(scene: Scene, translations: NullTranslations) -> Ask:
    """Says that a bot plays my seat, which I may take back at any moment."""
    _ = translations.gettext
    options = (Option("", _("I am back"), "i-check", form="back", name=""),)
    return Ask(_("A bot plays for you"), _("You may come back at any moment."), scene.seat, "wait", options)


def _ask_closed(scene: Scene, translations: NullTranslations) -> Ask:
    """Says that the table is closed."""
    _ = translations.gettext
    return Ask(_("This table is closed"), _("The game was not played to its end."), scene.seat, "wait")


def _ask_wait(scene: Scene, translations: NullTranslations) -> Ask:
    """Says whose turn it is and who comes after."""
    _, decides = translations.gettext, scene.view["decides"]
    sitter, number = scene.sitters[decides], len(scene.sitters)
    after = [scene.sitters[(decides + step) % number] for step in range(1, number)]
    names = ", ".join(_("you") if other.you else acting(other, translations) for other in after)
    thinks = scene.table != "replay" and (sitter.kind == "bot" or sitter.away)
    title = _("%(name)s is thinking") if thinks else _("It is %(name)s’s turn")
    if scene.given_up:
        text = _("You resigned: %(bot)s plays on for you.") % {"bot": scene.given_up.stand_in}
    else:
        told = _("Then %(names)s.") if scene.seat is None else _("Then %(names)s. You can look around meanwhile.")
        text = told % {"names": names}
    return Ask(title % {"name": acting(sitter, translations)}, text, decides, "wait")


def by_name(scene: Scene, alone: str, shared: str) -> str:
    """Returns a title, with the name of the seat that is asked if several people share this page."""
    return shared % {"name": scene.sitters[near(scene)].name} if scene.shared else alone


def turn_title(scene: Scene, translations: NullTranslations) -> str:
    """Says whose turn it is."""
    _ = translations.gettext
    return by_name(scene, _("Your turn: choose an action"), _("%(name)s: choose an action"))


def marked(scene: Scene, option: str, cls: str = "primary") -> str:
    """Returns the classes of a button, marked when the hint would press it."""
    return f"{cls} {advised(scene, option)}".rstrip()


def rest(scene: Scene, translations: NullTranslations, back: int, says: str) -> tuple[Option, ...]:
    """Offers to rest, if legal, with the number of cards that come back: golden only where nothing else is (C-9)."""
    legal = scene.view["legal"]
    if "rest" not in legal:
        return ()
    _, number, only = translations.gettext, {"number": back}, legal == ["rest"]
    if back:
        cls, small = "rest", _("take %(number)d back") % number
    else:
        cls, small = "rest idle", _("pass the turn") if only else _("takes nothing back")
    cls = "rest only" if only else cls
    return (Option("rest", _("Rest"), "i-rest", small, marked(scene, "rest", cls), says % number),)


def ask_action(scene: Scene, translations: NullTranslations, texts: tuple[str, str], back: int, says: str) -> Ask:
    """Asks for the action of a turn; `texts` name them with and without a rest, `says` a rest with `back` cards."""
    _, title, text = translations.gettext, turn_title(scene, translations), texts[0 if back else 1]
    if scene.view["legal"] == ["rest"]:
        title = by_name(scene, _("Your turn: rest"), _("%(name)s: rest"))
        text = _("Nothing else can be done.") if back else _("Nothing else can be done, and nothing comes back.")
    return Ask(title, text, scene.seat, options=rest(scene, translations, back, says))


def tone(quiet: bool) -> str:
    """Returns the class of a button: quiet, or golden."""
    return "quiet" if quiet else "primary"


def stop(scene: Scene, translations: NullTranslations) -> Option:
    """Returns the button that ends an upgrade or a trade: golden only where nothing else is."""
    cls = tone(scene.view["legal"] != ["stop"])
    return Option("stop", translations.gettext("Stop here"), "i-check", cls=marked(scene, "stop", cls))


def all_at_once(
    scene: Scene, translations: NullTranslations, number: int, most: int = MOST_AT_ONCE
) -> tuple[Option, ...]:
    """Offers to choose several cubes of one spice with one press, for the cheapest spices of which there are enough.

    `most` is how many spices the bar has room for, if they are not all alike.
    """
    _, held = translations.gettext, scene.view["players"][near(scene)]["caravan"]
    offered = {each.split()[1]: each for each in scene.view["legal"] if each != "stop"}
    if number < 2:
        return ()
    if len(offered) == 1 and "stop" not in scene.view["legal"]:
        return (Option(";".join(number * list(offered.values())), _("All %(number)d") % {"number": number}, "i-check"),)
    enough = [spice for spice in SPICES if spice in offered and held.count(spice) >= number]
    return tuple(_at_once(scene, translations, offered[spice], number) for spice in enough[:most])


def _at_once(scene: Scene, translations: NullTranslations, decision: str, number: int) -> Option:
    """Offers the same decision about a cube several times."""
    say, cubes = Words(scene.view["game"], translations), number * decision.split()[1]
    _ = translations.gettext
    says = _("All at once: %(cubes)s") % {"cubes": say.spices(cubes)}
    return Option(
        ";".join([decision] * number), say.note(cubes), small=_("at once"), cls="quiet choice several", says=says
    )


def ask_payment(scene: Scene, translations: NullTranslations, say: Words, text: str) -> Ask:
    """Asks for a cube onto the leftmost card that is not paid yet (SR-7, SS-7); `text` says where to press it."""
    view = scene.view
    price = next(place["price"] for place in view["merchants"] if place["card"] == view["paying_for"])
    done = price - view["owed"]
    title = Markup(translations.gettext("Pay a spice onto %(card)s")) % {
        "card": say.card_note(plain(view["paying_onto"]))
    }
    values = {"card": say.card_note(plain(view["paying_for"])), "number": done + 1, "all": price}
    options = all_at_once(scene, translations, view["owed"])
    return Ask(title, Markup(text) % values, scene.seat, options=options, steps=price, done=done)


def ask_for_upgrade(scene: Scene, translations: NullTranslations, upgraded: int, text: str | Markup) -> Ask:
    """Asks for a cube to upgrade, after the `upgraded` ones of this action (C-2); `text` says where to press it."""
    ngettext, owed = translations.ngettext, scene.view["owed"]
    if upgraded:
        title = ngettext("Upgrade %(number)d more spice", "Upgrade up to %(number)d more spices", owed)
    else:
        title = ngettext("Upgrade %(number)d spice", "Upgrade up to %(number)d spices", owed)
    options = (*all_at_once(scene, translations, owed), stop(scene, translations))
    return Ask(title % {"number": owed}, text, scene.seat, options=options, steps=owed + upgraded, done=upgraded)


def ask_return(scene: Scene, translations: NullTranslations, done: int, text: str) -> Ask:
    """Asks for the cubes above the limit, after those already returned (C-3, SS-15); `text` says how many are held."""
    player = scene.view["players"][near(scene)]
    held, limit = len(player["caravan"]), player["limit"]
    over = held - limit
    title = translations.ngettext("Return %(number)d spice", "Return %(number)d spices", over) % {"number": over}
    told = text % {"held": held, "room": limit}
    options = all_at_once(scene, translations, over, most=0)
    return Ask(title, told, scene.seat, "warn", options, over + done, done)
