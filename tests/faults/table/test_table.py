"""Each fault of the table, injected for real into a real program on a real server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from app.plan.plan_file import read_plan
from engines.keeping.home import home
from tests.app.reachable import Listening, listening
from tests.app.typed import cipherbench, plan_of
from tests.faults.table import holding, reliability
from tests.faults.table.fault import Fault, Moment, On
from tests.faults.table.holding import Observed
from tests.faults.table.rows import AWAY, PLANS, ROWS
from tests.faults.table.scene import Scene
from tests.faults.table.traces import Traces
from tests.proxies import Meddler

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("data_prepared_once")]
LONG = pytest.mark.exhaustive


class Away:
    """Servers that others run, as far as a campaign knows; each is started once."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._open: dict[str, Listening] = {}

    def __getitem__(self, engine: str) -> Listening:
        if engine not in self._open:
            self._open[engine] = self._stack.enter_context(listening(engine))
        return self._open[engine]


@pytest.fixture(scope="session")
def away() -> Iterator[Away]:
    with ExitStack() as stack:
        yield Away(stack)


@pytest.fixture(scope="session")
def typist() -> None:
    """Programs are forked from a process that no scene takes for something left behind."""
    cipherbench("--version")


@pytest.fixture
def staged(away: Away, tmp_path: Path, typist: None) -> Iterator[Callable[[On], Scene]]:
    """Makes a scene; what a failed row has left does not stay for the next one."""
    made: list[Scene] = []

    def make(on: On) -> Scene:
        folder = tmp_path / str(len(made))
        temporary = folder / "temporary"
        temporary.mkdir(parents=True)
        there = away[AWAY[on]] if on in AWAY else None
        proxy = Meddler(there.port) if there else None
        specs = (
            (there.spec(proxy.port, connect_seconds=60),) if there and proxy else PLANS[on].specs()
        )
        plan = plan_of(folder, *specs, **PLANS[on].changes)
        traces = Traces(home(), temporary)
        made.append(Scene(folder, plan, traces, there, proxy, PLANS[on].troupe))
        return made[-1]

    yield make
    for each in made:
        each.close()
        holding.clear(each.traces)


TURNED_AWAY = tuple(
    row
    for row in ROWS
    if row.quick and row.on is On.POSTGRESQL_AWAY and row.moment is Moment.BEFORE and not row.begins
)
"""Whatever else answers at a server's port, the program has made nothing when it ends: these need
no scenes of their own."""
UNABLE = tuple(
    row
    for words in ("100 kB", "store", "home", "open files")
    for row in ROWS
    if row.quick and not row.begins and row.on is On.SQLITE and words in row.name
)
"""Nor where its store may not grow, cannot be written or is something else, where it has no home to
work in, or, at last, may open too few files to come to its store."""
RESUMED, IN_TURNS = (
    tuple(
        row
        for code in (1, -signal.SIGKILL, 0)
        for row in ROWS
        if row.quick
        and row.on is on
        and row.moment in (Moment.PREPARING, Moment.OPERATION)
        and row.code == code
    )
    for on in (On.POSTGRESQL_AWAY, On.LOCKSTEP)
)
"""What befalls the second run of a campaign once it has begun, which the next one's program then
resumes; under that of the last one it is completed."""
EACH = [
    pytest.param(row, id=row.key, marks=() if row.quick else LONG)
    for row in ROWS
    if row not in (*TURNED_AWAY, *UNABLE, *RESUMED, *IN_TURNS)
]


@pytest.mark.parametrize("fault", EACH)
def test_that_what_must_hold_holds(fault: Fault, staged: Callable[[On], Scene]) -> None:
    scene = staged(fault.on)
    expected = holding.undisturbed(read_plan(scene.plan))
    if fault.moment is Moment.RESUME:
        assert scene.call("run", scene.plan).code == 0
        scene.words = ("resume", "1", "--more", "2")
        expected = holding.doubled(expected)
    report(holding.play(fault, scene, expected))


@pytest.mark.parametrize(
    ("faults", "number", "on"),
    [
        pytest.param(TURNED_AWAY, 5, On.POSTGRESQL_AWAY, id="whatever-else-answers"),
        pytest.param(UNABLE, 9, On.SQLITE, id="whatever-it-cannot-work-in"),
        pytest.param(RESUMED, 8, On.POSTGRESQL_AWAY, id="whatever-befalls-its-second-run"),
        pytest.param(IN_TURNS, 3, On.LOCKSTEP, id="whatever-befalls-its-second-run-in-turns"),
    ],
)
def test_that_what_must_hold_holds_of_several_in_turn(
    faults: tuple[Fault, ...], number: int, on: On, staged: Callable[[On], Scene]
) -> None:
    """The campaign that is completed at last is the first in the store."""
    assert len(faults) == number and {each.on for each in faults} == {on}
    scene = staged(on)
    expected = holding.undisturbed(read_plan(scene.plan))
    for observed in holding.play_in_turn(faults, scene, expected):
        report(observed)


def report(observed: Observed) -> None:
    """One line more in the file that CIPHERBENCH_FAULTS_REPORT names; in one piece, since several
    workers write to it."""
    if path := os.environ.get("CIPHERBENCH_FAULTS_REPORT"):
        with Path(path).open("ab", buffering=0) as file:
            when = {"day": str(datetime.now(UTC).date()), "commit": _commit()}
            file.write(json.dumps(asdict(observed) | when).encode() + b"\n")


@cache
def _commit() -> str:
    words = ("git", "describe", "--always", "--dirty")
    done = subprocess.run(words, cwd=_ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


_ROOT = Path(__file__).parents[3]


def test_that_the_table_is_as_long_as_is_promised_and_names_each_row_once() -> None:
    assert len(ROWS) >= 60 and len({row.key for row in ROWS}) == len(ROWS)
    quick = [row for row in ROWS if row.quick]
    assert len(quick) * 5 > len(ROWS), "about a quarter of them"
    assert set(AWAY) <= {row.on for row in quick}
    assert {row.moment for row in ROWS} == set(Moment)


def test_that_readers_get_each_row_of_the_table_and_no_other() -> None:
    document = (Path(__file__).parents[3] / "docs" / "reliability.md").read_text()
    assert reliability.rows_listed(document) == reliability.rows_of_the_table()
