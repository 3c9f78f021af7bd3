"""The server of a lesson, and what it offers."""

from __future__ import annotations

from collections.abc import Iterable

from app.lessons.lesson import CAMPAIGNS, Run
from app.servers.entry import ServerEntry, ServerState
from app.servers.protection_offers import offers, with_stored_forms
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Protection


def server_of(run: Run, entries: Iterable[ServerEntry]) -> ServerEntry | None:
    """The server of the lesson's engine; an embedded one first."""
    found = [
        each
        for each in entries
        if each.spec.engine == run.server and each.state is not ServerState.UNAVAILABLE
    ]
    return min(found, key=lambda each: each.spec.source is not Source.EMBEDDED, default=None)


def no_server(run: Run) -> CipherbenchError:
    """There is none of the lesson's engine."""
    return CipherbenchError(
        phrase("Server not found"),
        phrase("This lesson needs {server}, which was not found on this machine."),
        phrase("Add it on the Servers page."),
        server=run.server,
    )


def offered(run: Run, entry: ServerEntry, default_mode: str) -> dict[str, Protection]:
    """The protections that a lesson can name, of a server that was asked what it can do. A campaign
    has all of them, and plaintext in the stored form of its ciphers; the pattern lab those that
    encrypt values."""
    found = offers([entry], {entry.name: default_mode})
    if run.module in CAMPAIGNS:
        found = with_stored_forms(found, [each.protection for each in run.on])
        return {each.name: each.protection for each in found}
    return {each.name: each.protection for each in found if each.seals_alone}
