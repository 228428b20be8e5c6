"""Limits for each client: rates, open streams and tables; generous for people, bounded for programs."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Literal

from serai.web.refusals import Busy, TooMany
from serai.web.tables.streams import MOST_LISTENERS

MINUTE, HOUR = 60.0, 3600.0
CROWD = 20
SHARE_OF_ONE = 0.1
MOST_BUCKETS = 20_000
NETWORK_BITS = 64
SOON = 10
MOST_UPLOADS, MOST_UPLOADS_OF_ONE = 8, 2
MOST_FORMS, MOST_FORMS_OF_ONE = 16, 4
ALL, NONE = "all", "none"

Kind = Literal["reads", "changes", "guests", "tables", "hints", "uploads"]
Large = Literal["uploads", "forms"]
HELD: dict[Large, tuple[int, int]] = {
    "uploads": (MOST_UPLOADS, MOST_UPLOADS_OF_ONE),
    "forms": (MOST_FORMS, MOST_FORMS_OF_ONE),
}


@dataclass(frozen=True)
class Limits:
    """The limits of a client: requests per minute, or streams and tables at a time; None is unlimited.

    `tables_an_hour` is the limit of all clients of an address together.
    """

    reads: int | None = 6000
    changes: int | None = 1200
    guests: int | None = 60
    tables: int | None = 30
    tables_an_hour: int | None = 120
    hints: int | None = 30
    uploads: int | None = 10
    streams: int | None = 50
    going_on: int | None = 100


NAMES = tuple(field.name for field in fields(Limits))
USUAL = Limits()
UNLIMITED = Limits(*[None] * len(NAMES))


def read_limits(texts: Iterable[str], limits: Limits = USUAL) -> Limits:
    """Reads limits such as `streams=100` or `all=none`, the later ones over the earlier; raises ValueError."""
    for text in texts:
        name, _, number = text.partition("=")
        if name not in (*NAMES, ALL):
            raise ValueError(f"there is no limit {name!r}; there are: {', '.join(NAMES)}, {ALL}")
        if number != NONE and not (number.isascii() and number.isdigit() and 0 < int(number[:9]) == int(number)):
            raise ValueError(f"the limit {text!r} is not understood; write {name}=NUMBER, or {name}={NONE}")
        value = None if number == NONE else int(number)
        limits = replace(limits, **dict.fromkeys(NAMES if name == ALL else (name,), value))
    return limits


@dataclass(frozen=True)
class Client:
    """A client: its address, and its guest if there is one; all guests of an address together are a crowd."""

    address: str
    guest: str | None = None

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """Lists the owners of the allowances used, each with the number of clients that it is meant for."""
        if self.guest is None:
            return ((f"address {self.address}", 1),)
        return (f"guest {self.guest}", 1), (f"crowd {self.address}", CROWD)


def network(host: str) -> str:
    """Returns the address that counts as one client: for IPv6 the network, since each household has its own."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    bits = 128 - NETWORK_BITS
    return f"{IPv6Address(int(address) >> bits << bits)}/{NETWORK_BITS}"


@dataclass
class Bucket:
    """A token bucket: what is left of an allowance, which refills evenly within `seconds`."""

    most: int
    seconds: float
    left: float
    at: float

    def wait(self, now: float) -> float:
        """Refills for the time that has passed; returns the seconds until something can be taken."""
        self.left = min(float(self.most), self.left + (now - self.at) * self.most / self.seconds)
        self.at = now
        return 0.0 if self.left >= 1 else (1 - self.left) * self.seconds / self.most


class Gate:
    """Counts what clients do; remembers recent clients, and only a limited number of them."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts without clients."""
        self.limits = limits
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._open: Counter[str] = Counter()
        self._held: dict[Large, Counter[str]] = {kind: Counter() for kind in HELD}

    def __len__(self) -> int:
        """Counts the remembered allowances."""
        return len(self._buckets)

    def take(self, kind: Kind, client: Client) -> None:
        """Takes one from each allowance; raises TooMany if there is none left."""
        now = self._clock()
        buckets = [self._bucket(*allowance, now) for allowance in self._allowances(kind, client)]
        wait = max((bucket.wait(now) for bucket in buckets), default=0.0)
        if wait:
            raise TooMany(seconds=ceil(wait))
        for bucket in buckets:
            bucket.left -= 1

    def _allowances(self, kind: Kind, client: Client) -> Iterator[tuple[str, str, int, float]]:
        """Lists the allowances that something uses: kind, owner, size, and the seconds in which it refills."""
        most, hourly = getattr(self.limits, kind), self.limits.tables_an_hour
        if most is not None:
            yield from ((kind, name, many * most, MINUTE) for name, many in client.shares)
        if kind == "tables" and hourly is not None:
            yield "tables_an_hour", client.address, hourly, HOUR

    def _bucket(self, kind: str, name: str, most: int, seconds: float, now: float) -> Bucket:
        """Finds an allowance, a full one for a new client; the least recently used one is dropped."""
        bucket = self._buckets.setdefault((kind, name), Bucket(most, seconds, most, now))
        self._buckets.move_to_end((kind, name))
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    @contextmanager
    def streaming(self, client: Client) -> Iterator[None]:
        """Counts a client's stream while it is open; raises TooMany if the client, or its address, has too many."""
        most, names = self.limits.streams, [client.shares[0][0], f"all of {client.address}"]
        if most is not None:
            together = max(most, int(SHARE_OF_ONE * MOST_LISTENERS))
            if any(self._open[name] >= many for name, many in zip(names, (most, together), strict=True)):
                raise TooMany(seconds=SOON)
        self._open.update(names)
        try:
            yield
        finally:
            self._open -= Counter(names)

    @contextmanager
    def holding(self, kind: Large, client: Client) -> Iterator[None]:
        """Counts a large body while it is held; raises TooMany if its address has too many, Busy if the server does."""
        held, (most, most_of_one) = self._held[kind], HELD[kind]
        if held[client.address] >= most_of_one:
            raise TooMany(seconds=SOON)
        if held.total() >= most:
            raise Busy(seconds=SOON)
        held.update([client.address])
        try:
            yield
        finally:
            held -= Counter([client.address])

    def held(self, kind: Large) -> int:
        """Returns the number of large bodies held."""
        return self._held[kind].total()

    @property
    def streams(self) -> int:
        """The number of allowances used by open streams."""
        return len(self._open)
