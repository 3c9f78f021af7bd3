"""What a worker process does: `serve` runs any task, a `DatabaseWork` one in a database that it
creates and drops."""

from __future__ import annotations

import logging
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, ClassVar, Protocol

from app.processes.deadlines import WorkerStep
from app.system.folders import see_log
from app.system.process_setup import begin_child
from engines.base.engine import Engine
from engines.base.ownership import NotOwned, database_name
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    CipherbenchError,
    NotVisible,
    files_out_of_reach,
    memory_limit_reached,
)
from engines.contract.message import Message, phrase
from engines.contract.protection import Keying, Protection
from engines.contract.session import Row, Session
from engines.contract.storage_change import StorageWork
from engines.contract.transition import Transition
from engines.platform.resource_limits import lift_memory_limit, limit_memory, worker_bytes
from engines.registry import engine_named
from engines.sql.statement import Encryptor
from workloads.contract import Options, VerificationFailed
from workloads.registry import database_workload

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReusedDatabase:
    """A database that serves several workers, one after another, with its keys; until it is
    `filled` it must still be created."""

    identifier: str
    keying: Keying
    index_key: bytes = field(repr=False)
    filled: bool = False


@dataclass(frozen=True, kw_only=True)
class WorkOrder:
    """All a worker must know. `identifier` marks and names the database it works in, which is
    `reused` where it serves other workers, too."""

    endpoint: Endpoint
    protection: Protection
    workload: str
    options: Options[Any]
    identifier: str
    reused: ReusedDatabase | None = None


@dataclass(frozen=True)
class DatabaseMayExist:
    """Whether the worker's database may exist on its server: sent before it is created, and after
    it should have been dropped. The supervision drops what was left."""

    there: bool


@dataclass(frozen=True)
class DatabaseLeftForReuse:
    """The worker's database was left on its server, unchanged, for the next worker."""


class DatabaseWork[Result](ABC):
    """A piece of work under one protection. What it tells goes into `events`."""

    making: ClassVar[WorkerStep]
    dropping: ClassVar[WorkerStep]

    def __init__(
        self,
        order: WorkOrder,
        events: Connection,
        *,
        fresh_key: bool = False,
        changes: bool = False,
    ) -> None:
        """`changes`: whether the work is the workload's change of encryption; the database is then
        made as it is before the change."""
        self._events = events
        self._engine: Engine = engine_named(order.endpoint.engine)
        self._engine.driver.begin_worker()
        self._workload = database_workload(order.workload)
        self._reused = reused = order.reused
        drawn = (
            self._workload.keying(order.protection.bits or 256, order.options.sound)
            if reused is None
            else reused.keying
        )
        self._keying = drawn.with_fresh_key() if fresh_key else drawn
        self._database = database_name(order.identifier)
        self._protection = order.protection.in_database(self._database)
        self._options = order.options
        encryption = self._engine.encryption
        self._transition = transition = (
            self._workload.encryption_transition(order.options) if changes else None
        )
        state_before = encryption.state_before(transition, self._protection, self._keying)
        self._endpoint = encryption.endpoint_under(order.endpoint, *state_before)
        end = encryption.state_after(transition, self._protection)
        self._endpoint_after = encryption.endpoint_under(order.endpoint, end, self._keying)
        self._login = self._endpoint
        """How its statements enter the database, once that is there: confined to it."""
        self._encryptor = self._encryptor_of(state_before[0], self._keying)
        if transition is not None:
            self._encryptor = encryption.initial_encryptor(
                transition, self._protection, self._encryptor
            )
        self._identifier = order.identifier
        self._made = False
        self._stays = False
        """Whether the work is over and the database may serve another worker."""

    def _encryptor_of(self, protection: Protection, keying: Keying) -> Encryptor:
        return self._engine.encryption.encryptor(
            protection, keying, text_columns=self._options.parameters.text_columns
        )

    @cached_property
    def _old_key_encryptor(self) -> Encryptor | None:
        """Of the key that a change of keys begins with; the one it ends with is `_keying`'s."""
        if self._transition is None or self._transition.kind is not Transition.CHANGE_KEY:
            return None
        return self._encryptor_of(self._protection, self._keying.with_fresh_key())

    @property
    def _storage(self) -> StorageWork | None:
        """What becomes of what the engine has stored, if that is the work."""
        if self._transition is None or self._transition.storage_way is None:
            return None
        return self._engine.encryption.storage_work(
            self._transition,
            self._protection,
            self._database,
            self._login,
            self._login_after,
        )

    @property
    def _login_after(self) -> Endpoint:
        if self._endpoint_after == self._endpoint:
            return self._login
        return self._engine.catalogue.restricted_login(self._endpoint_after, self._database)

    def _take_changed(self) -> None:
        """From now on the database is entered as it is after the work on its storage."""
        if self._storage is not None:
            self._login, self._endpoint = self._login_after, self._endpoint_after

    def carry_out(self) -> Result:
        """Make the database, unless it was kept, and do the work.

        Raises: CipherbenchError, VerificationFailed
        """
        self._events.send(DatabaseMayExist(True))
        if self._reused is None or not self._reused.filled:
            self._events.send(self.making)
            self._engine.catalogue.create_database(self._endpoint, self._identifier)
            schema = self._workload.schema(self._options, self._encryptor)
            self._engine.catalogue.install(self._endpoint, self._database, schema)
        self._made = True
        if self._protection.key_source is not None:
            self._protection.key_source.keep_keys()
        self._login = self._engine.catalogue.restricted_login(self._endpoint, self._database)
        return self._work()

    def _enter(self) -> Session:
        """A connection for the work itself: what a plan or a workload file brings runs here."""
        return self._engine.driver.connect(self._login, self._database)

    def _encrypted_rows(self, session: Session) -> Mapping[str, Sequence[Row]]:
        """All rows of each table, of its encrypted columns alone."""
        schema = self._workload.schema(self._options, self._encryptor)
        named = {
            table.name: [each.name for each in table.columns if each.protected]
            for table in schema.tables
        }
        return {
            table: session.fetch(f"select {', '.join(names)} from {table}")
            for table, names in named.items()
            if names
        }

    @contextmanager
    def _administered(self, session: Session) -> Iterator[None]:
        """Meanwhile `session` has an administrator's connection for what takes more rights."""
        if self._login.user == self._endpoint.user:
            yield
            return
        with self._engine.driver.connect(self._endpoint) as session.administration:
            yield

    @abstractmethod
    def _work(self) -> Result:
        """The work itself, in the database that is there now."""

    def clear_away(self) -> None:
        """Drop the database, or leave it to the next worker. The result has been told before: a
        server that takes its time over this takes nothing from what was measured."""
        if self._stays:
            self._events.send(DatabaseLeftForReuse())
            return
        self._events.send(self.dropping)
        gone = _is_gone(self._engine, self._endpoint, self._database, made=self._made)
        if gone and self._protection.key_source is not None:
            self._protection.key_source.forget_keys()
        self._events.send(DatabaseMayExist(not gone))

    def _begin(self, doing: Message, *, administrative: bool = False) -> None:
        """Tell the supervision, which watches how long that takes."""
        self._events.send(WorkerStep(doing, administrative))


