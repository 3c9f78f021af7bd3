"""Reads a server's tables, the distribution of their values, and its statement statistics.

A helper process with a deadline queries the server and returns declarations and counts. Values are
read only for a sample that the user allowed; they stay in that process, which counts how many match
which pattern.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from app.designing.checks import Checks, read_checks
from app.designing.sensitive_columns import CheckCounts, count_passed
from app.processes.errands import Errand, HelperProcess
from app.processes.isolated_engine import helper_of
from engines.base.ownership import MARKER_TABLE
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    DriverFailed,
    InputError,
    NotPermitted,
    StatementFailed,
    Unsupported,
)
from engines.contract.message import Message, phrase, plural
from engines.contract.structure import (
    COUNTING_SECONDS,
    QUERY_SECONDS,
    Queries,
    Relation,
    StatementCounts,
    StoredKind,
    Structure,
    TableColumn,
    TableFacts,
    TableName,
    TableSummary,
    no_such_table,
)
from engines.registry import engine_named
from engines.servers.server import Server
from workloads.own.file_reading import MOST_TABLES

_LIST_SECONDS, _READ_SECONDS, _SCAN_SECONDS = 60.0, 300.0, 3600.0

type OnQuery = Callable[[str], object]

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)  # every query to a user's server is logged


@dataclass(frozen=True)
class InspectionScope:
    """What may be read about `tables`: the server's own `statistics`; a `scan` that counts all rows
    inside the server; a `sample` of so many values per text column; so many `statements` of the
    server's statement statistics."""

    tables: tuple[TableName, ...]
    statistics: bool = True
    scan: bool = False
    sample: int = 0
    statements: int = 40


@dataclass(frozen=True)
class InspectionResult:
    """What was read. `samples`: table → column → how many values match which pattern; `relations`:
    views and other non-tables of the same schemas; `queries`: all that were sent; `remarks`: what
    could not be read."""

    engine: str
    database: str
    tables: tuple[TableFacts, ...]
    statement_counts: StatementCounts = field(default_factory=StatementCounts)
    relations: tuple[Relation, ...] = ()
    checks: Mapping[TableName, Checks] = field(default_factory=dict)
    samples: Mapping[TableName, Mapping[str, CheckCounts]] = field(default_factory=dict)
    queries: tuple[str, ...] = ()
    remarks: tuple[Message, ...] = ()


def databases_of(server: Server) -> list[str]:
    """The databases that this login may inspect.

    Raises: ServerUnavailable, StatementFailed
    """
    with _helper(server) as helper, _with_hints():
        doing = Errand(phrase("listing its databases"), _LIST_SECONDS)
        return helper.carry_out(doing, _databases, server.engine.name, server.endpoint)


def tables_of(
    server: Server, database: str, on_query: OnQuery = lambda query: None
) -> list[TableSummary]:
    """The tables of a database; `on_query` receives each query that was sent.

    Raises: ServerUnavailable, StatementFailed, Unsupported
    """
    with _helper(server) as helper, _with_hints():
        doing = Errand(phrase("listing its tables"), _LIST_SECONDS)
        offers, queries = helper.carry_out(
            doing, _tables, server.engine.name, server.endpoint, database
        )
    _log_queries(server, queries, on_query)
    return [each for each in offers if each.name.name.lower() != MARKER_TABLE]


def inspect(
    server: Server, database: str, scope: InspectionScope, on_query: OnQuery = lambda query: None
) -> InspectionResult:
    """Inspect a database; `on_query` receives each query that was sent.

    Raises: ServerUnavailable, StatementFailed, Unsupported, InputError
    """
    if not 1 <= len(scope.tables) <= MOST_TABLES:
        raise InputError(
            phrase("Tables not chosen"),
            phrase("{n} tables are named. A workload has 1 to {most}."),
            phrase("Name the tables that your statements use."),
            n=len(scope.tables),
            most=MOST_TABLES,
        )
    rows_read = scope.scan or scope.sample > 0
    seconds = _SCAN_SECONDS if rows_read else _READ_SECONDS
    with _helper(server) as helper, _with_hints(rows_read=rows_read):
        doing = Errand(phrase("reading its catalogue"), seconds)
        found = helper.carry_out(
            doing, _inspected, server.engine.name, server.endpoint, database, scope
        )
    _log_queries(server, found.queries, on_query)
    return found


def named_tables(offers: Sequence[TableSummary], names: Collection[str]) -> tuple[TableName, ...]:
    """Tables by name, `orders` or `sales.orders`, case-insensitive; without names all.

    Raises: InputError
    """
    known = [offer.name for offer in offers]
    return tuple(_named(known, name) for name in names) if names else tuple(known)


