"""What the tests copy is what the engine's own program laid out."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.requirements import spec_of


def _identity(server: Server) -> str:
    """What initdb has drawn for this server."""
    with server.engine.driver.connect(server.endpoint) as session:
        return str(session.fetch("select system_identifier from pg_control_system()")[0][0])


@pytest.mark.slow
def test_that_copies_have_folders_of_their_own_and_data_elsewhere_are_prepared_anew(
    home: Path,
) -> None:
    usual = spec_of("postgresql")
    with ExitStack() as running:

        def started(spec: ServerSpec) -> Server:
            return running.enter_context(closing(open_server(spec)))

        first, second = started(usual), started(usual)
        elsewhere = started(replace(usual, data_directory=str(home)))
        assert _identity(first) == _identity(second) != _identity(elsewhere)
        assert first.endpoint.data != second.endpoint.data
