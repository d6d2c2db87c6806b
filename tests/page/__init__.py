"""Tests of the page's modules that need no browser. `python -m tests.page` runs them under Node."""
