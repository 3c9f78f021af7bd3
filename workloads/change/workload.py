"""Switching encryption on: what it takes to encrypt the rows that are there, while others use them.

Plaintext does the same work and encrypts nothing: what a protection costs is beyond rewriting.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from engines.contract.errors import Unsupported
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.registry import engine_named
from engines.sql.schema import Schema
from engines.sql.statement import Sealer, Value, ValueType
from engines.sql.typed import from_bytes
from engines.sql.written import insert
from workloads.change.load import Arriving, Waits, arriving
from workloads.change.measures import (
    CHANGE,
    FAILED,
    LOST,
    MEASURES,
    READ_LONGEST,
    READ_P99,
    ROWS_PER_SECOND,
    UPDATE_LONGEST,
    UPDATE_P99,
)
from workloads.change.ways import (
    CHANGES,
    NEW,
    NUMBERS,
    PERSON,
    READ_ONE,
    TEXTS,
    UPDATE_ONE,
    Way,
    reading,
    table,
)
from workloads.contract import (
    COUNTED,
    Case,
    Clock,
    MarkerColumn,
    Measure,
    Operation,
    Options,
    Parameters,
    Part,
    Profile,
    Refusal,
    Setting,
    VerificationFailed,
)
from workloads.workload import REHEARSED, DatabaseWorkload


class Fill(Operation):
    """Persons in plain text; never timed."""

    name = "FILL"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        values = {each: f":{each}" for each in ("id", *TEXTS, "visits")}
        prepared = clock.prepare(setting.session, insert(PERSON, values, NUMBERS), setting.sealer)
        persons = enumerate(setting.counted(setting.records), 1)
        clock.run_many((prepared, (key, *texts, 0)) for key, texts in persons)
        prepared.close()
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        ((rows,),) = setting.session.fetch(f"select count(*) from {PERSON}")
        if rows != len(setting.records):
            raise VerificationFailed(
                plural(
                    "{n} of {all} rows are in the table",
                    "{n} of {all} rows is in the table",
                    int(str(rows)),
                    all=Number(len(setting.records)),
                )
            )


class SwitchOn(Operation):
    """Rows in plain text are encrypted, one way, while others read and update them."""

    name = "SWITCH ON"
    server_cpu_is_session = False
    warms_up = False

    def __init__(self, way: Way, batch: int, rate: int) -> None:
        self._change, self._batch, self._rate = CHANGES[way], batch, rate

    def statements(self, size: int) -> int:
        return 1

    def run(self, setting: Setting, clock: Clock) -> int:
        enter, sealer = setting.enter, setting.sealer
        assert enter is not None
        kinds = (READ_ONE, UPDATE_ONE) if self._rate else ()
        load = [Arriving(enter, sealer, each, self._rate) for each in kinds]
        with arriving(load, setting.options.size):
            began = time.perf_counter()
            self._change.carry_out(setting, clock, self._batch)
            setting.session.commit()
            took = time.perf_counter() - began
        setting.session.begin()
        setting.yielded[CHANGE.name] = took
        setting.yielded[ROWS_PER_SECOND.name] = setting.options.size / took
        if load:
            setting.yielded.update(self._of_load(setting, *(each.waits for each in load)))
        return setting.options.size

    def _of_load(self, setting: Setting, reads: Waits, updates: Waits) -> dict[str, float]:
        ((visits,),) = setting.session.fetch(f"select sum(visits) from {PERSON}")
        return {
            READ_LONGEST.name: 1000 * reads.longest,
            READ_P99.name: 1000 * reads.percentile(0.99),
            UPDATE_LONGEST.name: 1000 * updates.longest,
            UPDATE_P99.name: 1000 * updates.percentile(0.99),
            FAILED.name: float(reads.failed + updates.failed),
            LOST.name: float(len(updates.seconds) - int(str(visits))),
        }

    def verify(self, setting: Setting) -> None:
        """Every row is there, opens to what it was, and has nothing left in its plain columns."""
        prepared = setting.session.prepare(reading(setting.sealer), setting.sealer)
        rows = prepared.rows(prepared.execute())
        prepared.close()
        held = [(int(str(key)), tuple(map(_text, texts))) for key, *texts, _ in rows]
        wanted = [(key, tuple(record)) for key, record in enumerate(setting.records, 1)]
        if held != wanted:
            right = sum(map(tuple.__eq__, held, wanted))
            raise VerificationFailed(
                plural(
                    "{n} of {all} rows decrypt to what they were",
                    "{n} of {all} rows decrypts to what it was",
                    right,
                    all=Number(len(wanted)),
                )
            )
        plain = " or ".join(f"{each} is not null" for each in TEXTS)
        ((left,),) = setting.session.fetch(f"select count(*) from {PERSON} where {plain}")
        if left:
            raise VerificationFailed(
                plural("{n} rows are plain text", "{n} row is plain text", int(str(left)))
            )


def _text(opened: Value) -> Value:
    """A server's function opens bytes on some engines."""
    return from_bytes(opened, ValueType.TEXT) if isinstance(opened, bytes) else opened


