"""Cookies that only we can have written, links that open only their own seat, the server's key."""

import stat
from pathlib import Path

import pytest

from serai.web import guests

KEY, OTHER = b"k" * 32, b"o" * 32
NOW = 1_800_000_000.0
YEAR = 365 * 24 * 3600


def test_a_cookie_reads_back_for_a_year() -> None:
    value = guests.sign(KEY, "ada-1_x", NOW)
    assert guests.read(KEY, value, NOW) == "ada-1_x"
    assert guests.read(KEY, value, NOW + YEAR) == "ada-1_x"
    assert guests.read(KEY, value, NOW + YEAR + 2) is None


def test_a_cookie_is_good_although_the_clock_was_set_back_since() -> None:
    value = guests.sign(KEY, "ada", NOW)
    for back in (60, 3600, 2 * YEAR):
        assert guests.read(KEY, value, NOW - back) == "ada"


def test_a_cookie_with_any_character_changed_is_not_read() -> None:
    value = guests.sign(KEY, "ada", NOW)
    for place in range(len(value)):
        changed = value[:place] + ("x" if value[place] != "x" else "y") + value[place + 1 :]
        assert guests.read(KEY, changed, NOW) is None


@pytest.mark.parametrize("value", ["", ".", "..", "ada", "ada.1800000000", "ä.ö.ü", "x" * 10_000, "a.b." + "0" * 32])
def test_what_we_did_not_sign_is_not_read(value: str) -> None:
    assert guests.read(KEY, value, NOW) is None


def test_a_cookie_of_another_house_is_not_read() -> None:
    assert guests.read(OTHER, guests.sign(KEY, "ada", NOW), NOW) is None


def test_every_link_has_a_token_of_its_own() -> None:
    tokens = {
        guests.seat_token(key, table, seat, purpose, holder)
        for key in (KEY, OTHER)
        for table in ("one", "two")
        for seat in (0, 1, 11)
        for purpose in ("join", "carry")
        for holder in ("", "ada")
    }
    assert len(tokens) == 2 * 2 * 3 * 2 * 2
    assert all(len(token) == 32 for token in tokens)


def test_a_token_is_the_same_again() -> None:
    assert guests.seat_token(KEY, "one", 1, "join") == guests.seat_token(KEY, "one", 1, "join")


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(guests.VARIABLE, raising=False)
    key = guests.house_key(tmp_path / "data")
    assert len(key) == 64
    assert guests.house_key(tmp_path / "data") == key
    assert guests.house_key(tmp_path / "elsewhere") != key
    assert stat.S_IMODE((tmp_path / "data" / "secret.key").stat().st_mode) == 0o600


def test_a_key_may_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(guests.VARIABLE, "a secret of mine, not short")
    assert guests.house_key(tmp_path) == b"a secret of mine, not short"
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_too_short_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(guests.VARIABLE, "short")
    with pytest.raises(ValueError, match="SERAI_SECRET is too short"):
        guests.house_key(tmp_path)
    monkeypatch.delenv(guests.VARIABLE)
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(ValueError, match="holds no key"):
        guests.house_key(tmp_path)


def test_ids_can_stand_in_an_address() -> None:
    ids = {guests.new_table_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(len(found) == 10 and found.replace("-", "a").replace("_", "a").isalnum() for found in ids)
