"""Guests without accounts: signed cookies, seat links and the signing key; no secret of a guest is stored."""

import hmac
import os
import secrets
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

MAX_AGE = 365 * 24 * 60 * 60
VARIABLE = "SERAI_SECRET"
KEY_FILE = "secret.key"
SHORTEST_SECRET = 16
LONGEST_COOKIE = 200
GONE_ID = "gone~"

Purpose = Literal["join", "carry"]


@dataclass(frozen=True)
class Guest:
    """A visitor with a cookie and, perhaps, a name."""

    id: str
    name: str


def new_id() -> str:
    """Returns an unguessable id for a guest."""
    return secrets.token_urlsafe(12)


def gone_id() -> str:
    """Returns an id to replace that of a forgotten guest; no cookie is ever signed for it."""
    return f"{GONE_ID}{secrets.token_urlsafe(12)}"


def is_gone(guest_id: str) -> bool:
    """Whether an id stands for a forgotten guest."""
    return guest_id.startswith(GONE_ID)


def new_table_id() -> str:
    """Returns ten characters for the address of a table."""
    return secrets.token_urlsafe(8)[:10]


def sign(key: bytes, guest_id: str, now: float) -> str:
    """Returns the signed value of a guest's cookie."""
    told = f"{guest_id}.{int(now)}"
    return f"{told}.{_mac(key, 'cookie', told)}"


def read(key: bytes, value: str, now: float) -> str | None:
    """Returns the guest id in a cookie, None if the signature is wrong or the cookie is older than a year.

    A cookie from the future is valid: it was signed before the clock was set back.
    """
    told, _, mac = value[:LONGEST_COOKIE].rpartition(".")
    if not same(mac, _mac(key, "cookie", told)):
        return None
    guest_id, _, issued = told.rpartition(".")
    return guest_id if now - int(issued) <= MAX_AGE else None


def seat_token(key: bytes, table: str, seat: int, purpose: Purpose, holder: str = "") -> str:
    """Returns the token of a seat link: `join` takes an open seat, `carry` takes its holder to another device."""
    return _mac(key, purpose, f"{table}/{seat}/{holder}")


def same(given: str, expected: str) -> bool:
    """Compares tokens in constant time."""
    return hmac.compare_digest(given.encode(), expected.encode())


def house_key(folder: Path) -> bytes:
    """Returns the signing key: SERAI_SECRET, or one generated on the first start."""
    return given_key() or _kept_key(folder / KEY_FILE)


def given_key() -> bytes | None:
    """Returns the key in SERAI_SECRET, None if it is not set."""
    given = os.environ.get(VARIABLE)
    if given is not None and len(given) < SHORTEST_SECRET:
        raise ValueError(f"{VARIABLE} is too short: take at least {SHORTEST_SECRET} characters")
    return None if given is None else given.encode()


def _kept_key(path: Path) -> bytes:
    """Reads the key from its file, readable by its owner only; generates it if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        key = path.read_bytes().strip()
        if len(key) < SHORTEST_SECRET:
            raise ValueError(f"{path} holds no key; remove it, and all guests get new cookies") from None
        _check_private(path)
        return key
    key = secrets.token_hex(32).encode()
    with os.fdopen(file, "wb") as opened:
        opened.write(key)
    return key


def _check_private(path: Path) -> None:
    """Refuses a key file that other users can read; Windows has no such permissions."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise ValueError(
            f"{path} can be read by others (mode {mode:04o}), who could then sit in anybody's seat; "
            f"run `chmod 600 {path}`, or remove it if others may have read it; every guest then becomes a new one"
        )


def _mac(key: bytes, purpose: str, text: str) -> str:
    """Signs a text for one purpose."""
    return hmac.new(key, f"{purpose}:{text}".encode(), sha256).hexdigest()[:32]
