"""What must hold whatever befalls a campaign: what was measured stays, nothing else does, and the
rest can be made up for."""

from __future__ import annotations

import csv
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Row, create_engine, select
from sqlalchemy.pool import NullPool

from app.command_line.main import run as program
from app.plan.campaign import Campaign
from app.plan.status import Status
from app.results.database.models import HistogramRow, OperationRow, RunRow
from app.results.store.store import open_store
from engines.contract.errors import CipherbenchError, InputError
from engines.leftovers import remove_leftovers
from tests.faults.table.fault import Fault
from tests.faults.table.scene import Scene
from tests.faults.table.traces import Traces
from tests.patience import PATIENCE
from workloads.registry import workload_named

_SECONDS = 20 * PATIENCE
"""How long keepers may take to end what a killed program has started."""

_PROBE = "cipherbench_probe_"

type Measured = dict[int, tuple[object, ...]]
"""What was measured, by the run."""

type Cells = dict[tuple[str, ...], tuple[str, str]]
"""Status and number of runs by server, protection, case and operation."""

_KEYS = ("server", "engine", "protection", "workload", "size", "operation", "case", "measure")


@dataclass(frozen=True)
class Observed:
    """What was seen in a row, for the table that readers get."""

    key: str
    code: int
    message: tuple[str, ...]
    stored: int
    left: tuple[str, ...]
    resumed: bool
    seconds: float


def play(fault: Fault, scene: Scene, expected: Cells) -> Observed:
    """Have a fault befall a campaign, and see what must hold.

    Raises: AssertionError
    """
    return play_in_turn([fault], scene, expected)[0]


def play_in_turn(faults: Sequence[Fault], scene: Scene, expected: Cells) -> list[Observed]:
    """Have faults befall a campaign, each once the one before it is mended, and see what must hold.
    Those that begin none come first; then each befalls what resumes the campaign after the one
    before it. Its making up after the last is that of all.

    Raises: AssertionError
    """
    assert [each.begins for each in faults] == sorted(each.begins for each in faults)
    seen: list[Observed] = []
    stored: Measured = {}
    for place, fault in enumerate(faults, 1):
        seen.append(_befall(fault, scene))
        before, stored = stored, measured(scene.store) if fault.begins else {}
        assert {run: stored.get(run) for run in before} == before
        scene.mend()
        if place == len(faults):
            break
        if fault.begins:
            assert fault.code, "there is something to resume"
            _check_reused(scene, stored, measured(scene.store))
            scene.words, scene.done_before = ("resume", "1"), 1
        else:
            _check_none_begun(scene)
    began = time.monotonic()
    resumed = _make_up(faults[-1], scene)
    _check_reused(scene, stored, measured(scene.store))
    assert exported(scene) == expected
    _check_nothing_left(scene)
    more = time.monotonic() - began
    return [replace(each, resumed=resumed, seconds=round(each.seconds + more, 1)) for each in seen]


def _check_none_begun(scene: Scene) -> None:
    """Also a store that was not made to its end holds none."""
    try:
        store = open_store(scene.store, write=False)
    except InputError as error:
        if "There is no store" not in str(error):
            raise
        return
    with store:
        assert store.campaigns() == []


def _befall(fault: Fault, scene: Scene) -> Observed:
    """What becomes of the program. Its surroundings are mended only before the next fault."""
    began = time.monotonic()
    scene.mend()
    fault.arrange(scene)
    scene.start()
    fault.inject(scene)
    code = scene.end()
    output = scene.message
    assert code == fault.code, f"exit code {code}: {output}"
    assert "Traceback" not in output, output
    assert "Internal error" not in output, (scene.traces.home / "cipherbench.log").read_text()[
        -4000:
    ]
    for words in fault.says:
        assert words in output, f"“{words}” is not in: {output}"
    left = _left_at_once(fault, scene)
    return Observed(
        fault.key, code, fault.says, scene.stored, tuple(sorted(left)), resumed=False,
        seconds=time.monotonic() - began,
    )  # fmt: skip


