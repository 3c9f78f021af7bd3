"""The four operations under many clients: each request is one operation on one record, committed as
a transaction of its own.

They come in the order SELECT, UPDATE, INSERT, DELETE, so that the first two find as many records as
the case says, and DELETE also those that INSERT has added. No two requests meet on a record by
plan: the n-th of all clients together has an id of its own, but for SELECT, whose ids are drawn,
and UPDATE, which begins again after the last record.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar

from engines.contract.message import phrase
from engines.contract.session import Prepared, Session
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.statement_text import select
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import (
    Setting,
    VerificationFailed,
    fetch_rows,
    other_count,
)
from workloads.hospital.data import populations
from workloads.hospital.record_values import (
    FIELD_INDEX,
    blind_index_value,
    check_record,
    has_blind_index,
    notice_values,
    occupancy_values,
    patient_values,
    person_of,
    plain_value,
    state_values,
)
from workloads.hospital.statements import (
    FOREIGN_KEY_POSITION,
    SELECT_LISTS,
    delete_one,
    insert_statements,
    read_record,
    update_one,
)
from workloads.load import ClosedPace, LoadPart, RequestSource
from workloads.mix_requests import MixSource, Step, ValueRows

TABLES = ("notificacao", *SELECT_LISTS)
"""In an order in which their rows can be deleted one by one."""

_DRAWN = 1 << 14
"""How many records are drawn; after these the same requests repeat."""
_POOL = 1000
"""INSERT stores at most so many different records by turns."""
_CHECKED = 100
"""How many records are decrypted and compared after a load."""

_ESTADO = FIELD_INDEX["estado"]
_ENDLESS = 1 << 62
"""The length of rows that no load reaches the end of."""
_NO_ID = 0
"""Stands for the id in the values of a row."""

_IDS = select(
    ("id", *(f"id_{table}" for table in SELECT_LISTS)),
    "from notificacao where id > :above order by id",
    {"above": ValueType.INTEGER},
)


@dataclass(frozen=True)
class _HospitalStep(Step):
    statement: Statement
    values: ValueRows = field(repr=False)

    def prepare(self, session: Session, encryptor: Encryptor) -> Prepared:
        return session.prepare(self.statement, encryptor)


@dataclass(frozen=True)
class _IdRows:
    """Ids, each the only value of a statement."""

    ids: array[int]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, number: int) -> Sequence[Value]:
        return (self.ids[number],)


@dataclass(frozen=True)
class _NewRows:
    """Rows with the values of a `pool` by turns: the n-th has the id `first` + n, wherever `_NO_ID`
    is in `id_places`."""

    first: int
    pool: Sequence[Sequence[Value]]
    id_places: tuple[int, ...]

    def __len__(self) -> int:
        return _ENDLESS

    def __getitem__(self, number: int) -> Sequence[Value]:
        row = list(self.pool[number % len(self.pool)])
        for place in self.id_places:
            row[place] = self.first + number
        return row


@dataclass(frozen=True)
class _NewStates:
    """Each of the `owners` (the id of an estado, and the person) in turn, with one of the `states`
    (the values of each): the `first` of them, and in every further round the next.

    A state is never set to what it is: a server may leave that out, and only where equal values
    have equal ciphertexts.
    """

    states: Sequence[Sequence[Value]]
    first: Sequence[int]
    owners: Sequence[Sequence[Value]]

    def __len__(self) -> int:
        return _ENDLESS

    def __getitem__(self, number: int) -> Sequence[Value]:
        past, at = divmod(number, len(self.owners))
        return (*self.states[(self.first[at] + past) % len(self.states)], *self.owners[at])


@dataclass(frozen=True)
class ClientPart(LoadPart):
    """One operation, by the clients of a closed load. `first_records` makes the first so many
    records that the tables were filled with."""

    first_records: Callable[[int], Sequence[Sequence[Value]]] = field(repr=False)

    adds: ClassVar[int] = 0
    """By how much a request changes the number of records."""

    def request_source(
        self,
        setting: Setting,
        run_database: RunDatabase,
        app_server: AppServer | None,
        *,
        warming: bool,
    ) -> RequestSource:
        del app_server, warming
        ids = list(zip(*fetch_rows(setting, _IDS, 0), strict=True)) or [()] * len(TABLES)
        return MixSource(
            run_database.endpoint,
            run_database.database,
            run_database.protection,
            run_database.keying,
            (tuple(self._steps(setting, [array("q", each) for each in ids])),),
            _counts(setting),
            len(ids[0]) if self.adds < 0 else None,
            text_columns=setting.options.parameters.text_columns,
        )

    @abstractmethod
    def _steps(self, setting: Setting, ids: Sequence[array[int]]) -> Iterable[Step]:
        """The statements of a request; `ids` are those of each of `TABLES`, record by record."""

    def verify(self, setting: Setting, source: RequestSource, completed: Sequence[int]) -> None:
        """The number of rows in each table is right, and so are some records."""
        assert isinstance(source, MixSource)
        counted = zip(TABLES, source.rows_before, _counts(setting), strict=True)
        for table, before, now in counted:
            expected = before + self.adds * completed[0]
            if now != expected:
                raise VerificationFailed(other_count(table, now, expected))
        self._verify_records(setting, source, completed[0])

    def _verify_records(self, setting: Setting, source: MixSource, completed: int) -> None:
        """Check some records that were read or written.

        Raises: VerificationFailed
        """


class SelectPart(ClientPart):
    """A record with its five rows, in one statement; all its texts are decrypted."""

    def _steps(self, setting: Setting, ids: Sequence[array[int]]) -> Iterable[Step]:
        drawn = _draw(setting).choices(range(len(ids[0])), k=_DRAWN)
        yield _HospitalStep(read_record(), _IdRows(array("q", (ids[0][at] for at in drawn))))

    def _verify_records(self, setting: Setting, source: MixSource, completed: int) -> None:
        known = self.first_records(source.rows_before[0])
        drawn = _draw(setting).choices(range(len(known)), k=_DRAWN)[:_CHECKED]
        [[step]] = source.operations
        for number, at in enumerate(drawn):
            check_record(_record(setting, step.values[number][0]), known[at], at + 1)


class UpdatePart(ClientPart):
    """The state of a record, by the id of its estado."""

    def _steps(self, setting: Setting, ids: Sequence[array[int]]) -> Iterable[Step]:
        records, estado = self.first_records(len(ids[0])), ids[TABLES.index("estado")]
        draw, states = _draw(setting), list(populations())
        drawn = draw.sample(range(len(records)), min(len(records), _DRAWN))
        first = [
            draw.choice([at for at, each in enumerate(states) if each != records[one][_ESTADO]])
            for one in drawn
        ]
        owners = [(estado[at], person_of(records[at])) for at in drawn]
        values = [_state_value(setting, each) for each in states]
        yield _HospitalStep(update_one(setting.encryptor), _NewStates(values, first, owners))

    def _verify_records(self, setting: Setting, source: MixSource, completed: int) -> None:
        """Nothing but the state has changed, to one of those that were given."""
        records, [[step]] = self.first_records(source.rows_before[0]), source.operations
        ids, estado, *_ = zip(*fetch_rows(setting, _IDS, 0), strict=True)
        place, given = {each: at for at, each in enumerate(estado)}, step.values
        assert isinstance(given, _NewStates)
        for number in range(min(_CHECKED, len(given.owners))):
            at = place[given.owners[number][0]]
            held, expected = _record(setting, ids[at]), list(records[at])
            rounds = range(number, completed, len(given.owners))[: len(given.states)]
            states = [given[each][0] for each in rounds] or [expected[_ESTADO]]
            expected[_ESTADO] = held[_ESTADO] if held[_ESTADO] in states else states[-1]
            check_record(held, expected, at + 1)


class InsertPart(ClientPart):
    """A record: a row into each of the five tables, all with the same id, in one transaction. Ids
    follow the highest one."""

    adds = 1

    def _steps(self, setting: Setting, ids: Sequence[array[int]]) -> Iterable[Step]:
        first = 1 + max(max(each) for each in ids)
        blind, pool = has_blind_index(setting), self.first_records(_POOL)
        rows: dict[str, list[Sequence[Value]]] = {
            "estado": [state_values(setting, each, blind) for each in pool],
            "municipio": [(each[FIELD_INDEX["municipio"]], _NO_ID) for each in pool],
            "paciente": [patient_values(each) for each in pool],
            "dados_ocupacao": [occupancy_values(each) for each in pool],
            "notificacao": [notice_values(each, *[_NO_ID] * 4) for each in pool],
        }
        for table, statement in insert_statements(setting.encryptor, with_ids=True).items():
            values = [
                (_NO_ID, *row, *(() if table == "notificacao" else (person_of(record),)))
                for row, record in zip(rows[table], pool, strict=True)
            ]
            yield _HospitalStep(statement, _NewRows(first, values, _ID_PLACES[table]))

    def _verify_records(self, setting: Setting, source: MixSource, completed: int) -> None:
        """The first of those that were added, and the last."""
        step, pool = source.operations[0][0], self.first_records(_POOL)
        half = min(completed, _CHECKED // 2)
        for number in {*range(half), *range(completed - half, completed)}:
            known = pool[number % len(pool)]
            check_record(_record(setting, step.values[number][0]), known, number + 1)


class DeletePart(ClientPart):
    """A record: its five rows by id, in one transaction. All that are there are deleted, one after
    another: the load ends with the last of them, if that is before its time."""

    adds = -1

    def _steps(self, setting: Setting, ids: Sequence[array[int]]) -> Iterable[Step]:
        for table, each in zip(TABLES, ids, strict=True):
            yield _HospitalStep(delete_one(table), _IdRows(each))


def client_parts(
    pace: ClosedPace, clients: int, first_records: Callable[[int], Sequence[Sequence[Value]]]
) -> tuple[ClientPart, ...]:
    """DELETE has no lead: none of its records is spent on one."""
    first_records = cache(first_records)
    return (
        SelectPart("SELECT", pace, None, clients, first_records),
        UpdatePart("UPDATE", pace, None, clients, first_records),
        InsertPart("INSERT", pace, None, clients, first_records),
        DeletePart("DELETE", replace(pace, lead=0.0), None, clients, first_records),
    )


_ID_PLACES = {
    **dict.fromkeys(SELECT_LISTS, (0,)),
    "municipio": (0, 2),
    "notificacao": (0, *FOREIGN_KEY_POSITION.values()),
}
"""Where the id is among the values of a new row, its own in front."""


def _draw(setting: Setting) -> random.Random:
    return random.Random(setting.options.seed)


def _state_value(setting: Setting, state: str) -> Sequence[Value]:
    index = (blind_index_value(setting, state),) if has_blind_index(setting) else ()
    return state, *index


def _counts(setting: Setting) -> tuple[int, ...]:
    counted = (setting.session.fetch(f"select count(*) from {table}")[0][0] for table in TABLES)
    return tuple(int(str(each)) for each in counted)


def _record(setting: Setting, number: Value) -> list[Value]:
    """The record with an id, decrypted.

    Raises: VerificationFailed where there is none
    """
    found = fetch_rows(setting, read_record(), number)
    if not found:
        raise VerificationFailed(phrase("record {number} is missing", number=str(number)))
    return list(map(plain_value, found[0]))
