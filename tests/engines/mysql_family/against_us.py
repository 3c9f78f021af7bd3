"""Servers whose settings, login and environment are all turned against what sessions rely on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from engines.contract.endpoint import Endpoint
from engines.contract.launch import Launch, Launcher
from engines.mysql_family.session import FamilySession
from engines.registry import engine_named
from engines.servers.launched import launch_server
from engines.servers.server import Server
from tests.requirements import spec_of

_BOTH = (
    "default-storage-engine=MyISAM",
    "character-set-server=latin1",
    "collation-server=latin1_swedish_ci",
    "autocommit=OFF",
    "transaction-isolation=SERIALIZABLE",
    "default-time-zone=+05:30",
    "group-concat-max-len=10",
    "sql-mode=ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,NO_UNSIGNED_SUBTRACTION",
    "lock-wait-timeout=1",
    "innodb-lock-wait-timeout=1",
    "wait-timeout=1",
    "net-read-timeout=1",
    "net-write-timeout=1",
    "auto-increment-increment=7",
    "auto-increment-offset=3",
    "div-precision-increment=0",
    "lc-time-names=pt_BR",
    "default-week-format=6",
    "max-join-size=100",
    "completion-type=CHAIN",
    "big-tables=ON",
    "lower-case-table-names=1",
    "max-sort-length=8",
    "transaction-read-only=ON",
    "explicit-defaults-for-timestamp=OFF",
)
_OWN = {
    "mariadb": (
        "max-statement-time=0.5",
        "query-cache-type=ON",
        "query-cache-size=1M",
        "innodb-force-primary-key=ON",
        "old-mode=NO_DUP_KEY_WARNINGS_WITH_IGNORE",
        "standard-compliant-cte=OFF",
        "innodb-compression-default=ON",
        "idle-transaction-timeout=1",
    ),
    "mysql": (
        "max-execution-time=500",
        "sql-require-primary-key=ON",
        "cte-max-recursion-depth=1",
        "innodb-default-row-format=COMPACT",
    ),
}
"""By engine: options of its server."""

_GLOBALS = (
    "foreign_key_checks = 0", "unique_checks = 0", "sql_safe_updates = 1", "sql_select_limit = 1",
    "sql_auto_is_null = 1", "sql_big_selects = 0", "sql_buffer_result = 1",
)  # fmt: skip
"""What a server has no option for."""

_COLLATIONS = {
    "character_set_collations": "'utf8mb4=utf8mb4_bin'",
    "default_collation_for_utf8mb4": "utf8mb4_general_ci",
}
"""What a text has that is only given a character set, on versions that have such a setting."""

_AT_ENTRY = (
    "set names latin1; set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'; "
    "set autocommit = 0; set timestamp = 86400; use information_schema"
)
"""`init_connect`, which is run for whoever has no SUPER."""

ENVIRONMENT = {
    "LIBMYSQL_PLUGINS": "no_such_plugin",
    "MARIADB_PLUGIN_DIR": "/nonexistent",
    "MARIADB_TLS_DISABLE_PEER_VERIFICATION": "1",
    "MYSQL_HOME": "/nonexistent",
    "MYSQL_TCP_PORT": "1",
    "MYSQL_UNIX_PORT": "/nonexistent/socket",
}


@contextmanager
def server_against_us(engine: str) -> Iterator[tuple[Server, Endpoint]]:
    """A server of our own with all of that, and the endpoint of a login that owns databases of ours
    and nothing else."""
    spec = replace(spec_of(engine), name=f"{engine} against us")
    kind = engine_named(spec.engine)
    launcher = kind.servers.launcher(spec.source)
    assert launcher is not None
    options = _BOTH + _OWN[spec.engine]
    with closing(launch_server(spec, kind, _turned(launcher, options))) as server:
        with server.engine.driver.connect(server.endpoint) as session:
            assert isinstance(session, FamilySession)
            for each in _GLOBALS:
                session.execute(f"set global {each}")
            named = ", ".join(f"'{each}'" for each in _COLLATIONS)
            rows = session.fetch(f"show variables where variable_name in ({named})")
            for name in (str(row[0]) for row in rows):
                session.execute(f"set global {name} = {_COLLATIONS[name]}")
            session.execute(f"set global init_connect = {session.literal(_AT_ENTRY)}")
            session.execute("create user bench@localhost identified by 'a password'")
            session.execute("grant all on `cipherbench\\_%`.* to bench@localhost")
        yield server, replace(server.endpoint, user="bench", password="a password", managed=False)


def _turned(launcher: Launcher, options: tuple[str, ...]) -> Launcher:
    kind = type(launcher)

    class Turned(kind):  # type: ignore[misc, valid-type]
        def launch(
            self,
            installation: Path,
            directory: Path,
            data: Path | None = None,
            sockets: Path | None = None,
        ) -> Launch:
            made: Launch = super().launch(installation, directory, data, sockets)
            # Names of tables are decided when the data are laid out.
            names = "--lower-case-table-names=1"
            first, *others = made.prepare
            assert made.serve is not None
            return replace(
                made,
                prepare=((*first, names), *others),
                serve=(*made.serve, *(f"--{each}" for each in options)),
            )

    return Turned()
