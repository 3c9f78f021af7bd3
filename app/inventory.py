"""What is found on this machine: servers and their capabilities, as `cipherbench engines` tells."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engines.errors import CipherbenchError
from engines.server import ServerSpec, found_servers, open_server, tidy


def inventory() -> list[dict[str, Any]]:
    """Every found server, started for a moment, asked, and stopped again.

    Keys: name, engine, source, version, available, reason, native [{algorithm, bits, modes}],
    client, storage.
    """
    tidy()
    found = found_servers()
    return list(_side_by_side(found))


def _side_by_side(found: list[tuple[ServerSpec, str | None]]) -> Iterable[dict[str, Any]]:
    with ThreadPoolExecutor(max(1, len(found))) as threads:
        yield from threads.map(lambda item: _describe(*item), found)


def _describe(spec: ServerSpec, reason: str | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": spec.name,
        "engine": spec.engine,
        "source": spec.source.value,
        "version": None,
        "available": False,
        "reason": reason,
        "native": [],
        "client": [],
        "storage": [],
    }
    if reason is None:
        try:
            server = open_server(spec)
            try:
                capabilities = server.engine.probe(server.endpoint)
            finally:
                server.close()
        except CipherbenchError as error:
            entry["reason"] = error.message
        else:
            entry |= {
                "version": capabilities.version,
                "available": True,
                **capabilities.tables(),
            }
    return entry
