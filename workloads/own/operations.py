"""The operations of a user's own workload: each runs its statements over and over, with values
drawn for their parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.contract.session import STORED, Prepared, Session
from engines.sql.statement import Encryptor, Value
from workloads.contract import (
    TIMES,
    WEIGHT,
    Clock,
    ExplainedStatement,
    Operation,
    Setting,
    VerificationFailed,
)
from workloads.mix_requests import Step
from workloads.own.filling import blind_index, contents
from workloads.own.model import OperationWork
from workloads.own.result_comparison import deterministic_part
from workloads.own.rewriting import parsed_statements, statements_of
from workloads.own.sql.parsed import BoundValue, Rewritten
from workloads.own.sql.row_filter import CODE_POINT_ORDER_TEST, FilteredStatement
from workloads.own.table_generation import GeneratedTables

WARMUP_TIMES, TRIAL_TIMES = 20, 5
"""How often an operation is run to warm up, and when it is tried before a campaign."""


@dataclass(frozen=True)
class DrawnStep(Step):
    """A statement in a mix, with values that were drawn."""

    statement: Rewritten
    values: Sequence[Sequence[Value]] = field(repr=False)

    def prepare(self, session: Session, encryptor: Encryptor) -> Prepared:
        return _prepared(session, encryptor, self.statement)


class OwnOperation(Operation):
    """One operation of the file, in one transaction that is rolled back, so that every run finds
    the data as they were loaded."""

    is_rolled_back = True
    explains = True

    def __init__(self, generated: GeneratedTables, number: int) -> None:
        self._generated, self._number = generated, number
        self.statement: OperationWork = generated.work.operation[number]
        self.name = self.statement.name  # type: ignore[misc]

    def statements(self, size: int) -> int:
        return self._times(size) * len(self.statement.sql) + len(self.statement.once)

    def run(self, setting: Setting, clock: Clock) -> int:
        times = self._times(len(setting.records))
        setting.measures.update(self._extra_measures(setting, times))
        with self._errors_name_operation(), ExitStack() as closing:
            steps = self._prepared(setting, times, closing)
            first, steps = steps[: len(self.statement.once)], steps[len(self.statement.once) :]
            clock.run_many((prepared, values[0]) for prepared, values in first)
            clock.run_many(
                (prepared, values[turn]) for turn in range(times) for prepared, values in steps
            )
        return times

    @contextmanager
    def _errors_name_operation(self) -> Iterator[None]:
        """Put the operation's name in front of a server's error message."""
        try:
            yield
        except StatementFailed as error:
            title, rewritten, hint = error.messages
            named = phrase("“{operation}”: {words}", operation=self.name, words=rewritten)
            raise error.reworded(title, named, hint) from error

    def _extra_measures(self, setting: Setting, times: int) -> Iterator[tuple[str, float]]:
        """Measures other than its seconds; none is timed."""
        yield WEIGHT.name, self.statement.weight
        yield TIMES.name, float(times)
        size = setting.session.stored_bytes(tuple(self._generated.work.table))
        if size is not None:
            yield STORED, float(size)

    def explained_statements(self, setting: Setting) -> Iterator[ExplainedStatement]:
        for each in self._written(setting):
            prepared = _prepared(setting.session, setting.encryptor, each)
            values = self._values(setting, each, 1)[0]
            try:
                yield ExplainedStatement(each.statement, prepared, values)
            finally:
                prepared.close()

    def sample(self, setting: Setting) -> object:
        """The rows that its statements return; with the tables' contents afterwards if it
        writes."""
        if self.needs_code_points(setting):
            check_order(setting)
        returned_rows = self.returned_rows(setting, TRIAL_TIMES)
        work = self._generated.work
        parsed = parsed_statements(work, self._number, setting.session.engine)
        if not any(each.writes for each in parsed):
            return returned_rows
        return returned_rows, {
            table: contents(self._generated, table, setting) for table in work.table
        }

    def returned_rows(self, setting: Setting, times: int) -> list[list[Sequence[Value]]]:
        """The rows that its statements return, run so many times outside any clock; sorted where
        the statement leaves their order open."""
        with ExitStack() as closing:
            written = self._written(setting)
            steps = self._prepared(setting, times, closing)
            return [
                _comparable(prepared.rows(prepared.execute(*values[turn])), rewritten)
                for turn in range(times)
                for rewritten, (prepared, values) in zip(written, steps, strict=True)
            ]

    def needs_code_points(self, setting: Setting) -> bool:
        """Whether the application compares texts, by code points, where the server may use a
        language's collation."""
        filters = [each.row_filter for each in self._written(setting)]
        return any(each.ways.may_sort_by_collation for each in filters if each is not None)

    def steps(self, setting: Setting, times: int, *, skip_first: bool) -> list[DrawnStep]:
        """Its statements in a mix, with values for so many runs; `skip_first` leaves out as many
        first ones, which the warm-up has used."""
        first = times if skip_first else 0
        return [
            DrawnStep(each, self._values(setting, each, first + times)[first:])
            for each in self._written(setting)
        ]

    def _times(self, records: int) -> int:
        """How often it is run: as the file says; at most `WARMUP_TIMES` in a warm-up, which is
        given fewer records than the marker's table has rows."""
        each, work = self.statement.each, self._generated.work
        times = self._generated.rows_of(each) if each else self.statement.times
        is_warmup = records < self._generated.rows_of(work.marker_table)
        return min(times, WARMUP_TIMES) if is_warmup else times

    def _written(self, setting: Setting) -> list[Rewritten]:
        engine = setting.session.engine
        return statements_of(self._generated.work, self._number, engine, setting.encryptor)

    def _prepared(
        self, setting: Setting, times: int, closing: ExitStack
    ) -> list[tuple[Prepared, list[Sequence[Value]]]]:
        steps = []
        for each in self._written(setting):
            prepared = _prepared(setting.session, setting.encryptor, each)
            closing.callback(prepared.close)
            steps.append((prepared, self._values(setting, each, times)))
        return steps

    def _values(self, setting: Setting, rewritten: Rewritten, times: int) -> list[Sequence[Value]]:
        columns = [self._bound(setting, each, times) for each in rewritten.values]
        return list(zip(*columns, strict=True)) if columns else [()] * times

    def _bound(self, setting: Setting, bound: BoundValue, times: int) -> Sequence[Value]:
        name = bound.parameter
        drawn: Sequence[Value] = [bound.constant] * times
        if name:
            drawn = self._generated.drawn(self.statement, name, times)
        if bound.index is None:
            return drawn
        column = self._generated.work.table[bound.index.table].column[bound.index.column]
        target = column.target(bound.index.table, bound.index.column)
        return list(map(blind_index(setting.index_key, target), drawn))


def check_order(setting: Setting) -> None:
    """Raises: VerificationFailed where the server does not order texts as the application does"""
    if setting.session.fetch(CODE_POINT_ORDER_TEST)[0][0]:
        raise VerificationFailed(
            phrase(
                "this database sorts text by a language's rules, and the application by code "
                "points: create the server's databases with the collation “C”"
            )
        )


def _prepared(session: Session, encryptor: Encryptor, rewritten: Rewritten) -> Prepared:
    """The prepared statement, with what the application does with its rows."""
    prepared = session.prepare(rewritten.statement, encryptor)
    if rewritten.row_filter is None:
        return prepared
    return FilteredStatement(prepared, len(rewritten.statement.parameters), rewritten.row_filter)


def _comparable(rows: Sequence[Sequence[Value]], rewritten: Rewritten) -> list[Sequence[Value]]:
    order = rewritten.keys if rewritten.is_ordered else None
    return deterministic_part(rows, order, limited=rewritten.is_limited)
