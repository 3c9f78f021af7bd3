"""Records of a workload, stored encrypted in a temporary database of the pattern lab.

It is filled by the workload's own INSERT statements, read as a thief or the server's administrator
would read it, and dropped when it is closed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Self

from app.patterns.base.lab_database import (
    ReportNotDropped,
    lab_database,
    log_not_dropped,
    supported_protection,
)
from app.patterns.columns.column import CipherColumn
from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.contract.endpoint import Endpoint
from engines.contract.errors import InputError, StatementFailed
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import Properties, properties_of
from engines.sql.schema import Schema
from engines.sql.statement import (
    USUAL_BYTES,
    Encryptor,
    Role,
    Statement,
    Unencrypted,
    Value,
    ValueType,
)
from engines.sql.statement_text import select, statement
from workloads.contract import Case, Options, Parameters, Profile, Setting, UntimedClock
from workloads.hospital.workload import HospitalParameters
from workloads.registry import database_workload

_PROGRESS_STATEMENTS = 200
MOST_RECORDS = 100_000
"""More are not analysed: all are in memory."""

type Progress = Callable[[int, int], None]
"""Called with statements done, and all; an exception that it raises ends the work."""


@dataclass(frozen=True)
class RecordsOrder:
    """The records to store: those of the hospital workload, or those of a workload `file` of the
    user. `sound` asks for a fresh key and a fresh IV for each value (the sound profile), else the
    IV is fixed (the study profile)."""

    protection: Protection
    records: int = 8_000
    sound: bool = False
    seed: int = 2023
    file: str = ""

    @property
    def parameters(self) -> Parameters:
        """What its workload is done with."""
        profile = Profile.SOUND if self.sound else Profile.STUDY
        if self.file:
            # It takes numpy along, which the lab does without otherwise.
            from workloads.own.workload import OwnParameters

            return OwnParameters(file=self.file, profile=profile)
        return HospitalParameters(profile=profile)


@dataclass(frozen=True)
class Tampered:
    """A stored value that was changed in the database, and what decryption made of it.

    `opened` is the decrypted value; None where decryption failed, and `message` is then the error
    of the server or the application. `authenticated` says whether the protection checks values.
    `prefix_bytes` come before the ciphertext: IV, nonce or, under AES-SIV, the tag.
    """

    column: str
    row: int
    encrypted: bytes = field(repr=False)
    changed: bytes = field(repr=False)
    plaintext: bytes
    opened: bytes | None
    authenticated: bool
    message: str = ""
    prefix_bytes: int = 0

    @property
    def refused(self) -> bool:
        return self.opened is None

    @property
    def detected(self) -> bool:
        """Whether authentication detected the change; a padding error alone is chance."""
        return self.refused and self.authenticated


def hospital_columns() -> list[str]:
    """The protected columns that records of the hospital have, as `table.column`."""
    parameters = HospitalParameters()
    workload = database_workload(parameters.name)
    return _columns(workload.schema(Options(parameters, Case(1), 0), Unencrypted()))


def _columns(schema: Schema) -> list[str]:
    return [
        f"{table.name}.{column.name}"
        for table in schema.tables
        if table.keyed and table.counted == "id"
        for column in table.columns
        if column.protected
    ]


def only_profile(protection: Protection) -> Profile | None:
    """The only profile that a protection can have: SOUND where each value gets a fresh IV (or an
    equivalent) anyway, STUDY where there is no IV; None where the user may choose."""
    if protection.kind is ProtectionKind.CLIENT:
        return Profile.SOUND
    known = properties_of(protection, protection.mode, fixed_iv=True)
    if known.needs_unique_iv:
        return None
    return Profile.SOUND if known.hides_equality else Profile.STUDY


class EncryptedRecords:
    """Encrypted records on a server, until `close`."""

    def __init__(
        self,
        engine: Engine,
        endpoint: Endpoint,
        order: RecordsOrder,
        capabilities: Capabilities | None = None,
        progress: Progress = lambda done, total: None,
        report_not_dropped: ReportNotDropped = log_not_dropped,
    ) -> None:
        """Raises: Unsupported with the server's reason, ServerUnavailable, StatementFailed, and
        what `progress` raises; nothing is left behind then."""
        self.order = order
        parameters = order.parameters
        self._workload = database_workload(parameters.name)
        self.protection = supported_protection(
            engine.title, engine, capabilities or engine.servers.probe(endpoint), order.protection
        )
        keying = self._workload.keying(self.protection.bits or 256, order.sound)
        self.encryptor = engine.encryption.encryptor(self.protection, keying)
        self._options = Options(parameters, Case(order.records), order.seed)
        self._schema = self._workload.schema(self._options, self.encryptor)
        endpoint = engine.encryption.storage_endpoint(endpoint, self.protection, keying)
        with ExitStack() as stack:
            database = stack.enter_context(lab_database(engine, endpoint, report_not_dropped))
            engine.catalogue.install(endpoint, database, self._schema)
            login = engine.catalogue.restricted_login(endpoint, database)
            self._session = stack.enter_context(engine.driver.connect(login, database))
            self._fill(engine, progress)
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the server and drop the database. May be called twice."""
        self._stack.close()

    @property
    def columns(self) -> list[str]:
        """The protected columns, as `table.column`, of tables whose rows the server numbers
        by `id`."""
        return _columns(self._schema)

    def column(self, name: str) -> CipherColumn:
        """A column (`table.column`) as it is stored, and decrypted with the key.

        Raises: InputError for a name that no protected column has, StatementFailed
        """
        table, column = self._table_and_column(name)
        encrypted = self._rows(select(("id", column), f"from {table}"), Unencrypted())
        opened = dict(self._rows(select(("id", f"open({name})"), f"from {table}"), self.encryptor))
        by_id = {row: value for row, value in encrypted if value is not None}
        ids = tuple(sorted(int(str(row)) for row in by_id))
        ciphertexts = tuple(value_as_bytes(by_id[row]) for row in ids)
        plaintexts = tuple(value_as_bytes(opened[row]).decode() for row in ids)
        size = self._encrypted_size(ciphertexts, plaintexts)
        nulls = len(encrypted) - len(ids)
        return CipherColumn(name, ids, ciphertexts, plaintexts, size, self.properties, nulls=nulls)

    def tamper(self, name: str, row: int, change: Callable[[bytes], bytes]) -> Tampered:
        """Change one stored value (`row` is its id), decrypt it, and restore the old value.

        Raises: InputError for a name or a row there is not, StatementFailed
        """
        table, column = self._table_and_column(name)
        found = self._rows(_of_row(column, table), Unencrypted(), row)
        if not found:
            raise InputError(
                phrase("Row not found"),
                phrase("{table} has no row {row}."),
                phrase("Choose another row."),
                table=table,
                row=row,
            )
        encrypted = value_as_bytes(found[0][1])
        plaintext = self._opened(name, row)
        changed = change(encrypted)
        opened, message = self._opened_while_changed(table, column, row, changed, encrypted)
        checked = self.properties.authenticated
        return Tampered(
            name, row, encrypted, changed, plaintext, opened, checked, message, self.prefix_bytes
        )

    @property
    def properties(self) -> Properties:
        """The properties of the protection, as it is used here."""
        return properties_of(self.protection, self.protection.mode, fixed_iv=not self.order.sound)

    @property
    def prefix_bytes(self) -> int:
        """Bytes before the ciphertext of a value: IV, nonce or tag."""
        encryptor = self.encryptor
        return (
            encryptor.front_bytes if isinstance(encryptor, ClientEncryptor) else encryptor.iv_size
        )

    def _encrypted_size(
        self, ciphertexts: Sequence[bytes], plaintexts: Sequence[str]
    ) -> Callable[[int], int] | None:
        """The length of the ciphertext of n bytes, which is public knowledge."""
        encryptor = self.encryptor
        if isinstance(encryptor, ClientEncryptor):
            return lambda size: len(encryptor.encrypt_value(bytes(size), b""))
        if not self.protection.encrypts_values:
            return None
        # Encryptors of OpenPGP know a bound only: their packets add the same to any value.
        differences = Counter(
            len(encrypted) - encryptor.encrypted_size(len(text.encode()))
            for encrypted, text in zip(ciphertexts, plaintexts, strict=True)
        )
        added = max(differences, key=lambda each: differences[each], default=0)
        return lambda size: encryptor.encrypted_size(size) + added

    def _opened_while_changed(
        self, table: str, column: str, row: int, changed: bytes, encrypted: bytes
    ) -> tuple[bytes | None, str]:
        """The decrypted value while `changed` is stored, or None and the error's sentence."""
        self._store(table, column, row, changed)
        try:
            return self._opened(f"{table}.{column}", row), ""
        except StatementFailed as error:
            return None, error.message
        finally:
            self._store(table, column, row, encrypted)

    def _table_and_column(self, name: str) -> tuple[str, str]:
        if name not in self.columns:
            raise InputError(
                phrase("Column not found"),
                phrase("There is no protected column “{name}”."),
                phrase("Choose one of: {columns}."),
                name=name,
                columns=", ".join(self.columns),
            )
        table, _, column = name.partition(".")
        return table, column

    def _fill(self, engine: Engine, progress: Progress) -> None:
        session, encryptor = self._session, self.encryptor
        engine.driver.create_schema(session, self._schema, encryptor)
        records = self._workload.records(self._options)
        filling = self._workload.filled_by(self._options)
        clock = UntimedClock(_throttled(progress, filling.statements(len(records))))
        session.begin()
        filling.run(Setting(session, encryptor, records, self._options, os.urandom(32)), clock)
        session.commit()

    def _opened(self, name: str, row: int) -> bytes:
        """The decrypted value as bytes: after a change it need not be text."""
        table = name.partition(".")[0]
        encryptor = (
            self.encryptor
            if not self.encryptor.decrypts_in_server
            else _BytesEncryptor(self.encryptor)
        )
        found = self._rows(_of_row(f"open({name})", table), encryptor, row)
        if found[0][1] is None:
            raise StatementFailed(phrase("Value rejected"), phrase("The server's answer is NULL."))
        return value_as_bytes(found[0][1])

    def _rows(
        self, statement: Statement, encryptor: Encryptor, *values: Value
    ) -> Sequence[tuple[Any, Value]]:
        prepared = self._session.prepare(statement, encryptor)
        try:
            rows = prepared.rows(prepared.execute(*values))
            return [(row[0], row[1]) for row in rows]
        finally:
            prepared.close()

    def _store(self, table: str, column: str, row: int, value: bytes) -> None:
        words = statement(
            f"update {table} set {column} = :value where id = :id",
            _TYPES,
            {"value": self.encryptor.encrypted_size(USUAL_BYTES)},
        )
        prepared = self._session.prepare(words, Unencrypted())
        try:
            prepared.execute(value, row)
        finally:
            prepared.close()
        self._session.commit()


class _BytesEncryptor(Encryptor):
    """An encryptor whose decrypted values are bytes, which need not be text."""

    def __init__(self, inner: Encryptor) -> None:
        self._inner = inner
        self.session_setting = inner.session_setting

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return self._inner.encrypt_sql(placeholder)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return self._inner.decrypt_bytes_sql(column, size)

    def encrypted_size(self, size: int) -> int:
        return self._inner.encrypted_size(size)


def _throttled(progress: Progress, total: int) -> Callable[[int], None]:
    def report(done: int) -> None:
        if done % _PROGRESS_STATEMENTS == 0 or done == total:
            progress(done, total)

    return report


def _of_row(what: str, table: str) -> Statement:
    return select(("id", what), f"from {table} where id = :id", _TYPES)


_TYPES = {"id": ValueType.INTEGER, "value": ValueType.BYTES}


def value_as_bytes(value: Value) -> bytes:
    """What a server gave, as bytes: text as UTF-8, NULL as nothing."""
    if isinstance(value, str):
        return value.encode()
    if value is None:
        return b""
    return bytes(value) if isinstance(value, (bytes, bytearray)) else str(value).encode()
