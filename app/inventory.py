"""What is found here or was saved: servers and what they can do, as `cipherbench engines` tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from app.connections import saved_connections
from app.secrets import passwords_for
from engines.errors import CipherbenchError
from engines.leftovers import tidy
from engines.server import ServerSpec, found_servers, open_server


def inventory() -> list[dict[str, Any]]:
    """Every server found and every connection saved, started or entered for a moment and asked.

    Keys: name, engine, source, version, available, reason, native [{algorithm, bits, modes}],
    client, storage.
    """
    tidy()
    saved = saved_connections()
    passwords = passwords_for(saved)
    servers = [*found_servers(), *((spec, None) for spec in saved)]
    return list(_side_by_side(servers, passwords))


def _side_by_side(
    servers: list[tuple[ServerSpec, str | None]], passwords: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    with ThreadPoolExecutor(max(1, len(servers))) as threads:
        yield from threads.map(
            lambda each: _describe(each[0], each[1], passwords.get(each[0].name)), servers
        )


def _describe(spec: ServerSpec, reason: str | None, password: str | None) -> dict[str, Any]:
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
            server = open_server(spec, password)
            try:
                capabilities = server.ask()
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