# What a plan may set.

ROWS = Shown(
    phrase("Rows"),
    phrase("Rows that are encrypted, of three texts each"),
    offers=(10_000, 50_000, 200_000),
    words=phrase("Add a number of rows"),
    lacks=phrase("Add at least one number of rows."),
)
WAYS = Shown(
    phrase("Ways"),
    choices={
        Way.UPDATE: (phrase("one UPDATE"), phrase("All rows in one statement")),
        Way.BATCHES: (
            phrase("batches"),
            phrase("Some rows at a time, each committed"),
        ),
        Way.NEW_TABLE: (
            phrase("new table"),
            phrase("Fills a second table and gives it the name of the first"),
        ),
    },
    lacks=phrase("Choose at least one way."),
)
RATES = Shown(
    phrase("Concurrent load"),
    phrase("Reads a second, and as many updates, while rows are encrypted; 0: nobody"),
    unit=phrase("/s"),
    offers=(0, 20, 40, 100),
    words=phrase("Add a rate"),
    lacks=phrase("Add at least one rate; 0 for nobody."),
)
BATCH = Shown(phrase("Batch"), phrase("Rows at a time where they are changed in batches"))


@dataclass(frozen=True)
class ChangeParameters(Parameters):
    """There is a case for each combination of `rows`, `ways` and `rates`."""

    name: str = "change"
    rows: tuple[int, ...] = parameter((50_000,), most=5_000_000, shown=ROWS)
    ways: tuple[Way, ...] = parameter((Way.UPDATE, Way.BATCHES), shown=WAYS)
    rates: tuple[int, ...] = parameter((40,), least=0, most=10_000, shown=RATES)
    batch: int = parameter(2_000, least=1, most=1_000_000, shown=BATCH)

    @property
    def profile(self) -> Profile:
        """A fresh key, and a vector for each value."""
        return Profile.SOUND


