"""The users that are there before, and whether those who are there are whom they should be."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract.message import Number, phrase, plural
from engines.contract.session import Row
from engines.sql.statement import Statement, Value
from workloads.contract import Clock, Operation, Setting, VerificationFailed
from workloads.web_users.requests.users import ACCOUNT, ADD, ALL, FIELDS, as_text


class Fill(Operation):
    """A statement a user, all in one transaction; never timed."""

    name = "FILL"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        adding = setting.session.prepare(ADD, setting.sealer)
        clock.run_many((adding, record) for record in setting.counted(setting.records))
        adding.close()
        return len(setting.records)

    def verify(self, setting: Setting) -> None:
        held = {row[ACCOUNT]: row for row in fetch(setting, ALL, 0)}
        check_count(len(held), len(setting.records))
        for record in setting.records:
            check_user(held.get(record[ACCOUNT], ()), record)


def fetch(setting: Setting, statement: Statement, *values: Value) -> Sequence[Row]:
    prepared = setting.session.prepare(statement, setting.sealer)
    try:
        return prepared.rows(prepared.execute(*values))
    finally:
        prepared.close()


def check_count(held: int, expected: int) -> None:
    """Raises: VerificationFailed"""
    if held != expected:
        raise VerificationFailed(
            plural(
                "{n} of {all} users are in the database",
                "{n} of {all} users is in the database",
                held,
                all=Number(expected),
            )
        )


def check_user(held: Sequence[Value], expected: Sequence[Value]) -> None:
    """Raises: VerificationFailed"""
    stored = tuple(map(as_text, held))
    if stored == tuple(expected):
        return
    if not stored:
        raise VerificationFailed(phrase("user {number} is missing", number=expected[ACCOUNT]))
    name = next(
        name for name, one, other in zip(FIELDS, stored, expected, strict=True) if one != other
    )
    frame = phrase("user {number} has {held} in {name}, but {wanted} was stored")
    wanted = expected[FIELDS.index(name)]
    raise VerificationFailed(
        frame.with_values(
            number=expected[ACCOUNT],
            held=repr(stored[FIELDS.index(name)]),
            name=name,
            wanted=repr(wanted),
        )
    )
