"""The statements of operations, parsed once for an engine and written for each protection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.sql.statement import Sealer
from workloads.own.model import Dialect, OperationWork, Work
from workloads.own.parsed import Parsed
from workloads.own.rewriting import Rewritten, rewritten
from workloads.toml.faults import Fault


def parsed_statements(work: Work, operation: int, dialect: Dialect) -> tuple[Parsed, ...]:
    """The statements of an operation of a work, taken apart in an engine's dialect.

    Raises: Unfit, which names the operation
    """
    # sqlglot takes 10 MB, which only who measures statements of one's own is to have.
    from workloads.own.parsing import parse

    tables = {name: tuple(table.column) for name, table in work.table.items()}
    said = work.operation[operation]
    with _named(said):
        return tuple(parse(text, dialect, tables) for text in said.statements_for(dialect))


def statements_of(work: Work, operation: int, dialect: Dialect, sealer: Sealer) -> list[Rewritten]:
    """The statements of an operation as `sealer` needs them.

    Raises: Unfit, which names the operation
    """
    parsed, said = parsed_statements(work, operation, dialect), work.operation[operation]
    with _named(said):
        return [rewritten(each, said.parameters, work, sealer) for each in parsed]


def statement_faults(work: Work) -> Iterator[Fault]:
    """What cannot be read of the statements of a work, each in its own dialect."""
    for number in range(len(work.operation)):
        try:
            parsed_statements(work, number, work.dialect)
        except Unfit as error:
            yield Fault(("operation", str(number + 1), "sql"), error.said)


@contextmanager
def _named(operation: OperationWork) -> Iterator[None]:
    try:
        yield
    except Unfit as error:
        raise Unfit(_said(operation, error.said)) from error


def _said(operation: OperationWork, said: Message) -> Message:
    return phrase("“{operation}”: {said}", operation=operation.name, said=said)
