"""No process that the program starts inherits a password, and servers inherit next to nothing."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.results.database.store import open_store
from engines.server import ServerSpec
from tests.engines.tcp_servers import Reachable
from tests.requirements import spec_of
from tests.security.listening import (
    USER,
    Family,
    fresh_password,
    guarded_postgres,
    plan_of,
    program,
    spec_of_guarded,
)

pytestmark = pytest.mark.slow

PASSWORD = fresh_password()
OTHER = f"other-{secrets.token_hex(6)}"
"""What other programs' variables hold, of no use to the servers of a plan."""

VARIABLES = {
    "CIPHERBENCH_PASSWORD_GUARDED": PASSWORD,
    "CIPHERBENCH_PASSWORD_NOBODY_ASKED": OTHER,
    "PGPASSWORD": OTHER,
    "PGPASSFILE": f"/nowhere/{OTHER}",
    "MYSQL_PWD": OTHER,
    "ISC_PASSWORD": OTHER,
    "EDITOR": "the-users-own",
}
STARTED = (b"forkserver", b"keeper.py", b"bin/postgres", b"maria")


@pytest.fixture(scope="module")
def postgres(home: Path) -> Iterator[Reachable]:
    with guarded_postgres(home, PASSWORD) as server:
        yield server


@pytest.fixture
def plan(tmp_path: Path, postgres: Reachable) -> Path:
    ours: tuple[ServerSpec, ...] = (spec_of("postgresql"), spec_of("mariadb"))
    return plan_of(tmp_path / "plan.toml", spec_of_guarded(postgres, "guarded"), *ours)


def check(family: Family) -> None:
    for word in STARTED:
        assert family.of_kind(word), f"nothing was seen of {word!r}"
    for child in family.children:
        seen = b"".join(child.environments | child.commands)
        told = [word for word in (PASSWORD, OTHER) if word.encode() in seen]
        assert told == [], child.commands
    for word in STARTED[1:]:
        for child in family.of_kind(word):
            assert b"the-users-own" not in child.environments_as(word), child.commands


def test_that_nothing_the_command_line_starts_has_a_password_in_its_environment(
    tmp_path: Path, plan: Path
) -> None:
    """And the program's own environment is written over."""
    running = program("run", plan, "--store", tmp_path / "s.sqlite", variables=VARIABLES)
    with Family(running.pid) as family:
        family.wait_for(b"keeper.py")
        left = Path(f"/proc/{running.pid}/environ").read_bytes()
        _, said = running.communicate(timeout=200)
    assert running.returncode == 0, said
    check(family)
    own = family.program.environments
    assert any(b"EDITOR=the-users-own" in each for each in own), "it was looked at"
    assert b"EDITOR=the-users-own" in left and b"CIPHERBENCH_PASSWORD_GUARDED=***" in left
    assert PASSWORD.encode() not in left and OTHER.encode() not in left


FROM_THE_WINDOW = """
import sys, time
from app.plan.plan_file import read_plan
from app.system.child_process import Ended
from app.window.campaign_process import CampaignProcess, Commission
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
    tmp_path: Path, plan: Path, postgres: Reachable
) -> None:
    """The campaign's process, too, gets what the store needs by its pipe."""
    with postgres.admin() as admin:
        admin.execute(f"create database results owner {USER}")
    url = f"postgresql+psycopg://{USER}@127.0.0.1:{postgres.port}/results"
    running = subprocess.Popen(
        [sys.executable, "-c", FROM_THE_WINDOW, plan, url],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **VARIABLES, "PGPASSWORD": PASSWORD},
    )
    with Family(running.pid) as family:
        _, said = running.communicate(timeout=200)
    assert running.returncode == 0, said
    assert family.of_kind(b"spawn_main")
    check(family)
    with open_store(url.replace("@", f":{_quoted(PASSWORD)}@"), write=False) as store:
        assert store.summary(1).runs_done == 3


def _quoted(password: str) -> str:
    from urllib.parse import quote

    return quote(password, safe="")
