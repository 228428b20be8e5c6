"""Values from one's own box: entered in the form, explained, saved, played with, shared as a folder and removed."""

import asyncio
import io
import re
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from serai.component_sets import check_folder, install, installed_sets
from serai.core.component_folders import KINDS, built_in, standard, variant_of, with_files
from serai.core.component_set import ComponentSet
from serai.core.components import notes_of
from serai.game import Game
from serai.web import refusals
from serai.web.drawing import entries, render
from serai.web.guests import Guest
from serai.web.pages.rulebook import rulebook_page
from serai.web.pages.set_form import NOTE, SetForm, shown
from serai.web.tables import erasure
from serai.web.tables.own_sets import HouseSets
from serai.web.tables.store import Store
from tests.spice_road.own_components import POINTS
from tests.web.booklets import Booklet, booklet
from tests.web.houses import Clock
from tests.web.visits import Browser, Page, Place, place_at, played, visit
from tests.zipped import zipped

GAMES = list(KINDS)
POINT_FILE = f"spice_road/{POINTS}"
HTMX = {"HX-Request": "true"}
EMPTIED = r'id="x-1-0"\s+hx-swap-oob="true"\s*></p>'


def usual(game: str) -> list[ComponentSet]:
    """Returns the standard set alone."""
    return [standard(game)]


