"""Why a server was lost during a run, by its container, process and log (`ServerBefore`); and the
databases that failed runs left on servers, which are dropped later (`Leftovers`)."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from app.campaign.servers.server_pool import ServerPool
from app.results.events import Event, Noted
from app.system.wall_time import wall_time
from engines.base.backed_up import restored_name
from engines.base.ownership import NotOwned, Owned, Unseen, Verdict, database_name, refused
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, NotDropped, disk_full, says_disk_full
from engines.contract.message import NOTHING, Message, phrase
from engines.keeping.programs import how_ended
from engines.platform.processes import exit_status, has_ended
from engines.platform.signals import KILLED
from engines.servers.server import Server

_ENDING_SECONDS = 1.0
"""Seconds that a process may take from its last answer to its end."""

_PATIENCE_SECONDS, _RETRY_SECONDS = 10.0, 0.5
"""How long a campaign that has ended goes on trying to drop its databases, and how often."""

_MOST_LINE_CHARACTERS = 300
"""Characters of a line of a log: some hold whole statements."""


class ServerBefore:
    """A server's state before a run, to explain a failure by what has happened to it since."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._log_begins = _size(server.log)

    def explain(self, why: Message) -> Message:
        """`why` the run failed, preceded by what happened to its server, if known."""
        if message := self._full_disk_line():
            return disk_full(self._server.engine.title, message).advice
        failure_reason = self._failure_reason()
        return phrase("{event} {why}", event=failure_reason, why=why) if failure_reason else why

    def _failure_reason(self) -> Message:
        endpoint = self._server.endpoint
        if endpoint.container is not None:
            from engines.container.server import why_lost

            return why_lost(endpoint) or NOTHING
        if ending := _side_ending(endpoint):
            return ending
        if endpoint.pid is None or self._answers():
            return NOTHING
        return _ending_of(endpoint.pid)

    def _answers(self) -> bool:
        try:
            self._server.engine.servers.check_connection(self._server.endpoint)
        except CipherbenchError:
            return False
        return True

    def _full_disk_line(self) -> str:
        """The server's own log line; clients may get none."""
        new = _size(self._server.log) - self._log_begins
        lines = self._server.log_tail(new).splitlines() if new > 0 else []
        return next((line[:_MOST_LINE_CHARACTERS] for line in lines if says_disk_full(line)), "")


class Leftovers:
    """Databases that workers, or an earlier session, could not drop; those that cannot be dropped
    in the end are reported."""

    def __init__(self, pool: ServerPool, sink: Callable[[Event], None]) -> None:
        self._pool = pool
        self._sink = sink
        self._left = pool.left

    def look_for(self, mark: str) -> None:
        """Drop databases that a killed session of the campaign left, whose names begin with `mark`;
        report those that were dropped, and servers that could not be searched."""
        for name, server in self._pool.servers.items():
            try:
                found = server.engine.catalogue.judge_all(server.endpoint)
            except CipherbenchError as error:
                self._sink(_not_searched_note(name, database_name(mark), error))
                continue
            for database, verdict in found.items():
                if database.startswith(database_name(mark)):
                    self._handle(name, database, verdict)
            before = list(self._left.get(name, ()))
            self.drop(name)
            for database in set(before) - set(self._left.get(name, ())):
                message = phrase(
                    "Dropped {database}, which was left on {server}", database=database, server=name
                )
                self._sink(Noted(message))

    def _handle(self, name: str, database: str, verdict: Verdict) -> None:
        match verdict:
            case Owned() | Unseen():
                self.add(name, database)
            case NotOwned():
                self._sink(not_owned_note(self._pool.servers[name], database, verdict))

    def add(self, server: str, database: str, *, restores: bool = False) -> None:
        """A run worked in `database`, and it may still be there, or what it restored."""
        restored = (restored_name(database),) if restores else ()
        self._left.setdefault(server, []).extend((database, *restored))

    def drop(self, name: str) -> None:
        """Drop what is left on a server, unless it has ended; what cannot be dropped now stays
        listed."""
        if name in self._left and not self._pool.servers[name].has_ended:
            self._try(name)

    def drop_all(self, pause: Callable[[float], bool]) -> None:
        """Drop what is left on all servers that stay running, with retries, and report what
        remains.

        `pause` waits so many seconds and returns whether to give up.
        """
        deadline = time.monotonic() + _PATIENCE_SECONDS
        reachable = [name for name in self._left if self._pool.outlives_campaign(name)]
        remaining = self._remaining(reachable)
        while remaining and time.monotonic() < deadline and not pause(_RETRY_SECONDS):
            remaining = self._remaining(reachable)
        for name, error in remaining:
            self._sink(not_dropped_note(name, error))

    def _remaining(self, names: Iterable[str]) -> list[tuple[str, NotDropped]]:
        return [(name, error) for name in names for error in self._try(name)]

    def _try(self, name: str) -> list[NotDropped]:
        """Try to drop databases of a server: the errors of those that remain. One that is not ours
        is reported and left alone."""
        server = self._pool.servers[name]
        remaining = []
        for database in list(self._left.get(name, ())):
            try:
                verdict = server.engine.catalogue.drop_database(server.endpoint, database)
            except NotDropped as error:
                remaining.append(error)
                continue
            self._left[name].remove(database)
            if isinstance(verdict, NotOwned):
                self._sink(not_owned_note(server, database, verdict))
        return remaining


