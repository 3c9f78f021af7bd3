"""What is told of a campaign's servers: that they begin, answer, are waited for, or are away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.campaign.machine.allowance import allowance
from app.results.events import Event, Note, Noted, ServerReady
from app.results.records import ServerRecord
from app.servers.entry import ServerEntry, ServerState
from app.system.clock import wall_time
from engines.base.capability import DATA_LIES_ON, Capabilities
from engines.contract.endpoint import EncryptedFolder
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.message import phrase, significant
from engines.contract.protection import Protection
from engines.servers.server import Server, ServerSpec

_WAITING = phrase("Waiting up to {seconds} for {server} to answer")
_STARTING_AGAIN = phrase("{server} no longer answers: restarting it")


def ready(reported: ServerRecord, in_process: bool = False) -> ServerReady:
    """What is told of a server that answers."""
    return ServerReady(
        reported.name,
        reported.engine,
        reported.source,
        reported.version,
        reported.settings,
        in_process,
        reported.lies_on,
    )


def record_of(server: Server, reported: Capabilities) -> ServerRecord:
    """What a server tells of itself, and where it may run as far as that is seen from here."""
    spec, pid = server.spec, server.endpoint.pid
    placed = allowance(pid) if pid else {}
    settings = {**reported.settings, **placed}
    known = (spec.name, spec.engine, spec.source.value, reported.version)
    lies_on = reported.lies_on
    if spec.encrypted_folder is not EncryptedFolder.OFF:
        lies_on = lies_on.rpartition(";")[0]  # each start has a folder of its own
    return ServerRecord(*known, settings, lies_on)


def awaited(server: Server, seconds: float) -> Noted:
    """What is told before a server that has gone is waited for, up to so long, or started again."""
    message = _STARTING_AGAIN if server.spec.ours else _WAITING
    reported = message.with_values(server=server.spec.name, seconds=significant(seconds, 3, "s"))
    return Noted(reported, "warning", wall_time(), about=Note.AWAITING)


class Steps:
    """Makes notes of how far something long has come: when it begins, and at every fifth."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self._reported: dict[str, str] = {}

    def __call__(self, entry: ServerEntry) -> None:
        text, part = entry.step.text, entry.step.part
        step = str(text) if part is None else str(int(5 * part))
        if text and entry.state is ServerState.STARTING and step != self._reported.get(entry.name):
            self._reported[entry.name] = step
            message = phrase("{server}: {text}", server=entry.name, text=text)
            self._tell(Noted(message, at=wall_time()))


def uncovered(name: str, protection: Protection, found: Capabilities) -> CipherbenchError:
    """The error of a server whose data no longer lie on what protects them from below."""
    return CipherbenchError(
        phrase("Protection missing"),
        phrase("The data of {server} is no longer on {algorithm}. It is {lies}."),
        phrase("Mount it again, then resume the campaign."),
        server=name,
        algorithm=protection.algorithm or protection.name,
        lies=found.layers or found.settings[DATA_LIES_ON],
    )


def none_left(specs: Iterable[ServerSpec]) -> ServerUnavailable:
    """The error of a campaign of which no server can be used."""
    return ServerUnavailable(
        phrase("No server available"),
        phrase("None of the plan's servers can be used: {names}."),
        phrase("Start one of them, or choose another. `cipherbench engines` says why."),
        names=", ".join(spec.name for spec in specs),
    )
