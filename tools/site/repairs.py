"""Repairs what the theme and Sphinx write but axe objects to."""

import re
from pathlib import Path

PARAMETERS = re.compile(r"<dl>\n((?:<dd><em class=\"sig-param\">.*?</dd>\n)+)</dl>", re.DOTALL)
REPAIRS = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    '<div class="content-icon-container">': '<div class="content-icon-container" role="navigation" aria-label="Page">',
    '<th class="head"><p></p></th>': "<td></td>",
    "<pre>": '<pre tabindex="0">',  # it can be scrolled
}


def repair(site: Path) -> None:
    """Repairs every page."""
    for file in site.rglob("*.html"):
        text = PARAMETERS.sub(_parameters, file.read_text(encoding="utf-8"))
        for wrong, right in REPAIRS.items():
            text = text.replace(wrong, right)
        file.write_text(text, encoding="utf-8")


def _parameters(found: re.Match[str]) -> str:
    """Writes the parameters of a function as plain lines: Sphinx describes nothing by them."""
    lines = found[1].replace("<dd>", "<div>").replace("</dd>", "</div>")
    return f'<div class="sig-parameters">\n{lines}</div>'
