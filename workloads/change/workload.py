"""The workload “change”: the cost of encrypting existing rows, of changing their key, or of
decrypting them, while others use them.

Plaintext does the same work without encryption, so that a protection's cost excludes rewriting.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import ClassVar, Self

from engines.contract.errors import Unsupported
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.parameter import NameKind, Shown, parameter
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.contract.storage_change import StorageWork
from engines.contract.transition import BackupKind, EncryptionTransition, StorageWay, Transition
from engines.registry import engine_named
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Unencrypted, Value
from workloads.change.changed_table import ChangedTable
from workloads.change.column_conversion import Conversion
from workloads.change.concurrent_load import Latencies, RequestThread, concurrent_requests
from workloads.change.disk import DiskSearch, ServerFiles
from workloads.change.maintenance import (
    BackUp,
    BackupFile,
    CleanUp,
    DropColumns,
    Restore,
    Rewrite,
)
from workloads.change.measures import (
    CHANGE,
    DISK_PEAK,
    LOST,
    MEASURES,
    ROWS_PER_SECOND,
    TABLE_BEFORE,
    load_measures,
)
from workloads.change.own_table import own_table, why_not_usable
from workloads.change.progress_follower import ProgressFollower
from workloads.change.table_choice import (
    PERSON,
    TEXTS,
    changed_table,
    encrypted_column,
    fill,
    marked_rows,
    own_table_of,
    records_of,
    schema_of,
    tag_of,
)
from workloads.change.ways import COLUMN_WAYS, WAY_TEXTS, Way, case_name, change_of_case
from workloads.contract import (
    ENGINE_MEASURES,
    GENERATED,
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
    Series,
    Setting,
    SingleStatement,
    UnpreparedWork,
    VerificationFailed,
    check_row_count,
)
from workloads.own.filling import blind_index
from workloads.own.result_comparison import comparable_rows
from workloads.workload import TRIAL_RECORDS, DatabaseWorkload


class Fill(Operation):
    """Stores the rows as they are before a transition; never timed."""

    name = "FILL"

    def __init__(self, transition: Transition = Transition.SWITCH_ON) -> None:
        self._transition = transition

    def run(self, setting: Setting, clock: Clock) -> int:
        from_encryptor = _conversion(self._transition, setting).from_encryptor
        fill(setting, clock, self._transition, from_encryptor, tag_of(setting))
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        ((rows,),) = setting.session.fetch(
            f"select count(*) from {changed_table(setting.options).name}"
        )
        check_row_count(int(str(rows)), len(setting.records))


def _conversion(transition: Transition, setting: Setting) -> Conversion:
    table = changed_table(setting.options)
    return Conversion.of(
        transition, setting.encryptor, setting.former_encryptor, table, setting.index_key
    )


class ChangeOperation(SingleStatement):
    """A change of all rows in one way, while a load reads and updates them."""

    transition: ClassVar[Transition]
    server_cpu_is_session = False
    is_last = True
    """Whether it is the run's last operation, so that it must restore the engine's settings."""

    def __init__(
        self,
        way: Way,
        batch: int,
        rate: int,
        quiet_seconds: float = 0.0,
        disk: DiskSearch | None = None,
    ) -> None:
        """`quiet_seconds`: how long the load runs before the change, and after it."""
        self._way, self._batch, self._rate = way, batch, rate
        self._quiet_seconds = quiet_seconds if rate else 0.0
        self._disk = disk

    def run(self, setting: Setting, clock: Clock) -> int:
        connect, encryptor = setting.open_session, setting.encryptor
        assert connect is not None
        table = changed_table(setting.options)
        kinds = {Series.READS: table.read_one, Series.UPDATES: table.update_one}
        kinds = kinds if self._rate else {}
        load = {
            series: RequestThread(connect, encryptor, each, self._rate)
            for series, each in kinds.items()
        }
        latencies = {series: each.latencies for series, each in load.items()}
        session, stored, measured = setting.session, setting.storage, setting.measures
        session.commit()
        if stored is not None:
            stored.method.prepare(session, stored.change)
        self._measure_before(setting)
        exclusive = stored is not None and stored.method.needs_exclusive_access
        follower = ProgressFollower(
            setting, latencies, ServerFiles(setting.data_places()), exclusive=exclusive
        )
        with follower, concurrent_requests(tuple(load.values()), setting.options.size):
            time.sleep(self._quiet_seconds)
            with setting.count_resources(), follower.change():
                began = time.perf_counter()
                self._carry_out(
                    replace(setting, report_changed_rows=follower.record_changed_rows), clock
                )
                ended = time.perf_counter()
            time.sleep(self._quiet_seconds)
        if self._disk is not None:
            measured |= self._disk.measure(setting)
        session.begin()
        if Series.DISK in follower.largest:
            measured[DISK_PEAK.name] = follower.largest[Series.DISK]
        measured[CHANGE.name] = ended - began
        measured[ROWS_PER_SECOND.name] = setting.options.size / (ended - began)
        if load:
            reads, updates = latencies[Series.READS], latencies[Series.UPDATES]
            measured |= {e.name: value for e, value in load_measures(reads, updates, began, ended)}
            measured[LOST.name] = self._lost_updates(setting, updates)
        return setting.options.size

    def _carry_out(self, setting: Setting, clock: Clock) -> None:
        session, stored = setting.session, setting.storage
        if stored is not None:
            work = partial(stored.method.carry_out, session, stored.change)
            clock.run(UnpreparedWork(work), ())
            return
        session.begin_writing()
        conversion = _conversion(self.transition, setting)
        COLUMN_WAYS[self._way].carry_out(setting, clock, conversion, self._batch)
        session.commit()

    def _measure_before(self, setting: Setting) -> None:
        """Measure the table before; the engine flushes first, so that it is in its settled
        state."""
        if self._disk is None:
            return
        self._disk.check_finds_names(setting)
        if (sizes := setting.session.sizes(changed_table(setting.options).name)) is not None:
            setting.measures[TABLE_BEFORE.name] = float(sizes.rows)

    def _lost_updates(self, setting: Setting, updates: Latencies) -> float:
        table = changed_table(setting.options)
        ((visits,),) = setting.session.fetch(f"select sum({table.visits_column}) from {table.name}")
        return float(len(updates.answered) - int(str(visits)))

    def verify(self, setting: Setting) -> None:
        """All rows decrypt to their values, no old value is left, blind indexes are right."""
        if setting.storage is not None:
            _check_and_restore_stored(setting.session, setting.storage, last=self.is_last)
        self.verify_rows(setting)
        self._verify_emptied(setting)
        self._verify_indexes(setting)

    def verify_rows(self, setting: Setting) -> None:
        conversion = self._as_stored(setting)
        statement = conversion.table.select_rows(plain=conversion.to_encryptor is None)
        prepared = setting.session.prepare(statement, conversion.encryptor)
        rows = prepared.rows(prepared.execute())
        prepared.close()
        held = comparable_rows(rows)
        wanted = comparable_rows((key, *values) for key, values in marked_rows(setting))
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

    def _verify_emptied(self, setting: Setting) -> None:
        conversion = self._as_stored(setting)
        left = " or ".join(
            (
                f"{conversion.table.number_column} <> {conversion.key_number}",
                *(f"{each} is not null" for each in conversion.emptied_columns),
            )
        )
        ((number,),) = setting.session.fetch(
            f"select count(*) from {conversion.table.name} where {left}"
        )
        if number:
            raise VerificationFailed(
                plural("{n} rows are unchanged", "{n} row is unchanged", int(str(number)))
            )

    def _verify_indexes(self, setting: Setting) -> None:
        """Each row's blind indexes are those of its values."""
        conversion, session = self._as_stored(setting), setting.session
        if not (indexed := conversion.indexed):
            return
        table, columns = conversion.table, ", ".join(each.index for each in indexed)
        held = session.fetch(f"select {columns} from {table.name} order by {table.key}")
        digests = [
            (table.columns.index(each), blind_index(setting.index_key, each.encrypted))
            for each in indexed
        ]
        wanted = [
            tuple(d(values[place]) for place, d in digests) for _, values in marked_rows(setting)
        ]
        if wrong := len(wanted) - sum(map(tuple.__eq__, map(tuple, held), wanted)):
            raise VerificationFailed(
                plural(
                    "{n} rows are not found by their blind index",
                    "{n} row is not found by its blind index",
                    wrong,
                )
            )

    def _as_stored(self, setting: Setting) -> Conversion:
        _, way, _ = change_of_case(setting.options.case)
        return _conversion(self.transition if way.storage is None else _AS_PLAIN[1], setting)


