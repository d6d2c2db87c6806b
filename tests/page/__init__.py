"""The page's modules that need no browser, tested under Node: `python -m tests.page`."""
