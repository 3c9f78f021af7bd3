"""What a container is read to have used, against what was done in it and what the daemon says."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.machine.control_group import ControlGroup, control_group
from app.campaign.machine.process_group import ProcessGroup
from app.campaign.watching.sampler import usage_of
from engines.container.daemon import daemon
from engines.opening import open_server
from engines.servers.server import Server
from tests.engines.containers import container_spec
from tests.patience import within

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = open_server(container_spec("postgresql", cpus=1.0, memory_mb=1000))
    yield server
    server.close()


@pytest.fixture
def container(server: Server) -> Iterator[Any]:
    with daemon() as client:
        yield client.containers.get(server.endpoint.container)


def group_of(server: Server) -> ControlGroup:
    group = usage_of(server.endpoint)
    assert isinstance(group, ControlGroup)
    return group


def test_that_cpu_time_is_that_of_the_work_done_in_the_container(
    server: Server, container: Any
) -> None:
    group = group_of(server)
    before = group.reading().cpu
    output = container.exec_run(["sh", "-c", "timeout 1 sh -c 'while :; do :; done'; times"]).output
    used = sum(60 * int(m) + float(s) for m, s in re.findall(r"(\d+)m([\d.]+)s", output.decode()))
    assert used > 0.1
    assert group.reading().cpu - before == pytest.approx(used, abs=0.2)
    before = group.reading().cpu
    time.sleep(0.5)
    assert group.reading().cpu - before < 0.2


def test_that_memory_is_what_docker_says_it_is(server: Server, container: Any) -> None:
    group = group_of(server)
    container.exec_run(["dd", "if=/dev/urandom", "of=/tmp/cached", "bs=1M", "count=50"])
    container.exec_run(["sh", "-c", "sync; cat /tmp/cached >/dev/null"])
    report = container.stats(stream=False)["memory_stats"]
    inactive = report["stats"].get("total_inactive_file", report["stats"]["inactive_file"])
    memory = group.memory()
    assert memory == pytest.approx((report["usage"] - inactive) / 1e6, abs=3)
    assert memory is not None and report["usage"] / 1e6 > memory + 10, (
        "the file cache is not counted"
    )


@pytest.mark.timing
def test_that_reading_takes_far_less_than_a_sample_may(server: Server) -> None:
    group = group_of(server)
    best = 1.0
    for _ in range(200):
        began = time.perf_counter()
        group.reading()
        best = min(best, time.perf_counter() - began)
    assert best < within(0.001)


def test_that_a_process_that_is_not_the_containers_is_not_taken_for_it(server: Server) -> None:
    end = server.endpoint
    assert end.pid is not None and end.container is not None
    assert control_group(end.pid, "0" * 64) is None
    assert control_group(1, end.container) is None
    assert isinstance(usage_of(replace(end, container=None)), ProcessGroup)
    assert usage_of(replace(end, pid=None)) is None


def test_that_a_removed_container_keeps_its_last_reading_and_has_no_memory() -> None:
    server = open_server(container_spec("firebird"))
    group = group_of(server)
    last = group.reading()
    server.close()
    assert group.reading().cpu >= last.cpu > 0
    assert group.memory() is None


def test_that_version_2_of_control_groups_is_read_as_documented(tmp_path: Path) -> None:
    """As in the kernel's Documentation/admin-guide/cgroup-v2.rst; this machine may have another."""
    (tmp_path / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\n")
    (tmp_path / "memory.current").write_text("100000000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 40000000\nactive_file 5\n")
    (tmp_path / "io.stat").write_text(
        "8:16 rbytes=1459200 wbytes=314773504 rios=192 wios=353 dbytes=0 dios=0\n"
        "8:0 rbytes=800 wbytes=6496 rios=1 wios=2 dbytes=0 dios=0\n"
    )
    names = {"cpu": "cpu.stat", "memory": "memory.current", "io": "io.stat"}
    group = ControlGroup({what: tmp_path / name for what, name in names.items()})
    reading = group.reading()
    assert (reading.cpu, reading.read, reading.written) == (2.5, 1_460_000, 314_780_000)
    assert group.memory() == 60


def test_that_what_a_server_writes_to_disk_is_counted(server: Server) -> None:
    group = group_of(server)
    before = group.reading().written
    with server.engine.driver.connect(server.endpoint) as session:
        session.execute(
            "create table written as select repeat('x', 1000) from generate_series(1, 5000)"
        )
        session.execute("checkpoint")
        session.execute("drop table written")
    assert group.reading().written - before > 4_000_000
