"""A program of somebody else's that we start in front of a server of ours: its pooler."""

from __future__ import annotations

import os
import re
import shutil
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from engines.contract.endpoint import Endpoint, Pooler
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Launch
from engines.contract.message import Message, phrase
from engines.keeping.programs import ANSWER_SECONDS, ProgramFailed, call_program
from engines.keeping.side_program import run_side_program

_START_SECONDS = 15.0
_MOST_CLIENTS = 1000


class PoolerProgram(ABC):
    """It listens on 127.0.0.1 and enters the server by TCP as well
    (`Launcher.with_tcp_listener`), so that both ways cost what they cost between machines, without
    the cable."""

    title: ClassVar[str]
    program_name: ClassVar[str]
    package: ClassVar[str] = ""
    """What Debian calls its package, if not as the program is called."""

    @property
    def variable(self) -> str:
        """The variable of the environment that names the program, where it is not on PATH."""
        return f"CIPHERBENCH_{self.program_name.upper()}"

    def find(self) -> Path:
        """The path of the program, by its variable or on PATH.

        Raises: ServerUnavailable where it is not there
        """
        named = os.environ.get(self.variable) or shutil.which(self.program_name)
        found = Path(named) if named else Path("/usr/sbin") / self.program_name
        if not found.is_file():
            raise ServerUnavailable(
                phrase("{program} not found"),
                phrase("The program {file} was not found on this machine."),
                phrase("Install the package {package}, or name the program in {variable}."),
                program=self.title,
                file=self.program_name,
                package=self.package or self.program_name,
                variable=self.variable,
            )
        return found

    version_flag: ClassVar[str]
    version_pattern: ClassVar[str]
    """Of its version in what it writes for `version_flag`."""

    def version(self, found: Path) -> str:
        """Of the program; empty where it says none.

        Raises: ServerUnavailable where it does not start
        """
        try:
            answer = call_program([str(found), self.version_flag], {}, seconds=ANSWER_SECONDS)
        except ProgramFailed as error:
            raise self._not_started(error.messages[1]) from error
        known = re.search(self.version_pattern, answer.out + answer.err)
        return known[1] if known else ""

    def check(self, found: Path, pooler: Pooler) -> None:
        """Whether it can pool this way; whatever its version, unless overridden.

        Raises: ServerUnavailable where it cannot
        """
        del found, pooler

    ends_tls: ClassVar[bool] = True
    """Whether it ends the clients' TLS itself: its connections to the server have their own."""

    def launch_behind(self, launch: Launch, server_tls: bool) -> Launch:
        """The launch of a server that it enters, by TLS or not."""
        del server_tls
        return launch

    @abstractmethod
    def command(self, found: Path) -> Sequence[str]:
        """What starts it in a folder with its files."""

    @abstractmethod
    def files(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        server_tls: bool,
    ) -> Mapping[str, str]:
        """What it reads in its folder, to be entered on `port`. `tls_files` are files of the
        server's certificate and its key, by which clients may enter with TLS; `server_tls` has it
        enter the server with TLS."""

    def start(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        server_tls: bool,
        cleanup: ExitStack,
        cores: Collection[int] | None,
    ) -> Endpoint:
        """The endpoint of a server that answers, entered through it on `port`, which is free, until
        `cleanup` is closed; it is bound to `cores`.

        Raises: ServerUnavailable, OSError
        """
        found = self.find()
        self.check(found, pooler)
        files = self.files(endpoint, port, pooler, tls_files, server_tls)
        side = run_side_program(self.program_name, self.command(found), files, {}, cleanup, cores)
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until and not side.has_ended:
            with suppress(OSError), socket.create_connection((endpoint.host or "", port), 1.0):
                return endpoint.through_pooler(port, side.pid)
            time.sleep(0.02)
        says = phrase("{program} says: {reason}", program=self.title, reason=side.message)
        raise self._not_started(says)

    def _not_started(self, why: Message) -> ServerUnavailable:
        return ServerUnavailable(
            phrase("{program} did not start"),
            why,
            phrase("Run {file} yourself to see why, or name another program in {variable}."),
            program=self.title,
            file=self.find(),
            variable=self.variable,
        )

    def described(self, pooler: Pooler) -> str:
        """The program, its version, and how it pools where it has several ways."""
        del pooler
        return f"{self.title} {self.version(self.find())}"


_LONGEST_SILENCE = "24d"
"""About the most that it takes; a statement may last."""
_HAPROXY_FILE = "haproxy.cfg"


class HAProxy(PoolerProgram):
    """In TCP mode: it passes on bytes, each client by a connection of its own to the server.

    TLS, which these protocols begin by messages of their own, goes through it: it is between client
    and server, the same on both legs.
    """

    title, program_name = "HAProxy", "haproxy"
    ends_tls = False
    version_flag, version_pattern = "-v", r"(\d+(?:\.\d+)+)"

    def command(self, found: Path) -> Sequence[str]:
        return [str(found), "-db", "-f", _HAPROXY_FILE]

    def files(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        server_tls: bool,
    ) -> Mapping[str, str]:
        del pooler, tls_files, server_tls
        lines = (
            "global",
            f"maxconn {_MOST_CLIENTS}",
            "defaults",
            "mode tcp",
            "timeout connect 5s",
            f"timeout client {_LONGEST_SILENCE}",
            f"timeout server {_LONGEST_SILENCE}",
            "listen clients",
            f"bind {endpoint.host}:{port}",
            f"server server {endpoint.host}:{endpoint.port}",
        )
        return {_HAPROXY_FILE: "".join(f"{line}\n" for line in lines)}


