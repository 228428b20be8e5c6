"""The form that opens a table: its fields, and the table that it describes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

from serai.bots import LADDER
from serai.core import spec
from serai.core.component_folders import WITH, standard_name
from serai.core.component_set import ComponentSet
from serai.core.registry import SPECS
from serai.setup import check_game
from serai.web.drawing.profiles import listed
from serai.web.drawing.words import Words
from serai.web.tables.plans import LONGEST_NAME, PACES, NewSeat, NewTable, Options, clean_name

MOST_SEATS = 5
USUAL_BOT = "trader"
WAITS = (1, 3, 10, 60, 1440)


def usual_game() -> str:
    """Returns the game that is selected by default."""
    return listed()[0]


@dataclass(frozen=True)
class TableForm:
    """The fields of the form on the home page."""

    game: str = field(default_factory=usual_game)
    seats: tuple[str, ...] = ("me", "bot", "empty", "empty", "empty")
    bots: tuple[str, ...] = (USUAL_BOT,) * MOST_SEATS
    labels: tuple[str, ...] = ("",) * MOST_SEATS
    name: str = ""
    pace: str = "brisk"
    minutes: int = 3
    hints: bool = True
    watch: bool = True
    listed: bool = False
    sets: Mapping[str, str] = field(default_factory=dict)  # the component set chosen for each game
    variants: Mapping[str, str] = field(default_factory=dict)  # and the variant of it, empty for none

    @classmethod
    def read(cls, form: Mapping[str, str], programs: Collection[str] = ()) -> "TableForm":
        """Reads what was sent; missing or unknown values get their defaults."""
        known = (*LADDER, *programs)
        minutes = form.get("minutes", "")
        return cls(
            game=form.get("game", "") if form.get("game") in SPECS else usual_game(),
            seats=tuple(form.get(f"seat-{seat}", "empty") for seat in range(MOST_SEATS)),
            bots=tuple(_known(form.get(f"bot-{seat}"), known, USUAL_BOT) for seat in range(MOST_SEATS)),
            labels=tuple(form.get(f"label-{seat}", "").strip() for seat in range(MOST_SEATS)),
            name=form.get("name", ""),
            pace=_known(form.get("pace"), PACES, cls.pace),
            minutes=int(minutes) if minutes.isascii() and minutes.isdigit() and int(minutes) in WAITS else cls.minutes,
            hints="hints" in form,
            watch="watch" in form,
            listed="listed" in form,
            sets={game: form[f"set-{game}"] for game in SPECS if f"set-{game}" in form},
            variants={game: form[f"variant-{game}"] for game in SPECS if f"variant-{game}" in form},
        )

    def fields(self) -> dict[str, str]:
        """Returns the fields that describe the same table again, without the guest's name."""
        most = spec.GAMES[check_game(self.game)].SEATS[1]
        found = {"pace": self.pace, "minutes": str(self.minutes)}
        for seat, kind in list(enumerate(self.seats))[:most]:
            if kind in ("me", "bot", "friend"):
                found[f"seat-{seat}"] = kind
            if kind == "bot":
                found[f"bot-{seat}"] = self.bots[seat]
            if kind == "me" and self.labels[seat]:
                found[f"label-{seat}"] = self.labels[seat][:LONGEST_NAME]
        found |= {name: "1" for name in ("hints", "watch", "listed") if getattr(self, name)}
        chosen = {"set": self.sets.get(self.game), "variant": self.variants.get(self.game)}
        return found | {f"{name}-{self.game}": value for name, value in chosen.items() if value}

    def plan(
        self,
        translations: NullTranslations,
        programs: Collection[str] = (),
        pieces: ComponentSet | None = None,
    ) -> NewTable:
        """Returns the table to make, with a component set of its game; raises ValueError with a sentence."""
        least, most = spec.GAMES[check_game(self.game)].SEATS
        wished = [self._place(seat, translations, programs) for seat in range(most)]
        places = tuple(place for place in wished if place is not None)
        if len(places) < least:
            text = translations.gettext("%(game)s needs at least %(least)d players: fill another seat.")
            raise ValueError(text % {"game": Words(self.game, translations).title, "least": least})
        options = Options(self.pace, self.hints, self.watch, self.listed, self.minutes)
        return NewTable(self.game, places, options, pieces)

    @property
    def chosen_set(self) -> str:
        """The name of the set to play with."""
        name, variant = self.sets.get(self.game, standard_name(self.game)), self.variants.get(self.game)
        return f"{name}{WITH}{variant}" if variant else name

    def _place(self, seat: int, translations: NullTranslations, programs: Collection[str]) -> NewSeat | None:
        """Returns the occupant of a seat, None for an open one."""
        if self.seats[seat] == "bot":
            return NewSeat("bot", self.bots[seat], programs=programs)
        if self.seats[seat] == "friend":
            return NewSeat("friend")
        if self.seats[seat] != "me":
            return None
        label = self.labels[seat]
        if label and clean_name(label) is None:
            raise ValueError(translations.gettext("A name has 1 to 40 characters that can be printed."))
        return NewSeat("me", name=label or None)


def _known(value: str | None, choices: tuple[str, ...], usual: str) -> str:
    """Returns a value if it is one of the choices, else the usual one."""
    return value if value is not None and value in choices else usual
