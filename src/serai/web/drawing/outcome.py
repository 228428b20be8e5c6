"""How a game ended, in sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from serai.web.drawing.results import Standing
from serai.web.drawing.scene import Sitter
from serai.web.drawing.words import acting


@dataclass(frozen=True)
class Outcome:
    """Says in sentences how a game ended."""

    translations: NullTranslations
    sitters: Sequence[Sitter]
    stopped: bool = False

    def heading(self, lines: Sequence[Standing]) -> str:
        """Says who won, and by how much."""
        _ = self.translations.gettext
        winner = self.sitters[lines[0].seat]
        name, by = acting(winner, self.translations), lines[0].total - lines[1].total
        if by == 0:
            return _("You win the tie") if winner.you else _("%(name)s wins the tie") % {"name": name}
        if winner.you:
            return _("You win by %(points)d") % {"points": by}
        return _("%(name)s wins by %(points)d") % {"name": name, "points": by}

    def lead(self, lines: Sequence[Standing], rounds: Sequence[Sequence[int]]) -> str:
        """Says the points, the rounds, and when another seat was last ahead."""
        sentence = self.translations.ngettext(
            "%(points)d points after %(num)d round.", "%(points)d points after %(num)d rounds.", len(rounds)
        ) % {"points": lines[0].total, "num": len(rounds)}
        more = [self._tie()] if lines[0].total == lines[1].total else [self._ahead(lines[0].seat, rounds)]
        if self.stopped:
            more.append(self.translations.gettext("The limit of rounds ended the game."))
        return " ".join([sentence, *more, *self._resigned()])

    def _resigned(self) -> Iterator[str]:
        """Says for whom a bot has played on."""
        _ = self.translations.gettext
        mine, other = _("You resigned; %(bot)s played on for you."), _("%(name)s resigned; %(bot)s played on.")
        for sitter in self.sitters:
            if sitter.resigned:
                yield (mine if sitter.mine else other) % {"name": sitter.name, "bot": sitter.stand_in}

    def _tie(self) -> str:
        """Says who wins a tie (C-7)."""
        return self.translations.gettext("In a tie, the player later in turn order wins.")

    def _ahead(self, winner: int, rounds: Sequence[Sequence[int]]) -> str:
        """Says when the winner was last behind."""
        _ = self.translations.gettext
        behind = [number for number, points in enumerate(rounds, 1) if max(points) > points[winner]]
        sitter = self.sitters[winner]
        if not behind:
            never, name = _("%(name)s was never behind."), acting(sitter, self.translations)
            return _("You were never behind.") if sitter.you else never % {"name": name}
        points = rounds[behind[-1] - 1]
        leader = self.sitters[points.index(max(points))]
        if leader.you:
            return _("You were still ahead in round %(round)d.") % {"round": behind[-1]}
        name = acting(leader, self.translations)
        return _("%(name)s was still ahead in round %(round)d.") % {"name": name, "round": behind[-1]}

    def chart(self, names: Sequence[str], lines: Sequence[Standing]) -> str:
        """Says what the chart shows."""
        ends = ", ".join(f"{names[line.seat]} {line.total}" for line in lines)
        return self.translations.gettext("Points by round; at the end: %(ends)s.") % {"ends": ends}
