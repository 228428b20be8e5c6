"""The home page: what may be opened, what was wished, and the tables of the guest and the house in words."""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from gettext import NullTranslations

from babel.dates import format_timedelta
from babel.lists import format_list
from fastapi import Request
from fastapi.responses import Response

from serai.bots import LADDER
from serai.rules import games
from serai.setups import check_game
from serai.web import lessons
from serai.web.guests import Guest, is_gone
from serai.web.plans import PACES, Options, Place, Plan, clean_name
from serai.web.requests import house_of, language_of, page, translations_of
from serai.web.store import Listed
from serai.web.tables import NAMELESS, unlike
from serai.web.words import TITLES, Words

MOST_SEATS = 5
USUAL_BOT = "trader"
SHOWN = 8
WAITS = (1, 3, 10, 60, 1440)
ARTS = {"spice_road": "art_road", "sand_to_sea": "art_sea", "east_to_west": "art_west"}


@dataclass(frozen=True)
class GameCard:
    """A game to choose: its name, what it is about, and its picture."""

    key: str
    title: str
    text: str
    art: str


@dataclass(frozen=True)
class TableLine:
    """A table in a list: who sits there, what there is to say, and whether the guest is asked."""

    address: str
    seats: tuple[int, ...]
    title: str
    text: str
    yours: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Wishes:
    """What the form of the home page holds."""

    game: str = "spice_road"
    seats: tuple[str, ...] = ("me", "bot", "empty", "empty", "empty")
    bots: tuple[str, ...] = (USUAL_BOT,) * MOST_SEATS
    labels: tuple[str, ...] = ("",) * MOST_SEATS
    name: str = ""
    pace: str = "brisk"
    minutes: int = 3
    hints: bool = True
    watch: bool = True
    listed: bool = False

    @classmethod
    def read(cls, form: Mapping[str, str], programs: Collection[str] = ()) -> "Wishes":
        """Reads what was sent; what is missing or unknown is as usual."""
        known = (*LADDER, *programs)
        minutes = form.get("minutes", "")
        return cls(
            game=form.get("game", "") if form.get("game") in TITLES else cls.game,
            seats=tuple(form.get(f"seat-{seat}", "empty") for seat in range(MOST_SEATS)),
            bots=tuple(_known(form.get(f"bot-{seat}"), known, USUAL_BOT) for seat in range(MOST_SEATS)),
            labels=tuple(form.get(f"label-{seat}", "").strip() for seat in range(MOST_SEATS)),
            name=form.get("name", ""),
            pace=_known(form.get("pace"), PACES, cls.pace),
            minutes=int(minutes) if minutes.isascii() and minutes.isdigit() and int(minutes) in WAITS else cls.minutes,
            hints="hints" in form,
            watch="watch" in form,
            listed="listed" in form,
        )

    def plan(self, translations: NullTranslations, programs: Collection[str] = ()) -> Plan:
        """Returns the table that is wished; raises ValueError with a sentence for people."""
        least, most = games.GAMES[check_game(self.game)].SEATS
        wished = [self._place(seat, translations, programs) for seat in range(most)]
        places = tuple(place for place in wished if place is not None)
        if len(places) < least:
            text = translations.gettext("%(game)s needs at least %(least)d players: fill another seat.")
            raise ValueError(text % {"game": Words(self.game, translations).title, "least": least})
        return Plan(self.game, places, Options(self.pace, self.hints, self.watch, self.listed, self.minutes))

    def _place(self, seat: int, translations: NullTranslations, programs: Collection[str]) -> Place | None:
        """Returns who is wished for a seat, None for nobody."""
        if self.seats[seat] == "bot":
            return Place("bot", self.bots[seat], programs=programs)
        if self.seats[seat] == "friend":
            return Place("friend")
        if self.seats[seat] != "me":
            return None
        label = self.labels[seat]
        if label and clean_name(label) is None:
            raise ValueError(translations.gettext("A name has 1 to 40 characters that can be printed."))
        return Place("me", name=label or None)


def _known(value: str | None, choices: tuple[str, ...], usual: str) -> str:
    """Returns a value if it is one of the choices."""
    return value if value is not None and value in choices else usual


async def home_page(request: Request, guest: Guest | None, wishes: Wishes, complaint: str = "") -> Response:
    """Shows the home page."""
    lists, programs = await house_of(request).lists(guest), house_of(request).programs
    lines = Lines(language_of(request), translations_of(request), guest.id if guest else None)
    running = sorted((lines.running(listed) for listed in lists.running), key=lambda line: not line.yours)
    return page(
        request,
        "home.html",
        status=422 if complaint else 200,
        complaint=complaint,
        known=guest is not None,
        form=wishes,
        learn=lessons.playable(),
        games=game_cards(translations_of(request)),
        ladder=ladder(translations_of(request), programs),
        waits=WAITS,
        mine=running,
        house=[lines.open(listed) for listed in lists.open[:SHOWN]],
        finished=[lines.finished(listed) for listed in lists.finished[:SHOWN]],
    )


