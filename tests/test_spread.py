"""Long files of tests come first, by what they took once, waiting ones beside computing ones."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.spread import (
    PROMISE,
    WRITTEN_TO,
    SpreadByWaiting,
    Taken,
    forget_turns,
    in_turn,
    long_files_first,
    table_of,
    taken_in,
    written_down,
)

_LOG = """\
12.500 1.250 tests/a/test_long.py::test_that_it_waits[for what: ever]
2.000 0.125 tests/a/test_long.py::test_that_it_is_there
1.250 1.000 tests/test_short.py::test_that_it_is_quick
30.000 20.250 tests/test_other.py::TestClass::test_that_it_ends
"""


def test_that_the_table_holds_the_best_time_of_each_long_file() -> None:
    once = taken_in(_LOG.splitlines())
    assert once == {
        "tests/a/test_long.py": (14.5, 1.375),
        "tests/test_short.py": (1.25, 1.0),
        "tests/test_other.py": (30.0, 20.25),
    }
    again = {"tests/a/test_long.py": Taken(11, 3), "tests/test_other.py": Taken(16.6, 15)}
    assert table_of([once, again]) == (
        "  17   15 tests/test_other.py\n  11    3 tests/a/test_long.py\n"
    )


def test_that_a_test_is_written_down_with_what_it_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    log = tmp_path / "taken"
    monkeypatch.setenv(WRITTEN_TO, str(log))
    with written_down(request.node):
        time.sleep(0.2)
    with written_down(request.node):
        subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"], check=True)
    waited, computed = (taken_in([line]) for line in log.read_text().splitlines())
    (file,) = waited
    assert file == "tests/test_spread.py"
    assert waited[file].of_a_core < 0.1 < computed[file].of_a_core
    assert waited[file].waits


@dataclass(frozen=True)
class _Test:
    """What the order of a test depends on."""

    path: Path
    number: int
    slow: bool = False

    def get_closest_marker(self, name: str) -> object:
        return name if self.slow and name == "slow" else None


def test_that_files_stay_whole_and_those_that_take_longest_come_first() -> None:
    quick, slow, many = (Path("/", each) for each in ("quick", "slow", "many"))
    items = [
        *(_Test(many, number) for number in range(100)),
        *(_Test(quick, number) for number in range(3)),
        *(_Test(slow, number, slow=number > 1) for number in range(7)),
        _Test(quick, 3),
    ]
    long_files_first(cast(list[pytest.Item], cast(Any, items)))
    assert items == [
        *(_Test(slow, number, slow=number > 1) for number in range(7)),
        *(_Test(many, number) for number in range(100)),
        *(_Test(quick, number) for number in range(4)),
    ]


@dataclass(eq=False)
class _Worker:
    """A worker of xdist, as far as it is told what to do."""

    number: int
    reported: list[int] = field(default_factory=list)

    @property
    def gateway(self) -> Any:
        return SimpleNamespace(id=f"gw{self.number}")

    def send_runtest_some(self, tests: list[int]) -> None:
        self.reported += tests


def test_that_a_file_that_waits_runs_next_to_one_that_computes(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    table = {"w1": Taken(90, 9), "w2": Taken(80, 8), "c1": Taken(85, 80), "c2": Taken(70, 69)}
    monkeypatch.setattr("tests.spread._known", lambda: table)
    files = ["w1", "c1", "w2", "c2", "new"]  # as they are ordered by their seconds
    monkeypatch.setattr(pytestconfig.option, "tx", ["2*popen"])
    scheduling = SpreadByWaiting(pytestconfig)
    workers = [_Worker(0), _Worker(1)]
    for file in files:
        scheduling.workqueue[file] = {f"{file}::test": False}
    for each in workers:
        scheduling.registered_collections[cast(Any, each)] = [f"{file}::test" for file in files]
    for each in (*workers, *workers, workers[0]):
        scheduling._assign_work_unit(each)
    assert [[files[test] for test in each.reported] for each in workers] == [
        ["w1", "w2", "new"],
        ["c1", "c2"],
    ]


def test_that_files_that_share_what_takes_long_to_make_run_on_one_worker(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    words = [Path("tests/words", f"test_{each}.py") for each in ("decisions", "message", "plurals")]
    assert all(each.is_file() for each in words)
    items = [_Test(each, number, slow=True) for number in (1, 2) for each in words]
    long_files_first(cast(list[pytest.Item], cast(Any, items)))
    assert {each.path for each in items[:4]} == {words[0], words[2]}
    monkeypatch.setattr(pytestconfig.option, "tx", ["popen"])
    scheduling = SpreadByWaiting(pytestconfig)
    one, alone, other = (scheduling._split_scope(f"{each}::test_that") for each in words)
    assert one == other != alone


_ALONE = pytest.mark.timing
_OF_A_RUN = "PYTEST_XDIST_TESTRUNUID"


@pytest.fixture
def of_a_run(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv(_OF_A_RUN, "of its own")
        yield
        forget_turns()


def marked(request: pytest.FixtureRequest, mark: pytest.MarkDecorator) -> pytest.Item:
    """Another test beside this one."""
    made: pytest.Item = pytest.Function.from_parent(
        request.node.parent, name="another", callobj=lambda: None
    )
    made.add_marker(mark)
    return made


@pytest.mark.usefixtures("of_a_run")
@pytest.mark.parametrize(
    ("mark", "other", "waits"),
    [(PROMISE, PROMISE, False), (_ALONE, PROMISE, True), (PROMISE, _ALONE, True)],
)
def test_that_one_waits_for_another_if_either_measures(
    mark: pytest.MarkDecorator,
    other: pytest.MarkDecorator,
    waits: bool,
    request: pytest.FixtureRequest,
) -> None:
    begun = threading.Event()

    def run() -> None:
        with in_turn(second):
            begun.set()

    first, second = marked(request, mark), marked(request, other)
    thread = threading.Thread(target=run)
    with in_turn(first):
        thread.start()
        assert begun.wait(0.2 if waits else 60) is not waits
    thread.join()
    assert begun.is_set()


def test_that_nobody_waits_where_one_runs_alone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(_OF_A_RUN, raising=False)
    with in_turn(marked(request, _ALONE)), in_turn(marked(request, _ALONE)):
        pass
