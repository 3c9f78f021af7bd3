"""Asking a server what its tables are, how their values spread, and which statements it counted.

All of it is an errand: a process of its own with a deadline. What comes back are declarations and
counts. Values are read only for a sample that the user allowed, and stay in that process: it keeps
how many of them follow which pattern.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from app.designing.checks import Checks, read_checks
from app.designing.sensitive.sensitive_columns import CheckCounts, passed
from app.processes.errands import Errand, HelperProcess
from app.processes.isolated_engine import helper_of
from engines.base.ownership import MARKER_TABLE
from engines.contract.catalogue import TableColumn
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
    CatalogueQueries,
    Relation,
    StatementCounts,
    StoredKind,
    Structure,
    TableFacts,
    TableName,
    TableOffer,
    no_such_table,
)
from engines.registry import engine_named
from engines.servers.server import Server
from workloads.own.reading import MOST_TABLES

_LIST_SECONDS, _READ_SECONDS, _SCAN_SECONDS = 60.0, 300.0, 3600.0

type Heard = Callable[[str], object]

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)  # what somebody's server was asked is kept


@dataclass(frozen=True)
class InspectionScope:
    """What may be asked of some tables: the server's own `statistics`, a `scan` that counts all
    rows inside the server, a `sample` of so many values of each column of text that this program
    may look at, and so many counted `statements`."""

    tables: tuple[TableName, ...]
    statistics: bool = True
    scan: bool = False
    sample: int = 0
    statements: int = 40


@dataclass(frozen=True)
class Inspected:
    """What a server told of the tables that were chosen. `samples` has, by table and column, how
    many values followed which pattern; `relations` are views and what else of their schemas is no
    ordinary table; `queries` are those that were sent,
    `remarks` what could not be told."""

    engine: str
    database: str
    tables: tuple[TableFacts, ...]
    counted: StatementCounts = field(default_factory=StatementCounts)
    relations: tuple[Relation, ...] = ()
    checks: Mapping[TableName, Checks] = field(default_factory=dict)
    samples: Mapping[TableName, Mapping[str, CheckCounts]] = field(default_factory=dict)
    queries: tuple[str, ...] = ()
    remarks: tuple[Message, ...] = ()


def databases_of(server: Server) -> list[str]:
    """The databases of a server that may be looked into.

    Raises: ServerUnavailable, StatementFailed
    """
    with _helper(server) as helper, _advised():
        doing = Errand(phrase("listing its databases"), _LIST_SECONDS)
        return helper.carry_out(doing, _databases, server.engine.name, server.endpoint)


def tables_of(server: Server, database: str, heard: Heard = lambda query: None) -> list[TableOffer]:
    """The tables of a database that can be chosen; `heard` is told the queries that were sent.

    Raises: ServerUnavailable, StatementFailed, Unsupported
    """
    with _helper(server) as helper, _advised():
        doing = Errand(phrase("listing its tables"), _LIST_SECONDS)
        offers, queries = helper.carry_out(
            doing, _tables, server.engine.name, server.endpoint, database
        )
    _tell_queries(server, queries, heard)
    return [each for each in offers if each.name.name.lower() != MARKER_TABLE]


def inspect(
    server: Server, database: str, wanted: InspectionScope, heard: Heard = lambda query: None
) -> Inspected:
    """What a server tells of some of its tables; `heard` is told the queries that were sent.

    Raises: ServerUnavailable, StatementFailed, Unsupported, InputError
    """
    if not 1 <= len(wanted.tables) <= MOST_TABLES:
        raise InputError(
            phrase("Tables not chosen"),
            phrase("{n} tables are named. A workload has 1 to {most}."),
            phrase("Name the tables that your statements use."),
            n=len(wanted.tables),
            most=MOST_TABLES,
        )
    rows_read = wanted.scan or wanted.sample > 0
    seconds = _SCAN_SECONDS if rows_read else _READ_SECONDS
    with _helper(server) as helper, _advised(rows_read=rows_read):
        doing = Errand(phrase("reading its catalogue"), seconds)
        found = helper.carry_out(
            doing, _inspected, server.engine.name, server.endpoint, database, wanted
        )
    _tell_queries(server, found.queries, heard)
    return found


def named_tables(offers: Sequence[TableOffer], names: Collection[str]) -> tuple[TableName, ...]:
    """The tables that are called so: `orders` or `sales.orders`, whatever the case; all for none.

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
        tables=_some(known),
    )


def _some(names: Sequence[TableName]) -> str:
    shown = ", ".join(map(str, names[:20]))
    return f"{shown}, …" if len(names) > 20 else shown or "–"


