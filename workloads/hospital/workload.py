"""The published hospital study's workload, statement for statement.

Rosa and Lazarin, “Uma análise de desempenho de funções de encriptação nativas de SGBDs Open
Source”, 2023: five tables with a row in each per record, every text column encrypted; INSERT,
SELECT, UPDATE and DELETE, each over one connection in one transaction.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract.message import Message, Number, phrase, plural
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Keying, Protection
from engines.contract.session import Prepared, Row
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.statement_text import select
from workloads.contract import (
    GENERATED,
    PROFILES,
    SECONDS,
    STUDY_IV,
    Case,
    Clock,
    MarkerColumn,
    Operation,
    Options,
    Parameters,
    Part,
    Profile,
    Setting,
    VerificationFailed,
    fetch_rows,
    size_faults,
)
from workloads.hospital import data
from workloads.hospital.client_parts import client_parts
from workloads.hospital.data import FIELDS
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
    ENCRYPTED_COLUMNS,
    FOREIGN_KEY_POSITION,
    NOTICE_COLUMNS,
    OCCUPANCY_COLUMNS,
    SELECT_LISTS,
    HospitalStatements,
    delete_one,
    insert_statements,
    read_all,
    read_newest,
    read_one,
)
from workloads.load import (
    CLIENTS,
    LOAD_MEASURES,
    MOST_LANES,
    THINK,
    WARMUP_SECONDS,
    ClosedPace,
    LoadPart,
    clients_of,
    clients_range,
    closed_case,
    with_clients,
)
from workloads.workload import DatabaseWorkload

# The study's operations, each verified by reading the database afterwards, and a quick, untimed
# filling for evidence and the pattern lab.

TARGET = "Alagoas"
"""The value that UPDATE writes into every estado."""


class Insert(Operation):
    """Nine statements per record: four rows inserted and read back, then the notificacao."""

    name = "INSERT"

    def statements(self, size: int) -> int:
        return 9 * size

    def run(self, setting: Setting, clock: Clock) -> int:
        blind = has_blind_index(setting)
        inserts = insert_statements(setting.encryptor)
        with _PreparedStatements(setting) as prepare:
            writes = {table: prepare(inserts[table]) for table in SELECT_LISTS}
            newest = {table: prepare(read_newest(table)) for table in SELECT_LISTS}
            notice = prepare(inserts["notificacao"])
            for record in setting.records:
                self._insert(setting, clock, record, writes, newest, notice, blind)
        return len(setting.records)

    def _insert(
        self,
        setting: Setting,
        clock: Clock,
        record: Sequence[Value],
        writes: dict[str, Prepared],
        newest: dict[str, Prepared],
        notice: Prepared,
        blind: bool,
    ) -> None:
        person = person_of(record)

        def insert(table: str, values: Sequence[Value]) -> Value:
            clock.run(writes[table], (*values, person))
            return newest[table].rows(clock.run(newest[table], ()))[0][0]

        estado = insert("estado", state_values(setting, record, blind))
        municipio = insert("municipio", (record[FIELD_INDEX["municipio"]], estado))
        paciente = insert("paciente", patient_values(record))
        dados = insert("dados_ocupacao", occupancy_values(record))
        clock.run(notice, notice_values(record, estado, municipio, paciente, dados))

    def verify(self, setting: Setting) -> None:
        stored_records = _decrypted_records(setting)
        if len(stored_records) != len(setting.records):
            raise VerificationFailed(
                plural(
                    "{n} of {all} records are in the database",
                    "{n} of {all} records is in the database",
                    len(stored_records),
                    all=Number(len(setting.records)),
                )
            )
        for number, (stored, record) in enumerate(
            zip(stored_records, setting.records, strict=True), 1
        ):
            check_record(stored, record, number)


class Fill(Operation):
    """Stores the same rows as INSERT, untimed: 5 statements per record and 4 more.

    Tables are filled one by one and their ids read once. INSERT looks for the highest id after
    every row, which without an index takes longer the more rows there are.
    """

    name = "FILL"

    def statements(self, size: int) -> int:
        return 5 * size + len(SELECT_LISTS)

    def run(self, setting: Setting, clock: Clock) -> int:
        blind, records = has_blind_index(setting), setting.records
        inserts = insert_statements(setting.encryptor)
        with _PreparedStatements(setting) as prepare:

            def fill(table: str, into: Statement, rows: Iterable[Sequence[Value]]) -> list[Value]:
                writes = prepare(into)
                clock.run_many(
                    (writes, (*values, person_of(record)))
                    for values, record in zip(rows, records, strict=True)
                )
                ids = prepare(select(("id",), f"from {table} order by id"))
                return [row[0] for row in ids.rows(clock.run(ids, ()))]

            states = (state_values(setting, record, blind) for record in records)
            estado = fill("estado", inserts["estado"], states)
            cities = (record[FIELD_INDEX["municipio"]] for record in records)
            pointers = zip(
                estado,
                fill("municipio", inserts["municipio"], zip(cities, estado, strict=True)),
                fill("paciente", inserts["paciente"], map(patient_values, records)),
                fill("dados_ocupacao", inserts["dados_ocupacao"], map(occupancy_values, records)),
                strict=True,
            )
            notice = prepare(inserts["notificacao"])
            clock.run_many(
                (notice, notice_values(record, *ids))
                for record, ids in zip(records, pointers, strict=True)
            )
        return len(records)

    def verify(self, setting: Setting) -> None:
        Insert().verify(setting)


class Select(Operation):
    """1 + 4 N statements: every notificacao, then its four rows by id, all decrypted."""

    name = "SELECT"

    def statements(self, size: int) -> int:
        return 1 + 4 * size

    def run(self, setting: Setting, clock: Clock) -> int:
        with _PreparedStatements(setting) as prepare:
            return len(_select_everything(clock, prepare))


class Update(Operation):
    """1 + 5 N statements: the whole SELECT, then every estado becomes Alagoas if it is not yet."""

    name = "UPDATE"

    def statements(self, size: int) -> int:
        return 1 + 5 * size

    def run(self, setting: Setting, clock: Clock) -> int:
        blind = has_blind_index(setting)
        with _PreparedStatements(setting) as prepare:
            update = prepare(HospitalStatements(setting.encryptor).update_estado)
            index = (blind_index_value(setting, TARGET),) if blind else ()
            estado, person = FOREIGN_KEY_POSITION["estado"], 1 + NOTICE_COLUMNS.index("id_data_sus")
            owned = (
                (notice[estado], plain_value(notice[person]) or None)
                for notice in _select_everything(clock, prepare)
            )
            return sum(
                update.affected(clock.run(update, (TARGET, *index, *each))) for each in owned
            )

    def verify(self, setting: Setting) -> None:
        place = FIELD_INDEX["estado"]
        for number, (stored, record) in enumerate(
            zip(_decrypted_records(setting), setting.records, strict=True), 1
        ):
            expected = (*record[:place], TARGET, *record[place + 1 :])
            check_record(stored, expected, number)


class Delete(Operation):
    """1 + 9 N statements when every row matches: the whole SELECT, then row by row five deletes."""

    name = "DELETE"

    def statements(self, size: int) -> int:
        return 1 + 9 * size

    def run(self, setting: Setting, clock: Clock) -> int:
        blind = has_blind_index(setting)
        target = blind_index_value(setting, TARGET) if blind else TARGET
        with _PreparedStatements(setting) as prepare:
            delete = prepare(HospitalStatements(setting.encryptor).delete_notificacao)
            others = {table: prepare(delete_one(table)) for table in SELECT_LISTS}
            removed = 0
            for notice in _select_everything(clock, prepare):
                if delete.affected(clock.run(delete, (target, notice[0]))):
                    removed += 1
                    for table, statement in others.items():
                        clock.run(statement, (notice[FOREIGN_KEY_POSITION[table]],))
        return removed

    def verify(self, setting: Setting) -> None:
        for table in ("notificacao", *SELECT_LISTS):
            left = setting.session.fetch(f"select count(*) from {table}")[0][0]
            if left:
                raise VerificationFailed(
                    plural(
                        "{n} rows are left in {table} after DELETE",
                        "{n} row is left in {table} after DELETE",
                        int(str(left)),
                        table=table,
                    )
                )


class _PreparedStatements:
    """Prepares statements for the length of one operation and frees them afterwards."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._made: list[Prepared] = []

    def __enter__(self) -> _PreparedStatements:
        return self

    def __call__(self, statement: Statement) -> Prepared:
        self._made.append(self._setting.session.prepare(statement, self._setting.encryptor))
        return self._made[-1]

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:  # after an error the connection cannot be used any more
            for prepared in self._made:
                prepared.close()


