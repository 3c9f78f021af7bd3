"""Connects to PostgreSQL with the TLS that was asked for, and explains failures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.base.diagnosis import Diagnosis, unavailable, why_not_reached
from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint, TlsMode
from engines.contract.errors import Cause, ServerUnavailable
from engines.contract.message import NOTHING, Message, phrase
from engines.inspection import tls_files as tls
from engines.postgresql.pinned_settings import forget_environment
from engines.postgresql.server_messages import first_line
from engines.postgresql.session import PostgresSession

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")


def open_connection(
    endpoint: Endpoint, database: str | None
) -> psycopg.Connection[tuple[object, ...]]:
    """A connection in autocommit mode.

    Raises: ServerUnavailable, InputError
    """
    tls.check(endpoint)
    forget_environment()
    try:
        return psycopg.connect(
            autocommit=True,
            prepare_threshold=None,
            **connection_settings(endpoint, database),
        )
    except psycopg.OperationalError as error:
        cause = _cause(endpoint, error)
        hint = _TRY_TLS if cause is Cause.TLS_DEMANDED else NOTHING
        raise unavailable(cause, "PostgreSQL", endpoint, _words(error), hint) from error
    except UnicodeError as error:  # a host's name that can be none
        raise unavailable(Cause.UNKNOWN_HOST, "PostgreSQL", endpoint, str(error)) from error
    except psycopg.ProgrammingError as error:  # a value that libpq doesn't take
        raise unavailable(Cause.OTHER, "PostgreSQL", endpoint, _words(error)) from error


def connection_settings(endpoint: Endpoint, database: str | None) -> dict[str, Any]:
    """What libpq is to know, by its own names.

    Raises: ServerUnavailable, InputError
    """
    return {
        "host": endpoint.socket or endpoint.host,
        "port": endpoint.port,
        "user": endpoint.user,
        "password": endpoint.password,
        "dbname": database or endpoint.database or "postgres",
        "connect_timeout": endpoint.connect_seconds,
        "application_name": "cipherbench",
        "client_encoding": "UTF8",
        "passfile": _NO_FILE,
        **_security(endpoint),
    }


def pgcrypto_findings(session: PostgresSession) -> list[Diagnosis]:
    """What keeps the server from having pgcrypto in databases of ours."""
    _, _, available, trusted, superuser, _ = session.fetch(_PGCRYPTO)[0]
    if not available:
        return [Diagnosis(ServerUnavailable(*_NOT_THERE), blocking=False)]
    if not (trusted or superuser):
        return [Diagnosis(ServerUnavailable(*_NOT_TRUSTED), blocking=False)]
    return []  # the databases that are worked in get it by themselves, and no other one needs it


def _security(endpoint: Endpoint) -> dict[str, Any]:
    """libpq's settings. All are given, so that neither environment nor ~/.postgresql decide."""
    asked = endpoint.tls
    certificate = {
        "sslcrl": _NO_FILE,
        "sslcertmode": "allow" if asked.certificate else "disable",
        "sslcert": asked.certificate or _NO_FILE,
        "sslkey": asked.key or asked.certificate or _NO_FILE,
        "gssencmode": "disable",
    }
    match asked.mode:
        case TlsMode.OFF:
            return certificate | {"sslmode": "disable"}
        case TlsMode.REQUIRE:  # libpq would verify by any root file it finds
            return certificate | {"sslmode": "require", "sslrootcert": _NO_FILE}
        case TlsMode.VERIFY_FULL:
            trusted = tls.authorities(asked)
            return certificate | {"sslmode": "verify-full", "sslrootcert": trusted}


_NO_FILE = "/dev/null/none"
"""A path where no file can be; an empty one would stand for a file in the home folder."""

