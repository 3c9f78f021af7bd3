"""The workload “own”: tables and statements of a user, as a workload file describes them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Self

from engines.contract.errors import InputError, Unsupported
from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.parameter import NameKind, Shown, parameter, set_by_us
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.session import Row
from engines.registry import engine_named
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Unencrypted, Value
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import (
    PROFILES,
    SECONDS,
    TABLES_STORED,
    TIMES,
    WEIGHT,
    Case,
    MarkerColumn,
    Operation,
    Options,
    Parameters,
    Part,
    Profile,
    Refusal,
    Setting,
    VerificationFailed,
    other_count,
)
from workloads.load import (
    CLIENTS,
    HOSTS,
    LOAD_MEASURES,
    MIXED,
    MOST_HOSTS,
    MOST_LANES,
    ONE_HOST,
    LoadPart,
    OpenPace,
    RequestSource,
    clients_of,
    clients_range,
    closed_case,
    exact_number,
    with_clients,
)
from workloads.mix_requests import MixSource
from workloads.own.column_choice import with_choice
from workloads.own.file_reading import read_load, read_work
from workloads.own.filling import Fill, read_rows, rows_in, why_rows_differ
from workloads.own.load_model import (
    MOST_RATE,
    LoadModel,
    LoadWork,
    open_case,
    rate_of,
)
from workloads.own.model import SearchKind, WorkSpec
from workloads.own.operations import OwnOperation
from workloads.own.result_comparison import comparable
from workloads.own.rewriting import parsed_statements, refusals, refusals_of_mix
from workloads.own.schema import schema_of
from workloads.own.sql.parsed import ColumnName, ColumnUse, Occurrence, Parsed
from workloads.own.table_generation import GeneratedTables, generated_tables
from workloads.workload import DatabaseWorkload

# The tables after a load of mixed operations, whose statements are committed: are they right?

_CHECKED_ROWS = 200
"""Encrypted values are checked in so many of the first rows, and of the first inserted ones."""


class MixTables:
    """The tables of a workload under a load of mixed operations, each of which is committed."""

    def __init__(self, generated: GeneratedTables) -> None:
        self._generated = generated

    def are_written_to(self, engine: str) -> bool:
        return any(each.writes for each in _AssignedValues(self._generated, engine).all())

    def counts(self, setting: Setting) -> tuple[int, ...]:
        """The number of rows of each table now."""
        return tuple(rows_in(table, setting) for table in self._generated.work.table)

    def fault(
        self, setting: Setting, rows_before: Sequence[int], completed: Sequence[int], times: int
    ) -> Message:
        """What is wrong with the tables: as many rows must have been added as were inserted, and
        the encrypted values of some rows must be loaded ones or among those drawn for parameters
        (`times` of each). Nothing where all is right."""
        given = _AssignedValues(self._generated, setting.session.engine)
        counted = zip(self._generated.work.table, rows_before, self.counts(setting), strict=True)
        for table, before, now in counted:
            more = given.inserted(table, completed)
            if more is not None and now != before + more:
                return other_count(table, now, before + more)
            if strange := self._column_with_strange_value(table, setting, given, times):
                frame = phrase("{column} holds a value that was never stored")
                return frame.with_values(column=f"{table}.{strange}")
        return NOTHING

    def _column_with_strange_value(
        self, table: str, setting: Setting, given: _AssignedValues, times: int
    ) -> str:
        """An encrypted column of a table that holds a value that was never stored, among its first
        rows and the first inserted ones; empty where there is none."""
        known = self._generated.work.table[table]
        encrypted = [name for name, each in known.column.items() if each.seal]
        if not known.key or not encrypted:
            return ""
        places = [list(known.column).index(name) for name in known.key]
        first = islice(self._generated.rows(table), _CHECKED_ROWS)
        asked: list[Row] = [tuple(row[place] for place in places) for row in first]
        if known.counted:
            rows = self._generated.rows_of(table)
            asked += [(rows + number,) for number in range(1, _CHECKED_ROWS + 1)]
        found = read_rows(self._generated, table, setting, asked, by_key=True)
        for name in encrypted:
            place, column = list(known.column).index(name), ColumnName(table, name)
            if not given.only_drawn(column):
                continue  # that it decrypts is all that can be checked
            left = {comparable(row[place]) for row in found} - {None}
            left -= set(map(comparable, self._generated.column(table, name)))
            for values in given.values(column, times) if left else ():
                left -= set(map(comparable, values))
            if left:
                return name
        return ""


class _AssignedValues:
    """The values that the statements of a workload assign to columns on an engine."""

    def __init__(self, generated: GeneratedTables, engine: str) -> None:
        self._generated = generated
        operations = range(len(generated.work.operation))
        self._statements = [parsed_statements(generated.work, each, engine) for each in operations]

    def all(self) -> Iterator[Parsed]:
        return chain.from_iterable(self._statements)

    def inserted(self, table: str, completed: Sequence[int]) -> int | None:
        """Rows that so many runs of each operation insert into a table; None where the statements
        do not say how many."""
        more = 0
        for count, statements in zip(completed, self._statements, strict=True):
            for each in statements:
                if not each.writes:
                    continue
                if not each.given or _says(each, "delete"):
                    return None  # of an unknown table
                if rows := _rows_of(each, table):
                    if not _adds_each_time(each):
                        return None
                    more += count * rows
        return more

    def only_drawn(self, column: ColumnName) -> bool:
        """Whether only parameters and constants are assigned to a column."""
        return all(
            given.simple for each in self.all() for given in each.given if given.column == column
        )

    def values(self, column: ColumnName, times: int) -> Iterator[Iterable[Value]]:
        """All values assigned to a column: constants, and so many values of each parameter."""
        for operation, statements in zip(
            self._generated.work.operation, self._statements, strict=True
        ):
            found = [one for each in statements for one in each.occurrences if _gives(one, column)]
            yield [each.constant for each in found if each.is_constant]
            for name in {each.name for each in found if not each.is_constant}:
                yield self._generated.drawn(operation, name, times)


def _gives(occurrence: Occurrence, column: ColumnName) -> bool:
    return occurrence.column == column and occurrence.use in (
        ColumnUse.ASSIGNED,
        ColumnUse.INSERTED,
    )


def _rows_of(statement: Parsed, table: str) -> int:
    """How many rows of VALUES it has for a table."""
    given = [each.column for each in statement.given if each.use is ColumnUse.INSERTED]
    return max(Counter(each for each in given if each.table == table).values(), default=0)


def _adds_each_time(statement: Parsed) -> bool:
    """Whether an INSERT always adds all its rows: from VALUES, without ON CONFLICT."""
    return _says(statement, "values") and not _says(
        statement, "select", "conflict", "duplicate", "ignore", "matching"
    )


def _says(statement: Parsed, *words: str) -> bool:
    text = statement.text.lower()
    return any(each in text for each in words)


# The operations of a file as one load: lanes send them in proportion to their weights.


_DRAWN_FACTOR, _LEAST_DRAWN, _MOST_DRAWN = 1.25, 256, 1 << 16
"""How many values are drawn per parameter: this factor times the expected requests, within
limits."""

_CLOSED_REQUESTS_PER_S = 10_000
"""About the most that clients of a closed load send: drawing and encrypting values for more would
take longer than the load."""


@dataclass(frozen=True)
class MixPart(LoadPart):
    """A load of operations, in the proportions of its pace."""

    mixed_operations: Sequence[OwnOperation]
    tables: MixTables

    @property
    def kind_names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.mixed_operations)

    def request_source(
        self,
        setting: Setting,
        run_database: RunDatabase,
        app_server: AppServer | None,
        *,
        warming: bool,
    ) -> RequestSource:
        del app_server
        return MixSource(
            run_database.endpoint,
            run_database.database,
            run_database.protection,
            run_database.keying,
            tuple(
                tuple(each.steps(setting, self._times(number), skip_first=not warming))
                for number, each in enumerate(self.mixed_operations)
            ),
            self.tables.counts(setting),
        )

    def verify(self, setting: Setting, source: RequestSource, completed: Sequence[int]) -> None:
        assert isinstance(source, MixSource)
        most = 2 * max(map(self._times, range(len(self.mixed_operations))))
        if message := self.tables.fault(setting, source.rows_before, completed, most):
            raise VerificationFailed(message)

    def _times(self, number: int) -> int:
        """For how many requests of a kind values are drawn; after these they repeat."""
        if isinstance(self.pace, OpenPace):  # requests of all hosts are numbered together
            expected: float = replace(self.pace, host=ONE_HOST).expected
        else:
            expected = (self.pace.lead + (self.pace.seconds or 0)) * _CLOSED_REQUESTS_PER_S
        share = self.pace.mix[number] / sum(self.pace.mix)
        return min(_MOST_DRAWN, max(_LEAST_DRAWN, round(_DRAWN_FACTOR * expected * share)))


_TRIAL_ROWS = 200
"""Rows of the first table in the small case in which operations are tried."""

_OVERHEAD_S = 2.0
"""Estimated time of a run besides its load."""


@dataclass(frozen=True)
class OwnParameters(Parameters):
    """`file` is the workload file; `sizes` count rows of its first table. Where the file has an
    open load, `rates` replace its rate: a case for each. `clients` turn any file into a closed
    load: a case for each number of clients."""

    name: str = "own"
    file: str = parameter(
        "",
        shown=Shown(
            phrase("Workload file"),
            phrase("Tables and statements of your own"),
            names=NameKind.WORKLOAD,
            required_message=phrase("Choose a workload file."),
        ),
    )
    seal: tuple[str, ...] | None = parameter(
        None,
        shown=Shown(
            phrase("Sealed columns"),
            phrase("Columns that are encrypted, in place of those that the file names"),
            same_row_as="file",
        ),
    )
    search: tuple[str, ...] | None = parameter(
        None,
        shown=Shown(
            phrase("Searchable columns"),
            phrase("Encrypted columns that are found by equality, in place of the file's"),
            same_row_as="file",
        ),
    )
    sizes: tuple[int, ...] = parameter(
        (10_000,),
        most=100_000_000,
        shown=Shown(
            phrase("Sizes"),
            phrase("Rows of the first table; the others grow with it"),
            unit=phrase("rows"),
            offers=(1_000, 10_000, 100_000),
            words=phrase("Add a size"),
            required_message=phrase("Add at least one size."),
        ),
    )
    rates: tuple[float, ...] = parameter(
        (),
        least=0.01,
        most=MOST_RATE,
        shown=Shown(
            phrase("Rates"),
            phrase("Replace those that the workload file has under [load]"),
            unit=phrase("per second"),
            rare=True,
        ),
    )
    clients: tuple[int, ...] = parameter((), least=1, most=MOST_LANES, shown=CLIENTS)
    hosts: int = parameter(1, least=1, most=MOST_HOSTS, shown=HOSTS)
    profile: Profile = parameter(Profile.SOUND, shown=PROFILES)
    differences: tuple[tuple[str, ...], ...] = set_by_us(())
    """`WorkFile.differences` of the file, set when a campaign begins."""

    @property
    def data(self) -> str:
        return self.file

    def with_data(self, path: str) -> Self:
        return replace(self, file=path)


class OwnWorkload(DatabaseWorkload[OwnParameters]):
    """What a user's own statements cost on tables like the user's own."""

    name = "own"
    title = phrase("Your own tables and statements")
    axis = phrase("Rows")
    axis_in_sentence = phrase("rows")
    parameters = OwnParameters
    measures = (SECONDS, *LOAD_MEASURES, WEIGHT, TIMES, TABLES_STORED)
    why_not_is_slow = users_statements = True
    leaves_out_index = True
    fills_untimed = True

    def cases(self, parameters: OwnParameters) -> tuple[Case, ...]:
        sizes, rates, clients = parameters.sizes, parameters.rates, parameters.clients
        if clients:
            return tuple(closed_case(size, each) for each in clients for size in sizes)
        if rates:
            return tuple(open_case(size, each) for each in rates for size in sizes)
        return tuple(map(Case, sizes))

    def rate(self, case: Case) -> float | None:
        return rate_of(case)

    def clients(self, case: Case) -> int | None:
        return clients_of(case)

    def case_label(self, case: Case) -> Message:
        if clients := clients_of(case):
            return with_clients(self.size_label(case.size), clients)
        rate = rate_of(case)
        if rate is None:
            return self.size_label(case.size)
        return plural(
            "{n} rows, {rate} arrivals/s",
            "{n} row, {rate} arrivals/s",
            case.size,
            rate=exact_number(rate),
        )

    def cases_label(self, cases: Sequence[Case]) -> Message:
        """By clients: “100 rows, 1 to 64 clients”."""
        return clients_range(cases, self.size_label) or super().cases_label(cases)

    def faults(self, parameters: OwnParameters) -> Iterator[Message]:
        if not parameters.file:
            yield phrase("workload has no file")
        if not parameters.sizes:
            yield phrase("workload sizes are empty")
        if min(parameters.sizes, default=1) < 1:
            yield phrase("a size must be 1 or more")
        if len(set(parameters.sizes)) != len(parameters.sizes):
            yield phrase("a size is named twice")
        if len(set(parameters.rates)) != len(parameters.rates):
            yield phrase("a rate is named twice")
        if len(set(parameters.clients)) != len(parameters.clients):
            yield phrase("a number of clients is named twice")
        if parameters.rates and parameters.clients:
            yield phrase("rates are of an open load, and clients of a closed one: choose one")
        elif parameters.rates and not _has_open_load(parameters):
            yield phrase("rates need a workload file with an open load")
        if parameters.hosts > 1 and not parameters.clients and _load_in_file(parameters) is None:
            yield phrase("several hosts need a workload file with a load")

    def hosts(self, parameters: OwnParameters) -> int:
        return parameters.hosts

    def why_not(
        self, parameters: OwnParameters, case: Case, protection: Protection, engine: str
    ) -> Message:
        del case, engine
        if not protection.encrypts_values and protection.kind is not ProtectionKind.STORED_FORM:
            return NOTHING
        if any(each.seal for *_, each in chosen_work(parameters, statements=False).columns()):
            return NOTHING
        return phrase("No column of the workload file is encrypted.")

    def refusals(
        self, parameters: OwnParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        encryptor = self.encryptor_for(parameters, protection, engine)
        if encryptor is None:
            return ()
        return self.all_refused(
            parameters, tuple(refusals(chosen_work(parameters), engine, encryptor))
        )

    def all_refused(
        self, parameters: OwnParameters, found: tuple[Refusal, ...]
    ) -> tuple[Refusal, ...]:
        work = chosen_work(parameters, statements=False)
        return refusals_of_mix(work, found) if work.load is not None else found

    def encryptor_for(
        self, parameters: OwnParameters, protection: Protection, engine: str
    ) -> Encryptor | None:
        """The encryptor that a run would have, made without a server: enough to rewrite statements.
        None where the engine lacks the protection."""
        if protection.algorithm == "rsa":  # its keys take a second to make
            form = protection.kind is ProtectionKind.STORED_FORM
            assumed = _Assumed(deterministic=form, in_server=not form)
            return assumed if protection.blind_index else assumed.without_blind_index()
        keying = self.keying(protection.bits or 256, parameters.profile is Profile.SOUND)
        try:
            return engine_named(engine).encryption.encryptor(protection, keying)
        except Unsupported:
            return None

    def schema(self, options: Options[OwnParameters], encryptor: Encryptor) -> Schema:
        return schema_of(chosen_work(options.parameters), encryptor)

    def records(self, options: Options[OwnParameters]) -> Sequence[Sequence[Value]]:
        generated = _generated(options)
        return list(generated.rows(generated.work.marker_table))

    def marker_in(self, options: Options[OwnParameters]) -> MarkerColumn:
        work = chosen_work(options.parameters)
        table, column = work.marker_table, work.marker_column
        return MarkerColumn(list(work.table[table].column).index(column), table, column)

    def filled_by(self, options: Options[OwnParameters]) -> Operation:
        return Fill(_generated(options))

    def keeps_database(self, options: Options[OwnParameters]) -> bool:
        """Not where a mixed load writes: it commits."""
        work = chosen_work(options.parameters)
        return work.load is None or not MixTables(_generated(options)).are_written_to(work.dialect)

    def check_reused(self, setting: Setting) -> None:
        generated = _generated(setting.options)
        for table in generated.work.table:
            if message := why_rows_differ(generated, table, setting):
                raise VerificationFailed(message)

    def digest(self, options: Options[OwnParameters]) -> str:
        return _generated(options).digest

    def work_digest(self, options: Options[OwnParameters]) -> str:
        generated = _generated(options)
        return hashlib.sha256(f"{generated.work!r} {generated.digest}".encode()).hexdigest()

    def scaled_down(self, options: Options[OwnParameters]) -> Options[OwnParameters]:
        """A single small case: few rows answer a statement as many do."""
        most = max(options.size, *(each.size for each in self.cases(options.parameters)))
        return replace(options, case=Case(min(most, _TRIAL_ROWS)))

    def why_not_interleaved(self, options: Options[OwnParameters]) -> Message:
        load = _load(options.parameters)
        return NOTHING if load is None else self._mix(options, load).why_not_interleaved

    def is_simultaneous(self, options: Options[OwnParameters]) -> bool:
        return _load(options.parameters) is not None

    def seconds(self, options: Options[OwnParameters], protection: Protection) -> float | None:
        load = _load(options.parameters)
        return None if load is None else _OVERHEAD_S + load.warmup_seconds + load.seconds

    def operations(
        self, parameters: OwnParameters, case: Case, protection: Protection
    ) -> tuple[str, ...]:
        """None where the file is gone: results are then read from the store alone."""
        try:
            work = chosen_work(parameters, statements=False)
        except InputError:
            return ()
        names = tuple(each.name for each in work.operation)
        return names if work.load is None else (MIXED, *names)

    def resolved(self, parameters: OwnParameters) -> OwnParameters:
        work = chosen_work(parameters, statements=False)
        return replace(
            parameters,
            seal=work.encrypted_columns(),
            search=work.encrypted_columns((SearchKind.EQUAL,)),
            differences=work.differences,
        )

    def differences(self, parameters: OwnParameters) -> Sequence[Sequence[str]]:
        return parameters.differences

    def encrypted_columns(self, parameters: OwnParameters) -> Sequence[str]:
        """Empty where a plan leaves them to its file, until a campaign has begun (`resolved`)."""
        return parameters.seal or ()

    def blind_indexed_columns(self, parameters: OwnParameters) -> Sequence[str]:
        return parameters.search or ()

    def _operations(self, options: Options[OwnParameters]) -> list[OwnOperation]:
        generated = _generated(options)
        return [OwnOperation(generated, number) for number in range(len(generated.work.operation))]

    def trial_parts(self, options: Options[OwnParameters]) -> tuple[Part, ...]:
        return tuple(self._operations(options))

    def parts(self, options: Options[OwnParameters]) -> tuple[Part, ...]:
        load = chosen_work(options.parameters).load
        return tuple(self._operations(options)) if load is None else (self._mix(options, load),)

    def _mix(self, options: Options[OwnParameters], load: LoadWork) -> MixPart:
        generated = _generated(options)
        mix = tuple(each.weight for each in generated.work.operation)
        load = load.for_case(options.case)
        return MixPart(
            MIXED,
            load.timed_pace(mix, options.seed),
            load.warmup_pace(mix, options.seed),
            load.processes,
            self._operations(options),
            MixTables(generated),
        )


def chosen_work(parameters: OwnParameters, *, statements: bool = True) -> WorkSpec:
    """The workload file with the columns encrypted that the plan names. Without `statements` these
    are not checked, and the SQL parser is not loaded.

    Raises: InputError
    """
    clients = _most_clients(parameters)
    work = read_work(Path(parameters.file), statements=statements, clients=clients)
    work = replace(work, load=work.load or _closed_load(clients))
    return with_choice(work, parameters.seal, parameters.search)


def _most_clients(parameters: OwnParameters) -> int:
    """The most clients of the plan; 0 where it names none."""
    return max(parameters.clients, default=0)


def _closed_load(clients: int) -> LoadWork | None:
    """The load of a file without one; None for 0."""
    return LoadWork(LoadModel.CLOSED).for_clients(clients) if clients else None


def _load(parameters: OwnParameters) -> LoadWork | None:
    """The load of a file with the plan's clients; None also where the file is gone."""
    try:
        clients = _most_clients(parameters)
        return read_load(Path(parameters.file), clients) or _closed_load(clients)
    except InputError:
        return None


def _load_in_file(parameters: OwnParameters) -> LoadWork | None:
    """The load of a file; an open one for an unreadable file, which is reported elsewhere."""
    try:
        return read_load(Path(parameters.file))
    except InputError:
        return LoadWork(LoadModel.OPEN)


def _has_open_load(parameters: OwnParameters) -> bool:
    load = _load_in_file(parameters)
    return load is not None and load.pace is LoadModel.OPEN


def file_work(parameters: OwnParameters) -> WorkSpec:
    """The workload file as it is, without the plan's choice of columns.

    Raises: InputError
    """
    return read_work(Path(parameters.file), clients=_most_clients(parameters))


def _generated(options: Options[OwnParameters]) -> GeneratedTables:
    return generated_tables(chosen_work(options.parameters), options.seed, options.size)


class _Assumed(Unencrypted):
    """The properties of a protection, without its keys."""

    changes_values = True

    def __init__(self, *, deterministic: bool, in_server: bool) -> None:
        super().__init__()
        self.deterministic, self.decrypts_in_server = deterministic, in_server
        self.can_reencrypt = in_server
