"""The stage of a row: the best network that this machine allows, and homes of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from benchmarks.hosts.network import LOOPBACK, NAMESPACES, network
from engines.keeping.home import home
from tests.faults.hosts.stage import HOSTS, Stage, staged
from tests.requirements import is_required


@pytest.fixture(autouse=True, scope="module")
def _data_prepared_once(data_prepared_once: None) -> None:
    """Each coordinator has a home of its own, to which PostgreSQL is copied."""


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    row = request.node.name.partition("[")[2].rstrip("]")
    above = home() / "hosts"
    above.mkdir(exist_ok=True)
    folder = Path(mkdtemp(prefix=f"{row or 'strangers'}-", dir=above))
    for each in (above, folder):
        each.chmod(0o711)  # PostgreSQL's user has to pass
    with network(len(HOSTS) + 1) as connected, staged(folder, connected) as made:
        if connected.name == LOOPBACK and is_required(NAMESPACES):
            pytest.fail(f"{NAMESPACES} are required here")
        yield made
