"""Something wrong here? The text to copy says what was played, and of a running game nothing that is hidden."""

from pathlib import Path
from random import Random

from fastapi import FastAPI

from serai.version import VERSION
from tests.web.servers import client, new_table, play_out, running


def test_the_text_names_version_set_and_step_and_holds_the_record_only_of_a_game_that_is_over(tmp_path: Path) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            before = (await ada.get(f"/wrong/table/{table}")).text
            assert f"Serai {VERSION}" in before
            assert "step: 0" in before
            assert "seed" not in before.partition("<textarea")[2]
            await play_out(ada, table, Random(1))
            after = (await ada.get(f"/wrong/table/{table}?step=3")).text
            assert "step: 3" in after
            assert "&#34;seed&#34;" in after
            assert "/wrong/table/" in (await ada.get(f"/table/{table}/replay?step=3")).text

    with running(tmp_path) as with_app:
        with_app(test)


def test_the_rules_lead_to_it_and_name_their_set(tmp_path: Path) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as visitor:
            page = (await visitor.get("/rules/spice_road")).text
            address = page.partition('href="/wrong/')[2].partition('"')[0]
            assert "rules of: spice_road" in (await visitor.get(f"/wrong/{address}")).text
            assert (await visitor.get("/wrong/rules/chess")).status_code == 404

    with running(tmp_path) as with_app:
        with_app(test)
