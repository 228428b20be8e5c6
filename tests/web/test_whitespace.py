"""White space of templates: a formatter may lay them out as it likes."""

import pytest
from jinja2 import Environment

from serai.web.drawing.whitespace import Condensed, condensed


def drawn(source: str, **context: object) -> str:
    """Renders a template as the pages do."""
    environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True, extensions=[Condensed])
    return environment.from_string(source).render(**context)


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<ul>\n  <li>\n    {{ a }}\n  </li>\n  <li>2</li>\n</ul>\n", "<ul><li>1</li><li>2</li></ul>"),
        ("<b> {{ a }} </b>  <i>x</i>", "<b>1</b><i>x</i>"),
        ("{% if a %}\n  <b>x</b>\n{% endif %}\n", "<b>x</b>"),
        ("<p>one\n  <b>two</b>\n  three {{ a }}\n  four</p>", "<p>one\n  <b>two</b>\n  three 1\n  four</p>"),
        ('<b>x</b>{{ " " }}<b>y</b>', "<b>x</b> <b>y</b>"),
        ("<p>a<br>\n  b <input>\n  c</p>", "<p>a<br>\n  b <input>\n  c</p>"),
        ('<svg\n  class="x"\n  {% if a %}role="img"{% endif %}\n>\n  <use href="#x" />\n</svg>', None),
        ('<b title="a > {{ "b" }}\n c">x</b>', '<b title="a > b\n c">x</b>'),
        ("<!-- a -->\n<b>x</b>\n{# note #}\n<b>y</b>", "<!-- a --><b>x</b><b>y</b>"),
    ],
)
def test_only_layout_is_dropped(source: str, page: str | None) -> None:
    assert drawn(source, a=1) == (page or '<svg class="x" role="img"><use href="#x" /></svg>')


def test_errors_keep_their_line_numbers() -> None:
    source = '<ul>\n  <li\n    class="x"\n  >\n    {{ a }}\n  </li>\n</ul>\n'
    assert condensed(source).count("\n") == source.count("\n")
    assert condensed(source).split("\n")[4].startswith("#}{{ a }}")