def fields(text: str) -> dict[str, str]:
    """Reads all fields of the form as a browser would send them."""
    return {**Page(text).fields, **dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n?([^<]*)</textarea>', text))}


async def entered(browser: Browser, game: str, **changes: str) -> str:
    """Opens the form, changes fields and checks it; returns the page."""
    sent = fields((await browser.get(f"/sets/{game}")).text)
    return (await browser.post(f"/sets/{game}", data={**sent, **changes})).text


# The form and the files.


@pytest.mark.parametrize("game", GAMES)
def test_the_form_holds_all_files_of_a_game_and_gives_them_back(game: str) -> None:
    """Unchanged values keep the notes that say how sure they are."""
    files = SetForm.of(game, standard(game).files).files(usual(game))
    assert list(files) == [sheet.path for sheet in entries.sheets(game)]
    assert with_files(game, files).digest == standard(game).digest
    for path, text in files.items():
        assert notes_of(text.splitlines()) == notes_of(standard(game).files[path].splitlines())


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_drawn_in_every_language(game: str) -> None:
    for language in render.LANGUAGES:
        seen = shown(SetForm.of(game, {}), usual(game), language)
        assert not seen.wrong
        for sheet in seen.sheets:
            assert bool(sheet.picture) == sheet.sheet.whole
            assert all(row.picture for row in sheet.rows if not sheet.sheet.whole), sheet.title


def test_all_faults_are_found_each_at_its_entry_and_told_in_the_language_of_the_page() -> None:
    form = SetForm.of("east_to_west", {})
    rows = {filled.sheet.path.rpartition("/")[2]: filled.rows for filled in form.sheets}
    rows["merchant_cards.csv"][2]["get"] = ""
    rows["locations.csv"][2]["settlers"] = "none"
    rows["locations.csv"][5]["get"] = "YYG"
    rows["point_cards.csv"][0]["cost"] = "YZ"
    rows["exploration_tiles.csv"][3]["points"] = "1, 2"
    told = {}
    for language in render.LANGUAGES:
        seen = shown(form, usual("east_to_west"), language)
        told[language] = [text for sheet in seen.sheets for row in sheet.rows for text in row.faults]
        assert seen.wrong == 5
    assert told["en"] == [
        "You get: No cubes where some belong.",
        "Settlers: 'none' is not a whole number from 1 to 9.",
        "The trade gives back all that it takes, so it could be repeated for ever.",
        "Cost: 'YZ' is not made of Y, R, G, B.",
        "6 cells instead of 5.",
    ]
    assert not {*told["en"]} & {*told["de"]}
    assert not {*told["en"]} & {*told["it"]}


def test_an_unknown_link_is_told_once_locations_and_cards_are_right() -> None:
    form = SetForm.of("east_to_west", {})
    next(filled for filled in form.sheets if filled.sheet.path.endswith("point_cards.csv")).rows[1]["benefit"] = (
        "discount:nowhere"
    )
    for language, first in ("en", "No location"), ("de", "Kein Ort"), ("it", "Nessun luogo"):
        seen = shown(form, usual("east_to_west"), language)
        [text] = [text for sheet in seen.sheets for row in sheet.rows for text in row.faults]
        assert text.startswith(first), text


def test_a_condition_of_a_whole_file_is_told_once_its_lines_are_right() -> None:
    form = SetForm.of("sand_to_sea", {})
    islands = next(filled for filled in form.sheets if filled.sheet.path.endswith("island_tiles.csv"))
    islands.rows[0]["symbol"] = "B"
    seen = shown(form, usual("sand_to_sea"), "en")
    told = [text for sheet in seen.sheets for text in sheet.faults]
    assert told == [f"There must be six islands with the symbol {letter}." for letter in "YB"]
    islands.rows[1]["give"] = "?"
    seen = shown(form, usual("sand_to_sea"), "en")
    assert [sheet.faults for sheet in seen.sheets if sheet.faults] == []
    assert seen.wrong == 1


def test_every_sentence_of_the_checks_of_a_map_is_known() -> None:
    text = standard("sand_to_sea").files["sand_to_sea/map.txt"]
    faults = ("*A1", " A1"), ("A1: A2", "A1: A2 A2"), ("A1: A2", "A1:"), ("A2: A1", "A1: A3\nA2: A1")
    drawing = (" C1\n", "\n"), (" C1\n", " C1 C1\n"), ("B1      D1", "D1      B1")
    for change in (*faults, *drawing):
        form = SetForm.of("sand_to_sea", {"sand_to_sea/map.txt": text.replace(*change)})
        [german] = [fault for sheet in shown(form, usual("sand_to_sea"), "de").sheets for fault in sheet.faults]
        [english] = [fault for sheet in shown(form, usual("sand_to_sea"), "en").sheets for fault in sheet.faults]
        assert german != english, change


def test_values_that_were_changed_or_compared_are_from_this_box() -> None:
    form = SetForm.of("spice_road", {})
    for number in (0, 7):
        form.sheets[1].rows[number]["points"] = "99"
    assert [(sheet.kind, sheet.boxed) for sheet in shown(form, usual("spice_road"), "en").sheets] == [
        ("confirmed", 0),
        ("confirmed", 2),
    ]
    text = form.files(usual("spice_road"))[POINT_FILE]
    assert text.startswith("# From this box: ids 0, 7. About the others:\n# Confirmed: ")
    again = SetForm.of("spice_road", {POINT_FILE: text})
    assert again.files(usual("spice_road"))[POINT_FILE] == text
    [whole] = shown(form.with_row(1), usual("spice_road"), "en").sheets[1:]
    assert (whole.kind, whole.boxed) == ("box", 0)
    ticked = SetForm.read("spice_road", {"b0": "1", "n0": "0"})
    assert ticked.files(usual("spice_road"))["spice_road/merchant_cards.csv"].startswith(f"# {NOTE}\n")
    forged = standard("spice_road").files[POINT_FILE].replace("YYRR,6", "YYRR,60")
    assert SetForm.of("spice_road", {POINT_FILE: forged}).files(usual("spice_road"))[POINT_FILE].startswith("# From")


def test_a_file_that_is_one_thing_is_from_this_box_as_a_whole() -> None:
    form = SetForm.of("sand_to_sea", {})
    for filled in form.sheets:
        if filled.sheet.path.endswith(("bonus_tiles.csv", "player_board.csv")):
            filled.rows[0][filled.sheet.names[1]] = "9"
    files = form.files(usual("sand_to_sea"))
    changed = [path for path, text in files.items() if text.startswith(f"# {NOTE}\n")]
    assert sorted(changed) == ["sand_to_sea/bonus_tiles.csv", "sand_to_sea/player_board.csv"]


def test_a_cell_cannot_bring_lines_or_notes() -> None:
    sent = {"n1": "1", "1.0.cost": " y r\n\u2028g ", "1.0.points": "# confirmed\n7"}
    row = SetForm.read("spice_road", sent).sheets[1].rows[0]
    assert row == {"cost": "YRG", "points": "# confirmed 7"}
    huge = SetForm.read("spice_road", {"n0": "99999999999", "n1": "9999"})
    assert [len(filled.rows) for filled in huge.sheets] == [0, 100]


def test_a_game_without_a_page_has_a_form_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "_page", lambda game: None)
    entries.sheets.cache_clear()
    try:
        plain = entries.sheets("east_to_west")
        [bonus] = [sheet for sheet in plain if "bonus" in sheet.path]
        assert bonus.names[0] == "icon"
        assert entries.drawn("east_to_west", plain[-1], {"x": "1"}, "en") == ""
    finally:
        entries.sheets.cache_clear()