_SIGNS: tuple[tuple[str, Cause], ...] = (
    ("failed to resolve host", Cause.UNKNOWN_HOST),
    ("could not translate host name", Cause.UNKNOWN_HOST),
    ("server does not support SSL", Cause.TLS_MISSING),
    (", no encryption", Cause.TLS_DEMANDED),
    ("valid client certificate", Cause.CLIENT_CERTIFICATE),
    ("certificate required", Cause.CLIENT_CERTIFICATE),
    ("does not match host name", Cause.HOST_NAME),
    ("certificate verify failed", Cause.UNTRUSTED),
    ("private key file", Cause.TLS_FILE),
    ("certificate file", Cause.TLS_FILE),
    ("root certificate", Cause.TLS_FILE),
    ("SSL error", Cause.TLS_FAILED),
    ("expected authentication request", Cause.STRANGER),
    ("invalid response", Cause.STRANGER),
    ("Connection reset by peer", Cause.BROKEN_OFF),  # as we connect
    ("no pg_hba.conf entry", Cause.NOT_ALLOWED),
    ("not permitted to log in", Cause.NOT_ALLOWED),
    ("permission denied for database", Cause.NO_ACCESS),
    ("authentication", Cause.LOGIN),
    ("password", Cause.LOGIN),
    ('role "', Cause.LOGIN),
    ('database "', Cause.DATABASE),
    ("no such database: ", Cause.NOT_POOLED),
    ("too many ", Cause.BUSY),
    ("connection slots", Cause.BUSY),
    ("starting up", Cause.NOT_READY),
    ("not yet accepting connections", Cause.NOT_READY),
    ("not accepting connections", Cause.NOT_READY),
    ("in recovery mode", Cause.NOT_READY),
    ("shutting down", Cause.NOT_READY),
)
"""What libpq and the server write; the first match counts. PostgreSQL gives no code for these."""

_TRY_TLS = phrase(
    "Choose TLS “require” or “verify-full”. If that is refused too, the server's pg_hba.conf has "
    "no entry for this user and database."
)


def _cause(endpoint: Endpoint, error: psycopg.OperationalError) -> Cause:
    if isinstance(error, psycopg.errors.ConnectionTimeout):
        return Cause.TIMEOUT
    message = str(error)
    known = next((cause for sign, cause in _SIGNS if sign in message), None)
    path = f"{endpoint.socket}/.s.PGSQL.{endpoint.port}" if endpoint.socket else None
    cause = known or why_not_reached(endpoint, path)
    broken_off = cause is Cause.OTHER and "closed the connection" in message
    return Cause.BROKEN_OFF if broken_off else cause


def _words(error: Exception) -> str:
    """What was said, without the place that libpq puts before it."""
    message = first_line(error)
    return " ".join(message.rpartition(" failed: ")[2].split())


_PGCRYPTO = """
    select current_database(),
        exists (select from pg_extension where extname = 'pgcrypto'),
        exists (select from pg_available_extensions where name = 'pgcrypto'),
        coalesce((select bool_or((to_jsonb(v) ->> 'trusted')::boolean)
                  from pg_available_extension_versions v where name = 'pgcrypto'), false),
        (select rolsuper from pg_roles where rolname = current_user),
        has_database_privilege(current_database(), 'create')
"""

type _Texts = tuple[Message, Message, Message]

_NOT_THERE: _Texts = (
    phrase("pgcrypto not available"),
    phrase(
        "The server does not offer the extension pgcrypto, which provides all its ciphers. "
        "Plaintext and client-side protections can be measured, native ones cannot."
    ),
    phrase("Install the server's package of additional modules (postgresql-contrib)."),
)

_NOT_TRUSTED: _Texts = (
    phrase("pgcrypto cannot be created"),
    phrase(
        "Only a superuser can create the extension pgcrypto here, which provides all ciphers. "
        "Plaintext and client-side protections can be measured, native ones cannot."
    ),
    phrase(
        "Connect as a superuser. From PostgreSQL 13 on, the owner of a database can create it as "
        "well."
    ),
)
