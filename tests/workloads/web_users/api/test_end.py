"""However the API or its starter ends, it is told why, and nothing of it stays."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from engines.contract.message import phrase
from tests.workloads.web_users.api.household import SEED, Household, household
from workloads.web_users.api.client import ApiConnection, ApiFailed
from workloads.web_users.requests.users import user

pytestmark = pytest.mark.slow

_STARTER = """
import pickle, sys, time
from workloads.web_users.api.process import Api
api = Api(pickle.load(sys.stdin.buffer))
print(api.pid, api.users.address.port, flush=True)
time.sleep(60)
"""


@pytest.fixture(scope="module")
def home(servers: Any) -> Iterator[Household]:
    with household(servers["postgresql"]) as made:
        yield made


def eventually(is_so: Callable[[], bool], seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()


def is_free(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.slow
def test_that_nothing_stays_of_an_api_that_was_closed_while_a_connection_is_retained(
    home: Household,
) -> None:
    with home.api(tls=True) as api:
        process, port = psutil.Process(api.pid), api.users.address.port
        opened = {Path(each.path) for each in process.open_files()}
        assert not [each for each in opened if "cert" in each.name or "key" in each.name]
        target = api.users.open()
        target.get(1)
        began = time.monotonic()
    assert time.monotonic() - began < 20, "a kept connection stays open for a day"
    assert not process.is_running()
    assert is_free(port)
    target.close()
    api.close()  # twice is no error


@pytest.mark.slow
@pytest.mark.parametrize(
    "end",
    ["kill", pytest.param("terminate", marks=pytest.mark.exhaustive)],  # either ends it at once
)
def test_that_an_api_ends_with_the_process_that_started_it(home: Household, end: str) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", _STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert starter.stdin is not None and starter.stdout is not None
    with starter.stdin as report:
        pickle.dump(home.order(), report)
    pid, port = map(int, starter.stdout.readline().split())
    api = psutil.Process(pid)
    assert api.is_running() and not is_free(port)
    getattr(starter, end)()
    starter.wait()
    starter.stdout.close()
    assert eventually(lambda: not api.is_running() or api.status() == psutil.STATUS_ZOMBIE)
    assert eventually(lambda: is_free(port))


def test_that_a_killed_api_is_reported_with_its_signal_and_no_other_error_is_changed(
    home: Household,
) -> None:
    error = ApiFailed(phrase("API failed"), phrase("It said something else."))
    with home.api() as api, api.users.open() as target:
        assert api.explain_failure(error) is error
        assert target.get(1) == user(SEED, 1)
        os.kill(api.pid, signal.SIGKILL)
        with pytest.raises(ApiFailed) as caught:
            target.get(1)
        assert str(api.explain_failure(caught.value).message) == (
            "The API ended unexpectedly (signal SIGKILL)."
        )


def test_that_an_api_that_stands_still_is_reported_and_does_not_outlive_its_starter(
    home: Household,
) -> None:
    with home.api() as api:
        connection = ApiConnection(api.users.address, seconds=0.5)
        request = api.users.address.request("GET", f"{api.users.path}/1")
        assert connection.exchange(request)[0] == 200
        os.kill(api.pid, signal.SIGSTOP)
        with pytest.raises(ApiFailed, match="did not answer") as caught:
            connection.exchange(request)
        assert "does not respond" in str(api.explain_failure(caught.value))
        connection.close()
        process = psutil.Process(api.pid)
    assert not process.is_running()


@pytest.mark.slow
def test_that_a_server_that_goes_away_is_reported_in_its_words(servers: Any) -> None:
    server = servers["postgresql"]
    with household(server) as home, home.api() as api, api.users.open() as target:
        with server.engine.driver.connect(server.endpoint) as session:
            session.fetch(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                f"where datname = '{home.users.database}'"
            )
        with pytest.raises(ApiFailed, match=r"answered with 503: .*(PostgreSQL|connection)"):
            target.get(1)
        with suppress(ApiFailed):
            target.get(1)
