"""Checks a built site: it asks nothing of another host, and every link within it has a target."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = ("src", "srcset", "href", "data", "poster", "action")
OUTSIDE = re.compile(r"^\s*(https?:)?//")
LOADED_BY_CSS = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""")
NEVER_WRITTEN = {"genindex.html", "py-modindex.html"}


class Page(HTMLParser):
    """What a page links to, what it loads from other hosts, and which places it has."""

    def __init__(self, file: Path) -> None:
        """Reads the page."""
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects the attributes of a tag."""
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            if name in LOADED and value:
                (self.links if tag == "a" or not OUTSIDE.match(value) else self.loads).append(value)
            if name == "style" and value:
                self.loads += LOADED_BY_CSS.findall(value)


read = cache(Page)


def faults(site: Path) -> Iterator[str]:
    """Says what is wrong with a site."""
    for file in sorted(site.rglob("*.css")):
        yield from (f"{file.relative_to(site)} loads {url}" for url in LOADED_BY_CSS.findall(file.read_text("utf-8")))
    for file in sorted(site.rglob("*.html")):
        page = read(file)
        yield from (f"{file.relative_to(site)} loads {url}" for url in page.loads)
        for link in page.links:
            if not leads_somewhere(file, link):
                yield f"{file.relative_to(site)} links to {link}, which does not exist"


def leads_somewhere(file: Path, link: str) -> bool:
    """Returns whether a link within the site has a target; links to other hosts are not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file():
        return False
    return not parts.fragment or target.suffix != ".html" or unquote(parts.fragment) in read(target).places