def _left_at_once(fault: Fault, scene: Scene) -> set[str]:
    """Kinds of what is left when the program is over, and its keepers had time to end theirs.

    A database that a server did not drop in the time of an orderly end may be left, where the
    program has named it.
    """
    named = {"database"} if "stays on behind" in scene.message else set()
    deadline = time.monotonic() + _SECONDS
    while True:
        left = _left(scene)
        strange = left.keys() - fault.stays - named
        if not strange:
            return set(left)
        assert time.monotonic() < deadline, f"{left} is left; it has said {scene.message}"
        time.sleep(0.05)


def _left(scene: Scene) -> dict[str, list[str]]:
    left = scene.traces.left()
    if scene.away is not None:
        with suppress(CipherbenchError):
            # also those that nobody has marked; of probes see what is not promised
            found = scene.away.server.engine.catalogue.judge_all(scene.away.server.endpoint)
            if stored := [name for name in found if not name.startswith(_PROBE)]:
                left["database"] = stored
    return left


def _check_nothing_left(scene: Scene) -> None:
    remove_leftovers()  # as each start does
    deadline = time.monotonic() + _SECONDS
    while left := _left(scene):
        assert time.monotonic() < deadline, f"{left} is left when all is over"
        time.sleep(0.05)


def _make_up(fault: Fault, scene: Scene) -> bool:
    """Do what was not done; whether there was anything."""
    if fault.completed or (fault.begins and fault.code == 0):
        return False
    words = ("resume", "1") if fault.begins else ("run", scene.plan)
    done = scene.call(*words)
    assert done.code == 0, done.err
    return True


def _check_reused(scene: Scene, then: Measured, now: Measured) -> None:
    """What had been measured when the fault came is there, and what was there is unchanged."""
    assert {run: now.get(run) for run in then} == then
    assert len(now) >= len(then)
    early = [run for run, values in now.items() if _finished(values) <= scene.at]
    assert len(early) >= scene.stored, (
        f"{len(early)} of {scene.stored} runs were kept: {scene.message}"
    )


def _finished(values: tuple[object, ...]) -> float:
    run = values[0]
    assert isinstance(run, Row)
    return float(run[-1])


def measured(store: str) -> Measured:
    """All that was measured in the runs of a store that are done; nothing where there is none."""
    if "://" not in store and not Path(store).exists():
        return {}
    url = store if "://" in store else f"sqlite:///{store}"
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        runs = connection.execute(
            select(
                RunRow.id, RunRow.cell_id, RunRow.repetition, RunRow.started_at, RunRow.finished_at
            ).where(RunRow.status == Status.DONE)
        ).all()
        operations = connection.execute(
            select(OperationRow.__table__, HistogramRow.encoded)
            .join(HistogramRow, HistogramRow.operation_id == OperationRow.id, isouter=True)
            .order_by(OperationRow.id)
        ).all()
    engine.dispose()
    return {
        run.id: (run, *(str(each) for each in operations if each.run_id == run.id)) for run in runs
    }


def exported(scene: Scene) -> Cells:
    """What a reader gets of the campaign: cells and operations, their status and runs."""
    path = scene.folder / "out.csv"
    assert program(["export", "1", "--format=csv", "-o", str(path), "--store", scene.store]) == 0
    with path.open(newline="") as file:
        return {
            tuple(row[key] for key in _KEYS): (row["status"], row["n"])
            for row in csv.DictReader(file)
        }


def undisturbed(plan: Campaign) -> Cells:
    """What is exported of a plan where nothing happens: on each server all operations of what is
    measured, as often as they are to be repeated."""
    work = workload_named(plan.workload.name)
    [case] = work.cases(plan.workload)
    return {
        (each.name, each.engine, protection.name, work.name, str(case.size), operation,
         case.name, work.measures[0].name): ("done", str(plan.repetitions))
        for each in plan.servers
        for protection in (planned.protection for planned in plan.measured)
        for operation in work.operations(plan.workload, case, protection)
    }  # fmt: skip


def doubled(cells: Cells) -> Cells:
    """The same with as many repetitions again."""
    return {key: (status, str(2 * int(runs))) for key, (status, runs) in cells.items()}


def clear(traces: Traces) -> None:
    """Remove what a failed row has left, so that the next one does not find it."""
    for each in traces.spools():
        each.unlink()