# The rules.

TABLES = {
    "spice_road": {"merchants": "spice_road/merchant_cards", "points": "spice_road/point_cards"},
    "sand_to_sea": {
        "islands": "sand_to_sea/island_tiles",
        "victories": "sand_to_sea/victory_tiles",
        "groups": "sand_to_sea/starting_spices",
    },
    "east_to_west": {
        "places": "east_to_west/locations",
        "points": "east_to_west/point_cards",
        "bonus": "east_to_west/bonus_tiles",
        "explorations": "east_to_west/exploration_tiles",
    },
}
OF_BOX = {"en": "from this box", "de": "aus dieser Schachtel", "it": "da questa scatola"}


@pytest.mark.parametrize("language", render.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_mark_each_entry_from_the_box(game: str, language: str) -> None:
    files = {path: text for path, text in standard(game).files.items() if path.endswith(".csv")}
    noted = {path: f"# From this box: ids 2. About the others:\n{text}" for path, text in files.items()}
    text = rulebook_page(with_files(game, noted), language, None, "my-box")
    page, usual_page = Booklet(text), booklet(game, language)
    for table, file in TABLES[game].items():
        marks = [piece.marks for piece in page.tables[table]]
        assert marks.count([(file, "box")]) == 1, table
        marks[marks.index([(file, "box")])] = usual_page.tables[table][-1].marks
        assert marks == [piece.marks for piece in usual_page.tables[table]]
    assert page.kinds == usual_page.kinds
    assert f'title="{OF_BOX[language]}"' in text
    assert f"1 {OF_BOX[language]}" in text


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, render.LANGUAGES, strict=True)))
def test_the_rules_of_a_whole_box_say_nothing_of_our_values(game: str, language: str) -> None:
    noted = {path: f"# {NOTE}\n{entries.body(text)}\n" for path, text in standard(game).files.items()}
    text = rulebook_page(with_files(game, noted), language, None, "my-box")
    page = Booklet(text)
    assert set(page.kinds.values()) == {"box"}
    assert {kind for _, kind in page.marks} == {"box"}
    assert all(piece.marks for pieces in page.tables.values() for piece in pieces)
    assert f"<b>{OF_BOX[language]}:</b>" in text


# The page.