def _select_everything(clock: Clock, prepare: _PreparedStatements) -> Sequence[Row]:
    """The SELECT operation; returns the notificacao rows."""
    by_id = {table: prepare(read_one(table)) for table in SELECT_LISTS}
    everything = prepare(HospitalStatements.all_notificacao)
    notices = everything.rows(clock.run(everything, ()))
    clock.run_many(
        (statement, (notice[FOREIGN_KEY_POSITION[table]],))
        for notice in notices
        for table, statement in by_id.items()
    )
    return notices


def _decrypted_records(setting: Setting) -> list[Sequence[Value]]:
    """All records in the order of insertion, decrypted."""
    tables = {
        table: {row[0]: row[1:] for row in _fetch(setting, read_all(table))}
        for table in SELECT_LISTS
    }
    records: list[Sequence[Value]] = []
    for notice in sorted(_fetch(setting, HospitalStatements.notificacao_above), key=_first):
        estado, municipio, paciente, dados = (
            tables[table][notice[place]] for table, place in FOREIGN_KEY_POSITION.items()
        )
        _, sus, noticed, _, _, excluded, validated, created, updated, *_ = notice
        people = (estado[0], municipio[0], *paciente, *dados)
        records.append((*people, sus, noticed, excluded, validated, created, updated))
    return records


