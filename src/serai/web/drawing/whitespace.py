"""White space of templates: what only lays out their source is left out of pages, so a formatter never changes a page.

Dropped: white space between two tags, after an opening or before a closing tag, and next to a statement or a comment.
A space that must stay there is written `{{ " " }}`. White space next to words and expressions stays. Inside a tag a
line break is a space.
"""

import re
from collections.abc import Iterator

from jinja2.ext import Extension

JINJA = r"\{\{.*?\}\}|\{%.*?%\}"
QUOTED = rf""""(?>{JINJA}|[^"])*+"|'(?>{JINJA}|[^'])*+'"""
TOKEN = re.compile(
    rf"""(?P<statement>\{{%.*?%\}}|\{{\#.*?\#\}}|<!--.*?-->)
    |(?P<word>\{{\{{.*?\}}\}})
    |(?P<close></[^>]*>)
    |(?P<open><[a-zA-Z!](?>{JINJA}|{QUOTED}|[^>"'])*+>)
    |(?P<space>\s+)
    |(?P<text>(?:(?!\{{[{{%\#]|<[/a-zA-Z!])\S)+)""",
    re.DOTALL | re.VERBOSE,
)
BREAK = re.compile(rf"({JINJA}|{QUOTED})|\s*\n\s*(/?>)?", re.DOTALL)
VOID = re.compile(r"<(?:br|hr|img|input|link|meta|wbr|!)|.*/>$", re.DOTALL)
LAYOUT_AFTER = {"statement", "open"}
LAYOUT_BEFORE = {"statement", "close"}
TAGS = {"open", "close", "void"}


class Condensed(Extension):
    """Reads templates without the white space that lays them out."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Condenses a template before it is parsed."""
        return condensed(source)


def condensed(source: str) -> str:
    """Drops layout from a template; empty comments keep its line numbers."""
    tokens = [("statement", ""), *_tokens(source), ("statement", "")]
    return "".join(
        _layout(text) if kind == "space" and _is_layout(tokens[place - 1][0], tokens[place + 1][0]) else text
        for place, (kind, text) in enumerate(tokens)
    )


def _tokens(source: str) -> Iterator[tuple[str, str]]:
    """Splits a template into tags, statements, expressions, words and white space."""
    for found in TOKEN.finditer(source):
        kind, text = str(found.lastgroup), found.group()
        if kind == "open":
            yield "void" if VOID.match(text) else kind, BREAK.sub(_joined, text)
        else:
            yield kind, text


def _is_layout(before: str, after: str) -> bool:
    """Whether white space between two tokens is layout."""
    return before in LAYOUT_AFTER or after in LAYOUT_BEFORE or (before in TAGS and after in TAGS)


def _joined(found: re.Match[str]) -> str:
    """Joins the lines of a tag where no value or expression is broken."""
    if found[1]:
        return found[1]
    return _layout(found[0]) + (found[2] or " ")


def _layout(space: str) -> str:
    """Returns a comment with the same number of line breaks, or nothing."""
    return "{#" + "\n" * space.count("\n") + "#}" if "\n" in space else ""
