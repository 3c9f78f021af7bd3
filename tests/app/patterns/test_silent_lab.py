"""A lab whose server falls silent is given up, and the next one works."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.patterns.lab_process import LabProcess
from app.patterns.requests import Cancel, ListColumns
from app.servers.entry import ServerAccess
from app.system.child_process import ProcessEnded
from engines.contract.endpoint import Endpoint
from tests.app.reachable import Listening, listening
from tests.patience import wait_until
from tests.proxies import Proxy

pytestmark = pytest.mark.usefixtures("children_forked")


@pytest.fixture(scope="module")
def there() -> Iterator[Listening]:
    with listening("mariadb") as found:
        yield found


@pytest.fixture
def proxy(there: Listening) -> Iterator[Proxy]:
    made = Proxy(there.port)
    yield made
    made.close()


def _behind(there: Listening, proxy: Proxy) -> Endpoint:
    spec = there.spec(proxy.port)
    plain = replace(there.server.endpoint, socket=None, pid=None, host="127.0.0.1")
    return replace(plain, port=proxy.port, user=spec.user, password=there.passwords["behind"])


def _ended(lab: LabProcess) -> ProcessEnded:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for reply in lab.receive():
            if isinstance(reply, ProcessEnded):
                return reply
        time.sleep(0.02)
    raise AssertionError("the lab goes on")


@pytest.mark.slow
@pytest.mark.parametrize("cancelled", [pytest.param(False, marks=pytest.mark.exhaustive), True])
def test_that_a_request_to_a_silent_server_is_given_up(
    there: Listening, proxy: Proxy, cancelled: bool
) -> None:
    seconds = 600.0 if cancelled else 2.0
    lab = LabProcess(seconds)
    place = ServerAccess("behind", _behind(there, proxy), there.server.probe())
    proxy.fall_silent_after(there.turns + 2)  # its settings are one
    began = time.monotonic()
    lab.send(ListColumns(place))
    wait_until(lambda: proxy.clients)
    if cancelled:
        lab.send(Cancel())
    error = _ended(lab).error
    assert error is not None and "behind did not answer within" in error.message
    assert time.monotonic() - began < 60
    wait_until(lab.has_ended)
    lab.close()
