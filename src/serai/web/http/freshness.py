"""What a client has seen of a table, so that no server shows it less.

Of several servers over one database, each learns a moment late what another has stored. Every response therefore
carries the number of the last event that it shows, in a header and in a short-lived cookie; a request that brings it
back is answered with nothing older, if need be after reading the database.
"""

from zlib import crc32

from fastapi import Request

from serai.web.tables.model import Table

HEADER = "serai-seen"
COOKIES = 8
SECONDS = 600
LONGEST_NUMBER = 9


def seen_of(request: Request, table_id: str) -> int:
    """Returns the last event of a table that a client has seen, according to its cookie; 0 without one."""
    known, _, number = request.cookies.get(cookie_name(table_id), "").rpartition(".")
    plain = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
    return int(number) if known == table_id and plain else 0


def note_seen(request: Request, table: Table) -> Table:
    """Adds to the response the number of the last event of the table that it shows."""
    headers = {HEADER: str(table.number)}
    if request.app.state.house.store.shared and table.number > seen_of(request, table.id):
        secure = "; Secure" if request.url.scheme == "https" else ""
        value = f"{cookie_name(table.id)}={table.id}.{table.number}"
        headers["set-cookie"] = f"{value}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}"
    request.state.seen = headers
    return table


def cookie_name(table_id: str) -> str:
    """Returns the name of a table's cookie; there are only a few cookies, so tables may have to share one."""
    return f"seen{crc32(table_id.encode()) % COOKIES}"
