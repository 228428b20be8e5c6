"""The pages of the rules: complete, the same in every language, true to the component files and to the rules."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from serai.core import components
from serai.core.component_folders import KINDS, built_in, in_folder, standard
from serai.core.notation.cards import cubes, merchant
from serai.game import Game
from serai.games.east_to_west.web import figures as east_to_west
from serai.games.east_to_west.web.words import WestWords
from serai.games.sand_to_sea.web import cutouts
from serai.games.sand_to_sea.web import figures as sand_to_sea
from serai.games.sand_to_sea.web.map import sheet
from serai.games.spice_road.web import figures as spice_road
from serai.web.app import Settings, create_app
from serai.web.drawing import examples, render
from serai.web.drawing.profiles import listed, profile
from serai.web.drawing.render import LANGUAGES, catalogue
from serai.web.drawing.words import Words
from serai.web.pages import rulebook
from serai.web.tables.store import sqlite_url
from tests.positions import act, caravan, on_row, row, score
from tests.spice_road.positions import coins, point_row, position
from tests.test_rule_tables import RULES
from tests.web.booklets import Booklet, booklet
from tests.web.scenes import scene_of

BOOKS = {game: book for game in listed() if (book := profile(game).rulebook)}
GAMES = tuple(BOOKS)
ROAD: Any = standard("spice_road")
SEA: Any = standard("sand_to_sea")
WEST: Any = standard("east_to_west")
QUIET = {"", "minute", "goal", "pieces", "players", "cards", "open"}
IN_ALL = [(game, language) for game in GAMES for language in LANGUAGES]


# The pages.


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_every_page_speaks_its_language_and_has_every_section_once(game: str, language: str) -> None:
    page = booklet(game, language)
    assert page.language == language
    wanted = [name.lstrip(".") for name in BOOKS[game].sections.split()]
    found = [
        line.removeprefix("section ") for line in page.outline if line.startswith("section ") and "None" not in line
    ]
    assert [name for name in found if name in wanted] == wanted
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "it"])
def test_sections_pictures_numbers_and_marks_are_the_same_in_every_language(game: str, language: str) -> None:
    assert booklet(game, language).outline == booklet(game).outline


@pytest.mark.parametrize("game", GAMES)
def test_no_paragraph_is_left_untranslated(game: str) -> None:
    told = [{block.text.strip() for block in booklet(game, language).blocks} for language in LANGUAGES]
    for text in set.intersection(*told):
        assert len(text) < 30, text


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_every_rule_that_players_need_is_told_and_has_one_anchor(game: str, language: str) -> None:
    prefix = {"spice_road": "SR", "sand_to_sea": "SS", "east_to_west": "EW"}[game]
    wanted = {f"{name}-{number}" for name in (prefix, "C") for number in range(1, RULES[name] + 1)}
    anchors = booklet(game, language).anchors
    assert set(anchors) == wanted == set(rulebook.rules_of(BOOKS[game]))
    assert len(anchors) == len(wanted)


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_every_paragraph_that_states_a_rule_names_it(game: str, language: str) -> None:
    stating = [block for block in booklet(game, language).blocks if block.section not in QUIET and block.text.strip()]
    assert len(stating) > 20
    leading = [block.text for block in stating if not block.rules]
    assert not leading, leading


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_every_link_within_a_page_leads_somewhere(game: str, language: str) -> None:
    page = booklet(game, language)
    within = {link["href"][1:] for link in page.links if link["href"].startswith("#")}
    assert within <= {*page.ids, "main"}


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_a_page_brings_no_script_and_no_style_of_its_own(game: str, language: str) -> None:
    text = rulebook.rulebook_page(standard(game), language, None)
    assert "<style" not in text
    assert text.count("<script") == text.count("<script defer src=") == 3


# What is certain and what is not.


def kinds(game: str) -> dict[str, str]:
    """Reads from the component files how sure they are."""
    found = {}
    for file in BOOKS[game].files:
        notes = components.notes_of(standard(game).files[file].splitlines())
        found[file.rpartition(".")[0]] = components.certainty(notes)
    return found


def test_every_component_file_of_a_game_is_accounted_for() -> None:
    listed = {file for book in BOOKS.values() for file in book.files}
    assert listed == {path for kind in KINDS.values() for path in kind.FILES}


def test_the_standard_sets_are_as_sure_as_the_sources_say() -> None:
    sea = kinds("sand_to_sea")
    assert set(kinds("spice_road").values()) == {"confirmed"}
    assert sea["sand_to_sea/island_tiles"] == "single"
    assert sea["sand_to_sea/victory_tiles"] == "reconstructed"
    assert sea["sand_to_sea/player_board"] == "house"
    assert {sea[f"sand_to_sea/{name}"] for name in ("map", "starting_spices", "bonus_tiles")} == {"inferred"}
    assert [kind for file, kind in kinds("east_to_west").items() if file.startswith("east")] == ["house"] * 4


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_marks_say_what_the_component_files_say(game: str, language: str) -> None:
    page, sure = booklet(game, language), kinds(game)
    assert page.kinds == sure
    assert {(file, kind) for file, kind in page.marks} == {item for item in sure.items() if item[1] != "confirmed"}


@pytest.mark.parametrize(
    ("game", "table", "file", "number"),
    [
        ("spice_road", "points", "spice_road/point_cards", len(ROAD.points)),
        ("sand_to_sea", "islands", "sand_to_sea/island_tiles", len(SEA.islands)),
        ("sand_to_sea", "victories", "sand_to_sea/victory_tiles", len(SEA.victory)),
        ("sand_to_sea", "groups", "sand_to_sea/starting_spices", len(SEA.groups)),
        ("east_to_west", "points", "east_to_west/point_cards", len(WEST.points)),
        ("east_to_west", "bonus", "east_to_west/bonus_tiles", len(WEST.bonus)),
        ("east_to_west", "explorations", "east_to_west/exploration_tiles", len(WEST.exploration)),
        ("east_to_west", "places", "east_to_west/locations", len(WEST.locations)),
    ],
)
def test_each_uncertain_piece_has_its_mark_and_no_other(game: str, table: str, file: str, number: int) -> None:
    kind = kinds(game)[file]
    wanted = [] if kind == "confirmed" else [(file, kind)]
    assert [piece.marks for piece in booklet(game).tables[table]] == [wanted] * number


def test_of_the_bonus_tiles_only_the_numbers_of_hold_and_sail_are_marked() -> None:
    pieces = booklet("sand_to_sea").tables["bonuses"]
    mark = [("sand_to_sea/bonus_tiles", "inferred")]
    assert [piece.marks for piece in pieces] == [mark, mark, *([] for _ in SEA.bonus.points)]


# Values.


@pytest.mark.parametrize(("game", "language"), IN_ALL)
def test_all_merchant_cards_are_shown_as_the_file_has_them(game: str, language: str) -> None:
    say = Words(game, catalogue(language))
    order = {"spice": 0, "upgrade": 1, "trade": 2}
    used = [card for card in standard(game).merchants if game != "east_to_west" or card.group == "deck"]
    cards = sorted(used, key=lambda card: (card.group != "starting", card.group == "deck" and order[card.kind]))
    shown = [piece.labels[0] for piece in booklet(game, language).tables["merchants"]]
    assert shown == [say.card(merchant(card)) for card in cards]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_all_point_cards_and_victory_tiles_are_shown_as_the_files_have_them(language: str) -> None:
    for game, table, cards in (
        ("spice_road", "points", ROAD.points),
        ("sand_to_sea", "victories", SEA.victory),
    ):
        say = Words(game, catalogue(language))
        pieces = booklet(game, language).tables[table]
        assert [piece.texts for piece in pieces] == [[str(card.points)] for card in cards]
        for piece, card in zip(pieces, cards, strict=True):
            assert piece.labels[0].endswith(f": {say.spices(cubes(card.cost))}")


def test_all_islands_and_groups_are_shown_as_the_files_have_them() -> None:
    say, page = Words("sand_to_sea", catalogue("en")), booklet("sand_to_sea")
    for piece, island in zip(page.tables["islands"], SEA.islands, strict=True):
        give, get = say.spices(cubes(island.give)), say.spices(cubes(island.get))
        assert piece.labels == [list(say.names.values())[island.symbol], f"{give} for {get}"]
    shown = [piece.labels[0] for piece in page.tables["groups"]]
    assert shown == [say.spices(cubes(group)) for group in SEA.groups]


def test_all_pieces_of_east_to_west_are_shown_as_the_files_have_them() -> None:
    words, page = WestWords(catalogue("en")), booklet("east_to_west")
    assert [piece.labels[0] for piece in page.tables["points"]] == [
        words.card(card) for card in east_to_west.cards(WEST)
    ]
    for piece, card in zip(page.tables["points"], WEST.points, strict=True):
        assert str(card.points) in piece.texts
        assert (f"{card.least}+" in piece.texts or "4" in piece.texts) or card.least == 2
    for piece, tile in zip(page.tables["bonus"], WEST.bonus, strict=True):
        assert f"×{tile.copies}" in piece.texts
    for piece, found in zip(page.tables["explorations"], WEST.exploration, strict=True):
        assert str(found.points) in piece.texts
    shown = sorted(piece.labels[0] for piece in page.tables["places"] if piece.labels[0].startswith("Location"))
    wanted = [found for found in WEST.locations if found.kind in ("gain", "upgrade", "trade")]
    assert len(shown) == len(wanted)


def test_own_values_are_shown_and_marked_as_such(tmp_path: Path) -> None:
    own = tmp_path / "spice_road"
    own.mkdir()
    text = standard("spice_road").files["spice_road/point_cards.csv"]
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    lines[1] = "0,YYRR,77"
    (own / "point_cards.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    page = Booklet(rulebook.rulebook_page(in_folder("spice_road", tmp_path), "en", None))
    assert page.tables["points"][0].texts == ["77"]
    assert page.tables["points"][0].marks == [("spice_road/point_cards", "own")]
    assert page.kinds["spice_road/merchant_cards"] == "confirmed"


def test_the_page_shows_the_component_set() -> None:
    """One process draws all of them."""
    page = rulebook.rulebook_page(built_in("east_to_west", "2"), "en", None)
    assert "+4" in page
    assert "component set 2" in page
    assert "component set 3" in rulebook.rulebook_page(standard("east_to_west"), "en", None)


# The examples are played by the rules.


def test_the_example_of_acquiring_is_what_the_rules_do() -> None:
    shown = examples.acquiring(ROAD, spice_road.ROW)
    cards = " ".join(spot.card for spot in shown.before)
    state = position(
        caravan=shown.held, row=cards, on_row=[spot.lying for spot in shown.before], merchant_deck=shown.after[-1].card
    )
    act(state, f"acquire {shown.chosen}", *(f"pay {cube}" for cube in shown.paid))
    assert caravan(state) == shown.kept
    assert row(state).split() == [spot.card for spot in shown.after]
    assert on_row(state) == [spot.lying for spot in shown.after]


def test_the_examples_of_upgrading_and_trading_are_what_the_rules_do() -> None:
    ways = examples.upgrading(examples.everybody(ROAD))
    state = position(caravan=ways.before, hand=ways.card)
    act(state, f"play {ways.card}", *(f"upgrade {cube}" for cube in "YRG"[: len(ways.one_cube) - 1]))
    assert caravan(state) == ways.one_cube[-1]
    trade = examples.trading(ROAD)
    state = position(caravan=trade.before, hand=trade.card)
    act(state, f"play {trade.card}")
    assert caravan(state) == trade.once
    act(state, "trade")
    assert caravan(state) == trade.twice


def test_the_example_of_claiming_is_what_the_rules_do() -> None:
    shown = spice_road.claiming(ROAD)
    cards = " ".join(card.cost for card in shown.before)
    state = position(caravan=shown.held, points=cards, point_deck=shown.after[-1].cost)
    act(state, f"claim {shown.card.cost}")
    assert caravan(state) == shown.kept
    assert point_row(state).split() == [card.cost for card in shown.after]
    assert coins(state, 1) == (1, 0)
    assert coins(state) == (shown.after[0].coins, shown.after[1].coins)


def test_the_example_of_a_score_is_what_the_rules_count() -> None:
    shown = spice_road.figures(ROAD, Words("spice_road", catalogue("en")))["score"]
    cards = " ".join(card.cost for card in shown.cards)
    state = position(caravan=shown.cubes, claimed=cards, gold=shown.gold, silver=shown.silver)
    assert score(state) == shown.total


def test_the_way_of_the_boat_leads_over_neighbouring_islands() -> None:
    first, second, third = sand_to_sea.way(SEA)
    assert second in sheet(SEA).near[first]
    assert third in sheet(SEA).near[second]
    assert all(cutouts.table(SEA)["tiles"][space] != "sea" for space in (first, second, third))


# How people come here.


def page_of(template: str, **context: object) -> Booklet:
    """Draws a page around the tables."""
    return Booklet(render.render(template, "en", theme=None, **context))


def test_every_page_links_to_the_rules_in_its_header_and_footer() -> None:
    links = [link for link in page_of("about.html", version="1").links if link["href"] == "/rules"]
    assert [link.get("class", "") for link in links] == ["icon-btn to-rules", ""]


def test_every_card_of_the_home_page_links_to_its_rules(tmp_path: Path) -> None:
    app = create_app(Settings(sqlite_url(tmp_path / "serai.db"), tmp_path, 0, ("house.test",)))

    async def ask() -> str:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://house.test") as browser:
                return (await browser.get("/")).text

    links = {link["href"] for link in Booklet(asyncio.run(ask())).links}
    assert {f"/rules/{game}" for game in GAMES} <= links


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_opens_its_rules_in_a_new_tab(game: str) -> None:
    page = Booklet(render.table_page(scene_of(Game.new(game, 2, seed=1), 0), "en"))
    links = [link for link in page.links if link["href"].startswith("/rules")]
    assert [link["href"] for link in links] == [f"/rules/{game}?components={standard(game).digest}"] * 2
    assert all(link["target"] == "_blank" and link["rel"] == "noopener" for link in links)


def answers(*paths: str, **headers: str) -> list[httpx.Response]:
    """Asks for pages over HTTP."""
    app = FastAPI()
    app.state.bot_pool = SimpleNamespace(preparing=SimpleNamespace(progress=None))
    app.include_router(rulebook.router)

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house.test", headers=headers) as browser:
            return [await browser.get(path) for path in paths]

    return asyncio.run(ask())


def test_the_rules_of_every_game_are_found_from_one_page() -> None:
    first, *others = answers("/rules", *(f"/rules/{game}" for game in GAMES))
    links = {link["href"] for link in Booklet(first.text).links}
    assert {f"/rules/{game}" for game in GAMES} <= links
    assert [answer.status_code for answer in others] == [200] * 3


def test_language_and_theme_are_those_of_who_asks() -> None:
    answer = answers("/rules/sand_to_sea", cookie="language=it; theme=dark")[0]
    assert '<html lang="it" data-theme="dark">' in answer.text


def test_rules_of_no_game_are_not_found() -> None:
    assert [answer.status_code for answer in answers("/rules/chess", "/rules/spice_road.en")] == [404, 404]
