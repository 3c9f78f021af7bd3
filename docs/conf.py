"""How Sphinx builds the guide: `scripts/guide`, and the wheel, call it."""

from __future__ import annotations

import gc
from typing import Any

from sphinx.application import Sphinx

gc.disable()  # saves a fifth of the time; the build then has 226 MB at most, not 110

project = "Cipherbench"
copyright = "The Cipherbench team"
extensions = ["myst_parser"]
exclude_patterns = ["decisions"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "deflist"]
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["guide.css"]
html_title = "Cipherbench"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_permalinks = True
html_use_index = False
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "default"


def _name_language(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Pages in a folder such as pt_BR say which language they are in, for screen readers."""
    folder = page.partition("/")[0]
    if "_" in folder:
        context["language"] = folder.replace("_", "-")


def setup(app: Sphinx) -> None:
    """Sphinx calls it."""
    app.connect("html-page-context", _name_language)