def game_cards(translations: NullTranslations) -> list[GameCard]:
    """Tells of each game what it is about."""
    _ = translations.gettext
    texts = {
        "spice_road": _("Trade spices up along the caravan route. 2–5 players, 30 min."),
        "sand_to_sea": _("Caravans meet ships: markets, ports and outposts. 2–4 players, 60 min."),
        "east_to_west": _("Settlers, forts and a trade route of your own. 2–4 players, 60 min."),
    }
    return [GameCard(key, _(TITLES[key]), text, ARTS[key]) for key, text in texts.items()]


@dataclass(frozen=True)
class Rung:
    """A bot to choose: its key, its name, and how it plays."""

    key: str
    name: str
    text: str


def ladder(translations: NullTranslations, programs: Collection[str]) -> list[Rung]:
    """Lists the bots with how they play, the weakest first, and then the programs of the house."""
    _ = translations.gettext
    texts = {
        "random": _("takes any legal decision"),
        "novice": _("looks one turn ahead, and slips"),
        "trader": _("looks one turn ahead"),
        "planner": _("plans its own coming turns"),
        "network": _("plays by what it learned; in Sand to Sea weaker than Planner"),
        "master": _("plans against the plans of others"),
        "grandmaster": _("plans with what it learned"),
        **dict.fromkeys(programs, _("a program that this house has added")),
    }
    return [Rung(key, key.capitalize(), texts.get(key) or LADDER[key]) for key in (*LADDER, *programs)]


@dataclass(frozen=True)
class Lines:
    """Tells tables in words for one guest."""

    language: str
    translations: NullTranslations
    guest: str | None
    now: float = field(default_factory=time.time)

    def running(self, listed: Listed) -> TableLine:
        """Tells a table that waits for friends or at which a game is running."""
        _, free = self.translations.gettext, self._free(listed)
        decides = listed.decides
        if listed.stage == "open":
            waiting = self.translations.ngettext("waiting for %(num)d more", "waiting for %(num)d more", free)
            return self._line(listed, self._with(listed, waiting % {"num": free}))
        yours = decides is not None and self.guest is not None and listed.holders[decides].guest == self.guest
        if yours or decides is None:
            return self._line(listed, self._with(listed, self._ago(listed)), yours)
        turn = _("%(name)s decides") % {"name": self._names(listed)[decides]}
        return self._line(listed, self._with(listed, turn))

    def open(self, listed: Listed) -> TableLine:
        """Tells a table that its maker opened to the house."""
        free = self._free(listed)
        seats = self.translations.ngettext("%(num)d free seat", "%(num)d free seats", free) % {"num": free}
        return self._line(listed, self._with(listed, seats), mark=self.translations.gettext("Join"))

    def finished(self, listed: Listed) -> TableLine:
        """Tells a game that is over."""
        _ = self.translations.gettext
        result = listed.result or {"scores": [], "winner": 0}
        winner = result["winner"]
        mine = [seat for seat, holder in enumerate(listed.holders) if holder.guest and holder.guest == self.guest]
        mark = _("You won") if mine == [winner] else _("%(name)s won") % {"name": self._names(listed)[winner]}
        scores = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(str(points) for points in result["scores"])
        return self._line(listed, self._with(listed, f"{scores} · {self._ago(listed)}"), mark=mark)

    def _line(self, listed: Listed, text: str, yours: bool = False, mark: str = "") -> TableLine:
        """Makes a line; open seats have no picture."""
        seats = tuple(seat for seat, holder in enumerate(listed.holders) if holder.guest or holder.bot)
        title = Words(listed.game, self.translations).title
        return TableLine(f"/table/{listed.id}", seats, title, text, yours, mark)

    def _with(self, listed: Listed, more: str) -> str:
        """Says with whom, and something more."""
        others = [
            name
            for name, holder in zip(self._names(listed), listed.holders, strict=True)
            if name and (holder.guest is None or holder.guest != self.guest)
        ]
        if not others:
            return more
        company = format_list(others, locale=self.language)
        return self.translations.gettext("with %(names)s · %(more)s") % {"names": company, "more": more}

    def _names(self, listed: Listed) -> tuple[str, ...]:
        """Lists what to call each seat; '' if it is open."""
        called = []
        for label, holder in zip(listed.labels, listed.holders, strict=True):
            if holder.guest is not None and is_gone(holder.guest):
                called.append(self.translations.gettext("Somebody who left"))
            elif holder.guest is not None:
                called.append(label if label and holder.guest == listed.maker else holder.name or NAMELESS)
            else:
                called.append((holder.bot or "").capitalize())
        return unlike(called)

    def _free(self, listed: Listed) -> int:
        """Counts the open seats."""
        return sum(holder.guest is None and holder.bot is None for holder in listed.holders)

    def _ago(self, listed: Listed) -> str:
        """Says how long ago something happened at a table."""
        seconds = max(0.0, self.now - listed.changed_at)
        if seconds < 60:
            return self.translations.gettext("just now")
        ago = -timedelta(seconds=seconds)
        return format_timedelta(ago, granularity="minute", add_direction=True, locale=self.language)
