"""Make a release: set its version and date, and build what is published.

    make release VERSION=0.2.0
    python tools/release.py 0.2.0 [--date 2026-12-24]

The version goes into pyproject.toml. In CHANGELOG.md the section of unreleased changes gets the
version and the date, and an empty one comes before it. The wheel, the source archive and the notes
of the release are written to dist/. Nothing is committed or published: the commands for that are
printed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import sysconfig
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from packaging.version import InvalidVersion, Version

UNRELEASED: Final = "## [Unreleased]"
RELEASED: Final = re.compile(r"^## \[(?P<version>[^\]]+)\] - \d{4}-\d{2}-\d{2}$", re.MULTILINE)
LINE: Final = re.compile(r'^version = "(?P<version>[^"]+)"$', re.MULTILINE)
"""The line of pyproject.toml that has the version."""


class CannotRelease(Exception):
    """The release cannot be made. `str()` says why and what to do."""


def released(changes: str, version: Version, day: date) -> tuple[str, str]:
    """Give the unreleased changes in a changelog a version and a date.

    Args:
        changes: the text of CHANGELOG.md.
        version: the new version.
        day: the date of the release.

    Returns:
        The new text of CHANGELOG.md, and the text of the changes of this release alone.

    Raises:
        CannotRelease: there are no unreleased changes, or this version is not newer than the last.
    """
    before, heading, rest = changes.partition(f"{UNRELEASED}\n")
    if not heading:
        raise CannotRelease(f"CHANGELOG.md has no line '{UNRELEASED}': add it above the versions.")
    last = RELEASED.search(rest)
    if last is not None and version <= Version(last["version"]):
        newest = last["version"]
        raise CannotRelease(f"{version} is not newer than {newest}, the last release.")
    notes = (rest if last is None else rest[: last.start()]).strip()
    if not re.search(r"^- ", notes, re.MULTILINE):
        raise CannotRelease("CHANGELOG.md has no unreleased changes: there is nothing to release.")
    title = f"## [{version}] - {day.isoformat()}"
    older = "" if last is None else "\n\n" + rest[last.start() :].strip()
    return f"{before}{UNRELEASED}\n\n{title}\n\n{notes}{older}\n", notes


def release(folder: Path, version: Version, day: date) -> None:
    """Change the files of a project, and build the release.

    Raises:
        CannotRelease: `released` refuses the release, pyproject.toml has no version, or the
            packages cannot be built. The files of the project are then unchanged.
    """
    project, changelog = folder / "pyproject.toml", folder / "CHANGELOG.md"
    old = {file: file.read_text(encoding="utf-8") for file in (project, changelog)}
    changes, notes = released(old[changelog], version, day)
    if LINE.search(old[project]) is None:
        raise CannotRelease("pyproject.toml has no line 'version = \"…\"'.")
    try:
        new = LINE.sub(f'version = "{version}"', old[project], count=1)
        project.write_text(new, encoding="utf-8")
        changelog.write_text(changes, encoding="utf-8")
        # The build tools are already installed, in the versions of the lock file.
        uv = Path(sysconfig.get_path("scripts"), "uv")
        build = (uv, "build", "--quiet", "--no-build-isolation", "--python", sys.executable)
        done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotRelease(f"The packages cannot be built:\n{done.stderr}")
        (folder / "dist" / f"notes-{version}.md").write_text(notes + "\n", encoding="utf-8")
    except BaseException:
        for file, text in old.items():
            file.write_text(text, encoding="utf-8")
        raise


def main() -> None:
    """Read the command line, and make the release."""
    parser = argparse.ArgumentParser(
        prog="make release",
        description="Make a release: set its version and date, build wheel and source archive, "
        "and write the release notes.",
        usage="make release VERSION=0.2.0",
    )
    parser.add_argument("version", help="the version, such as 0.2.0")
    parser.add_argument("--date", type=date.fromisoformat, default=datetime.now(UTC).date())
    arguments = parser.parse_args()
    folder = Path(__file__).parent.parent
    try:
        version = Version(arguments.version)
        release(folder, version, arguments.date)
    except InvalidVersion as error:
        parser.error(f"{error}; write it like 0.2.0")
    except CannotRelease as error:
        sys.exit(f"make release: {error}")
    print(f"dist/ has Whistlestop {version}, and its notes. Look at the changes, and then:")
    print(f"  git commit --all --message 'Release {version}' && git tag v{version}")


if __name__ == "__main__":
    main()