@visit
async def test_a_set_is_entered_saved_offered_and_played(place: Place) -> None:
    ada = place.browser()
    listed = (await ada.get("/sets")).text
    assert "Nobody has entered the values of a box yet." in listed
    bad = await entered(ada, "spice_road", **{"1.0.cost": "YX", "name": "my-box", "do": "save"})
    assert "Nothing was saved: 1 entry is impossible." in bad
    assert "&#39;YX&#39; is not made of Y, R, G, B." in bad
    assert (await place.house.sets.made()) == []
    for name in ("", "My Box", "1", "custom", "../x"):
        told = await entered(ada, "spice_road", **{"1.0.cost": "YYYYY", "name": name, "do": "save"})
        assert 'role="alert"' in told, name
    sent = fields((await ada.get("/sets/spice_road")).text)
    sent |= {"1.0.cost": "YYYYY", "1.0.points": "33", "name": "my-box", "do": "save"}
    saved = await ada.post("/sets/spice_road", data=sent)
    assert saved.headers["location"] == "/sets?saved=spice_road/my-box"
    assert "Set my-box of Spice Road is saved." in (await ada.get(saved.headers["location"])).text
    again = await ada.post("/sets/spice_road", data=sent)
    assert again.status_code == 422
    assert "There is a set my-box of this game already" in again.text
    home = (await ada.get("/?game=spice_road&components=my-box")).text
    assert re.search(r'<option value="my-box"\s+selected', home)
    assert "my-box" in str((await ada.get("/api/house")).json())
    rules = (await ada.get("/rules/spice_road?components=my-box")).text
    assert "component set my-box" in rules
    assert "1 from this box" in rules
    address = await played(place, ada, **{"set-spice_road": "my-box"})
    table = await place.house.table(address.rpartition("/")[2])
    assert table.pieces.points[0].points == 33  # type: ignore[attr-defined]
    assert "component set my-box" in (await ada.get(f"/rules/spice_road?components={table.pieces.digest}")).text
    plan = {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "me"}], "components": "my-box"}
    made = await ada.post("/api/tables", json=plan)
    assert made.status_code == 201
    held = await ada.post("/sets/spice_road/my-box/remove")
    assert "A table is still playing with set my-box" in held.text
    ben = place.browser()
    await ben.post("/api/guest", json={"name": "Ben"})
    assert "Only the person who made a set can remove it." in (await ben.post("/sets/spice_road/my-box/remove")).text
    await ada.post(f"/table/{made.json()['id']}/leave", data={"seen": "3"})
    gone = await ada.post("/sets/spice_road/my-box/remove")
    assert gone.status_code == 303
    assert "my-box" not in (await ada.get("/")).text
    assert (await ada.get(address)).status_code == 200
    assert "33" in (await ada.get(f"/rules/spice_road?components={table.pieces.digest}")).text


def test_a_set_is_imported_at_another_house_and_a_record_replayed_there(tmp_path: Path) -> None:
    """The folder is also one that the terminal checks and installs."""

    async def work() -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(place_at(tmp_path / "one"))
            other = await stack.enter_async_context(place_at(tmp_path / "other"))
            ada, ben = one.browser(), other.browser()
            sent = fields((await ada.get("/sets/spice_road")).text)
            sent |= {"1.0.points": "44", "0.2.get": "YYYY", "b0": "1", "name": "mine", "do": "save"}
            assert (await ada.post("/sets/spice_road", data=sent)).status_code == 303
            folder = await ada.get("/sets/spice_road/mine.zip")
            assert folder.headers["content-type"] == "application/zip"
            taken = await ben.post("/sets/spice_road/upload", files={"folder": ("mine.zip", folder.content)})
            assert taken.status_code == 200
            copied = fields(taken.text)
            assert {key: copied[key] for key in ("1.0.points", "0.2.get", "b0")} == {
                "1.0.points": "44",
                "0.2.get": "YYYY",
                "b0": "1",
            }
            assert (await ben.post("/sets/spice_road", data={**copied, "name": "ada", "do": "save"})).status_code == 303
            theirs, ours = [await each.house.sets.named("spice_road", n) for each, n in ((one, "mine"), (other, "ada"))]
            assert theirs is not None
            assert ours is not None
            assert theirs.digest == ours.digest
            record = (await ada.get(f"{await played(one, ada, **{'set-spice_road': 'mine'})}/record.json")).content
            shown_there = await ben.post("/upload", files={"record": ("game.json", record, "application/json")})
            assert shown_there.status_code == 303
            assert (await ben.get(shown_there.headers["location"])).status_code == 200
            assert Game.from_json(record).components.digest == ours.digest
            with zipfile.ZipFile(io.BytesIO(folder.content)) as packed_set:
                packed_set.extractall(tmp_path / "unpacked")
            assert check_folder(tmp_path / "unpacked" / "mine")["spice_road"].digest == ours.digest
            install(tmp_path / "unpacked" / "mine", "mine", tmp_path / "data")
            assert installed_sets("spice_road", tmp_path / "data")["mine"].digest == ours.digest

    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    asyncio.run(work())