def _fetch(setting: Setting, statement: Statement) -> Iterable[Row]:
    return [tuple(map(plain_value, row)) for row in fetch_rows(setting, statement, 0)]


def _first(row: Row) -> int:
    assert isinstance(row[0], int)
    return row[0]


# How many values of which length each operation encrypts or decrypts.

_READ_BACK = frozenset({"estado", "municipio", "nome", "origem", *OCCUPANCY_COLUMNS})
"""Fields of the four tables that INSERT reads back; the others are in notificacao."""


def _encrypted_lengths(records: Sequence[Sequence[Value]], operation: str) -> Counter[int]:
    """Length in bytes → number of values that an operation encrypts or decrypts for these records.

    INSERT encrypts every text and decrypts what it reads back; the others decrypt every text;
    UPDATE decrypts and encrypts each state once more, DELETE encrypts one value a record.
    """
    all_texts = _lengths(records, FIELDS)
    match operation:
        case "INSERT":
            return all_texts + _lengths(records, _READ_BACK)
        case "UPDATE":
            again = Counter({len(TARGET.encode()): len(records)})
            return all_texts + _lengths(records, ("estado",)) + again
        case "DELETE":
            return all_texts + Counter({len(TARGET.encode()): len(records)})
        case _:
            return all_texts


def _lengths_of_requests(records: Sequence[Sequence[Value]], operation: str) -> Counter[int]:
    """The same of requests by clients, one for each record."""
    match operation:
        case "UPDATE":
            return _lengths(records, ("estado",))
        case "DELETE":
            return Counter()
        case _:
            return _lengths(records, FIELDS)


