"""`make test-stress` counts what fails how often, and says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools import stress

STRESS = Path(__file__).parent.parent / "tools" / "stress.py"

CASES = """<testsuites><testsuite>
<testcase classname="tests.test_a" name="test_sound"/>
<testcase classname="tests.test_a" name="test_skipped"><skipped/></testcase>
<testcase classname="tests.test_a" name="test_failed"><failure/></testcase>
<testcase classname="tests.test_b" name="test_no_setup"><error/></testcase>
<testcase classname="tests.test_b" name="test_no_setup"><error/></testcase>
</testsuite></testsuites>"""


def test_reports_are_read(tmp_path: Path) -> None:
    file = tmp_path / "1.xml"
    file.write_text(CASES, encoding="utf-8")
    failed = ("tests.test_a::test_failed", "tests.test_b::test_no_setup")
    assert stress.read_report(file) == (5, failed)
    file.write_text(CASES[:90], encoding="utf-8")
    assert stress.read_report(file) == (0, ())
    assert stress.read_report(tmp_path / "2.xml") == (0, ())


def test_what_fails_by_chance_is_counted(tmp_path: Path) -> None:
    runs = [
        stress.Run(1, 60.0, 9, (), broken=False),
        stress.Run(2, 60.0, 9, ("tests.a::b",), broken=False),
        stress.Run(3, 60.0, 9, ("tests.a::b", "tests.c::d"), broken=False),
        stress.Run(4, 60.0, 0, (), broken=True),
    ]
    assert stress.summary(runs, tmp_path).splitlines() == [
        "1 of 4 runs passed.",
        "  2 of 4  tests.a::b  (seeds 2, 3)",
        "  1 of 4  tests.c::d  (seeds 3)",
        f"  seed 4: pytest did not end as it should; read {tmp_path / '4.log'}",
    ]


def test_cores_are_kept_busy_only_meanwhile() -> None:
    with stress.busy_cores(1) as burning:
        assert [process.poll() for process in burning] == [None]
    assert burning[0].poll() is not None


def test_a_run(tmp_path: Path) -> None:
    test = "import os\n\ndef test_luck():\n    assert 'LUCKY' in os.environ\n"
    (tmp_path / "test_luck.py").write_text(test, encoding="utf-8")
    command = [sys.executable, STRESS, "--runs", "1", "--busy", "0", "-n0", "test_luck.py"]
    for lucky, status, said in (
        ({}, 1, "test_luck::test_luck  (seeds 1)"),
        ({"LUCKY": "1"}, 0, "1 of 1 runs passed."),
    ):
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=os.environ | lucky,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert (done.returncode, done.stdout.splitlines()[-1].endswith(said)) == (status, True)
    assert "1 passed" in (tmp_path / "build" / "stress" / "1.log").read_text(encoding="utf-8")
