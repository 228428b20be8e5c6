"""The look of the site: colours and fonts of the web table, from its design tokens."""

import re
from pathlib import Path
from typing import ClassVar

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, String, Token, _TokenType

STATIC = Path(__file__).parents[2] / "src/serai/web/static"
FONTS, ICON = STATIC / "fonts", STATIC / "icons/serai.svg"
BLOCK = re.compile(r'^:root(\[data-theme="dark"\])? \{(.*?)^\}', re.MULTILINE | re.DOTALL)
TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
COLOURS = {
    "foreground-primary": "ink",
    "foreground-secondary": "ink-2",
    "foreground-muted": "ink-2",
    "foreground-border": "line-strong",
    "background-primary": "surface",
    "background-secondary": "surface-2",
    "background-hover": "surface-3",
    "background-border": "line",
    "background-item": "line",
    "brand-primary": "accent",
    "brand-content": "accent",
    "brand-visited": "accent",
    "api-name": "trim-ink",
    "api-pre-name": "ink-2",
    "api-keyword": "ink-2",
    "api-background": "surface-2",
    "inline-code-background": "surface-2",
    "highlight-on-target": "surface-3",
    "highlighted-background": "surface-3",
    "table-header-background": "surface-2",
    "card-background": "card",
    "serai-trim": "rug-trim",
    "serai-a": "page-a",
    "serai-b": "page-b",
}


def tokens() -> tuple[dict[str, str], dict[str, str]]:
    """Reads the design tokens, light and dark."""
    blocks = dict(BLOCK.findall((STATIC / "tokens.css").read_text(encoding="utf-8")))
    light, dark = (dict(TOKEN.findall(blocks[which])) for which in ("", '[data-theme="dark"]'))
    return light, {**light, **dark}


LIGHT, DARK = tokens()


def variables(found: dict[str, str]) -> dict[str, str]:
    """Returns the variables of the theme for a set of tokens."""
    return {
        "font-stack": found["--font-text"],
        "font-stack--headings": found["--font-title"],
        **{f"color-{name}": found[f"--{token}"] for name, token in COLOURS.items()},
    }


def code(found: dict[str, str]) -> dict[_TokenType, str]:
    """Returns the colours of code for a set of tokens."""
    return {
        Token: found["--ink"],
        Comment: f"italic {found['--ink-2']}",
        Keyword: f"bold {found['--accent']}",
        Operator.Word: f"bold {found['--accent']}",
        Name.Builtin: found["--trim-ink"],
        Name.Decorator: found["--trim-ink"],
        Name.Tag: found["--accent"],
        String: found["--good"],
        Number: found["--warn"],
        Generic.Prompt: f"bold {found['--trim-ink']}",
        Generic.Output: found["--ink-2"],
        Error: found["--bad"],
    }


class Light(Style):
    """Code on parchment."""

    background_color = LIGHT["--surface-2"]
    highlight_color = LIGHT["--surface-3"]
    styles: ClassVar = code(LIGHT)


class Dark(Style):
    """Code at night."""

    background_color = DARK["--surface-2"]
    highlight_color = DARK["--surface-3"]
    styles: ClassVar = code(DARK)