def _lengths(records: Iterable[Sequence[Value]], names: Iterable[str]) -> Counter[int]:
    positions = [FIELDS.index(name) for name in names]
    return Counter(
        len(record[position].encode())  # type: ignore[union-attr]
        for record in records
        for position in positions
        if isinstance(record[position], str)
    )


_STUDY_KEY = b"AbcdAbcdAbcdAbcd"
_SAMPLED_RECORDS = 200
_OVERHEAD_S = 2.0
"""Estimated time of a run by clients besides its loads."""

_PARTS = (Insert(), Select(), Update(), Delete())


@dataclass(frozen=True)
class HospitalParameters(Parameters):
    """`sizes` count records; `data` is "generated" or the path of a CSV in the public layout.

    With `clients` each operation is a closed load of its own, `seconds` long, and each number of
    clients is a case; a client waits `think` seconds before a request."""

    name: str = "hospital"
    sizes: tuple[int, ...] = parameter(
        (1000,),
        most=10_000_000,
        shown=Shown(
            phrase("Sizes"),
            unit=phrase("records"),
            offers=(1000, 2000, 4000, 8000),
            words=phrase("Add a size"),
            required_message=phrase("Add at least one size."),
        ),
    )
    profile: Profile = parameter(Profile.STUDY, shown=PROFILES)
    data: str = parameter(
        GENERATED,
        shown=Shown(
            phrase("Data"),
            file=phrase("A CSV in the public layout"),
            required_message=phrase("Choose the data file."),
        ),
    )
    clients: tuple[int, ...] = parameter((), least=1, most=MOST_LANES, shown=CLIENTS)
    seconds: float = parameter(
        10.0,
        least=0.1,
        most=86_400,
        shown=Shown(
            phrase("For"),
            phrase("How long each operation goes on; DELETE ends earlier with the last record"),
            unit=phrase("s"),
            rare=True,
        ),
    )
    warmup_seconds: float = parameter(2.0, least=0, most=3600, shown=WARMUP_SECONDS)
    think: float = parameter(0.0, least=0, most=3600, shown=THINK)
    text_columns: bool = parameter(
        False,
        shown=Shown(
            phrase("Ciphertext"),
            phrase("Encrypted values are stored as text instead of bytes, where the engine can"),
            words=phrase("as hex te&xt"),
            rare=True,
        ),
    )

    @property
    def idle(self) -> Collection[str]:
        return () if self.clients else ("seconds", "warmup_seconds", "think")


