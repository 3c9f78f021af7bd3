"""The workload “connections”: the cost of opening a connection, and of data sent over it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engines.contract.message import Message, phrase, plural
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Keying, Protection
from engines.registry import engine_named
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.statement_text import insert, select
from workloads.contract import (
    Case,
    Clock,
    MarkerColumn,
    Operation,
    Options,
    Parameters,
    Part,
    Refusal,
    Setting,
    UnpreparedWork,
    VerificationFailed,
    fetch_rows,
    size_faults,
)
from workloads.workload import DatabaseWorkload

# Opening connections, and statements with short and long answers over one that is open.

MESSAGE, BODY = "message", "body"
"""The table, and its column of text."""

BODY_LENGTH = 4_000
"""Letters of a body, one byte each."""

_ROWS_OF_LONG_ANSWER = 16
"""Rows of a long answer: together 64 kB, four TLS records."""


class Fill(Operation):
    """Stores one message per record; never timed."""

    name = "FILL"

    def run(self, setting: Setting, clock: Clock) -> int:
        body = f"seal(:{BODY}, {MESSAGE}.{BODY})"
        statement = insert(MESSAGE, {BODY: body}, sizes=_SIZES)
        prepared = clock.prepare(setting.session, statement, setting.encryptor)
        clock.run_many((prepared, record) for record in setting.count_rows(setting.records))
        prepared.close()
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        stored = [row[0] for row in fetch_rows(setting, _messages(), 1, _ABOVE_ANY_ID)]
        if stored != [body for (body,) in setting.records]:
            raise VerificationFailed(phrase("the messages are not those that were stored"))


class Connect(Operation):
    """Opens and closes connections: TCP, login, with TLS its handshake; for encrypted files the key
    derivation from a passphrase."""

    name = "CONNECT"
    server_cpu_is_session = False

    def run(self, setting: Setting, clock: Clock) -> int:
        open_session = setting.open_session
        assert open_session is not None
        open_and_close = UnpreparedWork(lambda: open_session().close())
        for _ in setting.records:
            clock.run(open_and_close, ())
        return len(setting.records)


class Select(Operation):
    """Reads a row by its key without its text: an answer of a few bytes, hence the round trip."""

    name = "SELECT"

    def run(self, setting: Setting, clock: Clock) -> int:
        statement = select(("id",), f"from {MESSAGE} where id = :id", {"id": ValueType.INTEGER})
        return _run_each(setting, clock, statement, lambda key: (key,))


class SelectLong(Operation):
    """Reads sixteen rows with their texts: an answer of 64 kB."""

    name = "SELECT 64 kB"

    def run(self, setting: Setting, clock: Clock) -> int:
        return _run_each(
            setting, clock, _messages(), lambda key: (key, key + _ROWS_OF_LONG_ANSWER - 1)
        )


def _messages() -> Statement:
    return select(
        (f"open({MESSAGE}.{BODY})",),
        f"from {MESSAGE} where id between :first and :last order by id",
        {"first": ValueType.INTEGER, "last": ValueType.INTEGER},
        _SIZES,
    )


def _run_each(
    setting: Setting,
    clock: Clock,
    statement: Statement,
    parameters_for: Callable[[int], Sequence[Value]],
) -> int:
    """Run a statement once per record, with parameters by its key; returns the rows received."""
    prepared = clock.prepare(setting.session, statement, setting.encryptor)
    received = 0
    for key in range(1, len(setting.records) + 1):
        received += len(prepared.rows(clock.run(prepared, parameters_for(key))))
    prepared.close()
    return received


_SIZES = {f"{MESSAGE}.{BODY}": BODY_LENGTH, BODY: BODY_LENGTH}
_ABOVE_ANY_ID = 1 << 30


# What a plan may set of work on connections.


@dataclass(frozen=True)
class ConnectionsParameters(Parameters):
    """`sizes`: how many connections are opened, and how many statements of each kind are run."""

    name: str = "connections"
    sizes: tuple[int, ...] = parameter(
        (200,),
        most=100_000,
        shown=Shown(
            phrase("Sizes"),
            phrase("Connections opened, and statements of each kind"),
            offers=(100, 200, 500, 1000),
            words=phrase("Add a size"),
            required_message=phrase("Add at least one size."),
        ),
    )


_LETTERS = "abcdefghijklmnopqrstuvwxyz "


class Connections(DatabaseWorkload[ConnectionsParameters]):
    """Connections opened, and short and long answers over one."""

    name = "connections"
    title = phrase("Connections")
    axis = phrase("Connections")
    axis_in_sentence = phrase("connections")
    parameters = ConnectionsParameters
    filling = Fill()
    fills_untimed = True
    marker_column = MarkerColumn(0, MESSAGE, BODY)

    def keying(self, bits: int, sound: bool) -> Keying:
        """Always a fresh key."""
        return Keying(os.urandom(bits // 8))

    def cases(self, parameters: ConnectionsParameters) -> tuple[Case, ...]:
        return tuple(Case(size) for size in parameters.sizes)

    def case_label(self, case: Case) -> Message:
        return plural("{n} connections", "{n} connection", case.size)

    def faults(self, parameters: ConnectionsParameters) -> Iterator[Message]:
        return size_faults(parameters.sizes)

    def refusals(
        self, parameters: ConnectionsParameters, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        known = engine_named(engine)
        if not known.driver.connects_once:
            return ()
        message = phrase("{engine} opens its file once a process", engine=known.title)
        return (Refusal(Connect.name, "no-connection", message),)

    def encrypted_columns(self, parameters: ConnectionsParameters) -> Sequence[str]:
        return (f"{MESSAGE}.{BODY}",)

    def parts(self, options: Options[ConnectionsParameters]) -> tuple[Part, ...]:
        return (Connect(), Select(), SelectLong())

    def schema(self, options: Options[ConnectionsParameters], encryptor: Encryptor) -> Schema:
        return Schema((Table(MESSAGE, (Column(BODY, protected=True, size=BODY_LENGTH),)),))

    def records(self, options: Options[ConnectionsParameters]) -> Sequence[Sequence[Value]]:
        draw = random.Random(options.seed)
        return [
            ("".join(draw.choices(_LETTERS, k=BODY_LENGTH)).strip(),) for _ in range(options.size)
        ]