class Switching(DatabaseWorkload[ChangeParameters]):
    """Encryption is switched on for rows that are there."""

    name = "change"
    title = phrase("Switching encryption on")
    axis = phrase("Rows")
    axis_words = phrase("rows")
    parameters = ChangeParameters
    measures: ClassVar[tuple[Measure, ...]] = (*MEASURES, *COUNTED)
    engine_counts = True
    users_statements = True  # whose tables a login may rename and drop any server decides
    filling = Fill()
    marker_column = MarkerColumn(0, PERSON, TEXTS[0])

    def keying(self, bits: int, sound: bool) -> Keying:
        return Keying(os.urandom(bits // 8))

    def cases(self, parameters: ChangeParameters) -> tuple[Case, ...]:
        return tuple(
            Case(rows, _case_name(way, rate))
            for rows, way, rate in product(parameters.rows, parameters.ways, parameters.rates)
        )

    def case_label(self, case: Case) -> Message:
        way, rate = _of_case(case)
        rows = plural("{n} rows, {way}", "{n} row, {way}", case.size, way=CHANGES[way].title)
        if not rate:
            return rows
        return phrase("{rows}, {rate} reads and updates a second", rows=rows, rate=rate)

    def faults(self, parameters: ChangeParameters) -> Iterator[Message]:
        named = {"rows": parameters.rows, "ways": parameters.ways, "rates": parameters.rates}
        for name, values in named.items():
            if not values:
                yield phrase("workload {name} are empty", name=name)
            if len(set(values)) != len(values):
                yield phrase("a value of workload {name} is named twice", name=name)
        for rows in parameters.rows:
            if rows < 1:
                yield phrase("size {size} must be 1 or more", size=rows)

    def refusals(
        self, parameters: ChangeParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        way, rate = _of_case(case)
        if protection.kind is ProtectionKind.CLIENT and not CHANGES[way].by_application:
            message = phrase("the application encrypts row by row: in batches")
            return (Refusal(SwitchOn.name, "by-application", message),)
        known = engine_named(engine)
        if way is Way.NEW_TABLE and not known.facts.renames_tables:
            message = phrase("{engine} renames no table", engine=known.title)
            return (Refusal(SwitchOn.name, "no-rename", message),)
        if way is not Way.BATCHES and not self._reseals(protection, engine):
            message = phrase("{engine} draws no vector within a statement", engine=known.title)
            return (Refusal(SwitchOn.name, "no-vector", message),)
        if rate and not known.facts.writers_wait:
            message = phrase("a concurrent update ends the change in {engine}", engine=known.title)
            return (Refusal(SwitchOn.name, "conflicts", message),)
        if rate and known.driver.connects_once:
            message = phrase("{engine} lets nobody else in meanwhile", engine=known.title)
            return (Refusal(SwitchOn.name, "alone", message),)
        return ()

    def _reseals(self, protection: Protection, engine: str) -> bool:
        """Whether a server can seal what it reads itself."""
        if protection.kind is not ProtectionKind.NATIVE or protection.algorithm == "rsa":
            return True  # keys of RSA take a second to make
        with suppress(Unsupported):  # which is the server's to say
            keying = self.keying(protection.bits or 256, sound=True)
            return engine_named(engine).encryption.sealer(protection, keying).reseals
        return True

    def seconds(self, options: Options[ChangeParameters], protection: Protection) -> float:
        row = _ROW_SECONDS_HERE if protection.kind is ProtectionKind.CLIENT else _ROW_SECONDS
        return _AROUND_SECONDS + row * options.size

    def sealed_columns(self, parameters: ChangeParameters) -> Sequence[str]:
        return tuple(f"{PERSON}.{each}_sealed" for each in TEXTS)

    def rehearsal(self, options: Options[ChangeParameters]) -> Options[ChangeParameters]:
        small = Case(min(options.size, REHEARSED), options.case.name)
        return Options(options.parameters, small, options.seed)

    def before(self, options: Options[ChangeParameters]) -> Fill:
        return self.filling

    def parts(self, options: Options[ChangeParameters]) -> tuple[Part, ...]:
        way, rate = _of_case(options.case)
        return (SwitchOn(way, options.parameters.batch, rate),)

    def schema(self, options: Options[ChangeParameters], sealer: Sealer) -> Schema:
        way, _ = _of_case(options.case)
        names = (PERSON, NEW) if way is Way.NEW_TABLE else (PERSON,)
        return Schema(tuple(map(table, names)))

    def records(self, options: Options[ChangeParameters]) -> Sequence[Sequence[Value]]:
        draw = random.Random(options.seed)
        return [
            (
                f"{draw.choice(_FIRST)} {draw.choice(_LAST)} {number}",
                f"{draw.randrange(10**11):011d}",
                f"Rua {draw.choice(_LAST)}, {draw.randrange(1, 2000)}",
            )
            for number in range(1, options.size + 1)
        ]


_AROUND_SECONDS, _ROW_SECONDS, _ROW_SECONDS_HERE = 1.5, 4e-5, 5e-4
"""Around the work of a run, and of a row that the server or the application encrypts."""

_FIRST = ("Ana", "Bruno", "Cecília", "Davi", "Elisa", "Fábio", "Gabriela", "Heitor", "Íris", "João")
_LAST = ("Almeida", "Barbosa", "Cardoso", "Duarte", "Esteves", "Ferreira", "Gonçalves", "Moraes")


def _case_name(way: Way, rate: int) -> str:
    return f"{way}, {rate}/s" if rate else str(way)


def _of_case(case: Case) -> tuple[Way, int]:
    way, _, rate = case.name.partition(", ")
    return Way(way), int(rate.removesuffix("/s") or 0)