_AS_PLAIN = Transition.SWITCH_ON, Transition.SWITCH_OFF
"""Transitions whose state before [0], after [1], is plaintext in columns: that of tables that the
engine encrypts."""


def _check_and_restore_stored(session: Session, stored: StorageWork, *, last: bool) -> None:
    """Raises: VerificationFailed where the table's state on the engine is not the wanted one"""
    encrypted = stored.method.is_encrypted(session, stored.change)
    if last or encrypted is not stored.change.ends_encrypted:
        stored.method.restore(session, stored.change)
    if encrypted is stored.change.ends_encrypted:
        return
    raise VerificationFailed(
        phrase("the table is encrypted on disk")
        if encrypted
        else phrase("the table is not encrypted on disk")
    )


class SwitchOn(ChangeOperation):
    transition = Transition.SWITCH_ON
    name = transition.operation


class ChangeKey(ChangeOperation):
    transition = Transition.CHANGE_KEY
    name = transition.operation


class SwitchOff(ChangeOperation):
    transition = Transition.SWITCH_OFF
    name = transition.operation


OPERATIONS: Mapping[Transition, type[ChangeOperation]] = {
    each.transition: each for each in (SwitchOn, ChangeKey, SwitchOff)
}


# What a plan may set.

ROWS = Shown(
    phrase("Rows"),
    phrase("Rows that are changed; other tables of a workload file grow with them"),
    offers=(10_000, 50_000, 200_000),
    words=phrase("Add a number of rows"),
    required_message=phrase("Add at least one number of rows."),
)
TRANSITIONS = Shown(
    phrase("Change"),
    choices={
        Transition.SWITCH_ON: (
            phrase("switch on"),
            phrase("Rows in plain text are encrypted"),
        ),
        Transition.CHANGE_KEY: (
            phrase("change the key"),
            phrase("Encrypted rows are decrypted and encrypted with another key"),
        ),
        Transition.SWITCH_OFF: (
            phrase("switch off"),
            phrase("Encrypted rows are decrypted"),
        ),
    },
    required_message=phrase("Choose at least one change."),
)
WAYS = Shown(phrase("Ways"), choices=WAY_TEXTS, required_message=phrase("Choose at least one way."))
RATES = Shown(
    phrase("Concurrent load"),
    phrase("Reads a second, and as many updates, while rows are changed; 0: nobody"),
    unit=phrase("/s"),
    offers=(0, 20, 40, 100),
    words=phrase("Add a rate"),
    required_message=phrase("Add at least one rate; 0 for nobody."),
)
QUIET_SECONDS = Shown(
    phrase("Before and after"),
    phrase("How long the load is measured before the change, and after it"),
    unit=phrase("s"),
)
CLEAN_UP = Shown(
    phrase("Afterwards"),
    phrase("The engine clears away old versions of rows, then writes the table anew"),
    words=phrase("clean up and rewrite"),
)
BACK_UP = Shown(
    phrase("Backup"),
    phrase("The database is backed up as its engine's users do it, and restored into another one"),
    words=phrase("back up and restore"),
)
BACK_UP_FILES = Shown(
    phrase("Backup of files"),
    phrase("Files are copied while the server runs, and another server is started on the copy"),
    words=phrase("back up files and restore"),
)
BATCH = Shown(phrase("Batch"), phrase("Rows at a time where they are changed in batches"))
FILE = Shown(
    phrase("Own table"),
    phrase("A workload file: its largest table with encrypted columns is changed, not persons"),
    names=NameKind.WORKLOAD,
)
ENCRYPTED = Shown(
    phrase("Sealed columns"),
    phrase("Columns that are encrypted, in place of those that the file names"),
    same_row_as="file",
)
SEARCHED = Shown(
    phrase("Searchable columns"),
    phrase("Encrypted columns that get a blind index, in place of the file's"),
    same_row_as="file",
)


