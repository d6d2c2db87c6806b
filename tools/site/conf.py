"""How Sphinx makes the documentation's pages. `make site` writes them into build/site."""

from __future__ import annotations

from importlib.metadata import version as version_of

from sphinx.application import Sphinx

project = "Whistlestop"
author = "The Whistlestop contributors"
version = release = version_of("whistlestop")

extensions = ["myst_parser"]
# The sources are the whole project, so that links work here as they do in a checkout.
include_patterns = ["*.md", "docs/**.md"]
root_doc = "docs/README"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4

html_theme = "furo"
html_title = f"Whistlestop {release}"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

CONTENTS = {
    "Play": [
        "README",
        "docs/gallery",
        "docs/reasons",
        "docs/notation",
        "docs/reviews",
        "docs/puzzles",
        "docs/daily",
        "docs/ladder",
        "docs/clubs",
    ],
    "Rules": [
        "docs/rules/common",
        "docs/rules/usa",
        "docs/rules/germany",
        "docs/rules/london",
        "docs/rules/newyork",
        "docs/rules/europe",
        "docs/rules/switzerland",
        "docs/rules/india",
        "docs/rules/nordic",
        "docs/rules/variants",
        "docs/rules/silences",
        "docs/rules/keys",
        "docs/rules/glossary",
    ],
    "Host": ["docs/hosting", "docs/api", "docs/entries", "SECURITY"],
    "Write bots": [
        "docs/writing-a-bot",
        "docs/judge",
        "docs/strength",
        "docs/published-agents",
        "docs/arena",
        "docs/exploit",
        "docs/simulations",
    ],
    "Research": [
        "docs/researchers",
        "docs/environments",
        "docs/observations",
        "docs/seeds",
        "docs/performance",
        "docs/cuda",
    ],
    "Make boards": ["docs/new-edition", "docs/edition-files", "docs/drawing", "docs/lessons"],
    "Contribute": [
        "CONTRIBUTING",
        "docs/architecture",
        "docs/developers-glossary",
        "docs/decisions/README",
        "CHANGELOG",
    ],
}
"""The pages in the margin, in groups."""


def setup(app: Sphinx) -> None:
    """Add the table of contents to the first page when Sphinx reads it.

    In the file itself, it would be shown as code by other readers such as GitHub.
    """

    def add(_: Sphinx, page: str, source: list[str]) -> None:
        if page == root_doc:
            source[0] += "".join(_group(name, pages) for name, pages in CONTENTS.items())
        if page == "docs/decisions/README":
            source[0] += _group("Decisions", ["docs/decisions/0*"])

    app.connect("source-read", add)


def _group(name: str, pages: list[str]) -> str:
    """Return a group of pages as a `toctree`, the list that Sphinx reads."""
    listed = "\n".join(f"/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {name}\n\n{listed}\n```\n"
