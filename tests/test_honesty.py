"""A run of the tests that had help says so, and fails."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import patience
from tests.honesty import MOST_RERUNS, STORED_IN
from tests.patience import is_within, within

_ROOT = Path(__file__).parents[1]
_CONFTEST = """
from tests.honesty import watch

def pytest_configure(config):
    watch(config)
"""
_FLAKY = """
import pytest
from pathlib import Path

@pytest.mark.parametrize("number", range({count}))
def test_that_it_passes_at_the_second_try(number):
    mark = Path(__file__).with_name(f"tried-{{number}}")
    tried, _ = mark.exists(), mark.touch()
    assert tried
"""
_DIES_AFTERWARDS = """
import os

def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        os._exit(1)
"""


_PLUGINS = ("-p", "xdist.plugin", "-p", "pytest_rerunfailures")
_NO_RESTART = "--max-worker-restart=0"


def run(
    suite: Path, *options: str, stored_in: Path | None = None, workers: int = 1
) -> tuple[int, str]:
    """The exit status and the output of pytest, with these workers, on a suite of its own."""
    environment = {name: value for name, value in os.environ.items() if name != STORED_IN}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # Qt's and others' take a second each time
    if stored_in is not None:
        environment[STORED_IN] = str(stored_in)
    (suite / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *_PLUGINS, f"-n{workers}", _NO_RESTART, *options, suite],
        env=environment | {"PYTHONPATH": str(_ROOT)},
        cwd=suite,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
def test_that_more_than_two_tests_that_needed_another_try_fail_the_run(tmp_path: Path) -> None:
    flaky = MOST_RERUNS + 1
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    (tmp_path / "test_flaky.py").write_text(_FLAKY.format(count=flaky))
    code, output = run(tmp_path, "--reruns", "1", workers=2)
    assert f"{flaky} passed" in output and f"{flaky} rerun" in output
    assert code == 1
    may = f"and {MOST_RERUNS} may."
    assert f"The run fails: {flaky} tests passed or failed only at another try, {may}" in output


@pytest.mark.slow
def test_that_tests_that_needed_another_try_are_counted_over_both_calls_of_a_run(
    tmp_path: Path,
) -> None:
    """As many as may be pass in the first."""
    codes, output = [], ""
    for call, flaky in (("first", MOST_RERUNS), ("last", 1), ("none", 0)):
        suite = tmp_path / call
        suite.mkdir()
        (suite / "conftest.py").write_text(_CONFTEST)
        (suite / "test_flaky.py").write_text(
            _FLAKY.format(count=flaky) + "\ndef test_well(): pass\n"
        )
        workers = int(call == "first")  # one process is enough to see that it is counted on
        code, report = run(suite, "--reruns", "1", stored_in=tmp_path / "kept", workers=workers)
        assert f"{flaky + 1} passed" in report and (f"{flaky} rerun" in report) is bool(flaky)
        codes.append(code)
        output += report
    assert codes == [0, 1, 0]
    assert output.count("The run fails") == 1
    assert f"The run fails: {MOST_RERUNS + 1} tests passed or failed only" in output
    stored = (tmp_path / "kept").read_text().splitlines()
    assert [line.split(" ", 1)[0] for line in stored] == ["RERUN"] * (MOST_RERUNS + 1) + ["The"]
    assert stored[0].endswith(": assert False")


@pytest.mark.slow
def test_that_a_test_that_fails_is_retained_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    (tmp_path / "test_ill.py").write_text("def test_that_fails():\n    assert 2 < 1, 'one'\n")
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    code, _ = run(tmp_path, stored_in=tmp_path / "kept")
    assert code
    ill, broken = sorted((tmp_path / "kept").read_text().splitlines())[::-1]
    assert "test_that_fails: AssertionError: one" in ill
    assert "test_broken.py: ImportError" in broken


@pytest.mark.slow
def test_that_a_worker_that_dies_with_its_tests_done_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST + _DIES_AFTERWARDS)
    (tmp_path / "test_well.py").write_text("def test_that_passes(): pass\n")
    code, output = run(tmp_path)
    assert code == 1
    assert "1 passed" in output and "The run fails: worker gw" in output


@pytest.mark.slow
def test_that_a_worker_that_dies_in_a_test_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    (tmp_path / "test_ill.py").write_text("import os\ndef test_that_dies(): os._exit(1)\n")
    code, output = run(tmp_path)
    assert code == 1
    assert "crashed while running" in output and "The run fails: worker gw" in output


def test_that_a_promise_has_more_time_where_programs_take_longer_and_not_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = time.monotonic() - within(2)
    monkeypatch.setattr(patience, "slowness", lambda: 1.0)
    assert not is_within(began, 2)
    monkeypatch.setattr(patience, "slowness", lambda: 100.0)
    assert is_within(began, 2) and not is_within(began - 200, 2)
