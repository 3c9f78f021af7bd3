"""Opening connections, and statements with short and long answers over one that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract.message import phrase
from engines.contract.session import Arrived, Bound, Prepared, Row, Session
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.written import insert, select
from workloads.contract import Clock, Operation, Setting, VerificationFailed

MESSAGE, BODY = "message", "body"
"""The table, and its column of text."""

LONGEST = 4_000
"""Bytes of a body."""

_AT_ONCE = 16
"""Rows of a long answer: 64 kB, as much as four TLS records hold."""


class Fill(Operation):
    """A message a record; never timed."""

    name = "FILL"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        body = f"seal(:{BODY}, {MESSAGE}.{BODY})"
        statement = insert(MESSAGE, {BODY: body}, sizes=_SIZES)
        prepared = clock.prepare(setting.session, statement, setting.sealer)
        clock.run_many((prepared, record) for record in setting.counted(setting.records))
        prepared.close()
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        prepared = setting.session.prepare(_messages(), setting.sealer)
        held = [row[0] for row in prepared.rows(prepared.execute(1, _ALL))]
        prepared.close()
        if held != [body for (body,) in setting.records]:
            raise VerificationFailed(phrase("the messages are not those that were stored"))


class Connect(Operation):
    """Opens a connection and closes it, over and over: host, login and, under TLS, handshake."""

    name = "CONNECT"
    server_cpu_is_session = False

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        assert setting.enter is not None
        entering = _Entering(setting.enter)
        for _ in setting.records:
            clock.run(entering, ())
        return len(setting.records)


class Select(Operation):
    """A row by its key without its text: an answer of a few bytes, and its way there and back."""

    name = "SELECT"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        statement = select(("id",), f"from {MESSAGE} where id = :id", {"id": ValueType.INTEGER})
        return _run_each(setting, clock, statement, lambda key: (key,))


class SelectLong(Operation):
    """Sixteen rows with their texts: an answer of 64 kB."""

    name = "SELECT 64 kB"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        return _run_each(setting, clock, _messages(), lambda key: (key, key + _AT_ONCE - 1))


class _Entering(Prepared):
    """What the clock runs in place of a statement."""

    def __init__(self, enter: Callable[[], Session]) -> None:
        self.bind = lambda values: values
        self.run = self._run
        self._enter = enter

    def _run(self, bound: Bound) -> Arrived:
        del bound
        self._enter().close()
        return None

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        return ()

    def affected(self, arrived: Arrived) -> int:
        return 0

    def close(self) -> None:
        """There is nothing to free."""


def _messages() -> Statement:
    return select(
        (f"open({MESSAGE}.{BODY})",),
        f"from {MESSAGE} where id between :first and :last order by id",
        {"first": ValueType.INTEGER, "last": ValueType.INTEGER},
        _SIZES,
    )


def _run_each(
    setting: Setting, clock: Clock, statement: Statement, asked: Callable[[int], Sequence[Value]]
) -> int:
    """One statement for each record, beginning at its key; the rows that came."""
    prepared = clock.prepare(setting.session, statement, setting.sealer)
    came = 0
    for key in range(1, len(setting.records) + 1):
        came += len(prepared.rows(clock.run(prepared, asked(key))))
    prepared.close()
    return came


_SIZES = {f"{MESSAGE}.{BODY}": LONGEST, BODY: LONGEST}
_ALL = 1 << 30
