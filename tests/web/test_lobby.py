"""The lobby of a table: friends join by link, seats go to bots or to another device."""

import re
from html import unescape

import pytest

from serai.web.http.addresses import is_loopback
from tests.web.visits import Place, guest_id, opened, visit

pytestmark = pytest.mark.compiled


@visit
async def test_a_friend_joins_by_link(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "name": "Ada", "hints": "1", "pace": "calm"})
    lobby = (await ada.get(address)).text
    link = unescape(re.search(r'value="http://house\.test(/join/[^"]+)"', lobby)[1])  # type: ignore[index]
    assert "<svg" in lobby
    assert link.split("/")[-1] not in (await ben.get(address)).text
    invitation = (await ben.get(link)).text
    assert "Ada invites you to Spice Road" in invitation
    assert "Everyone may ask for hints." in invitation
    assert "Bots take their time." in invitation
    nameless = await ben.post(link, data={"name": " "})
    assert "A name has 1 to 40 characters" in nameless.text
    assert not (await place.house.table(address.split("/")[-1])).begun
    assert (await ben.post(link, data={"name": "Ben"})).headers["location"] == address
    table = await place.house.table(address.split("/")[-1])
    assert table.begun
    assert (await ben.get(address)).status_code == 200
    assert (await ben.get(link)).headers["location"] == address


@visit
async def test_a_friend_is_called_by_the_name_given(place: Place) -> None:
    ada, ben, eve = place.browser(), place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "seat-2": "friend", "name": "Ada"})
    links = re.findall(r'value="http://house\.test(/join/[^"]+)"', (await ada.get(address)).text)
    assert len(links) == 2
    answered = await ben.post(links[0], data={"name": "<b>Ben</b>"})
    assert answered.headers["location"] == address
    lobby = (await ada.get(address)).text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in lobby
    assert "<b>Ben</b>" not in lobby
    assert "Waiting for 1 more" in lobby
    taken = await eve.post(links[0], data={"name": "Eve"})
    assert taken.status_code == 409
    assert "This seat is already taken" in taken.text
    assert (await eve.get(links[0][:-1] + ("0" if links[0][-1] != "0" else "1"))).status_code == 403
    assert (await eve.post(f"/join/{address.split('/')[-1]}/9/x", data={"name": "Eve"})).status_code == 403


@visit
async def test_the_lobby_sends_its_main_part_alone(place: Place) -> None:
    ada = place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    part = (await ada.get(f"{address}/board")).text
    assert "<html" not in part
    assert f'data-lobby="{address.split("/")[-1]}"' in part


@visit
async def test_the_maker_gives_an_open_seat_to_a_bot(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    table = await place.house.table(address.split("/")[-1])
    form = {"seen": str(table.number), "seat": str(table.open_seats[0]), "bot": "novice"}
    await eve.get("/")
    await eve.post(f"{address}/bot", data=form)
    assert not (await place.house.table(table.id)).begun
    assert (await ada.post(f"{address}/bot", data=form)).headers["location"] == address
    table = await place.house.table(table.id)
    assert table.begun
    assert "novice" in [chair.bot for chair in table.chairs]


@visit
async def test_a_closed_table_says_so(place: Place) -> None:
    ada = place.browser()
    address = await opened(ada, **{"seat-1": "friend"})
    await ada.post(f"{address}/close", data={"seen": "1"})
    lobby = (await ada.get(address)).text
    assert "This table is closed" in lobby
    assert "/join/" not in lobby


@visit
async def test_anybody_sits_down_at_a_listed_table(place: Place) -> None:
    ada, ben = place.browser(), place.browser()
    address = await opened(ada, **{"seat-1": "friend", "listed": "1"})
    table = await place.house.table(address.split("/")[-1])
    lobby = (await ben.get(address)).text
    assert "Sit down here" in lobby
    assert "/join/" not in lobby
    form = {"seen": str(table.number), "seat": str(table.open_seats[0]), "name": "Ben"}
    assert (await ben.post(f"{address}/sit", data={**form, "name": "x" * 41})).status_code == 200
    assert not (await place.house.table(table.id)).begun
    assert (await ben.post(f"{address}/sit", data=form)).headers["location"] == address
    assert (await place.house.table(table.id)).begun


@visit
async def test_a_seat_is_carried_to_another_device(place: Place) -> None:
    laptop, phone, shared = place.browser(), place.browser(), place.browser()
    address = await opened(laptop, name="Ada")
    shown = (await laptop.get(f"{address}/device")).text
    link = re.search(r'value="http://house\.test(/carry/[^"]+)"', shown)[1]  # type: ignore[index]
    answered = await phone.get(link)
    assert answered.status_code == 303
    assert answered.headers["location"] == address
    assert await guest_id(place, phone) == await guest_id(place, laptop)
    await opened(shared, name="Zoe")
    asked = await shared.get(link)
    assert "Go on here as Ada?" in asked.text
    assert await guest_id(place, shared) != await guest_id(place, laptop)
    await shared.post(link)
    assert await guest_id(place, shared) == await guest_id(place, laptop)
    assert (await phone.get(link[:-3] + "xyz")).status_code == 403
    assert (await place.browser().get(f"{address}/device")).status_code == 409


def test_addresses_of_this_machine_alone_are_known() -> None:
    assert all(
        map(is_loopback, ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost"])
    )
    assert not any(map(is_loopback, ["http://192.168.1.4:8000", "https://serai.example", "http://[2001:db8::1]:80"]))
