"""Which databases of a PostgreSQL server are ours, by its catalogues, read in the administration
database.

The mark is a comment on the database. Comments and owners of databases are in catalogues that all
databases share, so none of them need be entered, and none is.
"""

from __future__ import annotations

import time
from functools import partial

from engines.base.ownership import FORMAT, ExaminedDatabase
from engines.contract.errors import StatementFailed
from engines.contract.message import NOTHING, phrase
from engines.postgresql.pinned_settings import pin_database
from engines.postgresql.restricted_user import release
from engines.postgresql.session import PostgresSession


def administration(session: PostgresSession) -> PostgresSession:
    """A session whose questions find PostgreSQL's own functions, tables and operators alone.

    The owner of the database that a user administers from could have put some in front of them.
    """
    session.catalog_only = True
    return session


def named(admin: PostgresSession, database: str) -> ExaminedDatabase | None:
    """What is said of one database, or of the login of one that is gone; None where there is
    neither."""
    found = _sightings(admin, "name = $1::text", database)
    return found[0] if found else None


def beginning(admin: PostgresSession, prefix: str) -> list[ExaminedDatabase]:
    """What is said of all databases whose names begin so."""
    return _sightings(admin, "starts_with(name, $1::text)", prefix)


def entered_by_trigger(admin: PostgresSession) -> set[str]:
    """Databases of others that run something when they are entered (PostgreSQL 17)."""
    found = admin.ask(
        "select d.datname::text from pg_database d "
        f"where to_jsonb(d) ->> 'dathasloginevt' = 'true' and not {_OURS}"
    )
    return {str(name) for (name,) in found}


def mark_owned(admin: PostgresSession, database: str, mark: str, *, managed: bool) -> None:
    """Mark a database, shut all others out of it, have its sessions begin as we rely on, and only
    then let anybody enter. `managed`: whether the server is.

    On servers before PostgreSQL 15 everybody may make functions in `public`, which our statements
    would find in front of pgcrypto's.
    """
    name = admin.quoted(database)
    admin.execute(
        f"comment on database {name} is {admin.literal(mark)}; "
        f"revoke all on database {name} from public"
    )
    pin_database(admin, database, managed=managed)
    admin.execute(f"alter database {name} allow_connections true")


def drop(admin: PostgresSession, database: str) -> None:
    """Drop a database and its login, ending whatever works in it."""
    dropping = f"drop database if exists {admin.quoted(database)}"
    can_force = admin.connection.info.server_version >= FORCE_SINCE
    deadline = time.monotonic() + 5.0
    while True:
        try:
            if can_force:
                admin.execute_alone(f"{dropping} with (force)")
            else:
                admin.ask(_END_SESSIONS, database)
                admin.execute_alone(dropping)
            break
        except StatementFailed:
            # Those that were ended have not all left; and a login that works as another role may
            # not end what it has itself just left.
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)
    if admin.ask(_LOGINS.format(which="name = $1"), database):
        release(admin, database)


_END_SESSIONS = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1"

FORCE_SINCE = 130_000
"""The version from which on DROP DATABASE ends sessions by itself."""

_OURS = """d.datdba in (
    select r.oid from pg_roles r where r.rolname = session_user
    or r.rolname in (
        select substr(setting, 6) from pg_db_role_setting s, unnest(s.setconfig) setting
        where s.setdatabase = 0 and starts_with(setting, 'role=') and s.setrole in (
            select m.oid from pg_roles m where m.rolname = session_user)))"""
"""Whether a database's owner is whom we have logged in as, or the role that an administrator has
this login work as (ALTER ROLE … SET role). Being able to act for an owner makes nothing ours."""


_DATABASES = f"""
    select name, oid, owner, ours, mark from (
        select d.datname::text as name, d.oid::bigint as oid,
            pg_get_userbyid(d.datdba)::text as owner, {_OURS} as ours,
            shobj_description(d.oid, 'pg_database') as mark
        from pg_database d) as databases
    where {{which}} order by name"""

_LOGINS = f"""
    select name, mark from (
        select rolname::text as name, shobj_description(oid, 'pg_authid') as mark from pg_roles
        where not exists (select from pg_database where datname = rolname)) as logins
    where starts_with(mark, '{FORMAT}') and {{which}} order by name"""
"""Logins that carry a mark and whose database is gone."""


def _sightings(admin: PostgresSession, which: str, value: str) -> list[ExaminedDatabase]:
    databases = [
        ExaminedDatabase(
            str(name),
            place=database_identity(admin, oid),
            mark=None if mark is None else str(mark),
            foreign=NOTHING if ours else phrase("it belongs to the user {owner}", owner=owner),
            drop=partial(drop, admin, str(name)),
        )
        for name, oid, owner, ours, mark in admin.ask(_DATABASES.format(which=which), value)
    ]
    logins = [
        ExaminedDatabase(
            str(name),
            place=database_identity(admin, LOGIN),
            mark=str(mark),
            drop=partial(release, admin, str(name)),
        )
        for name, mark in admin.ask(_LOGINS.format(which=which), value)
    ]
    return [*databases, *logins]


LOGIN = "login"
"""What stands in a login's mark where a database's has its number."""


def database_identity(admin: PostgresSession, what: object) -> str:
    """Where a mark is valid: on this server, for a database of this number, or for a login."""
    return f"{cluster_number(admin)} {what!s}"


def cluster_number(admin: PostgresSession) -> str:
    """The number that a cluster is given when it is made. Where an administrator has forbidden to
    ask for it, the number of the database tells enough beside its owner."""
    try:
        return str(admin.ask("select system_identifier::text from pg_control_system()")[0][0])
    except StatementFailed:
        return ""
