"""The statements that pg_stat_statements has counted.

Its function is called, and only if it is the extension's own code: a view or a function of that
name could be anybody's. Texts that read or change no rows of the tables that were chosen stay in
the server: CREATE ROLE … PASSWORD and DO keep their secrets.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract.catalogue import identifier
from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.contract.structure import OWN_MARK, Asking, Counted, CountedStatement

_EXTENSION = """
    select n.nspname::text, 'total_exec_time' = any(p.proargnames)
    from pg_extension x
    join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = x.oid
        and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    join pg_proc p on p.oid = d.objid and p.proname = 'pg_stat_statements'
    join pg_language l on l.oid = p.prolang and l.lanname = 'c'
    join pg_namespace n on n.oid = p.pronamespace
    where x.extname = 'pg_stat_statements' and p.probin like '%/pg_stat_statements'"""

_STATEMENTS = """
    select case when {reads} and query not like '%{mark}%'
            and query ilike any (string_to_array($1, e'\\n')) then query end,
        sum(calls)::bigint, sum({time} / 1000)::float8
    from {schema}.pg_stat_statements(true)
    where dbid = (select oid from pg_database where datname = current_database())
    group by 1 order by 3 desc limit {most}"""

_READS = r"query ~* '^\s*(/\*.*?\*/\s*|--[^\n]*\n\s*)*(select|insert|update|delete|with)\M'"


def counted_statements(asking: Asking, tables: Sequence[str], most: int) -> Counted:
    """Those of the database entered that took most time and speak of these tables."""
    found = asking.rows(_EXTENSION)
    if not found:
        return Counted(why_not=phrase("the extension pg_stat_statements is not installed"))
    schema = identifier(str(found[0][0]), '"')
    time = "total_exec_time" if found[0][1] else "total_time"
    asking.run("savepoint counted")
    try:
        rows = asking.rows(
            _STATEMENTS.format(
                reads=_READS, time=time, schema=schema, most=most + 1, mark=OWN_MARK
            ),
            "\n".join(f"%{name}%" for name in tables),
        )
    except StatementFailed as error:
        asking.run("rollback to savepoint counted")
        return Counted(
            why_not=phrase("pg_stat_statements cannot be read: {words}", words=error.message)
        )
    reported = tuple(
        CountedStatement(str(text), int(str(calls)), float(str(seconds)))
        for text, calls, seconds in rows
        if text is not None
    )
    others = sum(float(str(seconds)) for text, _, seconds in rows if text is None)
    return Counted(reported[:most], others)