class Hospital(DatabaseWorkload[HospitalParameters]):
    """Hospital bed occupancy, as in the published study."""

    name = "hospital"
    title = phrase("Hospital occupancy")
    axis = phrase("Records")
    axis_in_sentence = phrase("records")
    parameters = HospitalParameters
    filling = Fill()
    relies_on_cascade = True
    measures = (SECONDS, *LOAD_MEASURES)
    sequence = tuple(each.name for each in _PARTS)
    marker_column = MarkerColumn(FIELD_INDEX["nome"], "paciente", "nome")

    def keying(self, bits: int, sound: bool) -> Keying:
        """The study's key, repeated to the length asked for, with its fixed IV; or a fresh key."""
        if sound:
            return Keying(os.urandom(bits // 8))
        repeated = _STUDY_KEY * (bits // 128 + 1)
        return Keying(repeated[: bits // 8], STUDY_IV)

    def cases(self, parameters: HospitalParameters) -> tuple[Case, ...]:
        if parameters.clients:
            return tuple(
                closed_case(s, each) for each in parameters.clients for s in parameters.sizes
            )
        return tuple(Case(size) for size in parameters.sizes)

    def clients(self, case: Case) -> int | None:
        return clients_of(case)

    def case_label(self, case: Case) -> Message:
        clients, records = clients_of(case), self.size_label(case.size)
        return with_clients(records, clients) if clients else records

    def size_label(self, size: int) -> Message:
        return plural("{n} records", "{n} record", size)

    def cases_label(self, cases: Sequence[Case]) -> Message:
        """By clients: “100 records, 1 to 64 clients”."""
        return clients_range(cases, self.size_label) or super().cases_label(cases)

    def faults(self, parameters: HospitalParameters) -> Iterator[Message]:
        yield from size_faults(parameters.sizes)
        if len(set(parameters.clients)) != len(parameters.clients):
            yield phrase("a number of clients is named twice")

    def encrypted_columns(self, parameters: HospitalParameters) -> Sequence[str]:
        return ENCRYPTED_COLUMNS

    def blind_indexed_columns(self, parameters: HospitalParameters) -> Sequence[str]:
        return ("estado.nome",)

    def parts(self, options: Options[HospitalParameters]) -> tuple[Part, ...]:
        clients = clients_of(options.case)
        if not clients:
            return _PARTS
        chosen = options.parameters
        pace = ClosedPace(
            0, chosen.seconds, chosen.think, seed=options.seed, lead=chosen.warmup_seconds
        )
        return client_parts(pace, clients, lambda most: self._first_records(options, most))

    def untimed_fill(self, options: Options[HospitalParameters]) -> Operation | None:
        return self.filling if clients_of(options.case) else None

    def seconds(self, options: Options[HospitalParameters], protection: Protection) -> float | None:
        loads = [each for each in self.parts(options) if isinstance(each, LoadPart)]
        return (
            _OVERHEAD_S + sum(each.pace.lead + (each.pace.seconds or 0) for each in loads)
            if loads
            else None
        )

    def schema(self, options: Options[HospitalParameters], encryptor: Encryptor) -> Schema:
        blind = (
            (Column("nome_index", ValueType.BYTES, size=32),) if not encryptor.deterministic else ()
        )
        tables = (
            Table("estado", (_text("nome"), *blind)),
            Table("municipio", (_text("nome"), _foreign_key("estado"))),
            Table("paciente", (_text("nome"), _text("origem"))),
            Table("dados_ocupacao", tuple(_text(name) for name in OCCUPANCY_COLUMNS)),
            Table("notificacao", _NOTICE_SCHEMA),
        )
        indexes = (("estado", "nome_index"),) if blind else ()
        indexed = options.sound or clients_of(options.case) is not None
        return Schema(tables, index_foreign_keys=indexed or None, indexes=indexes)

    def records(self, options: Options[HospitalParameters]) -> Sequence[Sequence[Value]]:
        if options.data is not None:
            return data.read_csv(options.data, options.size)
        return data.generate(options.seed, options.size)

    def encrypted_lengths(
        self, options: Options[HospitalParameters], operation: str
    ) -> Mapping[int, float]:
        """Extrapolated from the first `_SAMPLED_RECORDS`."""
        records = self._first_records(options, _SAMPLED_RECORDS)
        if clients_of(options.case):
            lengths, size = _lengths_of_requests(records, operation), 1
        else:
            lengths, size = _encrypted_lengths(records, operation), options.size
        return {length: count * size / len(records) for length, count in lengths.items()}

    def _first_records(
        self, options: Options[HospitalParameters], most: int
    ) -> Sequence[Sequence[Value]]:
        return self.records(replace(options, case=Case(min(most, options.size))))


def _text(name: str) -> Column:
    return Column(name, protected=True)


def _foreign_key(table: str) -> Column:
    return Column(f"id_{table}", ValueType.INTEGER, references=table)


_NOTICE_SCHEMA = (
    _text("id_data_sus"),
    _text("data_notificacao"),
    _foreign_key("estado"),
    _foreign_key("municipio"),
    Column("excluida", ValueType.BOOLEAN),
    Column("validado", ValueType.BOOLEAN),
    _text("created_at"),
    _text("updated_at"),
    _foreign_key("paciente"),
    _foreign_key("dados_ocupacao"),
)