@visit
async def test_a_form_starts_from_the_standard_set_or_the_one_chosen(place: Place) -> None:
    for start, name in (("", standard("east_to_west").name), ("?start=1", "1")):
        sent = fields((await place.browser().get(f"/sets/east_to_west{start}")).text)
        form = SetForm.read("east_to_west", sent)
        files = form.files(usual("east_to_west"))
        assert with_files("east_to_west", files).digest == built_in("east_to_west", name).digest


@visit
async def test_a_change_is_drawn_and_explained_by_a_fragment(place: Place) -> None:
    ada = place.browser()
    sent = fields((await ada.get("/sets/spice_road")).text)
    changed = {**sent, "1.0.cost": "BBBBB", "changed": "1-0", "do": "check"}
    told = (await ada.post("/sets/spice_road", data=changed, headers=HTMX)).text
    assert told.lstrip().startswith('<span data-choice role="img" class="card p')
    assert "<html" not in told
    assert re.search(EMPTIED, told)
    wrong = (await ada.post("/sets/spice_road", data={**changed, "1.0.cost": "?"}, headers=HTMX)).text
    assert "no-piece" in wrong
    assert "1 entry is impossible" in wrong
    mended = {**changed, "marked": "1-0", "changed": "0-1"}
    assert re.search(EMPTIED, (await ada.post("/sets/spice_road", data=mended, headers=HTMX)).text)
    more = (await ada.post("/sets/spice_road", data={**sent, "do": "add 1", "changed": "1"}, headers=HTMX)).text
    assert 'name="n1" id="n-1" value="37"' in more
    for deed, count in (("add 1", "37"), ("remove 1-3", "35"), ("remove 9-9", "36"), ("add x", "36")):
        page = (await ada.post("/sets/spice_road", data={**sent, "do": deed})).text
        assert fields(page)["n1"] == count, deed


@visit
async def test_unknown_games_and_sets_are_refused(place: Place) -> None:
    ada = place.browser()
    for path in ("/sets/chess", "/sets/chess/1.zip"):
        assert (await ada.get(path)).status_code == 404
    for path in ("/sets/spice_road?start=nothing", "/sets/spice_road/nothing.zip"):
        assert "There is no set nothing of this game here." in (await ada.get(path)).text
    assert (await ada.get("/sets/spice_road/1.zip")).status_code == 200
    assert (await ada.post("/sets/spice_road", content=b"x" * 400_000)).status_code == 413
    other = {"sec-fetch-site": "cross-site"}
    assert (await ada.post("/sets/spice_road/1/remove", headers=other)).status_code == 403


@visit
async def test_texts_are_escaped(place: Place) -> None:
    text = await entered(place.browser(), "spice_road", **{"1.0.points": "<b>&", "name": "<i>"})
    assert "<b>&" not in text
    assert "<i>" not in text


# Folders.


@visit
async def test_a_folder_that_cannot_be_taken_in_is_explained(place: Place) -> None:
    ada = place.browser()
    for data, told in (
        (b"no", "This is not a .zip file"),
        (zipped({POINT_FILE: "0" * 300_000}), "This folder is larger than 256 KiB"),
        (zipped({"mine/cards.csv": ""}), "a file that belongs to no game: mine/cards.csv."),
        (zipped({POINT_FILE: b"\xff"}), "spice_road/point_cards.csv is not UTF-8 text"),
        (zipped({"sand_to_sea/map.txt": ""}), "The folder has no file of Spice Road;"),
        (zipped({POINT_FILE: "a,b\n1,2\n"}), "must begin, after its notes, with the line id,cost,points"),
        (zipped({POINT_FILE: "id,cost,points\n" + "0,Y,1\n" * 101}), "at most 100 lines"),
    ):
        answer = await ada.post("/sets/spice_road/upload", files={"folder": ("x.zip", data)})
        assert answer.status_code == 422
        assert told in answer.text
    few = zipped({"x/.DS_Store": "", "__MACOSX/x": "", f"x/{POINT_FILE}": "id,cost,points\n0,Y,1\n"})
    page = (await ada.post("/sets/spice_road/upload", files={"folder": ("x.zip", few)})).text
    assert "1 cards; there must be 21 to 64." in page