_PREPARES_SINCE = (1, 21)
"""Before it, transactions are pooled without prepared statements, which ours are."""
_SESSIONS = {Pooler.SESSION: 500, Pooler.TRANSACTION: 20}
"""Connections to the server for each login and database: a client has one to itself, or waits for
one of PgBouncer's default number."""
_PGBOUNCER_FILE, _USERS = "pgbouncer.ini", "users"


class PgBouncer(PoolerProgram):
    """It deals few connections of a PostgreSQL to many clients. It knows the program's own role by
    its password and asks the server for the secrets of all others."""

    title, program_name = "PgBouncer", "pgbouncer"
    version_flag, version_pattern = "--version", r"PgBouncer ([\d.]+)"

    def check(self, found: Path, pooler: Pooler) -> None:
        known = self.version(found)
        if pooler is Pooler.TRANSACTION and _numbers(known) < _PREPARES_SINCE:
            raise ServerUnavailable(
                phrase("PgBouncer too old"),
                phrase("PgBouncer {version} pools no transactions with prepared statements."),
                phrase("Install PgBouncer 1.21 or later, or pool sessions."),
                version=known,
            )

    def command(self, found: Path) -> Sequence[str]:
        return [str(found), _PGBOUNCER_FILE]

    def files(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        server_tls: bool,
    ) -> Mapping[str, str]:
        certificate, key = tls_files
        settings: Mapping[str, object] = {
            "listen_addr": endpoint.host,
            "listen_port": port,
            "unix_socket_dir": "",
            "auth_type": "scram-sha-256",
            "auth_file": _USERS,
            "auth_user": endpoint.user,
            "pool_mode": pooler,
            "default_pool_size": _SESSIONS[pooler],
            "max_client_conn": _MOST_CLIENTS,
            "max_prepared_statements": 200,
            "server_tls_sslmode": "verify-full" if server_tls else "disable",
            "server_tls_ca_file": certificate,
            "server_login_retry": 1,
            "client_tls_sslmode": "allow",
            "client_tls_cert_file": certificate,
            "client_tls_key_file": key,
        }
        lines = (
            "[databases]",
            f"* = host={endpoint.host} port={endpoint.port}",
            "[pgbouncer]",
            *(f"{name} = {value}" for name, value in settings.items()),
        )
        return {
            _PGBOUNCER_FILE: "".join(f"{line}\n" for line in lines),
            _USERS: f'"{endpoint.user}" "{endpoint.password}"\n',
            **tls_files,
        }

    def described(self, pooler: Pooler) -> str:
        return f"{super().described(pooler)}, {pooler}"


_PGPOOL_FILE, _NO_ADMINISTRATORS = "pgpool.conf", "pcp.conf"
_CHILDREN = 90
"""Its processes, each for one client, with a connection to the server: fewer than PostgreSQL's
default number, some of which are a superuser's alone, or are needed while databases change."""


class Pgpool(PoolerProgram):
    """It keeps connections to a PostgreSQL for later clients of the same login and database.
    Whoever enters says the password in clear text, with which it enters the server in turn. What
    has TLS for clients asks the server for it, too, and does without where that has none."""

    title, program_name, package = "Pgpool-II", "pgpool", "pgpool2"
    version_flag, version_pattern = "--version", r"pgpool-II version ([\d.]+)"

    def launch_behind(self, launch: Launch, server_tls: bool) -> Launch:
        assert launch.serve is not None
        return replace(launch, serve=(*launch.serve, "-c", f"ssl={'on' if server_tls else 'off'}"))

    def command(self, found: Path) -> Sequence[str]:
        return [str(found), "-n", "-D", "-f", _PGPOOL_FILE, "-F", _NO_ADMINISTRATORS]

    def files(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        server_tls: bool,
    ) -> Mapping[str, str]:
        certificate, key = tls_files
        settings: Mapping[str, object] = {
            # by "raw" a prepared statement that writes opens a transaction that nobody ends
            "backend_clustering_mode": "streaming_replication",
            "sr_check_period": 0,
            "listen_addresses": endpoint.host,
            "port": port,
            "socket_dir": ".",
            "unix_socket_directories": ".",
            "pcp_listen_addresses": "",
            "pcp_socket_dir": ".",
            "backend_hostname0": endpoint.host,
            "backend_port0": endpoint.port,
            "num_init_children": _CHILDREN,
            "max_pool": 1,
            "enable_pool_hba": "off",
            "allow_clear_text_frontend_auth": "on",
            "pool_passwd": "",
            "pid_file_name": "pgpool.pid",
            "logdir": ".",
            "work_dir": ".",
            "load_balance_mode": "off",
            "enable_shared_relcache": "off",
            "log_min_messages": "fatal",
            "failover_on_backend_error": "off",
            "ssl": "on",
            "ssl_cert": certificate,
            "ssl_key": key,
        }
        return {
            _PGPOOL_FILE: "".join(f"{name} = '{value}'\n" for name, value in settings.items()),
            _NO_ADMINISTRATORS: "",
            **tls_files,
        }


def _numbers(known: str) -> tuple[int, ...]:
    return tuple(int(each) for each in known.split(".") if each.isdigit())


POOLERS: Mapping[Pooler, PoolerProgram] = {
    Pooler.SESSION: PgBouncer(),
    Pooler.TRANSACTION: PgBouncer(),
    Pooler.HAPROXY: HAProxy(),
    Pooler.PGPOOL: Pgpool(),
}
"""Every pooler, by its name in plans."""
