"""JSON for records: strict, bounded reading, canonical writing (RFC 8785) and checksums."""

import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256
from typing import Any, NoReturn

from serai.core.notation.errors import brief

LARGEST = 4_000_000
DEEPEST = 32
LARGEST_NUMBER = (1 << 53) - 1


class BadRecord(ValueError):
    """An invalid record; says what is wrong and where."""


def expect(right: bool, where: str, what: str) -> None:
    """Raises BadRecord, naming the place, unless a condition holds."""
    if not right:
        raise BadRecord(f"'{where}' {what}")


def same(found: Any, ours: Any) -> bool:
    """Compares parsed JSON with our own values; true is not 1, and 1.0 is not 1."""
    if type(found) is not type(ours):
        return False
    if isinstance(ours, dict):
        return found.keys() == ours.keys() and all(same(found[key], value) for key, value in ours.items())
    if isinstance(ours, list):
        return len(found) == len(ours) and all(map(same, found, ours))
    return bool(found == ours)


def load(text: str | bytes) -> Any:
    """Reads JSON of bounded size with unique keys."""
    try:
        if len(text) > LARGEST or len(text.encode() if isinstance(text, str) else text) > LARGEST:
            raise BadRecord(f"the record is larger than {LARGEST // 1_000_000} MB")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except BadRecord:
        raise
    except json.JSONDecodeError as error:
        more = "; several games in one file are JSON Lines, *.jsonl" if error.msg == "Extra data" else ""
        raise BadRecord(f"not JSON, or cut short: {error}{more}") from None
    except (RecursionError, ValueError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Reads an object whose keys must be unique."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f"{brief(key)} appears twice")
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    """Rejects NaN and infinity, which JSON lacks."""
    raise BadRecord(f"not JSON: {text} is not a number")


def checksum(record: Mapping[str, Any]) -> str:
    """Returns the SHA-256 of a record without its checksum, in the form of RFC 8785."""
    text = canonical({key: value for key, value in record.items() if key != "checksum"})
    try:
        return sha256(text.encode()).hexdigest()
    except UnicodeEncodeError:
        raise BadRecord("a text contains a lone surrogate") from None


def canonical(value: Any, depth: int = 0) -> str:
    """Writes JSON in the form of RFC 8785: sorted keys, no spaces, numbers as in JavaScript."""
    if depth > DEEPEST:
        raise BadRecord(f"the record is nested more than {DEEPEST} deep")
    if isinstance(value, dict):
        pairs = (f"{_text(key)}:{canonical(value[key], depth + 1)}" for key in sorted(value, key=_code_units))
        return f"{{{','.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{','.join([canonical(each, depth + 1) for each in value])}]"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise BadRecord(f"{brief(value)} is larger than 2**53 - 1; write it as text")
    return _text(value)


def _text(value: Any) -> str:
    """Writes a text, a whole number, true, false or null."""
    return json.dumps(value, ensure_ascii=False)


def _code_units(key: str) -> bytes:
    """Orders keys as RFC 8785 requires, by UTF-16 code units."""
    return key.encode("utf-16-be", "surrogatepass")


def _number(value: float) -> str:
    """Writes a number with a fraction or an exponent as JavaScript does."""
    if not math.isfinite(value):
        raise BadRecord(f"not JSON: {value} is not a number")
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return format(Decimal(repr(abs(value) if value == 0 else value)), "f").removesuffix(".0")
    return re.sub(r"e([+-])0", r"e\1", repr(value))
