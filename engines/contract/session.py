"""A connection to a server, and the statements prepared on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from itertools import batched, chain, groupby, repeat
from typing import ClassVar, NamedTuple, Self

from engines.contract.key_source import KeyCalls
from engines.contract.native import Lease, NativeStatement
from engines.sql.statement import Encryptor, Statement, Target, Unencrypted, Value, ValueType
from engines.sql.statement_text import insert, repeated

type Row = tuple[Value, ...]


type Bound = Sequence[object]
"""Parameters as the driver takes them."""


type RawResult = object
"""A result that has reached the client whole; `Prepared.rows` takes it apart."""


type Call = tuple[Callable[..., RawResult], tuple[object, ...]]
"""A function and all of its arguments."""


class Prepared(ABC):
    """A statement prepared once. Only `run` stands inside the clock."""

    bind: Callable[[Sequence[Value]], Bound]
    """Brings values (in the order of `Statement.parameters`) into the driver's form."""

    run: Callable[[Bound], RawResult]
    """Executes and waits until the whole result is here; the only thing inside the clock. A
    failure is raised as StatementFailed here or, where looking for it takes time, by
    `check_outcome`."""

    def call(self, bound: Bound) -> Call:
        """`run` of what is bound, made outside the clock and called inside it.

        Where a driver's function takes more than what is bound, all of it by position: names of
        arguments are put into a dictionary at every call.
        """
        return self.run, (bound,)

    native: NativeStatement | None = None
    """The same in the native loop, for engines and statements that can be run there."""

    def close_native(self) -> None:
        """Have the native loop refuse the statement from now on, also where it was laid out."""
        if self.native is not None:
            self.native.closed, self.native = True, None

    success_statuses: frozenset[int] | None = None
    """The values of a result's `status` that are no failure. A tight loop compares them itself,
    which costs less than calling `check_outcome`, and calls it for any other. None if results have
    no `status`."""

    def check_outcome(self, arrived: RawResult) -> RawResult:
        """The result, if it is none of a failure. Must follow every `run`, where `success_statuses`
        is not looked at.

        Raises: StatementFailed
        """
        return arrived

    def execute(self, *values: Value) -> RawResult:
        """Bind, run and check for a failure, outside any clock.

        Raises: StatementFailed
        """
        return self.check_outcome(self.run(self.bind(values)))

    @abstractmethod
    def rows(self, arrived: RawResult) -> Sequence[Row]:
        """The rows of the newest result, once; empty for a statement that gives none."""

    @abstractmethod
    def affected(self, arrived: RawResult) -> int:
        """How many rows the newest result holds, or its statement changed."""

    def explain(self, values: Sequence[Value]) -> str:
        """The server's execution plan of the statement, one step per line; empty if it gives none.
        It may contain a key that the statement passes to the server.

        Raises: StatementFailed
        """
        del values
        return ""

    @abstractmethod
    def close(self) -> None:
        """Free the statement. Must come before its session closes."""


_ROWS_ENCRYPTED = 1_000
"""At a time: what is looked up for each value takes as long as a cipher."""


class ApplicationEncryptor(Encryptor):
    """Encrypts and decrypts in the application, around the driver; the server gets ciphertext."""

    key_calls: KeyCalls | None = None
    """Counts the calls of a key service; None if there is none."""

    begin_row: Callable[[], None] | None = None
    """Call it before each row or statement, if the values of a row share a data key."""

    def without_key_delay(self) -> AbstractContextManager[None]:
        """Within the context no artificial delay is added to calls of a key service."""
        return nullcontext()

    def begin_person(self, person: bytes) -> None:
        """Name the person whose values are encrypted next in this row, if it is `per_person`."""

    def blocks[T](self, rows: Iterable[T], persons: Iterable[bytes] = ()) -> Iterator[Sequence[T]]:
        """Split rows to load into blocks that `encrypt_column` may encrypt column by column. With
        `per_person`, `persons` are the rows' owners."""
        if self.begin_row is None:
            yield from batched(rows, _ROWS_ENCRYPTED)
            return
        owners = chain(persons if self.per_person else (), repeat(b""))
        for row, person in zip(rows, owners, strict=False):
            self.begin_row()
            self.begin_person(person)
            yield (row,)

    def is_encrypted(self, value: object) -> bool:
        """Whether a column's value has the form of one that was encrypted, whole."""
        return isinstance(value, bytes)

    @abstractmethod
    def encrypt_column(self, values: Sequence[bytes], target: Target) -> Sequence[bytes]:
        """Encrypt the values of one column in one of `blocks`, for rows that are loaded in bulk
        instead of by a statement."""

    @abstractmethod
    def around(
        self, statement: Statement, prepare: Callable[[Statement, Encryptor], Prepared]
    ) -> Prepared:
        """A prepared statement that encrypts and decrypts in the application around the one for the
        server, which `prepare` makes.

        Raises: StatementFailed, Unsupported
        """


def without_key_delay(encryptor: Encryptor) -> AbstractContextManager[None]:
    """Within the context a plan's artificial delay of a key service is left out: nothing is
    timed."""
    return (
        encryptor.without_key_delay()
        if isinstance(encryptor, ApplicationEncryptor)
        else nullcontext()
    )


