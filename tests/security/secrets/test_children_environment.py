"""No process that the program starts inherits a password or may leave its memory in a file, and
servers inherit next to nothing."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.execution.campaign_process import CampaignProcess, CampaignRequest
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.results.store.store import open_store
from app.system import password_sources
from app.system.child_process import ProcessEnded
from app.system.password_sources import account_of
from engines.opening import open_server
from engines.platform.process_counters import processes_under
from engines.servers.server import ServerSpec
from tests.app.typed import plan_of
from tests.app.workers import workers_of
from tests.engines.containers import container_spec
from tests.engines.tcp_servers import Reachable, set_password
from tests.patience import wait_until
from tests.requirements import spec_of
from tests.security.listening import (
    USER,
    Family,
    core_limits,
    program,
    spec_of_guarded,
    store_address,
)

pytestmark = pytest.mark.slow

OTHER = f"other-{secrets.token_hex(6)}"
"""What other programs' variables hold, of no use to the servers of a plan."""

KEEPER = "odd"
KEEPER_PASSWORD = f"kept-{secrets.token_hex(6)}"
"""What the keyring alone has."""

VARIABLES = {
    "CIPHERBENCH_PASSWORD_NOBODY_ASKED": OTHER,
    "PGPASSWORD": OTHER,
    "PGPASSFILE": f"/nowhere/{OTHER}",
    "MYSQL_PWD": OTHER,
    "ISC_PASSWORD": OTHER,
    "EDITOR": "the-users-own",
}
STARTED = (b"forkserver", b"keeper.py", b"bin/postgres")


def specs_of(postgres: Reachable, *ours: str) -> tuple[ServerSpec, ...]:
    """That server, and some of ours."""
    return spec_of_guarded(postgres, "guarded"), *map(spec_of, ours)


def address_of_a_store(postgres: Reachable, name: str, password: str = "") -> str:
    """Of a database that is made for it."""
    with postgres.admin() as admin:
        admin.execute(f"create database {name} owner {USER}")
    return store_address(postgres, name, password)


def check(family: Family, password: str, *also: bytes) -> None:
    started = (*STARTED, *also)
    for word in started:
        assert family.of_kind(word), f"nothing was seen of {word!r}"
    for child in family.children:
        seen = b"".join(child.environments | child.commands)
        report = [word for word in (password, OTHER) if word.encode() in seen]
        assert report == [], child.commands
    for word in started[1:]:
        for child in family.of_kind(word):
            assert b"the-users-own" not in child.environments_as(word), child.commands


def test_that_nothing_the_command_line_starts_shows_a_password_or_leaves_a_core_file(
    tmp_path: Path, guarded: tuple[Reachable, str], cores_allowed: bool
) -> None:
    """One of its workers is aborted. And the program's own environment and command line, with the
    address of its store, are written over. What the keyring has, one of its servers needs."""
    postgres, password = guarded
    stored, keeping = planted_in_a_keyring(postgres, tmp_path)
    specs = *specs_of(postgres, "postgresql", "mariadb"), stored
    plan = plan_of(tmp_path, *specs, size=200, repetitions=1)
    folder = tmp_path / "here"
    folder.mkdir()
    store = address_of_a_store(postgres, "typed", password)
    variables = {**VARIABLES, **keeping, "CIPHERBENCH_PASSWORD_GUARDED": password}
    running = program("run", plan, "--store", store, variables=variables, folder=folder)
    with Family(running.pid) as family:
        family.wait_for(b"keeper.py")
        left = Path(f"/proc/{running.pid}/environ").read_bytes()
        shown = Path(f"/proc/{running.pid}/cmdline").read_bytes()
        abort_a_worker(running)
        _, output = running.communicate(timeout=200)
    assert running.returncode in (0, 1), output
    assert "exit code -6" in output or "SIGABRT" in output, "a worker or an errand has aborted"
    assert list(folder.iterdir()) == [], "a core file lies where the program was started"
    with open_store(store, write=False) as opened:
        ends = [run.status for run in opened.runs(1)]
    assert ends.count(Status.DONE) >= len(specs) - 1, "the keyring was asked"
    check(family, password, b"maria")
    for child in family.children:
        assert KEEPER_PASSWORD.encode() not in b"".join(child.commands | child.environments), (
            child.commands
        )
    own = family.program.environments
    assert any(b"EDITOR=the-users-own" in each for each in own), "it was looked at"
    assert b"EDITOR=the-users-own" in left and b"CIPHERBENCH_PASSWORD_GUARDED=***" in left
    assert password.encode() not in left and OTHER.encode() not in left
    mark = password[-12:].encode()
    assert b"127.0.0.1" in shown and b":***" in shown and mark not in shown
    for child in family.children:
        assert mark not in b"".join(child.commands | child.environments), child.commands
    check_cores(family)
    if not cores_allowed:
        pytest.skip("core files are forbidden to this session for good")


