"""`export-k6` and `serve-api`: the same load, and what it is sent to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from tests.app.typed import Started, cipherbench
from workloads.web_users.api.client import ApiAddress
from workloads.web_users.api.process import ApiTarget
from workloads.web_users.requests.users import user

pytestmark = pytest.mark.usefixtures("data_prepared_once")

PLAN = """
[campaign]
name = "users"
seed = 5

[[server]]
name = "pg"
source = "embedded"
engine = "postgresql"

[[server]]
name = "lite"
source = "embedded"
engine = "sqlite"

[[protection]]
name = "plaintext"

[[protection]]
name = "aes-256-gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"

[workload]
name = "web_users"
loads = ["mixed", "baseline"]
paths = ["api"]
users = 20
seconds = 2
"""
HOSPITAL = PLAN.partition("[workload]")[0] + '[workload]\nname = "hospital"\nsizes = [10]\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def test_that_a_plan_becomes_a_script_for_the_routes_of_its_protection(
    plan: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.js"
    done = cipherbench("export-k6", str(plan), "-o", str(script))
    assert (done.code, done.out) == (0, "")
    assert "only the load of “api mixed”. Choose another with --case: api in turn." in done.err
    assert '"path": "/users"' in script.read_text()
    cipherbench("export-k6", str(plan), "-o", str(script), "--protection", "aes-256-gcm")
    written = script.read_text()
    assert '"path": "/encrypted-users"' in written
    assert '"constant-arrival-rate"' in written and '"rate": 50' in written
    cipherbench("export-k6", str(plan), "-o", str(script), "--case", "api in turn")
    assert '"per-vu-iterations"' in script.read_text()


def test_that_of_several_rates_the_first_is_exported_and_that_is_stated(
    plan: Path, tmp_path: Path
) -> None:
    plan.write_text(PLAN + "read_rate = [300, 200]\nwrite_rate = [30, 20]\n")
    script = tmp_path / "script.js"
    done = cipherbench("export-k6", str(plan), "-o", str(script))
    assert "the first rate of the plan" in done.err
    assert '"rate": 300' in script.read_text() and '"rate": 200' not in script.read_text()
    plan.write_text(PLAN + "read_rate = 200\nwrite_rate = 20\n")
    done = cipherbench("export-k6", str(plan), "-o", str(script))
    assert "the first rate of the plan" not in done.err and '"rate": 200' in script.read_text()


@pytest.mark.parametrize(
    ("text", "more", "output"),
    [
        (HOSPITAL, (), "“hospital” cannot be run with k6"),
        (PLAN, ("--protection", "rot-13"), "no “rot-13” for --protection"),
        (PLAN, ("--case", "by post"), "It has: api mixed, api in turn."),
        (PLAN.replace("users = 20", "users = 0"), (), "users must be 1 or more"),
        (PLAN + "read_rate = [1, 2]\n", (), "different lengths (2 and 1)"),
        (PLAN + "read_rate = [1, 1]\nwrite_rate = [2, 2]\n", (), "pair of rates is named twice"),
        (PLAN + "read_rate = []\n", (), "read_rate or write_rate is empty"),
        (PLAN + "read_rate = 0\n", (), "read_rate must be 0.01 or more"),
    ],
)
def test_that_what_cannot_be_exported_is_bad_input(
    tmp_path: Path, text: str, more: tuple[str, ...], output: str
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    script = tmp_path / "script.js"
    done = cipherbench("export-k6", str(plan), "-o", str(script), *more)
    assert done.code == 2
    assert output in done.err
    assert not script.exists()


@contextmanager
def serving(plan: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The command in a process of its own, and what it has printed."""
    program = Started(
        *("serve-api", plan, "--json", *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None and program.stderr is not None
    try:
        report = ""
        for line in program.stdout:
            report += line
            if line.rstrip() == "}":
                break
        yield program, json.loads(report or "{}")
    finally:
        program.kill()
        program.communicate()


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that are there; one that nobody has waited for is not."""
    found = []
    for each in processes:
        with suppress(psutil.Error):
            if each.is_running() and each.status() != psutil.STATUS_ZOMBIE:
                found.append(each)
    return found


def eventually(is_so: Callable[[], bool], seconds: float = 15) -> bool:
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)
    return is_so()


def users_of(report: dict[str, str]) -> ApiTarget:
    host, _, port = report["url"].rpartition("/")[2].partition(":")
    return ApiTarget(ApiAddress(host, int(port), report["token"]), report["path"])


@pytest.mark.slow
@pytest.mark.parametrize("server", ["pg", "lite"])
def test_that_an_api_is_served_until_ctrl_c_and_leaves_nothing(plan: Path, server: str) -> None:
    more = ("--protection", "aes-256-gcm", "--server", server)
    with serving(plan, *more) as (program, report):
        assert report["path"] == "/encrypted-users"
        with users_of(report) as users:
            assert {users.get(number) for number in range(1, 21)} == {
                user(5, number) for number in range(1, 21)
            }
        below = psutil.Process(program.pid).children(recursive=True)
        assert any("workloads.web_users.api" in each.cmdline() for each in below)
        os.kill(program.pid, signal.SIGINT)
        _, output = program.communicate(timeout=20)
        assert program.returncode == 0, output
        assert eventually(lambda: alive(below) == [])


@pytest.mark.slow
def test_that_an_api_that_is_killed_is_reported(plan: Path) -> None:
    with serving(plan, "--server", "lite") as (program, _):
        for each in psutil.Process(program.pid).children(recursive=True):
            if "workloads.web_users.api" in each.cmdline():
                each.kill()
        _, output = program.communicate(timeout=20)
        assert program.returncode == 1
        assert "The API ended unexpectedly (signal SIGKILL)" in output


@pytest.mark.slow
def test_that_nothing_is_left_where_the_program_is_killed(plan: Path) -> None:
    with serving(plan) as (program, _):
        below = psutil.Process(program.pid).children(recursive=True)
        program.kill()
        program.wait()
        assert eventually(lambda: alive(below) == [])
