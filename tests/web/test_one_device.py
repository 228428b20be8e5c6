"""People who share a device: each is called by name, and nobody is `you`."""

import re

import pytest
from fastapi import FastAPI

from serai.web.tables.service import House
from tests.web.houses import in_house, plan
from tests.web.servers import WithApp, client, new_table

MOST_DECISIONS = 40
PLACES = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Cleo"}]
FIRST = {"spice_road": "choose an action", "sand_to_sea": "choose starting spices", "east_to_west": "choose an action"}


def title(page: str) -> str:
    """Returns the question of a page."""
    found = re.search(r'id="ask".*?<h1[^>]*>(.*?)</h1>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", "", found[1]).strip()


@pytest.mark.compiled
@pytest.mark.parametrize("game", list(FIRST))
def test_a_shared_page_asks_and_tells_by_name(with_app: WithApp, game: str) -> None:
    async def visit(app: FastAPI) -> None:
        async with client(app, "Ada") as guest:
            table = (await new_table(guest, game, PLACES))["id"]
            names: set[str] = set()
            for _ in range(MOST_DECISIONS):
                name, _, question = title((await guest.get(f"/table/{table}")).text).partition(": ")
                if question == FIRST[game]:
                    names.add(name)
                told = (await guest.get(f"/api/tables/{table}/legal")).json()
                sent = {"decisions": told["legal"][-1:], "seen": told["number"]}
                assert (await guest.post(f"/api/tables/{table}/decide", json=sent)).status_code == 200
                if len(names) == 2:
                    break
            assert names == {"Ada", "Cleo"}
            log = re.search(r'id="log".*?(<ol.*?</ol>)', (await guest.get(f"/table/{table}")).text, re.DOTALL)
            assert log is not None
            assert {"Ada", "Cleo"} <= set(re.findall(r"\w+", log[1]))
            assert "You" not in re.findall(r"\w+", log[1])

    with_app(visit)


@in_house
async def test_who_holds_one_seat_is_you_and_who_holds_several_is_called_by_name(house: House) -> None:
    ada = await house.new_guest("Ada")
    for places, you in (("me trader", [True]), ("me me", [False, False])):
        table = await house.create(ada, plan(places))
        mine = [sitter for sitter in table.sitters({ada.id: "Ada"}, ada.id) if sitter.mine]
        assert [sitter.you for sitter in mine] == you
        assert not any(sitter.you for sitter in table.sitters({ada.id: "Ada"}))
