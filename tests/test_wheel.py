"""The package as users install it: built, put into an empty environment, and used there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.server.serving import Person, Process
from whistlestop import read_record

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "whistlestop"

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="the sources are not beside the tests")


class Installed:
    """The wheel, and an environment that has it and what it depends on, but not its sources."""

    def __init__(self, folder: Path) -> None:
        self.environment = {
            "WHISTLESTOP_DATA": str(folder / "data"),
            "WHISTLESTOP_CACHE": str(folder / "cache"),
            # Compiling anew takes a minute, and would show nothing about the wheel.
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": "",
        }
        self.folder = folder / "elsewhere"
        self.folder.mkdir()
        source = folder / "source"
        shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
        for file in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / file, source)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        alone = ["--no-deps", "--no-index"]
        self._do(*pip, "wheel", *alone, "--no-build-isolation", "--wheel-dir", folder, source)
        (self.wheel,) = folder.glob("*.whl")
        shutil.rmtree(source)
        environment = folder / "environment"
        self._do(sys.executable, "-m", "venv", "--without-pip", environment)
        self.bin = environment / "bin"
        self._do(*pip, "--python", self.bin / "python", "install", *alone, self.wheel)
        # As plain folders, without the files that would lead on to the sources.
        (packages,) = environment.glob("lib/*/site-packages")
        borrowed = [path for path in sys.path if path.endswith("site-packages")]
        (packages / "borrowed.pth").write_text("\n".join(borrowed))

    def __call__(self, program: str, *arguments: str) -> str:
        """Run a program of the environment in a folder of its own; what it says."""
        return self._do(self.bin / program, *arguments)

    def _do(self, *words: str | Path) -> str:
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=os.environ | self.environment,
            text=True,
            capture_output=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_has_every_file_of_the_package(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        packed = set(wheel.namelist())
    files = [file for file in PACKAGE.rglob("*") if file.is_file()]
    wanted = {
        str(file.relative_to(PACKAGE.parent)) for file in files if file.parent.name != "__pycache__"
    }
    assert wanted == {name for name in packed if name.startswith("whistlestop/")}


def test_the_sources_are_not_beside_it(installed: Installed) -> None:
    asked = "import json, sys, whistlestop; print(json.dumps([whistlestop.__file__, sys.path]))"
    place, path = json.loads(installed("python", "-c", asked))
    assert Path(place).is_relative_to(installed.bin.parent)
    assert not {str(ROOT), str(ROOT / "src")} & set(path)


def test_it_plays(installed: Installed) -> None:
    words = ["simulate", "london", "--games", "2", "--bots", "random", "--jobs", "2", "--json"]
    summary = json.loads(installed("whistlestop", *words))["summary"]
    assert summary["games"] == 2
    assert "Germany" in installed("whistlestop", "editions", "germany")


def test_it_draws(installed: Installed) -> None:
    for file in ("usa.svg", "usa.png", "usa.pdf"):
        installed("whistlestop", "draw", "usa", "-o", file)
        assert (installed.folder / file).stat().st_size > 10_000


def test_it_serves(installed: Installed, tmp_path: Path) -> None:
    command = (str(installed.bin / "whistlestop"),)
    with Process(tmp_path, command=command, **installed.environment) as server:
        ada = Person(server.url, "Ada")
        try:
            page = ada.http.get("/")
            assert page.status_code == 200
            table = ada.new_table("usa", "me", "random")
            ada.act(table, "keep all", ada.table(table)["version"])
            ada.posted(f"/api/tables/{table}/resign")
            with ada.follow(table) as following:
                following.until_over()
            assert read_record(ada.http.get(f"/api/tables/{table}/record").text).over
            assert ada.http.get("/drawings/usa/board.svg").status_code == 200
            described = ada.http.get("/docs/openapi.json").json()
            drawn = described["components"]["schemas"]["CardDrawn"]["properties"]
            assert drawn["seat"]["description"] == "The seat that drew the card."
        finally:
            ada.http.close()
        server.interrupt()