# The store.


def in_sets(database: str, work: Callable[[HouseSets, HouseSets, Store], Awaitable[None]]) -> None:
    """Works with the sets of two servers over one database."""

    async def inside() -> None:
        stores = [await Store.open(database) for _ in range(2 if "postgres" in database else 1)]
        fixed = {game: {"1": standard(game)} for game in GAMES}
        try:
            for guest in ("ada", "ben"):
                await stores[0].new_guest(Guest(guest, guest), 1.0)
            here, there = (HouseSets(store, fixed, Clock()) for store in (stores[0], stores[-1]))
            await work(here, there, stores[0])
        finally:
            for store in stores:
                await store.close()

    asyncio.run(inside())


def own(points: int) -> ComponentSet:
    """Returns the standard set with another first point card."""
    text = standard("spice_road").files[POINT_FILE].replace("0,YYRR,6", f"0,YYRR,{points}")
    return with_files("spice_road", {POINT_FILE: text})


def test_servers_share_sets_and_limits_hold(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.web.tables.store.own_sets.MOST_SETS", 2)

    async def work(here: HouseSets, there: HouseSets, store: Store) -> None:
        ada, ben = Guest("ada", "Ada"), Guest("ben", "Ben")
        await here.save(ada, own(50), "one")
        for name, refusal in (
            ("one", refusals.SetNameTaken),
            ("1", refusals.BadSetName),
            ("custom", refusals.BadSetName),
        ):
            with pytest.raises(refusal):
                await there.save(ben, own(51), name)
        await here.save(ada, own(52), "two")
        with pytest.raises(refusals.TooManySets):
            await here.save(ada, own(53), "three")
        await there.save(ben, own(54), "a")
        assert (await there.names(ben))["spice_road"] == ["1", "a", "one", "two"]
        found = await there.named("spice_road", "one")
        assert found is not None
        assert found is await there.with_digest("spice_road", found.digest)
        with pytest.raises(refusals.NoSuchSet):
            await there.remove(ben, "spice_road", "nothing")
        await there.remove(ben, "spice_road", "a")
        with pytest.raises(ValueError, match=r"there are: 1, (one, two|two, one)$"):
            await there.chosen("spice_road", "a")

    in_sets(database, work)


@visit
async def test_who_is_forgotten_takes_their_sets_off_the_list(place: Place) -> None:
    ada = await place.house.new_guest("Ada")
    await place.house.sets.save(ada, own(50), "mine")
    await erasure.forget(place.house, ada)
    assert await place.house.sets.made() == []
    assert await place.house.guest(ada.id) is None


def test_a_set_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with place_at(tmp_path) as place:
            ada = await place.house.new_guest("Ada")
            text = "# " + "x" * 70_000 + "\n" + standard("spice_road").files[POINT_FILE]
            with pytest.raises(refusals.SetTooLarge):
                await place.house.sets.save(ada, with_files("spice_road", {POINT_FILE: text}), "large")

    asyncio.run(work())


def test_a_set_of_a_guest_is_played_with_an_outline(tmp_path: Path) -> None:
    async def work() -> None:
        async with place_at(tmp_path) as place:
            ada, sets = await place.house.new_guest("Ada"), place.house.sets
            path = "sand_to_sea/victory_tiles.csv"
            text = standard("sand_to_sea").files[path].replace("\n0,", "\n0,Y", 1)
            await sets.save(ada, with_files("sand_to_sea", {path: text}), "my-box")
            found = await sets.named("sand_to_sea", "my-box+strait")
            assert found is not None
            assert (found.files[path], variant_of(found)) == (text, "strait")
            for name in ("my-box+", "my-box+nowhere", "your-box+strait"):
                assert await sets.named("sand_to_sea", name) is None
            assert await sets.named("chess", "my-box+strait") is None

    asyncio.run(work())
