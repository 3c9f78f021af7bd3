"""Work in a prepared database, for a login that may create none: our databases are schemas there.

A schema has the name that a database of ours would have, and its mark is a comment on it. It is
dropped by its name; nothing else in the database is touched.
"""

from __future__ import annotations

from functools import partial

from engines.base.ownership import ExaminedDatabase
from engines.contract.errors import ServerUnavailable
from engines.contract.message import NOTHING, phrase
from engines.contract.structure import OWN_MARK
from engines.postgresql.database_ownership import database_identity
from engines.postgresql.pinned_settings import pinned
from engines.postgresql.session import PostgresSession

_MAY_CREATE = "select rolsuper or rolcreatedb from pg_roles where rolname = current_user"


def is_prepared(admin: PostgresSession) -> bool:
    """Whether the user may create no database, but schemas in the one that was entered."""
    ((databases,),) = admin.ask(_MAY_CREATE)
    ((schemas,),) = admin.ask("select has_database_privilege(current_database(), 'create')")
    return bool(schemas and not databases)


def enter_schema(session: PostgresSession, schema: str) -> PostgresSession:
    """Have a session work in a schema as sessions do in databases of ours. Settings of the user's
    other sessions in this database are left alone, so that it is told when it connects.

    Raises: ServerUnavailable behind a pooler, where others' sessions would get them
    """
    if session.is_pooled:
        session.close()
        raise ServerUnavailable(
            phrase("Prepared database behind a pooler"),
            phrase("A prepared database cannot be used through a pooler: settings would leak."),
            phrase("Name host and port of the server itself."),
        )
    session.catalog_only = True
    settings = pinned(session)
    found = session.ask(
        "select distinct n.nspname::text from pg_extension x "
        "join pg_namespace n on n.oid = x.extnamespace "
        "where x.extname in ('pgcrypto', 'citext', 'pg_trgm')"
    )
    session.catalog_only = False
    session.comment = f" /* {OWN_MARK} */"
    path = ", ".join(map(session.quoted, (schema, *(str(name) for (name,) in found))))
    assignments = (f"set {name} to {session.literal(value)}" for name, value in settings.items())
    session.execute("; ".join((*assignments, f"set search_path to {path}")))
    return session


def create_schema(admin: PostgresSession, schema: str) -> None:
    """Raises: StatementFailed"""
    name = admin.quoted(schema)
    admin.execute(f"create schema {name}; revoke all on schema {name} from public")


def mark_schema(admin: PostgresSession, schema: str, mark: str) -> None:
    """Raises: StatementFailed"""
    admin.execute(f"comment on schema {admin.quoted(schema)} is {admin.literal(mark)}")


def drop_schema(admin: PostgresSession, schema: str) -> None:
    """Raises: StatementFailed"""
    admin.execute(f"drop schema if exists {admin.quoted(schema)} cascade")


def removal_statement(schema: str) -> str:
    """The statement by which somebody removes a schema by hand."""
    return f"DROP SCHEMA {PostgresSession.quoted(schema)} CASCADE;"


_SCHEMAS = """
    select n.nspname::text, n.oid::bigint, pg_get_userbyid(n.nspowner)::text,
        n.nspowner = (select oid from pg_roles where rolname = current_user),
        obj_description(n.oid, 'pg_namespace'),
        (select oid::bigint from pg_database where datname = current_database())
    from pg_namespace n where {which} order by 1"""


def schema_named(admin: PostgresSession, schema: str) -> ExaminedDatabase | None:
    """What is said of one schema; None where there is none of that name."""
    found = _sightings(admin, "n.nspname = $1::text", schema)
    return found[0] if found else None


def schemas_beginning(admin: PostgresSession, prefix: str) -> list[ExaminedDatabase]:
    """What is said of all schemas whose names begin so."""
    return _sightings(admin, "starts_with(n.nspname::text, $1::text)", prefix)


def _sightings(admin: PostgresSession, which: str, value: str) -> list[ExaminedDatabase]:
    return [
        ExaminedDatabase(
            str(name),
            place=database_identity(admin, f"{database!s} {oid!s}"),
            mark=None if mark is None else str(mark),
            foreign=NOTHING if ours else phrase("it belongs to the user {owner}", owner=owner),
            drop=partial(drop_schema, admin, str(name)),
        )
        for name, oid, owner, ours, mark, database in admin.ask(_SCHEMAS.format(which=which), value)
    ]