_LATER = phrase("Try again later.")
_LATER_OR_LESS = phrase("Try again later, or leave out counting and sample.")
_CATALOGUE_RIGHTS = phrase("Check this user's rights.")
_ROWS_RIGHTS = phrase("Grant this user SELECT on the tables, or leave out counting and sample.")


@contextmanager
def _advised(*, rows_read: bool = False) -> Iterator[None]:
    """Add to a server's refusal what to do: of rights where one lacks alone."""
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
    own = helper_of(server)
    helper = own or HelperProcess(server.spec.name)
    try:
        yield helper
    finally:
        helper.stop()


def _tell_queries(server: Server, queries: Sequence[str], heard: Heard) -> None:
    for query in queries:
        log.info("%s was asked: %s", server.spec.name, query)
        heard(query)


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
def _asking(
    engine: str, endpoint: Endpoint, database: str, seconds: int = QUERY_SECONDS
) -> Iterator[CatalogueQueries]:
    structure = _structure(engine)
    with engine_named(engine).catalogue.enter(endpoint, database) as session:
        asking = CatalogueQueries(session)
        structure.begin(asking, seconds)
        yield asking


def _tables(
    engine: str, endpoint: Endpoint, database: str
) -> tuple[list[TableOffer], tuple[str, ...]]:
    with _asking(engine, endpoint, database) as asking:
        return _structure(engine).tables(asking), tuple(asking.queries)


def _inspected(
    engine: str, endpoint: Endpoint, database: str, wanted: InspectionScope
) -> Inspected:
    structure = _structure(engine)
    seconds = COUNTING_SECONDS if wanted.scan else QUERY_SECONDS
    with _asking(engine, endpoint, database, seconds) as asking:
        schemas = {each.schema for each in wanted.tables}
        relations = [each for each in structure.relations(asking) if each.name.schema in schemas]
        counted = StatementCounts()
        if wanted.statements:  # first: what is asked of the tables is counted, too
            named = (*wanted.tables, *(each.name for each in relations))
            counted = structure.statements(asking, named, wanted.statements)
        tables = tuple(_facts(structure, engine, asking, name, wanted) for name in wanted.tables)
        checks = {
            each: read_checks(structure.checks(asking, each), engine) for each in wanted.tables
        }
        queries = asking.queries
    samples: dict[TableName, Mapping[str, CheckCounts]] = {}
    remarks = list(_remarks(tables, wanted))
    for table in tables if wanted.sample else ():
        samples[table.name], unread = _sampled(engine, endpoint, database, table, wanted.sample)
        remarks += unread
    if wanted.sample:
        queries.append(f"up to {wanted.sample} values of each text column of the chosen tables")
    return Inspected(
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


def _remarks(tables: Sequence[TableFacts], wanted: InspectionScope) -> Iterator[Message]:
    unknown = [table.name for table in tables if table.rows != 0 and not table.spreads]
    if wanted.statistics and unknown:
        yield plural(
            "{n} tables have no statistics that this user may read: {tables}. "
            "Run ANALYZE, grant SELECT on them, or allow counting.",
            "{n} table has no statistics that this user may read: {tables}. "
            "Run ANALYZE, grant SELECT on it, or allow counting.",
            len(unknown),
            tables=_some(unknown),
        )


def _facts(
    structure: Structure,  # type: ignore[type-arg]
    engine: str,
    asking: CatalogueQueries,
    name: TableName,
    wanted: InspectionScope,
) -> TableFacts:
    table = structure.table(asking, name)
    if table is None:
        raise no_such_table(engine_named(engine).title, name)
    if wanted.scan:
        rows, spreads = structure.counted_inside(asking, table)
        return replace(table, rows=rows, spreads=spreads)
    if wanted.statistics:
        return replace(table, spreads=structure.statistics(asking, table))
    return table


def _sampled(
    engine: str, endpoint: Endpoint, database: str, table: TableFacts, most: int
) -> tuple[dict[str, CheckCounts], list[Message]]:
    """Values are read as the pattern lab reads them, and only counted; what could not be read."""
    catalogue = engine_named(engine).catalogue
    found, remarks = {}, []
    for column in table.columns:
        if column.kind is StoredKind.TEXT and not column.computed:
            place = TableColumn(database, table.name.schema, table.name.name, column.name)
            try:
                with (
                    suppress(InputError),  # an ENUM or UUID, which is stored as something else
                    catalogue.enter(endpoint, database) as session,
                ):
                    found[column.name] = passed(catalogue.values_in(session, place, most))
            except DriverFailed as error:  # of a row that holds 0000-00-00, say
                full = f"{table.name}.{column.name}"
                remarks.append(
                    phrase("{column} was not sampled. {why}", column=full, why=error.message)
                )
    return found, remarks
