"""The operations of a user's own workload: each carries out its statements over and over."""

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
from workloads.own.filling import blind_index, contents
from workloads.own.mix.mix_requests import Step
from workloads.own.model import OperationWork
from workloads.own.rewriting import parsed_statements, statements_of
from workloads.own.sql.parsed import BoundValue, Rewritten
from workloads.own.sql.row_filter import BY_CODE_POINTS, FilteredStatement
from workloads.own.table_generation import GeneratedTables
from workloads.own.units import determined

WARMING, SAMPLED = 20, 5
"""Times that an operation is carried out to warm up, and to see that it works."""


@dataclass(frozen=True)
class DrawnStep(Step):
    """A statement in a mix, with values that were drawn."""

    statement: Rewritten
    values: Sequence[Sequence[Value]] = field(repr=False)

    def prepared(self, session: Session, encryptor: Encryptor) -> Prepared:
        return _prepared(session, encryptor, self.statement)


class OwnOperation(Operation):
    """One operation of the file, in one transaction that is rolled back: every run finds the data
    as they were loaded."""

    undone = True
    explains = True

    def __init__(self, made: GeneratedTables, number: int) -> None:
        self._made, self._number = made, number
        self.statement: OperationWork = made.work.operation[number]
        self.name = self.statement.name  # type: ignore[misc]

    def statements(self, size: int) -> int:
        return self._times(size) * len(self.statement.sql) + len(self.statement.once)

    def run(self, setting: Setting, clock: Clock) -> int:
        times = self._times(len(setting.records))
        setting.yielded.update(self._extra_measures(setting, times))
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
        """What goes with its seconds, none of it timed."""
        yield WEIGHT.name, self.statement.weight
        yield TIMES.name, float(times)
        size = setting.session.stored_bytes(tuple(self._made.work.table))
        if size is not None:
            yield STORED, float(size)

    def explained(self, setting: Setting) -> Iterator[ExplainedStatement]:
        for each in self._written(setting):
            prepared = _prepared(setting.session, setting.encryptor, each)
            values = self._values(setting, each, 1)[0]
            try:
                yield ExplainedStatement(each.statement, prepared, values)
            finally:
                prepared.close()

    def sample(self, setting: Setting) -> object:
        """The rows that its statements give, and what it leaves in the tables where it writes."""
        if self.needs_code_points(setting):
            check_order(setting)
        given = self.given(setting, SAMPLED)
        work = self._made.work
        parsed = parsed_statements(work, self._number, setting.session.engine)
        if not any(each.writes for each in parsed):
            return given
        return given, {table: contents(self._made, table, setting) for table in work.table}

    def given(self, setting: Setting, times: int) -> list[list[Sequence[Value]]]:
        """The rows that its statements give when they are carried out so many times, outside any
        clock; sorted where they come in no order, and where equal ones may come in any."""
        with ExitStack() as closing:
            written = self._written(setting)
            steps = self._prepared(setting, times, closing)
            return [
                _comparable(prepared.rows(prepared.execute(*values[turn])), rewritten)
                for turn in range(times)
                for rewritten, (prepared, values) in zip(written, steps, strict=True)
            ]

    def needs_code_points(self, setting: Setting) -> bool:
        """Whether the application compares texts in place of a server that may do it by the rules
        of a language."""
        filters = [each.row_filter for each in self._written(setting)]
        return any(each.ways.may_sort_by_collation for each in filters if each is not None)

    def steps(self, setting: Setting, times: int, *, skip_first: bool) -> list[DrawnStep]:
        """Its statements in a mix, with values for so many times; `skip_first` leaves out as many,
        which the warm-up has used."""
        first = times if skip_first else 0
        return [
            DrawnStep(each, self._values(setting, each, first + times)[first:])
            for each in self._written(setting)
        ]

    def _times(self, records: int) -> int:
        """As often as the file says; at most `WARMING` times where there are fewer records than the
        marker's table has rows, which is a warm-up."""
        each, work = self.statement.each, self._made.work
        times = self._made.rows_of(each) if each else self.statement.times
        is_warmup = records < self._made.rows_of(work.marker_table)
        return min(times, WARMING) if is_warmup else times

    def _written(self, setting: Setting) -> list[Rewritten]:
        engine = setting.session.engine
        return statements_of(self._made.work, self._number, engine, setting.encryptor)

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
            drawn = self._made.drawn(self.statement, name, times)
        if bound.index is None:
            return drawn
        column = self._made.work.table[bound.index.table].column[bound.index.column]
        target = column.target(bound.index.table, bound.index.column)
        return list(map(blind_index(setting.index_key, target), drawn))


def check_order(setting: Setting) -> None:
    """Raises: VerificationFailed where the application would order texts as the server does not"""
    if setting.session.fetch(BY_CODE_POINTS)[0][0]:
        raise VerificationFailed(
            phrase(
                "this database sorts text by a language's rules, and the application by code "
                "points: create the server's databases with the collation “C”"
            )
        )


def _prepared(session: Session, encryptor: Encryptor, rewritten: Rewritten) -> Prepared:
    """Prepared, with what the application does with its rows."""
    prepared = session.prepare(rewritten.statement, encryptor)
    if rewritten.row_filter is None:
        return prepared
    return FilteredStatement(prepared, len(rewritten.statement.parameters), rewritten.row_filter)


def _comparable(rows: Sequence[Sequence[Value]], rewritten: Rewritten) -> list[Sequence[Value]]:
    order = rewritten.keys if rewritten.ordered else None
    return determined(rows, order, limited=rewritten.limited)