def planted_in_a_keyring(postgres: Reachable, folder: Path) -> tuple[ServerSpec, dict[str, str]]:
    """The server for another user, whose password a keyring has; and the variables of a program
    that has this keyring."""
    set_password(postgres, KEEPER, KEEPER_PASSWORD)
    with postgres.admin() as admin:
        admin.execute(f"alter role {KEEPER} createdb")
    spec = replace(spec_of_guarded(postgres, "kept"), user=KEEPER)
    (folder / "vault.json").write_text(json.dumps({account_of(spec): KEEPER_PASSWORD}))
    vault = "tests.security.secrets.planted.Vault"
    return spec, {"PYTHON_KEYRING_BACKEND": vault, "PLANTED": str(folder)}


def check_cores(family: Family) -> None:
    for word in (b"forkserver", b"keeper.py", b"bin/postgres"):
        assert any(each.limits for each in family.of_kind(word)), f"nothing was seen of {word!r}"
    for process in (family.program, *family.children):
        # One that ended before it was asked has told neither these nor what a dump would hold.
        assert process.limits or not process.dump_filter, process.commands
        if process.limits:
            assert core_limits(process.limits) in (["0", "0"], ["1", "1"]), process.commands
        assert int(process.dump_filter or "0", 16) == 0, process.commands
    assert int(family.program.dump_filter, 16) == 0


def abort_a_worker(running: subprocess.Popen[str]) -> None:
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


def ended(events: list[Any], process: CampaignProcess) -> bool:
    events += process.receive()
    return any(isinstance(each, ProcessEnded) for each in events)


@pytest.mark.exhaustive  # the command line starts the same; the window: test_secrecy.py
def test_that_nothing_the_window_starts_has_a_password_in_its_environment(
    tmp_path: Path, guarded: tuple[Reachable, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The campaign's process, too, gets what the store needs by its pipe. What servers inherit is
    what they do from the command line."""
    postgres, password = guarded
    plan = read_plan(plan_of(tmp_path, *specs_of(postgres, "postgresql"), size=20, repetitions=1))
    url = address_of_a_store(postgres, "windows")
    for name, value in (VARIABLES | {"PGPASSWORD": password}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_GUARDED", password)
    monkeypatch.setattr(password_sources, "_secrets", {})
    password_sources.take_passwords()  # what the command line does first, whatever it then opens
    there = processes_under(os.getpid())[1:]
    with Family(os.getpid(), separate=there) as family:
        known = password_sources.passwords_for(plan.servers)
        process = CampaignProcess(CampaignRequest(plan, store_url=url, passwords=known))
        events: list[Any] = []
        wait_until(lambda: ended(events, process), 200)
        process.close()
    assert events[-1].error is None
    assert family.of_kind(b"spawn_main")
    check(family, password)
    with open_store(store_address(postgres, "windows", password), write=False) as store:
        assert store.summary(1).runs_done == 2


def test_that_a_crash_in_this_session_would_leave_one(tmp_path: Path, cores_allowed: bool) -> None:
    """The check itself is proved by a process that does leave its memory."""
    if not cores_allowed:
        pytest.skip("core files are forbidden to this session for good")
    pattern = Path("/proc/sys/kernel/core_pattern").read_text().strip()
    if pattern != "core":
        pytest.skip(f"core files go to {pattern}")
    subprocess.run(["python3", "-c", "import os; os.abort()"], cwd=tmp_path, check=False)
    assert [each.name.partition(".")[0] for each in tmp_path.iterdir()] == ["core"]


@pytest.mark.exhaustive
def test_that_a_server_in_a_container_may_leave_no_core_file() -> None:
    box = open_server(container_spec("postgresql"))
    try:
        assert box.endpoint.pid is not None
        limits = Path(f"/proc/{box.endpoint.pid}/limits").read_text()
        assert core_limits(limits) == ["1", "1"]
    finally:
        box.close()