@dataclass(frozen=True)
class ChangeParameters(Parameters):
    """There is a case for each combination of `rows`, `transitions`, `ways` and `rates`."""

    name: str = "change"
    file: str = parameter("", shown=FILE)
    seal: tuple[str, ...] | None = parameter(None, shown=ENCRYPTED)
    search: tuple[str, ...] | None = parameter(None, shown=SEARCHED)
    rows: tuple[int, ...] = parameter((50_000,), most=5_000_000, shown=ROWS)
    transitions: tuple[Transition, ...] = parameter((Transition.SWITCH_ON,), shown=TRANSITIONS)
    ways: tuple[Way, ...] = parameter((Way.UPDATE, Way.BATCHES), shown=WAYS)
    rates: tuple[int, ...] = parameter((40,), least=0, most=10_000, shown=RATES)
    batch: int = parameter(2_000, least=1, most=1_000_000, shown=BATCH)
    clean_up: bool = parameter(True, shown=CLEAN_UP)
    back_up: bool = parameter(False, shown=BACK_UP)
    back_up_files: bool = parameter(False, shown=BACK_UP_FILES)
    quiet_seconds: float = parameter(3.0, least=0, most=600, shown=QUIET_SECONDS)

    @property
    def restores(self) -> bool:
        return self.back_up or self.back_up_files

    @property
    def backups(self) -> Sequence[BackupKind]:
        asked = {BackupKind.DATABASE: self.back_up, BackupKind.FILES: self.back_up_files}
        return [kind for kind, wanted in asked.items() if wanted]

    @property
    def data(self) -> str:
        return self.file or GENERATED

    def with_data(self, path: str) -> Self:
        return replace(self, file=path)

    @property
    def profile(self) -> Profile:
        """A fresh key, and an IV for each value."""
        return Profile.SOUND


