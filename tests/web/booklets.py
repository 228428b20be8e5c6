"""Reads pages of rules as a test needs them: sections, pictures, rule numbers, marks, tables and paragraphs."""

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

from serai.core.component_folders import standard
from serai.web.pages import rulebook

VOID = {"input", "meta", "link", "br", "img", "hr"}
SILENT = {"pic", "anatomy", "gives", "all", "toc", "legend", "sure", "facts-of", "row"}


@dataclass
class Block:
    """A paragraph or an item of a list: where it stands, its text and the rules that it names."""

    section: str
    text: str = ""
    rules: list[str] = field(default_factory=list)


@dataclass
class Piece:
    """An item of a table of all pieces: its labels and the files that its marks name."""

    labels: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    marks: list[tuple[str, str]] = field(default_factory=list)


class Booklet(HTMLParser):
    """One page of rules, taken apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.outline: list[str] = []
        self.anchors: list[str] = []
        self.links: list[dict[str, str]] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.blocks: list[Block] = []
        self.tables: dict[str, list[Piece]] = {}
        self.kinds: dict[str, str] = {}
        self.marks: list[tuple[str, str]] = []
        self.language = ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self._block: Block | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "html":
            self.language = given["lang"]
        if tag == "a":
            self._link(given)
        if tag == "section":
            self.outline.append(f"section {given.get('id', '')}")
        if "data-picture" in given:
            self.outline.append(f"picture {given['data-picture']}")
        if "data-table" in given:
            self.outline.append(f"table {given['data-table']}")
            self.tables[given["data-table"]] = []
        if "data-kind" in given:
            self.kinds[given["data-file"]] = given["data-kind"]
        if "mk" in given.get("class", "").split() and "data-file" in given:
            self._mark(given)
        self._inside(tag, given)
        if tag not in VOID:
            self._open.append((tag, given))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag in ("p", "li"):
            self._block = None

    def handle_data(self, data: str) -> None:
        if self._block is not None:
            self._block.text += data
        table = self._table()
        if table and self.tables[table] and data.strip():
            self.tables[table][-1].texts.append(data.strip())

    def _link(self, given: dict[str, str]) -> None:
        """Notes a link; a rule number is part of the outline."""
        self.links.append(given)
        if given.get("class") != "rule-no" or self._in("toc"):
            return
        rule = given["href"].removeprefix("#")
        self.outline.append(f"rule {rule}{' told' if given.get('id') else ''}")
        if given.get("id"):
            self.anchors.append(given["id"])
        if self._block is not None:
            self._block.rules.append(rule)

    def _mark(self, given: dict[str, str]) -> None:
        """Notes a mark with its files."""
        found = [(file, given["class"].removeprefix("mk mk-")) for file in given["data-file"].split()]
        self.marks += found
        self.outline += [f"mark {file} {kind}" for file, kind in found]
        table = self._table()
        if table and self.tables[table]:
            self.tables[table][-1].marks += found

    def _inside(self, tag: str, given: dict[str, str]) -> None:
        """Notes paragraphs, and the items of tables of pieces with their labels."""
        table = self._table()
        if table and tag == "li" and self._open[-1][0] == "ul":
            self.tables[table].append(Piece())
        if table and self.tables[table] and "aria-label" in given and not given.get("class", "").startswith("mk"):
            self.tables[table][-1].labels.append(given["aria-label"])
        if tag in ("p", "li") and not any(self._in(name) for name in SILENT):
            section = next((found.get("id", "") for name, found in reversed(self._open) if name == "section"), "")
            self._block = Block(section)
            self.blocks.append(self._block)

    def _in(self, name: str) -> bool:
        """Returns whether we are inside of something with a class."""
        return any(name in given.get("class", "").split() for _, given in self._open)

    def _table(self) -> str:
        """Returns the table of pieces that we are in."""
        return next((given["data-table"] for _, given in reversed(self._open) if "data-table" in given), "")


@cache
def booklet(game: str, language: str = "en") -> Booklet:
    """Reads the page of a game in a language."""
    return Booklet(rulebook.rulebook_page(standard(game), language, None))
