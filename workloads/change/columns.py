"""Columns of a table that is there: encrypted, encrypted by another key, or decrypted.

What a row's texts become goes into the columns for it, and the others are emptied in the same
statement. A server's functions do it by themselves; what the application encrypts is read, changed
and written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.transition import Transition
from engines.sql.statement import Pieces, Place, Resealed, Sealer, Statement, Target
from engines.sql.written import statement
from workloads.change.persons import (
    KEY_NUMBERS,
    NEW,
    NUMBERS,
    OLD,
    PERSON,
    SIZE,
    SIZES,
    TEXTS,
    as_text,
    reading,
    sealed,
)
from workloads.contract import Clock, Setting


@dataclass(frozen=True)
class Conversion:
    """By what the texts of rows are opened, and by what they are sealed then; None: by nothing, as
    they are plain before or after."""

    opens: Sealer | None
    seals: Sealer | None
    key_number: int

    @classmethod
    def of(cls, transition: Transition, sealer: Sealer, former: Sealer | None) -> Conversion:
        """`former` has the key that is changed."""
        opens = {Transition.SWITCH_ON: None, Transition.CHANGE_KEY: former}.get(transition, sealer)
        seals = None if transition is Transition.SWITCH_OFF else sealer
        return cls(opens, seals, KEY_NUMBERS[transition][1])

    @property
    def by_application(self) -> bool:
        """Whether the server cannot work out what a text becomes."""
        closed = self.opens is not None and not self.opens.opens_in_server
        return closed or (
            self.seals is not None and self.seals.changes_values and not self.seals.reseals
        )

    @property
    def goals(self) -> tuple[str, ...]:
        """The columns that texts are in afterwards."""
        return TEXTS if self.seals is None else tuple(map(sealed, TEXTS))

    @property
    def emptied(self) -> tuple[str, ...]:
        """The columns that they were in, and are no more."""
        sources = TEXTS if self.opens is None else tuple(map(sealed, TEXTS))
        return () if sources == self.goals else sources

    @property
    def sealer(self) -> Sealer:
        """The one that statements of the server are prepared with."""
        sealer = self.seals or self.opens
        assert sealer is not None
        return sealer

    def by_server(self, text: str) -> Pieces:
        """What a text becomes, as the server works it out; where nothing is encrypted, the text as
        it is, so that plaintext is the cost of rewriting alone."""
        plain = text if self.opens is None else self.opens.open_text(sealed(text), SIZE)
        if self.seals is None or not self.seals.changes_values:
            return (plain,)
        return (Resealed((plain,), Target(PERSON, sealed(text), SIZE)),)

    @property
    def between(self) -> str:
        """Of a statement, which rows it is about: those between two keys that are not converted
        yet, so that a change that was broken off goes on where it was."""
        return f" where id > :after and id <= :last and key_number <> {self.key_number}"

    @property
    def rest(self) -> str:
        """Of an UPDATE, what follows the texts."""
        empty = "".join(f", {each} = null" for each in self.emptied)
        return f"{empty}, key_number = {self.key_number}"


class ColumnWay(ABC):
    """One way, carried out."""

    by_application: ClassVar[bool] = False
    """Whether the application can do it with what it encrypts itself."""

    @abstractmethod
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        """Leave the texts of all rows converted, `batch` rows at a time where it has batches."""


class OneUpdate(ColumnWay):
    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        _run(setting, clock, conversion, _update(conversion, ""))


class Batches(ColumnWay):
    by_application = True

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        session, rows = setting.session, setting.options.size
        work = _ByApplication if conversion.by_application else _ByServer
        with work(setting, clock, conversion) as change:
            for after in range(0, rows, batch):
                change(after, min(after + batch, rows))
                session.commit()
                setting.changed(min(after + batch, rows))
                session.begin()


class NewTable(ColumnWay):
    """Filled from the old one, which it takes the name of. Nothing keeps others from writing to the
    old one meanwhile, as nobody does who does it by hand."""

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del batch
        session = setting.session
        named = f"(id, {', '.join(conversion.goals)}, key_number, visits)"
        pieces: list[str | Place] = [f"insert into {NEW} {named} select id, "]
        for each in TEXTS:
            pieces += [*_in_server(conversion, each), ", "]
        pieces.append(f"{conversion.key_number}, visits from {PERSON}")
        _run(setting, clock, conversion, Statement(tuple(pieces)))
        session.commit()
        for old, new in ((PERSON, OLD), (NEW, PERSON)):
            session.execute(f"alter table {old} rename to {new}")
        session.execute(f"drop table {OLD}")
        session.commit()
        session.begin()


def _in_server(conversion: Conversion, text: str) -> Pieces:
    if conversion.by_application:
        raise Unsupported(
            phrase("No encryption within a statement"),
            phrase("The server cannot draw a vector for each row of a statement."),
            phrase("Choose batches: the application reads rows and writes them."),
        )
    return conversion.by_server(text)


def _update(conversion: Conversion, where: str) -> Statement:
    pieces: list[str | Place] = []
    for number, (text, goal) in enumerate(zip(TEXTS, conversion.goals, strict=True)):
        head = f"update {PERSON} set " if number == 0 else ", "
        pieces += [f"{head}{goal} = ", *_in_server(conversion, text)]
    return Statement((*pieces, *statement(conversion.rest + where, NUMBERS).pieces))


class _ByServer:
    """Converts the rows between two keys by the server's functions."""

    def __init__(self, setting: Setting, clock: Clock, conversion: Conversion) -> None:
        self._run = clock.run
        update = _update(conversion, conversion.between)
        self._update = clock.prepare(setting.session, update, conversion.sealer)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._update.close()

    def _change(self, after: int, last: int) -> None:
        self._run(self._update, (after, last))


class _ByApplication:
    """Reads the rows between two keys, converts them here, and writes them."""

    def __init__(self, setting: Setting, clock: Clock, conversion: Conversion) -> None:
        self._clock = clock
        opens, seals, goals = conversion.opens, conversion.seals, conversion.goals
        some = reading(plain=opens is None, where=conversion.between)
        self._read = clock.prepare(setting.session, some, opens or conversion.sealer)
        new = (
            f":{each}" if seals is None else f"seal(:{each}, {PERSON}.{sealed(each)})"
            for each in TEXTS
        )
        sets = ", ".join(f"{goal} = {value}" for goal, value in zip(goals, new, strict=True))
        text = f"update {PERSON} set {sets}{conversion.rest} where id = :id"
        written = statement(text, NUMBERS, SIZES)
        self._write = clock.prepare(setting.session, written, seals or conversion.sealer)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._change

    def __exit__(self, *_: object) -> None:
        self._write.close()
        self._read.close()

    def _change(self, after: int, last: int) -> None:
        rows = self._read.rows(self._clock.run(self._read, (after, last)))
        steps = ((self._write, (*map(as_text, texts), key)) for key, *texts in rows)
        self._clock.run_many(steps)


def _run(setting: Setting, clock: Clock, conversion: Conversion, statement: Statement) -> None:
    prepared = clock.prepare(setting.session, statement, conversion.sealer)
    clock.run(prepared, ())
    prepared.close()
