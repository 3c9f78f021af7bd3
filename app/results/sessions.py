"""The facts of a campaign's session (program, machine, servers, data), as lines for reports and the
comparison of sessions."""

from __future__ import annotations

from collections.abc import Iterator

from app.results.records import SessionRecord

_FACTS = ("cipherbench", "cpu", "cores_allowed", "cpu_quota", "os", "kernel", "python")
_LOAD = "load_average"
DATA = "data (SHA-256)"
"""Name of the fact that holds the data's checksum."""


def session_lines(session: SessionRecord) -> Iterator[tuple[str, str]]:
    """(fact, value): the program, the machine and its load of the last minute, the servers that
    answered and the data."""
    for name in _FACTS:
        if session.environment.get(name) is not None:
            yield name, str(session.environment[name])
    load = session.environment.get(_LOAD)
    if isinstance(load, list) and load:
        yield _LOAD, str(load[0])
    for server in session.servers:
        yield server.name, f"{server.engine} {server.version}, {server.source}"
    if session.data:
        yield DATA, session.data