class EncryptionChange(DatabaseWorkload[ChangeParameters]):
    """The encryption of existing rows is switched on or off, or its key is changed."""

    name = "change"
    title = phrase("Changing encryption")
    axis = phrase("Rows")
    axis_in_sentence = phrase("rows")
    parameters = ChangeParameters
    measures: ClassVar[tuple[Measure, ...]] = (*MEASURES, *ENGINE_MEASURES)
    engine_counts = True
    leaves_out_index = True
    users_statements = True  # any server may deny its login to rename and drop tables
    filling = Fill()
    marker_column = MarkerColumn(0, PERSON, TEXTS[0])

    def keying(self, bits: int, sound: bool) -> Keying:
        return Keying(os.urandom(bits // 8))

    def cases(self, parameters: ChangeParameters) -> tuple[Case, ...]:
        return tuple(
            Case(rows, case_name(transition, way, rate))
            for rows, transition, way, rate in product(
                parameters.rows, parameters.transitions, parameters.ways, parameters.rates
            )
        )

    def case_label(self, case: Case) -> Message:
        transition, way, rate = change_of_case(case)
        rows = plural(
            "{n} rows, {change}: {way}",
            "{n} row, {change}: {way}",
            case.size,
            change=TRANSITIONS.choices[transition][0],
            way=WAY_TEXTS[way][0],
        )
        if not rate:
            return rows
        return phrase("{rows}, {rate} reads and updates a second", rows=rows, rate=rate)

    def distinct_labels(self, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
        """Labels always have the way, and of the rest what differs."""
        known = {case: _words_of(case) for case in cases}
        several = [len(set(map(str, each))) > 1 for each in zip(*known.values(), strict=True)]
        if not several:
            return NOTHING, {}
        several[_WAY] = True
        first = next(iter(known.values()))
        common = [each for each, differs in zip(first, several, strict=True) if not differs]
        return _joined(common), {
            case: _joined([each for each, differs in zip(words, several, strict=True) if differs])
            for case, words in known.items()
        }

    def faults(self, parameters: ChangeParameters) -> Iterator[Message]:
        named = {
            "rows": parameters.rows,
            "transitions": parameters.transitions,
            "ways": parameters.ways,
            "rates": parameters.rates,
        }
        for name, values in named.items():
            if not values:
                yield phrase("workload {name} are empty", name=name)
            if len(set(values)) != len(values):
                yield phrase("a value of workload {name} is named twice", name=name)
        if not parameters.file:
            known = [f"{PERSON}.{each}" for each in TEXTS]
            for name in dict.fromkeys(parameters.search or ()):
                if name not in known:
                    yield phrase("there is no column “{column}”", column=name)
        for rows in parameters.rows:
            if rows < 1:
                yield phrase("size {size} must be 1 or more", size=rows)

    def refusals(
        self, parameters: ChangeParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        if (refused := self._refused(parameters, case, protection, engine)) is not None:
            code, why = refused
            done = self.operations(parameters, case, protection)
            return tuple(Refusal(each, code, why) for each in done)
        known = engine_named(engine)
        words: dict[str, str] = {}
        if parameters.clean_up:
            words |= {CleanUp.name: known.facts.clean_up, Rewrite.name: known.facts.rewrite}
        for kind in parameters.backups:
            word = known.facts.backup if kind is BackupKind.DATABASE else known.facts.files_backup
            words |= dict.fromkeys((kind.back_up, kind.restore), word)
        why = phrase("{engine} has no statement for it", engine=known.title)
        return tuple(Refusal(each, "no-word", why) for each, word in words.items() if not word)

    def _refused(
        self, parameters: ChangeParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[str, Message] | None:
        """Code and reason why a change is impossible; None where it is possible."""
        transition, way, rate = change_of_case(case)
        named = parameters.file, parameters.seal, parameters.search
        if parameters.file and (why := why_not_usable(*named)):
            return "no-table", why
        table = changed_table(Options(parameters, case))
        found = (
            self._why_not_values(transition, way, protection, engine, table)
            if way.storage is None
            else _why_not_stored(transition, way.storage, protection, engine)
        )
        return found or (_why_not_loaded(way.storage, engine) if rate else None)

    def _why_not_values(
        self,
        transition: Transition,
        way: Way,
        protection: Protection,
        engine: str,
        table: ChangedTable,
    ) -> tuple[str, Message] | None:
        known = engine_named(engine)
        if protection.kind is ProtectionKind.STORAGE:
            return "stored", phrase("it encrypts tables or files, not columns")
        application = self._needs_application(protection, engine, transition, table)
        if application and not COLUMN_WAYS[way].supports_application:
            return _why_batches(protection, engine, table)
        if way is Way.NEW_TABLE and not known.facts.renames_tables:
            return "no-rename", phrase("{engine} renames no table", engine=known.title)
        if way is Way.ALTER_TYPE and not known.facts.retypes_columns:
            return "no-way", phrase("{engine} has no such statement", engine=known.title)
        if way is Way.NEW_TABLE and table.is_referenced:
            return "pointed-to", phrase("rows of other tables point to {table}", table=table.name)
        return None

    def _needs_application(
        self, protection: Protection, engine: str, transition: Transition, table: ChangedTable
    ) -> bool:
        """Whether the server cannot convert values, so that the application must."""
        if protection.kind is ProtectionKind.NATIVE and protection.algorithm == "rsa":
            return not table.only_texts  # RSA keys take a second to make
        with suppress(Unsupported):  # which is the server's to say
            keying = self.keying(protection.bits or 256, sound=True)
            encryptor = engine_named(engine).encryption.encryptor(protection, keying)
            return Conversion.of(transition, encryptor, encryptor, table).needs_application
        return False

    def seconds(self, options: Options[ChangeParameters], protection: Protection) -> float:
        row = _APPLICATION_ROW_S if protection.kind is ProtectionKind.CLIENT else _SERVER_ROW_S
        _, _, rate = change_of_case(options.case)
        quiet = 2 * options.parameters.quiet_seconds if rate else 0.0
        return _OVERHEAD_S + quiet + row * options.size

    def encrypted_columns(self, parameters: ChangeParameters) -> Sequence[str]:
        """Empty where a plan leaves them to its file."""
        if parameters.file:
            return parameters.seal or ()
        return tuple(f"{PERSON}.{encrypted_column(each)}" for each in TEXTS)

    def resolved(self, parameters: ChangeParameters) -> ChangeParameters:
        if not parameters.file:
            return parameters
        named = parameters.file, parameters.seal, Transition.SWITCH_ON, parameters.search
        own = own_table(*named)
        seal, search = (
            tuple(f"{own.table.name}.{each}" for each in own.columns if each in some)
            for some in (own.columns, own.searched)
        )
        return replace(parameters, seal=seal, search=search)

    def blind_indexed_columns(self, parameters: ChangeParameters) -> Sequence[str]:
        if Transition.SWITCH_ON not in parameters.transitions:
            return ()
        if parameters.file:
            return parameters.search or ()
        return [encrypted_column(each) for each in parameters.search or ()]

    def marker_in(self, options: Options[ChangeParameters]) -> MarkerColumn:
        table = changed_table(options)
        place = table.marked_index or 0
        return MarkerColumn(place, table.name, table.columns[place].plain.column)

    def digest(self, options: Options[ChangeParameters]) -> str:
        own = own_table_of(options)
        return "" if own is None else own.generated(options.size, options.seed).digest

    def scaled_down(self, options: Options[ChangeParameters]) -> Options[ChangeParameters]:
        small = Case(min(options.size, TRIAL_RECORDS), options.case.name)
        return Options(replace(options.parameters, quiet_seconds=0.0), small, options.seed)

    def encryption_transition(self, options: Options[ChangeParameters]) -> EncryptionTransition:
        transition, way, _ = change_of_case(options.case)
        return EncryptionTransition(transition, way.storage, changed_table(options).name)

    def untimed_fill(self, options: Options[ChangeParameters]) -> Fill:
        transition, way, _ = change_of_case(options.case)
        return Fill(transition if way.storage is None else _AS_PLAIN[0])

    def parts(self, options: Options[ChangeParameters]) -> tuple[Part, ...]:
        transition, way, rate = change_of_case(options.case)
        parameters, disk = options.parameters, DiskSearch()
        change = OPERATIONS[transition](way, parameters.batch, rate, parameters.quiet_seconds, disk)
        parts: list[Operation] = [change]
        if parameters.clean_up:
            change.is_last = False
            emptied = () if way.storage else _emptied(transition, options)
            parts += [CleanUp(disk), *([DropColumns(disk, emptied)] if emptied else ())]
            parts.append(Rewrite(disk))
        for kind in parameters.backups:
            file = BackupFile()
            parts += [BackUp(file, kind), Restore(file, change.verify_rows, kind)]
        return tuple(parts)

    def schema(self, options: Options[ChangeParameters], encryptor: Encryptor) -> Schema:
        return schema_of(options, encryptor)

    def records(self, options: Options[ChangeParameters]) -> Sequence[Sequence[Value]]:
        return records_of(options)


def _emptied(transition: Transition, options: Options[ChangeParameters]) -> Sequence[str]:
    """The columns that are empty after the change; none where no table can be changed."""
    parameters = options.parameters
    if parameters.file and why_not_usable(parameters.file, parameters.seal, parameters.search):
        return ()
    table = changed_table(options)
    return Conversion.of(transition, Unencrypted(), Unencrypted(), table).emptied_columns


def _why_batches(protection: Protection, engine: str, table: ChangedTable) -> tuple[str, Message]:
    if protection.kind is not ProtectionKind.NATIVE:
        return "by-application", phrase("the application encrypts row by row: in batches")
    if not table.only_texts:
        return "types", phrase("numbers and dates of {table}: in batches", table=table.name)
    known = engine_named(engine)
    return "no-vector", phrase("{engine} draws no vector within a statement", engine=known.title)


def _why_not_stored(
    transition: Transition, way: StorageWay, protection: Protection, engine: str
) -> tuple[str, Message] | None:
    known = engine_named(engine)
    method = known.encryption.storage_methods.get(way)
    if method is None or transition not in method.transitions:
        return "no-way", phrase("{engine} has no such statement", engine=known.title)
    if protection.encrypts_values or protection.kind is ProtectionKind.STORED_FORM:
        return "values", phrase("it encrypts values, not tables or files")
    if protection.below_server:
        return "below", phrase("the file system encrypts it, not {engine}", engine=known.title)
    if protection.kind is not ProtectionKind.STORAGE and not method.rewrites_plain:
        return "plain", phrase("there is nothing to rewrite in plain text")
    why = method.why_not(transition, protection)
    return ("no-key", why) if why else None


def _why_not_loaded(way: StorageWay | None, engine: str) -> tuple[str, Message] | None:
    """Why there can be no concurrent load; None where there can."""
    known = engine_named(engine)
    if way is None and not known.facts.writers_wait:
        why = phrase("a concurrent update ends the change in {engine}", engine=known.title)
        return "conflicts", why
    if known.driver.connects_once or (
        way and known.encryption.storage_methods[way].needs_exclusive_access
    ):
        return "alone", phrase("{engine} lets nobody else in meanwhile", engine=known.title)
    return None


_OVERHEAD_S, _SERVER_ROW_S, _APPLICATION_ROW_S = 1.5, 4e-5, 5e-4
"""Estimated seconds of a run besides its rows, and per row encrypted by server or application."""


_WAY = 2
"""The index of the way in `_words_of`."""


def _words_of(case: Case) -> tuple[Message, ...]:
    """Rows, transition, way and load of a case in words."""
    transition, way, rate = change_of_case(case)
    return (
        plural("{n} rows", "{n} row", case.size),
        TRANSITIONS.choices[transition][0],
        WAY_TEXTS[way][0],
        phrase("{rate} reads and updates a second", rate=rate) if rate else phrase("without load"),
    )


def _joined(words: Sequence[Message]) -> Message:
    """As in “20,000 rows, batches”."""
    found = NOTHING
    for each in words:
        found = phrase("{one}, {other}", one=found, other=each) if found else each
    return found