def _not_searched_note(server: str, beginning: str, error: CipherbenchError) -> Noted:
    message = phrase(
        "{server} could not be searched for databases of an earlier session: {reason} Their names "
        "begin with {beginning}.",
        server=server,
        reason=error.messages[1],
        beginning=beginning,
    )
    return Noted(message, "warning", wall_time())


def not_dropped_note(server: str, error: NotDropped) -> Noted:
    """The message about a database that remains, and is ours or may be."""
    message = phrase(
        "{database} stays on {server}: {reason}. After solving this: {statement}",
        **{**error.messages[1].values, **error.messages[2].values, "server": server},
    )
    return Noted(message, "warning", wall_time())


def not_owned_note(server: Server, database: str, verdict: NotOwned) -> Noted:
    """The message about a database that has a name of ours, and is not ours."""
    error = refused(server.engine.catalogue, server.endpoint, database, verdict)
    message = phrase(
        "{database} stays on {server}, although its name is one of Cipherbench's: {reason}. If it "
        "is not needed: {statement}",
        **{**error.messages[1].values, **error.messages[2].values, "server": server.spec.name},
    )
    return Noted(message, "warning", wall_time())


def _size(log: Path | None) -> int:
    with suppress(OSError):
        return log.stat().st_size if log else 0
    return 0


def _side_ending(endpoint: Endpoint) -> Message:
    """How its pooler or one of its standbys ended; nothing while they go on."""
    poolers = () if endpoint.pooler_pid is None else (endpoint.pooler_pid,)
    several = len(endpoint.standbys) > 1
    known = (
        (poolers, phrase("The pooler has ended ({how}).")),
        *(
            (
                each.roots,
                phrase("Node {number} has ended ({how}).", number=number)
                if several
                else phrase("The standby has ended ({how})."),
            )
            for number, each in enumerate(endpoint.standbys, 2)
        ),
    )
    for pids, words in known:
        for pid in filter(has_ended, pids):
            with suppress(OSError):
                status = exit_status(pid)
                return words.with_values(how=how_ended(os.waitstatus_to_exitcode(status or 0)))
    return NOTHING


def _ending_of(pid: int) -> Message:
    """How a process ended; nothing while it goes on."""
    deadline = time.monotonic() + _ENDING_SECONDS
    while True:
        try:
            status = exit_status(pid)
        except OSError:
            return phrase("The server's process is gone.")
        if status is not None:
            return _text_of(status)
        if time.monotonic() > deadline:
            return NOTHING
        time.sleep(0.02)


def _text_of(status: int) -> Message:
    """What the status of an ended process says, in the form that `wait` gives it."""
    number = status & 0x7F
    if number == KILLED:
        return phrase("The server was killed (SIGKILL), by someone or because memory ran out.")
    if number:
        name = signal.Signals(number).name
        return phrase("The server crashed or was stopped from outside ({name}).", name=name)
    if status:
        return phrase("The server has ended (exit code {code}).", code=status >> 8)
    return phrase("The server has ended.")
