"""The statements of operations, parsed once for an engine and written for each protection."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.sql.statement import Sealer
from workloads.contract import Refusal
from workloads.load import MIXED
from workloads.own.model import Work
from workloads.own.rewriting import rewritten
from workloads.own.sql.parsed import Column, Parsed
from workloads.own.sql.refused import UNDESCRIBED, reason_of
from workloads.own.sql.rewritten import Rewritten
from workloads.toml.faults import Fault


def parsed_statements(work: Work, operation: int, engine: str) -> tuple[Parsed, ...]:
    """The statements of an operation of a work, taken apart in an engine's dialect.

    Raises: Unfit
    """
    described = _described(work)
    texts = work.operation[operation].statements_for(engine)
    return tuple(_parsed(text, engine, described) for text in texts)


class _Described:
    """The tables of a work and the domains of sealed columns: gathered and hashed once, not for
    each statement, where a file has hundreds of both."""

    def __init__(self, work: Work) -> None:
        self.tables = {name: tuple(table.column) for name, table in work.table.items()}
        self.sealed = {
            Column(table, name): each.domain for table, name, each in work.columns() if each.seal
        }
        self._whole = (tuple(self.tables.items()), tuple(self.sealed.items()))
        self._hash = hash(self._whole)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Described) and self._whole == other._whole)

    def __hash__(self) -> int:
        return self._hash


_described = lru_cache(8)(_Described)


@lru_cache(2048)  # more than a file usually has: each takes some 10 ms
def _parsed(text: str, engine: str, described: _Described) -> Parsed:
    # sqlglot takes 10 MB, which only who measures statements of one's own is to have.
    from workloads.own.sql.parsing import parse

    return parse(text, engine, described.tables, described.sealed)


def statements_of(work: Work, operation: int, engine: str, sealer: Sealer) -> list[Rewritten]:
    """The statements of an operation as `sealer` needs them.

    Raises: Unfit
    """
    parsed, message = parsed_statements(work, operation, engine), work.operation[operation]
    return [rewritten(each, message.parameters, work, sealer, engine) for each in parsed]


def refusals(work: Work, engine: str, sealer: Sealer) -> Iterator[Refusal]:
    """The operations of a work that cannot be had in an engine's dialect as `sealer` needs them."""
    for number, operation in enumerate(work.operation):
        try:
            statements_of(work, number, engine, sealer)
        except Unfit as error:
            yield Refusal(operation.name, reason_of(error).value, error.message)


def refusals_of_mix(work: Work, found: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Where an operation cannot be had, all of its mix: without it the load would be another."""
    if not found:
        return ()
    message = phrase("“{operation}” in the mix: {words}")
    first = found[0]
    why = message.with_values(operation=first.operation, words=first.message)
    names = (MIXED, *(each.name for each in work.operation))
    return tuple(Refusal(name, first.code, why) for name in names)


def statement_faults(work: Work) -> Iterator[Fault]:
    """What cannot be read of the statements of a work, each in its own dialect."""
    for number, operation in enumerate(work.operation):
        for fault in _faults_of(work, number):
            message = phrase("“{operation}”: {words}", operation=operation.name, words=fault)
            yield Fault(("operation", str(number + 1), "sql"), message)


def _faults_of(work: Work, operation: int) -> Iterator[Message]:
    described = work.operation[operation].parameters
    try:
        parsed = parsed_statements(work, operation, work.dialect)
    except Unfit as error:
        yield error.message
        return
    named = {each.name: None for one in parsed for each in one.occurrences if not each.is_constant}
    yield from (UNDESCRIBED.with_values(name=name) for name in named if name not in described)
