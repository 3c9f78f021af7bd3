"""Ways to encrypt the values of rows that are there, each with its statements.

The sealed value goes into a column beside the plain one, which is emptied in the same statement.
A server's function does it by itself; what the application encrypts is read, encrypted and written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from engines.contract.errors import Unsupported
from engines.contract.message import Message, phrase
from engines.sql.schema import Column, Table
from engines.sql.statement import Pieces, Place, Resealed, Sealer, Statement, Target, ValueType
from engines.sql.written import select, statement
from workloads.contract import Clock, Setting

PERSON, NEW, OLD = "person", "person_new", "person_old"
"""The table, the one that takes its place, and what it is called then."""

TEXTS = ("name", "document", "address")
"""What is personal: plain at first, encrypted afterwards."""

SIZE = 60
"""The most bytes of a text."""

NUMBERS = dict.fromkeys(("id", "visits", "after", "last"), ValueType.INTEGER)
"""What no text is."""
_SIZES = {**dict.fromkeys(TEXTS, SIZE), **{f"{PERSON}.{each}_sealed": SIZE for each in TEXTS}}


def table(name: str) -> Table:
    """A table of persons. `visits` counts the updates of the load."""
    plain = (Column(each, size=SIZE) for each in TEXTS)
    encrypted = (Column(f"{each}_sealed", protected=True, size=SIZE) for each in TEXTS)
    return Table(
        name,
        (
            Column("id", ValueType.INTEGER),
            *plain,
            *encrypted,
            Column("visits", ValueType.INTEGER),
        ),
        keyed=False,
        key=("id",),
    )


class Way(StrEnum):
    """How rows are changed; the word that a plan has."""

    UPDATE = "update"
    BATCHES = "batches"
    NEW_TABLE = "new-table"


class Change(ABC):
    """One way, carried out."""

    title: ClassVar[Message]
    by_application: ClassVar[bool] = False
    """Whether the application can do it with what it encrypts itself."""

    @abstractmethod
    def carry_out(self, setting: Setting, clock: Clock, batch: int) -> None:
        """Leave `PERSON` with its texts encrypted, `batch` rows at a time where it has batches."""


class OneUpdate(Change):
    title = phrase("one UPDATE")

    def carry_out(self, setting: Setting, clock: Clock, batch: int) -> None:
        del batch
        _run(setting, clock, _update(setting.sealer, ""), ())


class Batches(Change):
    title = phrase("batches")
    by_application = True

    def carry_out(self, setting: Setting, clock: Clock, batch: int) -> None:
        session, rows = setting.session, setting.options.size
        work = _ByApplication if in_application(setting.sealer) else _ByServer
        with work(setting, clock) as change:
            for after in range(0, rows, batch):
                change(after, min(after + batch, rows))
                session.commit()
                session.begin()


class NewTable(Change):
    """Filled from the old one, which it takes the name of. Nothing keeps others from writing to the
    old one meanwhile, as nobody does who does it by hand."""

    title = phrase("new table, renamed")

    def carry_out(self, setting: Setting, clock: Clock, batch: int) -> None:
        del batch
        session = setting.session
        sealed = (f"{each}_sealed" for each in TEXTS)
        head = f"insert into {NEW} (id, {', '.join(sealed)}, visits) select id, "
        pieces: list[str | Place] = [head]
        for each in TEXTS:
            pieces += [*_sealed_by_server(setting.sealer, each), ", "]
        _run(setting, clock, Statement((*pieces, f"visits from {PERSON}")), ())
        session.commit()
        for old, new in ((PERSON, OLD), (NEW, PERSON)):
            session.execute(f"alter table {old} rename to {new}")
        session.execute(f"drop table {OLD}")
        session.commit()
        session.begin()


CHANGES: Mapping[Way, Change] = {
    Way.UPDATE: OneUpdate(),
    Way.BATCHES: Batches(),
    Way.NEW_TABLE: NewTable(),
}


def in_application(sealer: Sealer) -> bool:
    """Whether only the application can encrypt a value."""
    return sealer.changes_values and not sealer.reseals


def _sealed_by_server(sealer: Sealer, text: str) -> Pieces:
    """What the server puts into the encrypted column; the plain text where nothing is encrypted, so
    that plaintext is the cost of rewriting alone."""
    if not sealer.changes_values:
        return (text,)
    if not sealer.reseals:
        raise Unsupported(
            phrase("No encryption within a statement"),
            phrase("The server cannot draw a vector for each row of a statement."),
            phrase("Choose batches: the application reads rows and writes them."),
        )
    return (Resealed((text,), Target(PERSON, f"{text}_sealed", SIZE)),)


def _update(sealer: Sealer, where: str) -> Statement:
    pieces: list[str | Place] = []
    for number, each in enumerate(TEXTS):
        head = f"update {PERSON} set " if number == 0 else ", "
        pieces += [f"{head}{each}_sealed = ", *_sealed_by_server(sealer, each)]
    bounds = statement(where, NUMBERS).pieces if where else ()
    return Statement((*pieces, _EMPTIED, *bounds))


_EMPTIED = "".join(f", {each} = null" for each in TEXTS)
_BETWEEN = " where id > :after and id <= :last"


class _ByServer:
    """Encrypts the rows between two keys by the server's function."""

    def __init__(self, setting: Setting, clock: Clock) -> None:
        self._run = clock.run
        self._update = clock.prepare(
            setting.session, _update(setting.sealer, _BETWEEN), setting.sealer
        )

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._update.close()

    def _change(self, after: int, last: int) -> None:
        self._run(self._update, (after, last))


class _ByApplication:
    """Reads the rows between two keys, encrypts them here, and writes them."""

    def __init__(self, setting: Setting, clock: Clock) -> None:
        self._clock = clock
        texts = select(("id", *TEXTS), f"from {PERSON}{_BETWEEN} order by id", NUMBERS)
        self._read = clock.prepare(setting.session, texts, setting.sealer)
        sets = ", ".join(f"{each}_sealed = seal(:{each}, {PERSON}.{each}_sealed)" for each in TEXTS)
        text = f"update {PERSON} set {sets}{_EMPTIED} where id = :id"
        self._write = clock.prepare(
            setting.session, statement(text, NUMBERS, _SIZES), setting.sealer
        )

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._write.close()
        self._read.close()

    def _change(self, after: int, last: int) -> None:
        rows = self._read.rows(self._clock.run(self._read, (after, last)))
        self._clock.run_many((self._write, (*texts, key)) for key, *texts in rows)


def _run(setting: Setting, clock: Clock, statement: Statement, values: Sequence[int]) -> None:
    prepared = clock.prepare(setting.session, statement, setting.sealer)
    clock.run(prepared, values)
    prepared.close()


def reading(sealer: Sealer) -> Statement:
    """All rows as they are afterwards: id, texts opened, visits."""
    opened = tuple(f"open({PERSON}.{each}_sealed)" for each in TEXTS)
    return select(("id", *opened, "visits"), f"from {PERSON} order by id", NUMBERS, _SIZES)


READ_ONE = select(("visits",), f"from {PERSON} where id = :id", NUMBERS)
UPDATE_ONE = statement(f"update {PERSON} set visits = visits + 1 where id = :id", NUMBERS)
