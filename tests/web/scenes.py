"""Scenes of played games, what a page offers, and what a log says, for the tests of table pages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from serai.bots import ask, make
from serai.core.views.states import Steps
from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.log import LogLine
from serai.web.drawing.scene import Scene, Sitter

NAMES = ("Ada", "Ben & Co", "<Cleo>", "Dora", "Emil")
VOID = {"input", "meta", "link", "br", "img", "hr"}


def sitters(players: int, mine: int | None) -> tuple[Sitter, ...]:
    """Seats guests and bots in turn."""
    return tuple(
        Sitter(
            *(seat, NAMES[seat], "bot" if seat % 2 else "guest", "trader" if seat % 2 else None),
            mine=seat == mine,
            you=seat == mine,
        )
        for seat in range(players)
    )


def scene_of(game: Game, seat: int | None, **more: Any) -> Scene:
    """Looks at a game from a seat; None watches."""
    view = game.view(seat or 0)
    if seat is None:
        view["legal"] = []
    given: dict[str, Any] = {"fresh": 1, "may_hint": seat is not None, "components": game.components}
    if seat is not None:
        given |= {"can_undo": game.can_undo(seat), "can_takeback": True}
    return Scene(
        "abc123",
        len(game.decisions()) + 9,
        view,
        seat,
        sitters(game.players, seat),
        Steps(game.components, game.values, game.steps()),
        **given | more,
    )


def play_on(game: Game, bots: tuple[str, ...] = ("trader", "random", "novice")) -> None:
    """Lets the bot of the deciding seat take one decision."""
    bot = make(bots[game.seat % len(bots)])
    game.play(ask(bot, game, len(game.decisions())))


def played_on(name: str, decisions: int) -> Iterator[Game]:
    """Yields a game of three after each of its first decisions."""
    game = Game.new(name, 3, seed=9)
    while len(game.decisions()) < decisions:
        play_on(game)
        yield game


@dataclass
class Page(HTMLParser):
    """Reads what matters of a page: buttons with their values and names, names for transitions, labels of pictures."""

    html: str
    buttons: list[dict[str, str]] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    ids: Counter[str] = field(default_factory=Counter)
    pictures: list[dict[str, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    unbalanced: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Reads it."""
        super().__init__()
        self._text: list[dict[str, str]] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Reads a tag."""
        found = {name: value or "" for name, value in attrs}
        for part in found.get("style", "").split(";"):
            if part.startswith("view-transition-name:"):
                self.names[part.removeprefix("view-transition-name:")] += 1
        if "id" in found:
            self.ids[found["id"]] += 1
        if found.get("role") == "img":
            self.pictures.append(found)
        if tag == "button":
            self.buttons.append({**found, "text": ""})
            self._text.append(self.buttons[-1])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Reads a tag that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        """Checks that what was opened last is closed first."""
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)
        if tag == "button":
            self._text.pop()

    def handle_data(self, data: str) -> None:
        """Reads the words on a button."""
        for button in self._text:
            button["text"] += data.strip()

    @property
    def decisions(self) -> list[str]:
        """Lists the decisions that are offered."""
        return [button["value"] for button in self.buttons if button.get("name") == "decision"]


def page_of(scene: Scene, language: str = "en", whole: bool = False) -> Page:
    """Draws a scene and reads the page."""
    return Page(render.table_page(scene, language, whole))


def check_page(game: Game, seat: int) -> Page:
    """Checks the page of one seat: offers, names, words, order of tags."""
    page = page_of(scene_of(game, seat), whole=True)
    offered = {decision.split(";")[0] for decision in page.decisions}
    assert offered == set(game.view(seat)["legal"])
    assert max(page.names.values(), default=1) == 1, page.names.most_common(2)
    assert max(page.ids.values(), default=1) == 1, page.ids.most_common(2)
    assert all(button.get("aria-label") or button["text"] for button in page.buttons)
    assert all(picture.get("aria-label") for picture in page.pictures)
    assert not page.unbalanced
    return page


def check_others(game: Game) -> None:
    """Checks that who waits, watches or has finished is offered nothing."""
    for seat in [None, *(seat for seat in range(game.players) if seat != game.seat or game.over)]:
        page = page_of(scene_of(game, seat))
        assert page.decisions == []
        assert max(page.names.values()) == 1
        assert not page.unbalanced
        assert not any("is-ready" in button.get("class", "") for button in page.buttons)


def words(text: str) -> str:
    """Reads a sentence of the log aloud: pictures by their labels, without marks."""
    text = re.sub(r'<span class="note[^"]*" role="img" aria-label="([^"]*)">.*?</span>', r"\1", text)
    return re.sub(r"<[^>]*>", "", text)


def check_growing(logs: Iterable[list[LogLine]]) -> None:
    """Checks that a log, newest line first, changes only its last line from decision to decision."""
    before: list[LogLine] = []
    for log in logs:
        lines = log[::-1]
        assert lines[: len(before) - 1] == before[:-1]
        assert len(lines) - len(before) in (0, 1)
        before = lines
