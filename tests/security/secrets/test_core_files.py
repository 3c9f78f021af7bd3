"""A process that crashes leaves nothing of its memory behind."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from engines.opening import open_server
from tests.app.workers import workers_of
from tests.engines.containers import container_spec
from tests.engines.tcp_servers import Reachable
from tests.requirements import spec_of
from tests.security.listening import (
    Family,
    fresh_password,
    guarded_postgres,
    plan_of,
    program,
    spec_of_guarded,
)

pytestmark = pytest.mark.slow

PASSWORD = fresh_password()


@pytest.fixture(scope="module")
def postgres(home: Path) -> Iterator[Reachable]:
    with guarded_postgres(home, PASSWORD) as server:
        yield server


@pytest.fixture
def cores_allowed() -> Iterator[None]:
    """As a developer's machine has it."""
    before = resource.getrlimit(resource.RLIMIT_CORE)
    if before[1] != resource.RLIM_INFINITY:
        pytest.skip("core files are forbidden to this session for good")
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, before)


@pytest.mark.usefixtures("cores_allowed")
def test_that_a_worker_that_aborts_leaves_no_core_file(tmp_path: Path, postgres: Reachable) -> None:
    specs = (spec_of_guarded(postgres, "guarded"), spec_of("postgresql"))
    plan = plan_of(tmp_path / "plan.toml", *specs, size=200)
    folder = tmp_path / "here"
    folder.mkdir()
    running = program(
        "run", plan, "--store", tmp_path / "s.sqlite",
        variables={"CIPHERBENCH_PASSWORD_GUARDED": PASSWORD}, folder=folder,
    )  # fmt: skip
    with Family(running.pid) as family:
        _abort_a_worker(running)
        _, said = running.communicate(timeout=250)
    assert "exit code -6" in said or "SIGABRT" in said, "a worker or an errand has aborted"
    assert list(folder.iterdir()) == [], "a core file lies where the program was started"
    for word in (b"forkserver", b"keeper.py", b"bin/postgres"):
        assert any(each.limits for each in family.of_kind(word)), f"nothing was seen of {word!r}"
    for process in (family.program, *family.children):
        # One that ended before it was asked has told neither these nor what a dump would hold.
        assert process.limits or not process.dump_filter, process.commands
        if process.limits:
            assert _limit(process.limits) in (["0", "0"], ["1", "1"]), process.commands
        assert int(process.dump_filter or "0", 16) == 0, process.commands
    assert int(family.program.dump_filter, 16) == 0


@pytest.mark.usefixtures("cores_allowed")
def test_that_a_crash_in_this_session_would_leave_one(tmp_path: Path) -> None:
    """The check itself is proved by a process that does leave its memory."""
    pattern = Path("/proc/sys/kernel/core_pattern").read_text().strip()
    if pattern != "core":
        pytest.skip(f"core files go to {pattern}")
    subprocess.run(["python3", "-c", "import os; os.abort()"], cwd=tmp_path, check=False)
    assert [each.name.partition(".")[0] for each in tmp_path.iterdir()] == ["core"]


def test_that_a_server_in_a_container_may_leave_no_core_file() -> None:
    box = open_server(container_spec("postgresql"))
    try:
        assert box.endpoint.pid is not None
        limits = Path(f"/proc/{box.endpoint.pid}/limits").read_text()
        assert _limit(limits) == ["1", "1"]
    finally:
        box.close()


def _abort_a_worker(running: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while True:
        assert time.monotonic() < deadline and running.poll() is None
        with suppress(psutil.Error, IndexError):
            worker = workers_of(running.pid)[0]
            worker.suspend()  # it would else be over before it is aborted
            # It has taken its order, password included, once it talks to somebody.
            if worker.net_connections():
                worker.send_signal(signal.SIGABRT)
                worker.resume()
                return
            worker.resume()
        time.sleep(0.01)


def _limit(limits: str) -> list[str]:
    line = next(each for each in limits.splitlines() if each.startswith("Max core file size"))
    return line.split()[4:6]
