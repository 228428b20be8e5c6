"""Configuration of Sphinx; `python -m tools.site` builds with it."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from serai.version import VERSION
from tools.site import look, navigation

project = "Serai"
version = release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # as code hosts number them
default_role = "code"
maximum_signature_line_length = 88
autodoc_member_order = "bysource"
add_module_names = False
# The site is built with the packages of the tests; the frameworks are not among them.
autodoc_mock_imports = ["gymnasium", "pettingzoo", "PIL", "pyspiel", "stable_baselines3"]
python_display_short_literal_types = True

html_theme = "furo"
html_title = "Serai"
html_favicon = html_logo = str(look.ICON)
html_static_path = [str(Path(__file__).parent / "static"), str(look.FONTS)]
html_css_files = ["site.css"]
html_copy_source = True
html_show_sphinx = html_show_copyright = False
html_theme_options = {
    "light_css_variables": look.variables(look.LIGHT),
    "dark_css_variables": look.variables(look.DARK),
    "sidebar_hide_name": False,
    "navigation_with_keys": True,
}
pygments_style = "tools.site.look.Light"
pygments_dark_style = "tools.site.look.Dark"


def read(app: Any, page: str, source: list[str]) -> None:
    """Turns a page for code hosts into one of the site."""
    source[0] = navigation.source(page, source[0])


def setup(app: Any) -> None:
    """Registers the handlers."""
    app.connect("source-read", read)
