"""No process that the program starts inherits a password or may leave its memory in a file, and
servers inherit next to nothing."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest

from app.results.store.store import open_store
from engines.servers.server import ServerSpec
from tests.app.workers import workers_of
from tests.engines.tcp_servers import Reachable
from tests.requirements import spec_of
from tests.security.listening import (
    USER,
    Family,
    core_limits,
    plan_of,
    program,
    spec_of_guarded,
)

pytestmark = pytest.mark.slow

OTHER = f"other-{secrets.token_hex(6)}"
"""What other programs' variables hold, of no use to the servers of a plan."""

VARIABLES = {
    "CIPHERBENCH_PASSWORD_NOBODY_ASKED": OTHER,
    "PGPASSWORD": OTHER,
    "PGPASSFILE": f"/nowhere/{OTHER}",
    "MYSQL_PWD": OTHER,
    "ISC_PASSWORD": OTHER,
    "EDITOR": "the-users-own",
}
STARTED = (b"forkserver", b"keeper.py", b"bin/postgres", b"maria")


def specs_of(postgres: Reachable) -> tuple[ServerSpec, ...]:
    """That server, and two of ours."""
    return spec_of_guarded(postgres, "guarded"), spec_of("postgresql"), spec_of("mariadb")


def address_of_a_store(postgres: Reachable, name: str, password: str = "") -> str:
    """Of a database that is made for it."""
    with postgres.admin() as admin:
        admin.execute(f"create database {name} owner {USER}")
    return address(postgres, name, password)


def address(postgres: Reachable, name: str, password: str = "") -> str:
    secret = f":{quote(password, safe='')}" if password else ""
    return f"postgresql+psycopg://{USER}{secret}@127.0.0.1:{postgres.port}/{name}"


def check(family: Family, password: str) -> None:
    for word in STARTED:
        assert family.of_kind(word), f"nothing was seen of {word!r}"
    for child in family.children:
        seen = b"".join(child.environments | child.commands)
        told = [word for word in (password, OTHER) if word.encode() in seen]
        assert told == [], child.commands
    for word in STARTED[1:]:
        for child in family.of_kind(word):
            assert b"the-users-own" not in child.environments_as(word), child.commands


def test_that_nothing_the_command_line_starts_shows_a_password_or_leaves_a_core_file(
    tmp_path: Path, guarded: tuple[Reachable, str], cores_allowed: bool
) -> None:
    """One of its workers is aborted. And the program's own environment and command line, with the
    address of its store, are written over."""
    postgres, password = guarded
    plan = plan_of(tmp_path / "plan.toml", *specs_of(postgres), size=200)
    folder = tmp_path / "here"
    folder.mkdir()
    store = address_of_a_store(postgres, "typed", password)
    variables = {**VARIABLES, "CIPHERBENCH_PASSWORD_GUARDED": password}
    running = program("run", plan, "--store", store, variables=variables, folder=folder)
    with Family(running.pid) as family:
        family.wait_for(b"keeper.py")
        left = Path(f"/proc/{running.pid}/environ").read_bytes()
        shown = Path(f"/proc/{running.pid}/cmdline").read_bytes()
        abort_a_worker(running)
        _, said = running.communicate(timeout=200)
    assert running.returncode in (0, 1), said
    assert "exit code -6" in said or "SIGABRT" in said, "a worker or an errand has aborted"
    assert list(folder.iterdir()) == [], "a core file lies where the program was started"
    check(family, password)
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


FROM_THE_WINDOW = """
import sys, time
from app.plan.plan_file import read_plan
from app.system.child_process import Ended
from app.execution.campaign_process import CampaignProcess, Commission
from app.command_line.main import run
from app.system.passwords import passwords_for, take_passwords

take_passwords()  # what the command line does first, whatever it then opens
plan, store = read_plan(sys.argv[1]), sys.argv[2]
process = CampaignProcess(
    Commission(plan, store_url=store, passwords=passwords_for(plan.servers))
)
events = []
while not any(isinstance(event, Ended) for event in events):
    events += process.receive()
    time.sleep(0.05)
process.close()
sys.exit(str(events[-1].error) if events[-1].error else 0)
"""


def test_that_nothing_the_window_starts_has_a_password_in_its_environment(
    tmp_path: Path, guarded: tuple[Reachable, str]
) -> None:
    """The campaign's process, too, gets what the store needs by its pipe."""
    postgres, password = guarded
    plan = plan_of(tmp_path / "plan.toml", *specs_of(postgres))
    url = address_of_a_store(postgres, "windows")
    running = subprocess.Popen(
        [sys.executable, "-c", FROM_THE_WINDOW, plan, url],
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            **VARIABLES,
            "CIPHERBENCH_PASSWORD_GUARDED": password,
            "PGPASSWORD": password,
        },
    )
    with Family(running.pid) as family:
        _, said = running.communicate(timeout=200)
    assert running.returncode == 0, said
    assert family.of_kind(b"spawn_main")
    check(family, password)
    with open_store(address(postgres, "windows", password), write=False) as store:
        assert store.summary(1).runs_done == 3
