"""CPU time, context switches and bytes between two moments, of real processes and servers."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from app.campaign.machine.counters import OwnCounter, ProcessCounts, ServerCounter
from app.campaign.machine.server_cpu import connections_cpu, server_cpu
from app.campaign.watching.sampler import Sampler, usage_of
from app.plan.campaign import Campaign, Order, Placement, PlannedProtection
from app.results.events import OperationFinished
from app.results.records import OperationRecord
from engines.contract.endpoint import Endpoint
from engines.contract.protection import PLAINTEXT
from engines.platform.process_counters import cpu_nanoseconds, processes_under
from engines.servers.server import ServerSpec
from tests.app.core_sets import ALLOWED
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.containers import container_spec
from tests.patience import within
from workloads.hospital.workload import HospitalParameters

_PARENT = """
import subprocess, sys
while line := sys.stdin.readline():
    child = subprocess.Popen(
        [sys.executable, "-c", sys.argv[1], line.strip()], stdin=subprocess.PIPE
    )
"""

_CHILD = """
import os, sys, time
with open(sys.argv[1], "wb") as file:
    file.write(bytes(1_000_000))
    os.fsync(file.fileno())
for _ in range(20):
    time.sleep(0.001)
while time.process_time() < 0.3:
    pass
print(time.process_time(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[str]]:
    """A process that has a child begun for each line it is told, which works 0.3 s and stays."""
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT, _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def disk() -> Iterator[Path]:
    """A folder that is no memory: what goes into that is not counted."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


def worked(parent: subprocess.Popen[str], path: Path) -> float:
    """Have a child begun and wait until it has worked; the seconds of CPU that it counted."""
    assert parent.stdin is not None and parent.stdout is not None
    parent.stdin.write(f"{path}\n")
    parent.stdin.flush()
    return float(parent.stdout.readline())


@pytest.mark.slow
def test_that_a_process_that_begins_meanwhile_counts_from_zero(
    parent: subprocess.Popen[str], disk: Path
) -> None:
    worked(parent, disk / "before")  # one that is there already does not count
    counter = ServerCounter(Endpoint("postgresql", pid=parent.pid))
    counter.begin()
    spent = worked(parent, disk / "meanwhile")
    counts = counter.end()
    assert counts.cpu is not None and counts.written is not None and counts.read is not None
    assert spent <= counts.cpu < spent + 0.1  # and what its parent took to begin it
    assert 1_000_000 <= counts.written < 2_000_000
    assert counts.voluntary is not None and counts.voluntary >= 20
    assert counts.involuntary is not None and counts.involuntary >= 0


@pytest.mark.slow
def test_that_what_encrypts_the_folder_of_an_engine_inside_the_worker_counts(
    parent: subprocess.Popen[str], disk: Path
) -> None:
    """At the ends of operations, in turns, where lanes ask together, and in samples."""
    endpoint = Endpoint("sqlite", in_process=True, encryption_pid=parent.pid)
    counter, group = ServerCounter(endpoint), usage_of(endpoint)
    assert group is not None
    counter.begin()
    before = group.reading()
    spent = worked(parent, disk / "meanwhile")
    counts, after = counter.end(), group.reading()
    assert counts.cpu is not None and spent <= counts.cpu < spent + 0.1
    assert counts.written is not None and 1_000_000 <= counts.written < 2_000_000
    assert spent <= after.cpu - before.cpu < spent + 0.1
    [only] = {server_cpu(endpoint, None)(), connections_cpu(endpoint, [])()}
    assert only == cpu_nanoseconds(parent.pid)


@pytest.mark.slow
def test_that_what_works_at_the_servers_side_counts_in_turns(
    parent: subprocess.Popen[str], disk: Path
) -> None:
    """As a pooler does; where sides are at work together, nobody knows for which."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server:
        endpoint = Endpoint("postgresql", pid=server.pid, pooler_pid=parent.pid)
        worked(parent, disk / "before")
        for thread in (None, server.pid):
            pids = (server.pid, *processes_under(parent.pid))
            spent = server_cpu(endpoint, thread)()
            assert spent == sum(cpu_nanoseconds(each) or 0 for each in pids) > 300_000_000
        assert connections_cpu(endpoint, [server.pid])() is None
        server.kill()


def test_that_memory_is_that_of_the_server_whose_turn_it_is(parent: subprocess.Popen[str]) -> None:
    """Of two that take turns; what they use of the processor is added up."""
    code = "import sys; held = bytearray(b'x') * 60_000_000; print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as large:
        assert large.stdout is not None
        large.stdout.readline()
        ends = [
            Endpoint("mariadb", pid=each.pid, data=data)
            for each, data in ((large, "one"), (parent, "other"))
        ]
        sampler = Sampler(usage_of(*ends))
        found = [sampler.sample(None, None, end).server_memory for end in (*ends, *ends)]
        large.kill()
    assert found[0] is not None and found[1] is not None
    assert found[0] > 60 and 1 < found[1] < 30
    assert found[2:] == found[:2]


def test_that_own_work_is_counted(disk: Path) -> None:
    counter = OwnCounter()
    counter.begin()
    began = time.process_time()
    while time.process_time() < began + 0.1:
        pass
    time.sleep(0.01)
    (disk / "file").write_bytes(bytes(500_000))
    spent = time.process_time() - began
    counts = counter.end()
    assert counts.cpu == pytest.approx(spent, abs=0.02)
    assert (counts.voluntary or 0) >= 1 and (counts.written or 0) >= 500_000


@pytest.mark.parametrize(
    "endpoint", [Endpoint("postgresql"), Endpoint("sqlite", in_process=True), "gone"]
)
def test_that_nothing_is_known_of_what_is_not_seen(
    endpoint: Endpoint | str, parent: subprocess.Popen[str]
) -> None:
    seen = endpoint if isinstance(endpoint, Endpoint) else Endpoint("mariadb", pid=parent.pid)
    counter = ServerCounter(seen)
    counter.begin()
    parent.kill()
    parent.wait()
    assert counter.end() == ProcessCounts()


def campaign(spec: ServerSpec, size: int, **changes: Any) -> Campaign:
    work = HospitalParameters(sizes=(size,))
    usual: dict[str, Any] = {"repetitions": 1, "warmups": 0, "order": Order.ABBA}
    return quick_campaign(
        "counted", (spec,), (PlannedProtection(PLAINTEXT),), work, **{**usual, **changes}
    )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
@pytest.mark.in_every_run("postgresql")
def test_that_a_container_is_counted(engine: str, stage: Stage) -> None:
    assert stage.run(campaign(container_spec(engine, name="box"), 100)).failed == 0
    for each in stage.of(OperationFinished):
        assert 0 < each.server_cpu_s < each.elapsed * len(ALLOWED)
        assert each.server_voluntary > 0 and each.server_involuntary >= 0
        assert each.server_read >= 0 and each.server_written >= 0
    assert sum(each.server_written for each in stage.of(OperationFinished)) > 0


@pytest.mark.slow
@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "sqlite"])
@pytest.mark.in_every_run("postgresql", "sqlite")
@pytest.mark.timing
def test_that_on_one_core_the_work_of_server_and_worker_is_the_whole_time(
    engine: str, stage: Stage, servers: Any
) -> None:
    """A SELECT of what is in memory waits for nothing: what the two have not used of its time,
    others have, so the best of many counts; and never do they use more than there was."""
    server = servers[engine]
    planned = campaign(server.spec, 2_000, repetitions=2, placement=Placement.ONE_CORE)
    selects: list[OperationRecord] = []
    until = time.monotonic() + within(60)
    with preferred(os.getpid(), server.endpoint.pid):
        while best_share(selects) < 0.96 and time.monotonic() < until:
            done = stage.run(planned, lent={server.spec: server.endpoint})
            with stage.store() as store:
                found = store.operations(done.campaign_id)
            selects += [each for each in found if each.operation == "SELECT"]
    assert best_share(selects) >= 0.96
    assert [each for each in selects if used(each) > 1.01 * each.elapsed + _AT_ENDS_S] == []
    assert all((each.server_cpu_s is None) == server.endpoint.in_process for each in found)


