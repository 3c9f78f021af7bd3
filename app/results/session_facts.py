"""The facts of a campaign's session (program, machine, servers, data) as (fact, value) lines, for
reports and for comparing sessions."""

from __future__ import annotations

from collections.abc import Iterator

from app.results.records import SessionRecord

_FACTS = ("cipherbench", "cpu", "cores_allowed", "cpu_quota", "os", "kernel", "python")
_LOAD = "load_average"
DATA_FACT = "data (SHA-256)"
"""Name of the fact that holds the data's checksum."""


def session_facts(session: SessionRecord) -> Iterator[tuple[str, str]]:
    """(fact, value) lines: program, machine, its load average over a minute, the servers that
    answered, and the checksum of the data."""
    for name in _FACTS:
        if session.environment.get(name) is not None:
            yield name, str(session.environment[name])
    load = session.environment.get(_LOAD)
    if isinstance(load, list) and load:
        yield _LOAD, str(load[0])
    for server in session.servers:
        yield server.name, f"{server.engine} {server.version}, {server.source}"
    if session.data:
        yield DATA_FACT, session.data
