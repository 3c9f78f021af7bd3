"""The child process that inspects a user's server for the wizard and writes a workload file, with
its orders and answers. Each order is sent with a number, and its answer with the same.

The user's databases are only read (`app.designing`). A thread executes orders, so that they can be
stopped.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.designing.design import Design
from app.designing.inspecting import InspectionScope
from app.plan.campaign import Campaign
from app.processes.deadlines import Cancellation
from app.system.child_process import ChildProcess, Outbox
from app.system.folders import see_log
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, Unfit
from engines.contract.message import Message, phrase
from engines.contract.structure import TableSummary
from engines.servers.server import Server, ServerSpec

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InspectedServer:
    """A server to inspect: a running one has an `endpoint`; one at an address has a `password`."""

    spec: ServerSpec
    endpoint: Endpoint | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class ListDatabases:
    """Answered by `DatabasesListed`."""

    source: InspectedServer


@dataclass(frozen=True)
class ListTables:
    """Answered by `TablesListed`."""

    source: InspectedServer
    database: str


@dataclass(frozen=True)
class Inspect:
    """Inspect tables and propose a workload; answered by `DesignProposed`."""

    source: InspectedServer
    database: str
    scope: InspectionScope


@dataclass(frozen=True)
class TryStatements:
    """Try the chosen statements on a server, in databases made for that; answered by
    `StatementsTried`."""

    design: Design
    source: InspectedServer


@dataclass(frozen=True)
class AddStatement:
    """Add a statement that the user wrote, or put it in place of the one named `before`; answered
    by `StatementAdded` or `StatementRefused`."""

    design: Design
    text: str
    before: str = ""


@dataclass(frozen=True)
class WriteFile:
    """Write the workload file, and a plan that measures it on a server, where its statements are
    tried first unless they were; answered by `FileWritten`."""

    design: Design
    path: Path
    source: InspectedServer


@dataclass(frozen=True)
class StopInspection:
    """Stop all orders; with `leave` end the process."""

    leave: bool = False


type Order = ListDatabases | ListTables | Inspect | TryStatements | AddStatement | WriteFile


@dataclass(frozen=True)
class DatabasesListed:
    names: tuple[str, ...]


@dataclass(frozen=True)
class TablesListed:
    offers: tuple[TableSummary, ...]


@dataclass(frozen=True)
class DesignProposed:
    """A proposed design, and the queries that were sent to make it."""

    design: Design
    queries: tuple[str, ...]


@dataclass(frozen=True)
class StatementsTried:
    """The design with the result of each statement's trial."""

    design: Design


@dataclass(frozen=True)
class StatementAdded:
    """The design with the statement, under this name."""

    design: Design
    name: str


@dataclass(frozen=True)
class StatementRefused:
    """Why a statement that the user wrote cannot be measured."""

    why: Message


@dataclass(frozen=True)
class FileWritten:
    """The path of the file, a plan that measures it, and the design with the trials' results."""

    design: Design
    path: Path
    plan: Campaign


@dataclass(frozen=True)
class OrderRefused:
    error: CipherbenchError


type DesignAnswer = (
    DatabasesListed
    | TablesListed
    | DesignProposed
    | StatementsTried
    | StatementAdded
    | StatementRefused
    | FileWritten
    | OrderRefused
)


type NumberedOrder = tuple[int, Order]
type NumberedAnswer = tuple[int, DesignAnswer]


class DesignProcess(ChildProcess[NumberedOrder | StopInspection, NumberedAnswer]):
    """The window's end of the process."""

    def __init__(self) -> None:
        super().__init__(_serve, StopInspection(leave=True), _crash_error(), 0.0)


def _serve(outbox: Outbox[NumberedAnswer]) -> None:
    thread = _OrderThread(outbox)
    try:
        with suppress(EOFError, OSError):
            while True:
                match outbox.pipe.recv():
                    case StopInspection(leave=leave):
                        thread.stop()
                        if leave:
                            break
                    case order:
                        thread.take(order)
    finally:
        thread.close()


class _OrderThread:
    """Executes orders one after another in a thread; a stop cancels the running one and drops those
    that wait."""

    def __init__(self, outbox: Outbox[NumberedAnswer]) -> None:
        self._outbox = outbox
        self._waiting: queue.SimpleQueue[tuple[NumberedOrder, Cancellation] | None] = (
            queue.SimpleQueue()
        )
        self._cancellation = Cancellation()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def take(self, order: NumberedOrder) -> None:
        self._waiting.put((order, self._cancellation))

    def stop(self) -> None:
        """Cancel all orders taken until now."""
        self._cancellation.ask(0.0)
        self._cancellation = Cancellation()

    def close(self) -> None:
        """Stop, and wait for the thread to end."""
        self.stop()
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            (number, order), cancellation = waiting
            if cancellation.asked:
                continue
            answer = _answer(order, cancellation)
            if not cancellation.asked:
                self._outbox.put((number, answer))


def _answer(order: Order, cancellation: Cancellation) -> DesignAnswer:
    try:
        return _execute(order, cancellation)
    except CipherbenchError as error:
        return OrderRefused(error)
    except Exception:
        log.exception("%s", type(order).__name__)
        return OrderRefused(_failed())


def _execute(order: Order, cancellation: Cancellation) -> DesignAnswer:
    # Imported here, not in the window, which imports this module: they load sqlglot.
    from app.designing.design_trial import try_design
    from app.designing.design_writing import plan_for, write_workload
    from app.designing.inspecting import databases_of, inspect, tables_of
    from app.designing.proposing import propose

    match order:
        case ListDatabases(source):
            with _opened_server(source, cancellation) as server:
                return DatabasesListed(tuple(databases_of(server)))
        case ListTables(source, database):
            with _opened_server(source, cancellation) as server:
                return TablesListed(tuple(tables_of(server, database)))
        case Inspect(source, database, scope):
            with _opened_server(source, cancellation) as server:
                found = inspect(server, database, scope)
            return DesignProposed(propose(found), found.queries)
        case TryStatements(design, source):
            with _opened_server(source, cancellation) as server:
                return StatementsTried(try_design(design, server))
        case AddStatement():
            return _add_statement(order)
        case WriteFile(design, path, source):
            if not design.tried_on:
                with _opened_server(source, cancellation) as server:
                    design = try_design(design, server)
            write_workload(design, path)
            return FileWritten(design, path, plan_for(design, str(path), source.spec))


def _add_statement(order: AddStatement) -> StatementAdded | StatementRefused:
    from app.designing.proposed_statements import with_statement

    try:
        design, name = with_statement(order.design, order.text, order.before)
    except Unfit as error:
        return StatementRefused(error.message)
    return StatementAdded(design, name)


@contextmanager
def _opened_server(source: InspectedServer, cancellation: Cancellation) -> Iterator[Server]:
    """The server, opened without probing its capabilities: probing makes a database, and here the
    user's server is only read."""
    from app.processes.isolated_engine import open_isolated
    from app.servers.opening import attach_server, release_server

    if source.endpoint is not None:
        server = attach_server(source.spec, source.endpoint, cancellation)
    else:
        server = open_isolated(source.spec, source.password, cancellation=cancellation)
    try:
        yield server
    finally:
        release_server(server)


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Cipherbench failed to read the database."),
        see_log(),
    )


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("Database not read"),
        phrase("The process that reads databases stopped unexpectedly."),
        phrase("Try again. {see_log}", see_log=see_log()),
    )
