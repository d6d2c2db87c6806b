"""Run the tests many times on a busy machine, and report which tests fail how often.

    make test-stress                          the whole suite, 20 times
    make test-stress N=5 ARGS="tests/web"     part of it, 5 times

Every run takes the tests in another random order. Meanwhile one process per core keeps that core
busy. A test that passes alone and fails here passes only by luck. The output of each run is kept in
`build/stress`, with the seed that repeats its order. The exit status is 1 if any test failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path("build/stress")
"""The folder for the output of every run, relative to the current folder."""

BUSY = "while True: pass"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the tests."""

    seed: int
    seconds: float
    tests: int
    failed: tuple[str, ...]
    """The ids of the tests that failed."""
    broken: bool
    """Whether pytest ended without a usable report, or failed although no test did."""


def command(seed: int, report: Path, selection: Sequence[str]) -> list[str]:
    """Return the command of one run: all tests, or a selection, in the order of this seed."""
    order = ["--random-order", "--random-order-bucket=module", f"--random-order-seed={seed}"]
    return [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "auto",
        *order,
        f"--junitxml={report}",
        *selection,
    ]


@contextmanager
def busy_cores(number: int) -> Generator[list[subprocess.Popen[bytes]]]:
    """Start processes that each keep a core busy, and end them afterwards."""
    burning = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]
    try:
        yield burning
    finally:
        for process in burning:
            process.kill()
            process.wait()


def run(seed: int, selection: Sequence[str], folder: Path) -> Run:
    """Run the tests once, with their output in a folder."""
    report, log = folder / f"{seed}.xml", folder / f"{seed}.log"
    report.unlink(missing_ok=True)
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(
            command(seed, report, selection), stdout=output, stderr=output, check=False
        )
    tests, failed = read_report(report)
    # The exit statuses of pytest: 0 = all passed, 1 = some failed, others = the tests could not
    # run.
    fits = done.returncode == (1 if failed else 0) and tests > 0
    return Run(seed, time.monotonic() - began, tests, failed, broken=not fits)


def read_report(file: Path) -> tuple[int, tuple[str, ...]]:
    """Return how many tests a JUnit report lists, and the ids of those that failed."""
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return 0, ()
    failed = [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    return len(cases), tuple(dict.fromkeys(failed))


def summary(runs: Sequence[Run], folder: Path) -> str:
    """Return what the runs have shown: how many were green, and which tests failed how often."""
    green = sum(not one.failed and not one.broken for one in runs)
    lines = [f"{green} of {len(runs)} runs passed."]
    for test, times in Counter(test for one in runs for test in one.failed).most_common():
        seeds = ", ".join(str(one.seed) for one in runs if test in one.failed)
        lines.append(f"  {times} of {len(runs)}  {test}  (seeds {seeds})")
    lines += [
        f"  seed {one.seed}: pytest did not end as it should; read {folder / f'{one.seed}.log'}"
        for one in runs
        if one.broken
    ]
    return "\n".join(lines)


def main() -> int:
    """Run the tests, print a line for each run and a summary at the end."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog="Every other word is handed to pytest: files, -k, and so on.",
    )
    parser.add_argument("--runs", type=int, default=20, help="how many times to run the tests (20)")
    parser.add_argument(
        "--first-seed",
        type=int,
        default=1,
        help="the seed of the order of tests in the first run (1)",
    )
    parser.add_argument(
        "--busy",
        type=int,
        default=os.cpu_count() or 1,
        help="the number of processes that each keep a core busy (one per core)",
    )
    chosen, selection = parser.parse_known_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    runs: list[Run] = []
    try:
        with busy_cores(chosen.busy):
            for seed in range(chosen.first_seed, chosen.first_seed + chosen.runs):
                one = run(seed, selection, FOLDER)
                runs.append(one)
                ended = "passed" if not one.failed and not one.broken else "FAILED"
                print(
                    f"run {len(runs)} of {chosen.runs}, seed {seed}: {one.tests} tests, "
                    f"{len(one.failed)} failed, {one.seconds / 60:.1f} minutes: {ended}",
                    *one.failed,
                    sep="\n  ",
                    flush=True,
                )
    except KeyboardInterrupt:
        print("Interrupted. The runs so far:")
    print(summary(runs, FOLDER))
    whole = len(runs) == chosen.runs
    return int(not whole or any(one.failed or one.broken for one in runs))


if __name__ == "__main__":
    sys.exit(main())