def _named(known: Sequence[TableName], name: str) -> TableName:
    exact = [each for each in known if name in (str(each), each.name)]
    low = name.lower()
    found = exact or [each for each in known if low in (str(each).lower(), each.name.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(
            phrase("Several such tables"),
            phrase("“{name}” is a table of several schemas: {tables}."),
            phrase("Name the schema, too."),
            name=name,
            tables=", ".join(map(str, found)),
        )
    raise InputError(
        phrase("Table not found"),
        phrase("There is no table “{name}” that can be read."),
        phrase("Choose from: {tables}."),
        name=name,
        tables=_first_names(known),
    )


def _first_names(names: Sequence[TableName]) -> str:
    shown = ", ".join(map(str, names[:20]))
    return f"{shown}, …" if len(names) > 20 else shown or "–"


_LATER = phrase("Try again later.")
_LATER_OR_LESS = phrase("Try again later, or leave out counting and sample.")
_CATALOGUE_RIGHTS = phrase("Check this user's rights.")
_ROWS_RIGHTS = phrase("Grant this user SELECT on the tables, or leave out counting and sample.")


@contextmanager
def _with_hints(*, rows_read: bool = False) -> Iterator[None]:
    """Add a hint to a server's error; one on rights only if a right is missing."""
    try:
        yield
    except StatementFailed as error:
        hint = _LATER_OR_LESS if rows_read else _LATER
        if isinstance(error, NotPermitted):
            hint = _ROWS_RIGHTS if rows_read else _CATALOGUE_RIGHTS
        title, message, known = error.messages
        raise error.reworded(title, message, known or hint) from error


@contextmanager
def _helper(server: Server) -> Iterator[HelperProcess]:
    helper = helper_of(server) or HelperProcess(server.spec.name)
    try:
        yield helper
    finally:
        helper.stop()


def _log_queries(server: Server, queries: Sequence[str], on_query: OnQuery) -> None:
    for query in queries:
        log.info("%s was asked: %s", server.spec.name, query)
        on_query(query)


def _databases(engine: str, endpoint: Endpoint) -> list[str]:
    return engine_named(engine).catalogue.databases(endpoint)


def _structure(engine: str) -> Structure:  # type: ignore[type-arg]
    structure = engine_named(engine).catalogue.structure
    if structure is None:
        raise Unsupported(
            phrase("Catalogue not read"),
            phrase("Cipherbench cannot read the catalogue of {engine} yet."),
            phrase("Write the workload file by hand; the guide describes it."),
            engine=engine_named(engine).title,
        )
    return structure


@contextmanager
def _catalogue_queries(
    engine: str, endpoint: Endpoint, database: str, seconds: int = QUERY_SECONDS
) -> Iterator[Queries]:
    structure = _structure(engine)
    with engine_named(engine).catalogue.open_session(endpoint, database) as session:
        catalogue = Queries(session)
        structure.begin(catalogue, seconds)
        yield catalogue


def _tables(
    engine: str, endpoint: Endpoint, database: str
) -> tuple[list[TableSummary], tuple[str, ...]]:
    with _catalogue_queries(engine, endpoint, database) as catalogue:
        return _structure(engine).tables(catalogue), tuple(catalogue.sent)


def _inspected(
    engine: str, endpoint: Endpoint, database: str, scope: InspectionScope
) -> InspectionResult:
    structure = _structure(engine)
    seconds = COUNTING_SECONDS if scope.scan else QUERY_SECONDS
    with _catalogue_queries(engine, endpoint, database, seconds) as catalogue:
        schemas = {each.schema for each in scope.tables}
        relations = [each for each in structure.relations(catalogue) if each.name.schema in schemas]
        counted = StatementCounts()
        if scope.statements:  # first, as our own queries are counted too
            named = (*scope.tables, *(each.name for each in relations))
            counted = structure.statements(catalogue, named, scope.statements)
        tables = tuple(_facts(structure, engine, catalogue, name, scope) for name in scope.tables)
        checks = {
            each: read_checks(structure.checks(catalogue, each), engine) for each in scope.tables
        }
        queries = catalogue.sent
    samples: dict[TableName, Mapping[str, CheckCounts]] = {}
    remarks = list(_remarks(tables, scope))
    for table in tables if scope.sample else ():
        samples[table.name], unread = _sample_counts(
            engine, endpoint, database, table, scope.sample
        )
        remarks += unread
    if scope.sample:
        queries.append(f"up to {scope.sample} values of each text column of the chosen tables")
    return InspectionResult(
        engine,
        database,
        tables,
        counted,
        tuple(relations),
        checks,
        samples,
        tuple(queries),
        tuple(remarks),
    )


def _remarks(tables: Sequence[TableFacts], scope: InspectionScope) -> Iterator[Message]:
    unknown = [table.name for table in tables if table.rows != 0 and not table.distributions]
    if scope.statistics and unknown:
        yield plural(
            "{n} tables have no statistics that this user may read: {tables}. "
            "Run ANALYZE, grant SELECT on them, or allow counting.",
            "{n} table has no statistics that this user may read: {tables}. "
            "Run ANALYZE, grant SELECT on it, or allow counting.",
            len(unknown),
            tables=_first_names(unknown),
        )


def _facts(
    structure: Structure,  # type: ignore[type-arg]
    engine: str,
    catalogue: Queries,
    name: TableName,
    scope: InspectionScope,
) -> TableFacts:
    table = structure.table(catalogue, name)
    if table is None:
        raise no_such_table(engine_named(engine).title, name)
    if scope.scan:
        rows, distributions = structure.count_in_server(catalogue, table)
        return replace(table, rows=rows, distributions=distributions)
    if scope.statistics:
        return replace(table, distributions=structure.statistics(catalogue, table))
    return table


def _sample_counts(
    engine: str, endpoint: Endpoint, database: str, table: TableFacts, most: int
) -> tuple[dict[str, CheckCounts], list[Message]]:
    """Pattern counts by column, and a remark for each column that could not be read."""
    catalogue = engine_named(engine).catalogue
    found, remarks = {}, []
    for column in table.columns:
        if column.kind is StoredKind.TEXT and not column.computed:
            place = TableColumn(database, table.name.schema, table.name.name, column.name)
            try:
                with (
                    suppress(InputError),  # an ENUM or UUID, which is stored as something else
                    catalogue.open_session(endpoint, database) as session,
                ):
                    found[column.name] = count_passed(catalogue.values_in(session, place, most))
            except DriverFailed as error:  # of a row that holds 0000-00-00, say
                full = f"{table.name}.{column.name}"
                remarks.append(
                    phrase("{column} was not sampled. {why}", column=full, why=error.message)
                )
    return found, remarks
