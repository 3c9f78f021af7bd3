"""The output of `cipherbench engines`: all servers found here or saved, with their capabilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from app.processes.fork_server import open_fork_server
from app.servers.opening import open_and_probe, release_server
from app.servers.saved_connections import saved_connections
from app.system.password_sources import passwords_for
from app.system.threads import in_thread
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind
from engines.leftovers import remove_leftovers
from engines.opening import found_servers, open_server
from engines.properties import ECB, REUSED_STREAM, properties_of
from engines.servers.server import ServerSpec


def inventory() -> list[dict[str, Any]]:
    """Every server found and every connection saved, started or entered for a moment and asked.

    Keys: name, engine, source, version, available, reason, native [{algorithm, bits, modes}],
    client, storage, transit.
    """
    remove_leftovers()
    saved = saved_connections()
    passwords = passwords_for(saved)
    servers = [*found_servers(), *((spec, None) for spec in saved)]
    return list(_side_by_side(servers, passwords))


def encrypted_folders() -> list[dict[str, Any]]:
    """Each kind of encrypted folder, seen by a trial: one is made, mounted and removed.

    Keys: name, available, lies_on (its cipher), reason.
    """
    return [_tried(kind) for kind in EncryptedFolder if kind is not EncryptedFolder.OFF]


def folder_lines(folders: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Encrypted folders as text: a line for each."""
    for each in folders:
        if each["available"]:
            yield f"● encrypted folder  {each['lies_on']}"
        else:
            yield f"○ encrypted folder  {each['name']}  not available: {each['reason']}"


def inventory_lines(servers: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """An inventory as text: a line a server and one for each cipher, weak modes with a star."""
    weak: dict[str, None] = {}
    for server in servers:
        yield _server_line(server)
        for kind in _KINDS:
            for index, row in enumerate(server[kind]):
                marks = {mode: _marks(kind, row, mode) for mode in row["modes"]}
                weak |= dict.fromkeys(mark for found in marks.values() for mark in found)
                modes = " ".join(f"{mode}*" if found else mode for mode, found in marks.items())
                cipher = f"{row['algorithm'].upper():<11} {row['bits']:>4} bits"
                yield f"    {'' if index else kind:<8}{cipher}   {modes}"
        for row in server[ProtectionKind.TRANSIT]:
            yield f"    {ProtectionKind.TRANSIT:<8}{row['algorithm'].upper()}"
    if weak:
        yield f"* {'; '.join(_MEANINGS[mark] for mark in weak)}"


_KINDS = (ProtectionKind.NATIVE, ProtectionKind.CLIENT, ProtectionKind.STORAGE)
_MEANINGS = {
    ECB: "ECB: equal blocks stay equal",
    REUSED_STREAM: "RC4: one key stream for all values or pages",
}


def _marks(kind: ProtectionKind, row: Mapping[str, Any], mode: str) -> tuple[str, ...]:
    protection = Protection("", kind, row["algorithm"], row["bits"] or None, mode)
    return properties_of(protection, mode, fixed_iv=False).marks


def _server_line(server: Mapping[str, Any]) -> str:
    if server["available"]:
        return f"● {server['name']}  {server['version']}  {server['source']}"
    return f"○ {server['name']}  {server['source']}  not available: {server['reason']}"


def _tried(kind: EncryptedFolder) -> dict[str, Any]:
    """SQLite has no server that would have to start for it."""
    facts: dict[str, Any] = {
        "name": kind.value,
        "available": False,
        "lies_on": "",
        "reason": None,
    }
    spec = ServerSpec(kind.value, Source.EMBEDDED, "sqlite", encrypted_folder=kind)
    try:
        server = open_server(spec)
    except CipherbenchError as error:
        return facts | {"reason": str(error.advice)}
    try:
        return facts | {"available": True, "lies_on": server.lies_on().lies_on.partition(";")[0]}
    finally:
        server.close()


def _side_by_side(
    servers: list[tuple[ServerSpec, Message | None]], passwords: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    open_fork_server()
    asked = [
        in_thread(partial(_describe, spec, reason, passwords.get(spec.name)))
        for spec, reason in servers
    ]
    for each in asked:
        yield each.result()


def _describe(spec: ServerSpec, reason: Message | None, password: str | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": spec.name,
        "engine": spec.engine,
        "source": spec.source.value,
        "version": None,
        "available": False,
        "reason": reason and str(reason),
        "native": [],
        "client": [],
        "storage": [],
        "transit": [],
    }
    if reason is None:
        try:
            opened = open_and_probe(spec, password)
            release_server(opened.server)
        except CipherbenchError as error:
            entry["reason"] = str(error.advice)
        else:
            capabilities = opened.capabilities
            entry |= {
                "version": capabilities.version,
                "available": True,
                **capabilities.tables(),
            }
    return entry
