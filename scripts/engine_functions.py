"""`python -m scripts.engine_functions ENGINE` writes engines/ENGINE/functions.toml from what a real
server of the engine says of its functions.

PostgreSQL, SQLite and DuckDB say which functions depend on their arguments alone; for the others
the classes are in the file itself, and what a server has and the file has not becomes `unjudged`.
`tests/security/statements/test_functions.py` does the same and compares.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from engines.contract.session import Session
from engines.opening import open_server
from engines.sql.schema import FILE, Functions, read_functions
from tests.requirements import spec_of

ENGINES = Path(__file__).parent.parent / "engines"
BOUNDED = {"factorial": 1, "lpad": 2, "rpad": 2}
SCALARS, AGGREGATES = "scalars", "aggregates"

type Classes = dict[str, str]
"""The class of each function: `scalars`, `aggregates`, `bounded`, or why it is refused."""

_SIZE = (
    *("repeat", "space", "array_fill", "zeroblob", "randomblob", "printf", "format", "sformat"),
    *("list_resize", "array_resize", "range", "generate_series", "bit", "bpchar", "varbit"),
    *("varchar", "bar", "to_base", "bitstring", "equi_width_bins"),
)
"""What gives a long value for a short text."""
_MODULES = re.compile(r"fts\d|rtree|geopoly|sqlite|icu_|st_|__|variant_|json_(de)?serialize|uuidv")
_SERVER = re.compile(
    r"""pg_|has_|current_|inet_|txid_|session_user|system_user|user$|version$|.*_version$|row_security
    |getdatabase|getpgusername|to_regtypemod|getvariable|getenv|in_search_path|parse_duckdb|total_changes
    |changes$|last_insert|which_secret|get_block_size|vector_type|can_cast|get_type|create_sort_key""",
    re.VERBOSE,
)


def classes_of(session: Session, engine: str) -> Classes:
    """The class of every function that a server knows."""
    grammar = dict.fromkeys(_GRAMMAR.get(engine, "").split(), SCALARS)
    return _CATALOGUES[engine](session) | grammar


_GRAMMAR = {
    "postgresql": "cast coalesce extract greatest grouping least nullif position trim",
    "duckdb": "cast coalesce extract grouping if ifnull position trim try_cast",
    "sqlite": "cast",
}
"""What the grammar has in place of a function of the catalogue."""


def written(classes: Mapping[str, str]) -> str:
    """The file."""
    known: dict[str, list[str]] = defaultdict(list)
    for name, kind in sorted(classes.items()):
        known[kind].append(name)
    parts = [_HEAD, "[allowed]", _listed(SCALARS, known.pop(SCALARS, []))]
    parts += [_listed(AGGREGATES, known.pop(AGGREGATES, [])), "\n[bounded]"]
    parts += [f"{name} = {BOUNDED[name]}" for name in known.pop("bounded", [])]
    parts.append("\n[refused]")
    parts += [_listed(kind, names) for kind, names in sorted(known.items())]
    return "\n".join(parts) + "\n"


def read_classes(engine: str) -> Classes:
    """What an engine's file has."""
    return _classes(read_functions(ENGINES / engine))


def _classes(known: Functions) -> Classes:
    return {
        **dict.fromkeys(known.scalars, SCALARS),
        **dict.fromkeys(known.aggregates, AGGREGATES),
        **dict.fromkeys(known.bounded, "bounded"),
        **known.refused,
    }


def _listed(key: str, names: Iterable[str]) -> str:
    lines, line = [], "   "
    for name in names:
        if len(line) + len(name) > 95:
            lines.append(line)
            line = "   "
        line += f' "{name}",'
    return "\n".join([f"{key} = [", *lines, line, "]"])


_HEAD = """\
# Functions of this engine, by what a statement from a workload file may do with them.
# Written by `python -m scripts.engine_functions`; what stands nowhere here is refused.
"""

# Engines whose catalogue says what a function does.


def _postgresql(session: Session) -> Classes:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name, *rest in session.fetch(_PROCEDURES):
        found[str(name)].append(tuple(map(str, rest)))
    return {name: _of_postgresql(name, forms) for name, forms in found.items()}


def _of_postgresql(name: str, forms: list[tuple[str, ...]]) -> str:
    plain = any(set(types.split(",")) - {""} <= _PLAIN for *_, types, _ in forms)
    refused = {
        "internal": any(behind == "True" for *_, behind in forms),
        "server": bool(_SERVER.match(name)),
        "volatile": any(volatile == "v" for _, volatile, *_ in forms),
        "rows": any(rows == "True" for _, _, rows, *_ in forms),
        "types": not plain,
        "size": name in _SIZE,
    }
    return _first(refused) or _allowed(name, forms[0][0] in "aw")


def _first(refused: Mapping[str, bool]) -> str:
    return next((kind for kind, holds in refused.items() if holds), "")


_PROCEDURES = """
select proname, prokind, provolatile, proretset, concat_ws(',', format_type(prorettype, null),
  array_to_string(array(select format_type(t, null) from unnest(proargtypes) t), ',')),
  exists (select from pg_operator where p.oid in (oprcode, oprrest, oprjoin))
  and proname <> 'starts_with'
  or exists (select from pg_amproc where amproc = p.oid)
  or exists (select from pg_type where p.oid in (typinput, typoutput, typreceive, typsend,
    typmodin, typmodout, typanalyze))
  or exists (select from pg_aggregate where p.oid in (aggtransfn, aggfinalfn, aggcombinefn,
    aggserialfn, aggdeserialfn, aggmtransfn, aggminvtransfn, aggmfinalfn))
  or exists (select from pg_conversion where conproc = p.oid)
from pg_proc p where pronamespace = 'pg_catalog'::regnamespace
"""
"""The last says whether it stands behind an operator, an index, a type or an aggregate."""