def key_calls_of(encryptor: Encryptor) -> KeyCalls | None:
    return encryptor.key_calls if isinstance(encryptor, ApplicationEncryptor) else None


type RunSteps = Callable[[Iterable[tuple[Prepared, Sequence[Value]]]], None]


def _run(steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
    for prepared, values in steps:
        prepared.execute(*values)


READ, WRITTEN, LOGGED, FLUSHED = "engine_read", "engine_written", "log_written", "pages_flushed"
"""Bytes read from and written to files, those of them that went to logs, and pages that went to the
tables' files: totals that grow."""

PARSED, PLANNED, EXECUTED = "parse_seconds", "plan_seconds", "execute_seconds"
"""Seconds that the engine itself says it has parsed, planned and executed statements for, where it
tells them apart: totals that grow. What a statement gives is sent while it is executed."""

STORED, BUFFER = "stored", "buffer"
"""Bytes that the database's tables take, and those of the engine's own cache of pages."""

REDO_ENCRYPTED, BINARY_LOG, BINARY_LOG_ENCRYPTED = "redo_sealed", "binary_log", "binary_log_sealed"
"""Whether the redo log is encrypted, a binary log written, and that encrypted: 1 or 0."""


@dataclass(frozen=True)
class EngineCounts:
    """`growing` are totals, of which two readings subtract; `status` is how things are; `left` is
    how many transactions an engine still has to clear up after, 0 where it has no such work, None
    where it may have but does not tell."""

    growing: Mapping[str, float] = field(default_factory=dict)
    status: Mapping[str, float] = field(default_factory=dict)
    left: float | None = 0.0

    def since(self, before: EngineCounts) -> dict[str, float]:
        """What was counted between two readings, and how things are at the second."""
        grown = {
            name: max(0.0, total - before.growing[name])
            for name, total in self.growing.items()
            if name in before.growing
        }
        return {**grown, **self.status}


class Sizes(NamedTuple):
    """Bytes of a table's rows and of its indexes; None: they are in one with the rows, or with all
    else that the database has."""

    rows: int
    indexes: int | None = None


class Session(ABC):
    """One connection. Statements run inside the transaction that `begin` opened.

    As a context manager it closes itself.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self, statement: Statement, encryptor: Encryptor) -> Prepared:
        """Compile a statement for this engine and have the server prepare it.

        Raises: StatementFailed, Unsupported
        """
        if statement.separate is not None and not self.reads_what_it_changes:
            statement = statement.separate
        if isinstance(encryptor, ApplicationEncryptor):
            return encryptor.around(statement, self._prepare_leased)
        self.make_ready(encryptor)
        return self._prepare_leased(statement, encryptor)

    def _prepare_leased(self, statement: Statement, encryptor: Encryptor) -> Prepared:
        prepared = self._prepare(statement, encryptor)
        if prepared.native is not None:
            prepared.native.lease = self.lease
        return prepared

    @cached_property
    def lease(self) -> Lease:
        """To be closed before the connection is."""
        return Lease()

    def make_ready(self, encryptor: Encryptor) -> None:
        """Have the server read the SQL of `encryptor` as it is meant, from now on.

        Raises: StatementFailed
        """
        if encryptor.session_setting not in ("", self._ready_for):
            self.execute(encryptor.session_setting)
            self._ready_for = encryptor.session_setting

    _ready_for = ""

    engine: ClassVar[str]
    """The name of the engine whose it is."""

    @abstractmethod
    def _prepare(self, statement: Statement, encryptor: Encryptor) -> Prepared:
        """Do so with an encryptor whose work is all in the SQL."""

    @abstractmethod
    def execute(self, sql: str) -> None:
        """Run one statement in the engine's own SQL, outside any clock, and commit it.

        Raises: StatementFailed
        """

    @abstractmethod
    def fetch(self, sql: str) -> list[Row]:
        """Rows of one query in the engine's own SQL, outside any clock.

        Raises: StatementFailed
        """

    thread: int | None = None
    """The server's own thread or process that serves this connection alone, as the operating system
    numbers it where the server runs; None where there is none, or nobody tells. Asked outside any
    clock and transaction."""

    piece_bytes: int = 1 << 20
    """How much of a long value goes to the server at a time; more leaves the caches."""

    @property
    def administration(self) -> Session:
        """The connection that `flush` and `counted` use for what takes more rights than a confined
        login has (`Catalogue.restricted_login`): another one to the same server, or this one
        where nobody gave another. It is closed by whoever gave it."""
        return self if self._administration is None else self._administration

    @administration.setter
    def administration(self, session: Session) -> None:
        self._administration = session

    _administration: Session | None = None

    def flush(self) -> None:  # noqa: B027 some engines write at every commit
        """Have the server write to the tables' files what is committed.

        Raises: StatementFailed
        """

    def write_everywhere(self, table: str, column: str) -> None:
        """Have an engine that holds its files write a committed column to each place that it may
        ever write it to, so that a search can find it there; for evidence alone.

        Raises: StatementFailed
        """
        del table, column
        self.flush()

    def counted(self) -> EngineCounts:
        """What the engine has counted so far; its transaction, if one is open, is over then."""
        return EngineCounts()

    def cheap_counters(self) -> Mapping[str, float]:
        """Of what `counted` tells LOGGED and STORED, where asking costs so little that it may be
        done ten times a second while others work; no transaction is open then.

        Raises: StatementFailed
        """
        return {}

    def stored_bytes(self, tables: Sequence[str]) -> int | None:
        """The bytes that these tables take with their indexes, or where an engine does not tell
        them apart the whole database; None where it does not tell.

        Raises: StatementFailed
        """
        del tables
        return None

    def sizes(self, table: str) -> Sizes | None:
        """What a table takes; None where the engine does not tell.

        Raises: StatementFailed
        """
        stored = self.stored_bytes((table,))
        return None if stored is None else Sizes(stored)

    def clean_up(self, table: str) -> None:
        """Have the engine clear away what updates of a table have replaced, and wait for it: of
        engines with `EngineFacts.clean_up`. Outside any transaction.

        Raises: StatementFailed
        """
        raise NotImplementedError

    def rewrite(self, table: str) -> None:
        """Have the engine write a table anew: of those with `EngineFacts.rewrite`. Outside any
        transaction.

        Raises: StatementFailed
        """
        raise NotImplementedError

    def swap_tables(self, table: str, new: str, old: str) -> None:
        """Have `new` take the name of `table`, which is called `old` then; nobody ever finds no
        table of the name. Outside any transaction, of engines with `EngineFacts.renames_tables`.

        Raises: StatementFailed
        """
        self.begin()
        self.fetch(f"alter table {table} rename to {old}")
        self.fetch(f"alter table {new} rename to {table}")
        self.commit()

    def column_type(self, table: str, column: str) -> str:
        """The type of a column as a statement has it: of engines with
        `EngineFacts.retypes_columns`.

        Raises: StatementFailed
        """
        raise NotImplementedError

    reads_what_it_changes: ClassVar[bool] = True
    """Whether a statement may read the table that it changes."""

    counts_all: ClassVar[bool] = False
    """Whether that is the whole server's, its work in the background included, and not the one
    connection's, which asking makes more."""

    hmac_sha256: ClassVar[str] = ""
    """The SQL of HMAC-SHA-256 of the bytes `{value}`, by what either hash begins with (`{inner}`,
    `{outer}`, in hexadecimal), where an encryptor `can_reencrypt`."""

    index_named: ClassVar[str]
    """The query that has rows where an index of the `{name}` is there."""

    whole_number: ClassVar[str] = "integer"
    """What CAST calls a whole number."""

    creates_from_select: ClassVar[bool] = True
    """Whether CREATE TABLE … AS SELECT is known."""

    @abstractmethod
    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        """What an expression makes of one long value; `write(place)` gives the expression.

        Raises: StatementFailed
        """

    def commit_each(self) -> None:  # noqa: B027 most servers do so where no transaction is open
        """From now on every statement is a transaction of its own, which lasts when its answer is
        here; `begin` opens one for several of them, until `commit`."""

    @abstractmethod
    def begin(self) -> None:
        """Open a transaction."""

    def begin_writing(self) -> None:
        """Begin a transaction that reads first and writes then. An engine that refuses to write on
        a snapshot which others have changed meanwhile waits for its turn to write here.

        Raises: StatementFailed
        """
        self.begin()

    @abstractmethod
    def commit(self) -> None:
        """Commit the transaction."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo what the transaction has done, and end it.

        Raises: StatementFailed
        """

    def load(self, table: str, columns: Mapping[str, ValueType], rows: Iterable[Row]) -> None:
        """Put rows into a table in the quickest way that the engine has, inside the transaction
        that is open and outside any clock. Values are as the columns (name → type) hold them;
        `rows` are taken one after another, and never kept.

        Raises: StatementFailed
        """
        statement = insert(table, {name: f":{name}" for name in columns}, columns)
        self.insert_all(statement, Unencrypted(), rows)

    rows_at_once: ClassVar[int] = 1
    """Rows of one INSERT, where an engine's may have several: each costs less among others."""

    def insert_all(
        self,
        statement: Statement,
        encryptor: Encryptor,
        rows: Iterable[Row],
        run: RunSteps | None = None,
    ) -> None:
        """Put rows into a table by an `insert` of one row, or of as many as the engine takes at
        once, inside the transaction that is open and outside any clock. Where the server encrypts,
        values go to it bound, as by an INSERT each: nothing is kept anywhere that is not encrypted.
        Statements are run by `run`, which may count them, else one after another.

        Raises: StatementFailed, Unsupported
        """
        for size, batches in groupby(batched(rows, self.rows_at_once), len):
            prepared = self.prepare(repeated(statement, size), encryptor)
            try:
                (run or _run)((prepared, tuple(chain.from_iterable(some))) for some in batches)
            finally:
                prepared.close()

    @abstractmethod
    def close(self) -> None:
        """Close the connection and roll back what was not committed. May be called twice."""
