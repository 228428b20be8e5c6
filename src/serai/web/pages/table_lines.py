"""Tables in lists: who sits there, and what a guest is shown about them."""

import time
from dataclasses import dataclass, field
from datetime import timedelta
from gettext import NullTranslations

from babel.dates import format_timedelta
from babel.lists import format_list

from serai.web.drawing.words import Words
from serai.web.guests import is_gone
from serai.web.tables.model import unlike
from serai.web.tables.store import Listed


@dataclass(frozen=True)
class TableLine:
    """A table in a list: who sits there, its text, and whether the guest has to decide."""

    address: str
    seats: tuple[int, ...]
    title: str
    text: str
    yours: bool = False
    mark: str = ""


@dataclass(frozen=True)
class TableLines:
    """Describes tables for one guest."""

    language: str
    translations: NullTranslations
    guest: str | None
    now: float = field(default_factory=time.time)

    def running(self, listed: Listed) -> TableLine:
        """Describes a table that waits for friends or has a running game."""
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
        """Describes a table that its maker opened to the house."""
        free = self._free(listed)
        seats = self.translations.ngettext("%(num)d free seat", "%(num)d free seats", free) % {"num": free}
        return self._line(listed, self._with(listed, seats), mark=self.translations.gettext("Join"))

    def finished(self, listed: Listed) -> TableLine:
        """Describes a game that is over."""
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
        """Says who else plays, and something more."""
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
        """Lists the names of the seats; '' if open."""
        called = []
        for label, holder in zip(listed.labels, listed.holders, strict=True):
            if holder.guest is not None and is_gone(holder.guest):
                called.append(self.translations.gettext("Former player"))
            elif holder.guest is not None:
                own = label if holder.guest == listed.maker else ""
                called.append(own or holder.name or self.translations.gettext("Guest"))
            else:
                called.append((holder.bot or "").capitalize())
        return unlike(called)

    def _free(self, listed: Listed) -> int:
        """Counts the open seats."""
        return sum(holder.guest is None and holder.bot is None for holder in listed.holders)

    def _ago(self, listed: Listed) -> str:
        """Says how long ago a table last changed."""
        seconds = max(0.0, self.now - listed.changed_at)
        if seconds < 60:
            return self.translations.gettext("just now")
        ago = -timedelta(seconds=seconds)
        return format_timedelta(ago, granularity="minute", add_direction=True, locale=self.language)
