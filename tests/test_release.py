"""`make release` dates the change log, sets the version, and builds what is published."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from packaging.version import Version

ROOT = Path(__file__).parent.parent
DAY = date(2026, 12, 24)

CHANGES = """\
# Changelog

## [Unreleased]

### Added

- A dining car.

## [0.2.0] - 2026-11-30

### Fixed

- A signal.
"""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("release", ROOT / "tools" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_unreleased_changes_get_a_version_and_a_date(tool: ModuleType) -> None:
    new, notes = tool.released(CHANGES, Version("0.3.0"), DAY)
    assert notes == "### Added\n\n- A dining car."
    assert new == CHANGES.replace(
        "## [Unreleased]\n", "## [Unreleased]\n\n## [0.3.0] - 2026-12-24\n"
    )
    # The first release has none before it.
    first, _ = tool.released(CHANGES[: CHANGES.index("## [0.2")], Version("0.1.0"), DAY)
    assert first.endswith("## [0.1.0] - 2026-12-24\n\n### Added\n\n- A dining car.\n")


@pytest.mark.parametrize(
    ("changes", "version", "why"),
    [
        (CHANGES, "0.2.0", "0.2.0 is not newer than 0.2.0"),
        (CHANGES, "0.1.9", "0.1.9 is not newer than 0.2.0"),
        (CHANGES.replace("- A dining car.\n", ""), "0.3.0", "no unreleased changes"),
        (CHANGES.replace("## [Unreleased]", "## Soon"), "0.3.0", "has no line"),
    ],
)
def test_what_cannot_be_released_is_refused(
    tool: ModuleType, changes: str, version: str, why: str
) -> None:
    with pytest.raises(tool.CannotRelease, match=why):
        tool.released(changes, Version(version), DAY)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with the tool and the settings of this one."""
    for file in ("pyproject.toml", "README.md", "LICENSE", "tools/release.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    package = tmp_path / "src" / "whistlestop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    return tmp_path


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/release.py", *words]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_a_release_is_built(project: Path) -> None:
    done = run(project, "0.3.0", "--date", "2026-12-24")
    assert done.returncode == 0, done.stderr
    assert "git tag v0.3.0" in done.stdout
    assert 'version = "0.3.0"' in (project / "pyproject.toml").read_text()
    assert "## [0.3.0] - 2026-12-24" in (project / "CHANGELOG.md").read_text()
    dist = project / "dist"
    assert (dist / "notes-0.3.0.md").read_text() == "### Added\n\n- A dining car.\n"
    with zipfile.ZipFile(dist / "whistlestop-0.3.0-py3-none-any.whl") as wheel:
        assert "whistlestop/__init__.py" in wheel.namelist()
    with tarfile.open(dist / "whistlestop-0.3.0.tar.gz") as sources:
        assert "whistlestop-0.3.0/pyproject.toml" in sources.getnames()


def test_a_release_that_fails_changes_nothing(project: Path) -> None:
    assert "write it like 0.2.0" in run(project, "next").stderr
    assert "not newer" in run(project, "0.2.0").stderr
    before = (project / "pyproject.toml").read_text().replace('"hatchling.build"', '"nobody"')
    (project / "pyproject.toml").write_text(before)
    assert "cannot be built" in run(project, "0.3.0").stderr
    assert (project / "pyproject.toml").read_text() == before
    assert (project / "CHANGELOG.md").read_text() == CHANGES