class WorkerTask[Result](Protocol):
    def carry_out(self) -> Result:
        """Do the work and return its result."""

    def clear_away(self) -> None:
        """Take away what was made for it, when the result has been told."""


def serve[Result](
    begin: Callable[[], WorkerTask[Result]],
    events: Connection,
    failed: Callable[[CipherbenchError], Result],
) -> None:
    """A worker process from its first step to its last; it ends by itself as soon as the other end
    of `events` is gone. `failed` makes a result of what went wrong."""
    begin_child()
    limit_memory(worker_bytes())
    threading.Thread(target=_end_with_the_program, args=(events,), daemon=True).start()
    work: WorkerTask[Result] | None = None
    try:
        work = begin()
        result = work.carry_out()
    except Exception as error:  # noqa: BLE001 each is logged, and told as a result
        lift_memory_limit()
        result = failed(as_user_error(error))
    with suppress(OSError):
        events.send(result)
        if work is not None:
            work.clear_away()


def as_user_error(error: Exception) -> CipherbenchError:
    """What went wrong in a process of ours, in words for a user; a fault of our own is logged."""
    if isinstance(error, CipherbenchError):
        return error
    if isinstance(error, VerificationFailed):
        return CipherbenchError(
            phrase("Verification failed"),
            phrase("What was read back differs from what was stored: {why}."),
            phrase("This run is not counted."),
            why=error.message,
        )
    if isinstance(error, OSError):
        return files_out_of_reach(error)
    if isinstance(error, MemoryError):
        return memory_limit_reached()
    log.error("worker", exc_info=error)
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Internal error: {kind}: {words}"),
        see_log(),
        kind=type(error).__name__,
        words=str(error),
    )


def _is_gone(engine: Engine, endpoint: Endpoint, database: str, *, made: bool) -> bool:
    """Drop a worker's own database; whether nothing of it is left for the program to see to.

    A server that answers, but tells nothing of a database that it has refused to make, has none.
    What else goes wrong is logged.
    """
    try:
        return not isinstance(engine.catalogue.drop_database(endpoint, database), NotOwned)
    except NotVisible:
        return not made
    except CipherbenchError:
        return False
    except Exception:
        log.exception("dropping %s", database)
        return False


def answer() -> object:
    """What the program says to what it was asked; waits for it."""
    return _answers.get()


_answers: SimpleQueue[object] = SimpleQueue()


def _end_with_the_program(events: Connection) -> None:
    """Hear answers until the program's end of the pipe is closed."""
    with suppress(EOFError, OSError):
        while True:
            _answers.put(events.recv())
    os._exit(1)