_PLAIN = {
    *("text", "character varying", "character", "smallint", "integer", "bigint", "numeric", "real"),
    *("double precision", "boolean", "date", "interval", "uuid", "bytea", "json", "jsonb"),
    *("time without time zone", "time with time zone", "timestamp without time zone"),
    *("timestamp with time zone", "anyelement", "anyarray", "anycompatible", "anycompatiblearray"),
    *('"any"', "text[]", "integer[]", "double precision[]", "jsonpath", "tsvector", "tsquery"),
    *("anynonarray", "anycompatiblenonarray"),
}


def _sqlite(session: Session) -> Classes:
    found: Classes = {}
    query = "select name, type, max(flags), min(builtin) from pragma_function_list group by 1, 2"
    for name, kind, flags, builtin in session.fetch(query):
        found[str(name)] = _of_sqlite(str(name), str(kind), int(str(flags)), bool(builtin))
    return {name: kind for name, kind in found.items() if re.fullmatch(r"\w+", name)}


def _of_sqlite(name: str, kind: str, flags: int, builtin: bool) -> str:
    if not builtin:
        return "added"
    if _MODULES.match(name) or (kind == "s" and not flags & ~_DIRECT):
        return "modules"
    if flags & _DIRECT:
        return "direct"
    if _SERVER.match(name):
        return "server"
    if kind == "s" and not flags & _DETERMINISTIC:
        return "size" if name in _SIZE else "volatile"
    return "size" if name in _SIZE else _allowed(name, kind in "aw")


_DETERMINISTIC, _DIRECT = 0x800, 0x80000
"""Flags of sqlite3_create_function."""


def _duckdb(session: Session) -> Classes:
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    query = "select function_name, function_type, stability, schema_name from duckdb_functions()"
    for name, kind, stability, schema in session.fetch(query):
        found[str(name).lower()].add((str(kind), str(stability) if schema == "main" else "server"))
    return {
        name: _of_duckdb(name, forms) for name, forms in found.items() if re.fullmatch(r"\w+", name)
    }


def _of_duckdb(name: str, forms: set[tuple[str, str]]) -> str:
    kinds, stabilities = {kind for kind, _ in forms}, {stability for _, stability in forms}
    refused = {
        "pragma": "pragma" in kinds,
        "rows": bool(kinds & {"table", "table_macro"}),
        "modules": bool(_MODULES.match(name)),
        "server": "server" in stabilities or bool(_SERVER.match(name)),
        "volatile": "VOLATILE" in stabilities,
        "size": name in _SIZE,
        "macros": "macro" in kinds and name not in _MACROS,
    }
    return _first(refused) or _allowed(name, "aggregate" in kinds)


_MACROS = ("date_add", "nullif", "split_part", "fmod", "fdiv", "days_in_month", "round_even")
"""Those whose text was read: they call nothing but what is allowed."""


def _allowed(name: str, aggregate: bool) -> str:
    if name in BOUNDED:
        return "bounded"
    return AGGREGATES if aggregate else SCALARS


# Engines whose catalogue has names alone.


def _named(engine: str, names: Callable[[Session], Iterable[str]]) -> Callable[[Session], Classes]:
    def classes(session: Session) -> Classes:
        known = read_classes(engine)
        return {**dict.fromkeys(names(session), "unjudged"), **known}

    return classes


def _mysql(session: Session) -> Iterator[str]:
    query = """select t.name from mysql.help_topic t join mysql.help_category c
        on c.help_category_id = t.help_category_id where c.name like '%unctions%'"""
    for (name,) in session.fetch(query):
        if re.fullmatch(r"\w+(\(\))?", str(name)):
            yield str(name).lower().removesuffix("()")


def _mariadb(session: Session) -> Iterator[str]:
    for (name,) in session.fetch("select function from information_schema.sql_functions"):
        yield str(name).lower()


def _firebird(session: Session) -> Iterator[str]:
    """All keywords, functions among them; the others are `words`."""
    for (name,) in session.fetch("select trim(rdb$keyword_name) from rdb$keywords"):
        if re.fullmatch(r"[\w$]+", str(name)):
            yield str(name).lower()


_CATALOGUES: Mapping[str, Callable[[Session], Classes]] = {
    "postgresql": _postgresql,
    "sqlite": _sqlite,
    "duckdb": _duckdb,
    "mysql": _named("mysql", _mysql),
    "mariadb": _named("mariadb", _mariadb),
    "firebird": _named("firebird", _firebird),
}


def main() -> None:
    for engine in sys.argv[1:]:
        with closing(open_server(spec_of(engine))) as server:
            made = server.engine.catalogue.create_database(server.endpoint, "functions")
            try:
                with server.engine.driver.connect(server.endpoint, made) as session:
                    text = written(classes_of(session, engine))
            finally:
                server.engine.catalogue.drop_database(server.endpoint, made)
        (ENGINES / engine / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