_AT_ENDS_S = 0.002
"""CPU time of the readings at the two ends, where SQLite reads 2,000 records in 0.05 s."""


def used(operation: OperationRecord) -> float:
    assert operation.worker_cpu_s is not None
    return (operation.server_cpu_s or 0.0) + operation.worker_cpu_s


def best_share(operations: Sequence[OperationRecord]) -> float:
    return max((used(each) / each.elapsed for each in operations), default=0.0)


@contextmanager
def preferred(*roots: int | None) -> Iterator[None]:
    """Have these processes, and those below them, served before all others where we may."""
    with ExitStack() as stack:
        for root in filter(None, roots):
            _set_priority(root, -20)
            stack.callback(_set_priority, root, 0)
        yield


def _set_priority(root: int, nice: int) -> None:
    for pid in processes_under(root):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, nice)
        with suppress(OSError):  # niceness counts within a session alone (sched(7))
            Path(f"/proc/{pid}/autogroup").write_text(str(nice))


_FORKING_THREAD = """
import subprocess, sys, threading
def fork():
    child = subprocess.Popen(["sleep", "60"])
    print(child.pid, flush=True)
    sys.stdin.read()
    child.kill()
threading.Thread(target=fork).start()
"""


def test_that_children_of_any_thread_are_found() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", _FORKING_THREAD], text=True, **pipes) as root:  # type: ignore[call-overload]
        assert root.stdin is not None and root.stdout is not None
        child = int(root.stdout.readline())
        assert processes_under(root.pid) == [root.pid, child]
        root.stdin.close()
