"""The pages of a game without a server, from its golden playthroughs."""

from collections.abc import Iterator
from dataclasses import replace

from serai.bots.levels import NAMES as LEVELS
from serai.core.spec import GAMES
from serai.game import Game
from serai.web.drawing import lesson_pages, render
from serai.web.drawing.lessons import Progress
from serai.web.drawing.scene import Takeback
from serai.web.drawing.words import Words
from serai.web.pages.choices import ladder
from serai.web.pages.finished import Links, result
from serai.web.pages.lesson import lesson_of
from serai.web.pages.lobby import LobbySeat, agreed, qr
from serai.web.pages.win_chart import Chances
from serai.web.refusals import CannotUndo
from serai.web.tables.plans import Options
from tools.positions import advice, over, positions, scene, turn_of

LESSON = 3


def pages(name: str, language: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the pages of a game: every question, what else the bar says, many players, the end, lobby and lesson."""
    whole = over(name)
    asked = dict(positions(whole))
    for phase, game in asked.items():
        yield phase, render.table_page(scene(game, game.seat, names), language)
    yield from said(whole, asked["turn"], language, names)
    many = over(name, GAMES[name].SEATS[1])
    yield "many", render.table_page(scene(turn := turn_of(many), turn.seat, names), language)
    yield "board", render.table_page(scene(whole, 0, names), language)
    yield "finished", finished(whole, language, names)
    yield "lobby", lobby(whole, language, names)
    lesson = lesson_of(name)
    yield "lesson", lesson_pages.step_page(lesson, Progress(lesson.script, LESSON), "", language, True, None)


def said(whole: Game, game: Game, language: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the pages of a turn with what the question bar says besides, and of who waits meanwhile."""
    shown, other = scene(game, game.seat, names), (game.seat + 1) % game.players
    text = render.catalogue(language).gettext(CannotUndo.text)
    asking = Takeback(game.seat, (other,), mine_to_answer=True)
    page = render.table_page(shown, language)
    yield "hint", render.table_page(replace(shown, hint=advice(whole, game)), language)
    yield "refused", render.table_page(replace(shown, message=text), language)
    yield "lost", page
    if "data-way=" in page:
        yield "voyage", page
    yield "waiting", render.table_page(scene(game, other, names), language)
    yield "takeback", render.table_page(replace(scene(game, other, names), takeback=asking), language)


def lobby(game: Game, language: str, names: tuple[str, ...]) -> str:
    """Draws the page on which a maker waits for a friend."""
    address = "https://table.serai.test/join/abc123/1/a-long-token-of-a-link"
    chairs = [LobbySeat(seat, names[seat], "", open=False) for seat in range(game.players - 1)]
    chairs.append(LobbySeat(game.players - 1, "", "", open=True, address=address, qr=qr(address, "")))
    translations = render.catalogue(language)
    return render.render(
        "lobby.html",
        language,
        theme=None,
        here="/table/abc123",
        whole=True,
        table="abc123",
        number=3,
        title=Words(game.name, translations).title,
        chairs=chairs,
        waiting=1,
        unjoined=True,
        closed=False,
        maker=True,
        seated=1,
        named=True,
        agreed=agreed(Options(), translations),
        ladder=ladder(translations, ()),
        level=LEVELS[0],
        complaint="",
        only_here=True,
    )


def finished(game: Game, language: str, names: tuple[str, ...]) -> str:
    """Draws the page of a finished game."""
    address = "https://table.serai.test/table/abc123"
    links = Links(address, "replay", address, "again", "record.json", "log.txt")
    shown = result(game, scene(game, 0, names).sitters, links, render.catalogue(language))
    return render.render("finished.html", language, **shown, chances=Chances(), offer=None)
