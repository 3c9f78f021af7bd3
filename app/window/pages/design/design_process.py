"""The process that asks a server of the user's for the window, and makes a workload file of it.

It only reads, by `app.designing`. What is asked goes on in a thread, so that it can be stopped.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.designing.inspecting import InspectionScope
from app.designing.model.design import Design
from app.plan.campaign import Campaign
from app.processes.deadlines import Cancellation
from app.system.child_process import ChildProcess, Post
from app.system.folders import see_log
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, Unfit
from engines.contract.message import Message, phrase
from engines.contract.structure import TableOffer
from engines.servers.server import Server, ServerSpec

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InspectedServer:
    """A server to be asked: one that runs, by its `endpoint`, else one at an address, by its
    `password`."""

    spec: ServerSpec
    endpoint: Endpoint | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class ListDatabases:
    """Gives `DatabasesListed`."""

    number: int
    place: InspectedServer


@dataclass(frozen=True)
class ListTables:
    """Gives `TablesListed`."""

    number: int
    place: InspectedServer
    database: str


@dataclass(frozen=True)
class Inspect:
    """Ask about tables, and propose a workload; gives `Designed`."""

    number: int
    place: InspectedServer
    database: str
    wanted: InspectionScope


@dataclass(frozen=True)
class TryStatements:
    """Try the chosen statements on a server, in databases of ours; gives `StatementsTried`."""

    number: int
    design: Design
    place: InspectedServer


@dataclass(frozen=True)
class TakeStatement:
    """Take a statement that the user wrote, in place of the one called `before`, or beside all;
    gives `StatementTaken`, or `StatementRefused`."""

    number: int
    design: Design
    text: str
    before: str = ""


@dataclass(frozen=True)
class WriteFile:
    """Write the workload file, to be measured on a server, where its statements are tried first
    unless they were; gives `FileWritten`."""

    number: int
    design: Design
    path: Path
    place: InspectedServer


@dataclass(frozen=True)
class StopInspection:
    """Stop what is being asked, or with `leave` the process."""

    leave: bool = False


type Order = ListDatabases | ListTables | Inspect | TryStatements | TakeStatement | WriteFile


@dataclass(frozen=True)
class DatabasesListed:
    """Databases that may be looked into."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class TablesListed:
    """Tables that can be chosen."""

    number: int
    offers: tuple[TableOffer, ...]


@dataclass(frozen=True)
class Designed:
    """What is proposed, and the queries that were sent for it."""

    number: int
    design: Design
    queries: tuple[str, ...]


@dataclass(frozen=True)
class StatementsTried:
    """The design says what each statement did."""

    number: int
    design: Design


@dataclass(frozen=True)
class StatementTaken:
    """The design has the statement under this name."""

    number: int
    design: Design
    name: str


@dataclass(frozen=True)
class StatementRefused:
    """What the user wrote cannot be measured, and why."""

    number: int
    why: Message


@dataclass(frozen=True)
class FileWritten:
    """The file is there, and a plan that measures it; the design says what each statement did."""

    number: int
    design: Design
    path: Path
    plan: Campaign


@dataclass(frozen=True)
class OrderRefused:
    """An order could not be carried out."""

    number: int
    error: CipherbenchError


type News = (
    DatabasesListed
    | TablesListed
    | Designed
    | StatementsTried
    | StatementTaken
    | StatementRefused
    | FileWritten
    | OrderRefused
)


class DesignProcess(ChildProcess[Order | StopInspection, News]):
    """The window's end of it."""

    def __init__(self) -> None:
        super().__init__(_serve, StopInspection(leave=True), _died(), 0.0)


def _serve(post: Post[News]) -> None:
    intake = _Intake(post)
    try:
        with suppress(EOFError, OSError):
            while True:
                match post.pipe.recv():
                    case StopInspection(leave=leave):
                        intake.stop()
                        if leave:
                            break
                    case order:
                        intake.take(order)
    finally:
        intake.close()


class _Intake:
    """Orders are done one after another, in a thread; a stop ends that in hand and drops those that
    wait."""

    def __init__(self, post: Post[News]) -> None:
        self._post = post
        self._waiting: queue.SimpleQueue[tuple[Order, Cancellation] | None] = queue.SimpleQueue()
        self._cancellation = Cancellation()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def take(self, order: Order) -> None:
        self._waiting.put((order, self._cancellation))

    def stop(self) -> None:
        """End what was ordered so far."""
        self._cancellation.ask(0.0)
        self._cancellation = Cancellation()

    def close(self) -> None:
        """Stop, and wait until nothing is done any more."""
        self.stop()
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            order, cancellation = waiting
            if cancellation.asked:
                continue
            news = _done(order, cancellation)
            if not cancellation.asked:
                self._post.put(news)


def _done(order: Order, cancellation: Cancellation) -> News:
    try:
        return _carried_out(order, cancellation)
    except CipherbenchError as error:
        return OrderRefused(order.number, error)
    except Exception:
        log.exception("%s", type(order).__name__)
        return OrderRefused(order.number, _failed())


def _carried_out(order: Order, cancellation: Cancellation) -> News:
    # Here, since the window needs none of it: parsing SQL loads sqlglot.
    from app.designing.design_trial import try_design
    from app.designing.design_writing import plan_for, write_workload
    from app.designing.inspecting import databases_of, inspect, tables_of
    from app.designing.proposing import propose

    match order:
        case ListDatabases(number, place):
            with _reached(place, cancellation) as server:
                return DatabasesListed(number, tuple(databases_of(server)))
        case ListTables(number, place, database):
            with _reached(place, cancellation) as server:
                return TablesListed(number, tuple(tables_of(server, database)))
        case Inspect(number, place, database, wanted):
            with _reached(place, cancellation) as server:
                found = inspect(server, database, wanted)
            return Designed(number, propose(found), found.queries)
        case TryStatements(number, design, place):
            with _reached(place, cancellation) as server:
                return StatementsTried(number, try_design(design, server))
        case TakeStatement():
            return _taken(order)
        case WriteFile(number, design, path, place):
            if not design.tried_on:
                with _reached(place, cancellation) as server:
                    design = try_design(design, server)
            write_workload(design, path)
            return FileWritten(number, design, path, plan_for(design, str(path), place.spec))


def _taken(order: TakeStatement) -> StatementTaken | StatementRefused:
    from app.designing.statements.edited import with_statement

    try:
        design, name = with_statement(order.design, order.text, order.before)
    except Unfit as error:
        return StatementRefused(order.number, error.message)
    return StatementTaken(order.number, design, name)


@contextmanager
def _reached(place: InspectedServer, cancellation: Cancellation) -> Iterator[Server]:
    """The server, asked nothing: what it can do is found by making a database, which is not for
    somebody who only looks."""
    from app.processes.isolated_engine import open_isolated
    from app.servers.opening import lent_server, release_server

    if place.endpoint is not None:
        server = lent_server(place.spec, place.endpoint, cancellation)
    else:
        server = open_isolated(place.spec, place.password, cancellation=cancellation)
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


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Database not read"),
        phrase("The process that reads databases stopped unexpectedly."),
        phrase("Try again. {see_log}", see_log=see_log()),
    )
