"""Servers: the specification in a plan (`ServerSpec`), and a running one (`Server`)."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict

from engines.base.capability import TLS_CIPHER, Capabilities, add_layers
from engines.base.engine import Engine
from engines.contract.endpoint import (
    CONNECT_SECONDS,
    NODE,
    POOLER,
    STANDBY,
    EncryptedFolder,
    Endpoint,
    Pooler,
    ServerNode,
    Source,
    Standby,
    Tls,
    TlsMode,
)
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import STUDY_CPUS, STUDY_MEMORY_MB, Launch
from engines.contract.limits import LONGEST_NAME
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import (
    NameKind,
    Parameter,
    Shown,
    limit_faults,
    parameter,
    set_by_us,
)
from engines.keeping.keeper_process import close_keeper
from engines.platform.processes import has_ended
from engines.platform.streams import wait_readable
from engines.servers.option import misplaced_options, option
from engines.servers.poolers import POOLERS
from engines.servers.tcp_access import CERTIFICATE, KEY, free_port

# Which servers have an option of a connection: by their source, and by what their engine takes.

HERE = (Source.EMBEDDED, Source.LOCAL)
CONNECTED = (Source.CONTAINER, Source.ADDRESS)

PASSWORD = Parameter(
    "password",
    str,
    None,
    shown=Shown(
        phrase("&Password"), phrase("Kept in the keyring or for this session, never in a file")
    ),
    secret=True,
    optional=True,
)


def reached_by(way: str) -> Callable[[Engine], bool]:
    """Whether an engine's servers are reached by this part of an address: a port, a socket."""
    return lambda engine: way in engine.servers.address.fields


def has_tls(engine: Engine) -> bool:
    return bool(engine.servers.address.tls_modes)


def poolers_of(engine: Engine) -> tuple[Pooler, ...]:
    """All that some server of it can be entered through, or none."""
    known = (each for launcher in engine.servers.launchers for each in launcher.poolers)
    return (Pooler.OFF, *dict.fromkeys(known))


def has_pooler(engine: Engine) -> bool:
    return len(poolers_of(engine)) > 1


def ends_tls(pooler: Pooler) -> bool:
    """Whether there is one that ends the clients' TLS itself."""
    return pooler is not Pooler.OFF and POOLERS[pooler].ends_tls


def standbys_of(engine: Engine) -> tuple[Standby, ...]:
    """All ways in which some server of it can be followed, or none."""
    known = (each for launcher in engine.servers.launchers for each in launcher.standbys)
    return (Standby.OFF, *dict.fromkeys(known))


def has_standby(engine: Engine) -> bool:
    return len(standbys_of(engine)) > 1


def verifies(engine: Engine) -> bool:
    """Whether a client of it can see that the server is the one that was meant."""
    return TlsMode.VERIFY_FULL in engine.servers.address.tls_modes


def _tls_of(spec: ServerSpec) -> TlsMode:
    """A socket takes no TLS."""
    return spec.tls if spec.socket is None else TlsMode.OFF


class _Security(TypedDict):
    tls: Tls
    tls_to_compare: Tls | None


@dataclass(frozen=True)
class ServerSpec:
    """A server as a plan names it; forms, plan files, saved connections and help are made from what
    is declared here, a field for each option. Passwords are never part of it."""

    name: str = parameter(
        longest=LONGEST_NAME,
        shown=Shown(
            phrase("&Name"),
            phrase("Its name in plans and results"),
            required_message=phrase("The server needs a name."),
        ),
    )
    source: Source = parameter(shown=Shown(help=phrase("Where it comes from")))
    engine: str = parameter(
        shown=Shown(phrase("&Engine"), phrase("Kind of database, such as postgresql"))
    )
    host: str | None = option(
        sources=(Source.ADDRESS,),
        has=reached_by("host"),
        longest=255,
        shown=Shown(
            phrase("&Host"),
            phrase("Host name or IP address; this machine if empty"),
            required_message=phrase("The server needs a host."),
            begins="127.0.0.1",
        ),
    )
    port: int | None = option(
        sources=(Source.ADDRESS,),
        has=reached_by("port"),
        usual=lambda engine: engine.servers.address.port,
        least=1,
        most=65_535,
        shown=Shown(
            phrase("Port"), phrase("TCP port; the engine's default if empty"), same_row_as="host"
        ),
    )
    socket: str | None = option(
        sources=(Source.ADDRESS,),
        has=reached_by("socket"),
        usual=lambda engine: engine.servers.address.socket,
        shown=Shown(
            phrase("&Socket"),
            phrase("Path of its Unix socket, instead of host and port"),
            words=phrase("e.g. {usual}"),
            required_message=phrase("The server needs the path of its socket."),
            instead_of="host",
        ),
    )
    user: str | None = option(
        sources=(Source.ADDRESS,),
        longest=255,
        secret=PASSWORD,
        shown=Shown(phrase("&User"), phrase("User who can create databases")),
    )
    database: str | None = option(
        sources=(Source.ADDRESS,),
        has=reached_by("database"),
        longest=255,
        shown=Shown(
            phrase("&Database"),
            phrase("Database to connect to first, or prepared for a user who can create none"),
            words=phrase("The administrative one"),
        ),
    )
    directory: str | None = option(
        sources=(Source.ADDRESS,),
        has=reached_by("directory"),
        shown=Shown(
            phrase("&Folder"),
            phrase("Folder for database files"),
            words=phrase("On the server, which must be able to write there"),
            names=NameKind.FOLDER,
            required_message=phrase("The server needs a folder for database files."),
        ),
    )
    image: str | None = option(
        sources=(Source.CONTAINER,),
        usual=lambda engine: engine.servers.container.image if engine.servers.container else None,
        shown=Shown(phrase("&Image"), phrase("Container image")),
    )
    cpus: float | None = option(
        sources=(Source.CONTAINER,),
        least=0.01,  # as Docker has it
        most=1024,
        shown=Shown(
            phrase("Co&res"),
            phrase("CPU cores that the container may use"),
            none=phrase("All"),
            study=STUDY_CPUS,
        ),
    )
    memory_mb: int | None = option(
        sources=(Source.CONTAINER,),
        least=6,
        most=10_000_000,
        shown=Shown(
            phrase("Memory"),
            phrase("Memory that the container may use; 1 MB is 1,000,000 bytes"),
            unit=phrase("MB"),
            none=phrase("All"),
            step=500,
            same_row_as="cpus",
            study=STUDY_MEMORY_MB,
        ),
    )
    binaries: str | None = option(
        sources=(Source.LOCAL,),
        shown=Shown(
            phrase("P&rograms"),
            phrase("Folder with the server's programs"),
            words=phrase("PATH and the usual folders"),
            names=NameKind.FOLDER,
        ),
    )
    data_directory: str | None = option(
        sources=HERE,
        shown=Shown(
            phrase("&Data"),
            phrase("Folder for the data"),
            words=phrase("A private one. To measure an encrypted disk, choose a folder on it"),
            names=NameKind.FOLDER,
        ),
    )
    encrypted_folder: EncryptedFolder = option(
        EncryptedFolder.OFF,
        sources=HERE,
        shown=Shown(
            phrase("&Storage"),
            phrase("Folder that encrypts the data, compared with a plain one"),
            choices={
                EncryptedFolder.OFF: (phrase("Plain folder"), NOTHING),
                EncryptedFolder.GOCRYPTFS: (
                    phrase("gocryptfs, beside a plain folder"),
                    NOTHING,
                ),
                EncryptedFolder.LUKS: (
                    phrase("LUKS in a file, beside a plain folder"),
                    phrase("Needs root. It works in user space, and is slower than dm-crypt."),
                ),
            },
        ),
    )
    pooler: Pooler = option(
        Pooler.OFF,
        sources=HERE,
        has=has_pooler,
        offers=poolers_of,
        shown=Shown(
            phrase("Poo&ler"),
            phrase("Pooler in front of it, started with it"),
            choices={
                Pooler.OFF: (phrase("None"), NOTHING),
                Pooler.SESSION: (phrase("PgBouncer, by session"), NOTHING),
                Pooler.TRANSACTION: (phrase("PgBouncer, by transaction"), NOTHING),
                Pooler.HAPROXY: (phrase("HAProxy, by TCP"), NOTHING),
                Pooler.PGPOOL: (phrase("Pgpool-II"), NOTHING),
            },
        ),
    )
    pooler_tls: bool = option(
        False,
        sources=HERE,
        has=lambda engine: any(map(ends_tls, poolers_of(engine))),
        when=lambda spec: ends_tls(spec.pooler),
        shown=Shown(
            phrase("TLS t&o server"),
            phrase("TLS between pooler and server; that of its clients is compared by itself"),
        ),
    )
    standby: Standby = option(
        Standby.OFF,
        sources=HERE,
        has=has_standby,
        offers=standbys_of,
        shown=Shown(
            phrase("Stand&by"),
            phrase("Further servers that follow it, started with it"),
            choices={
                Standby.OFF: (phrase("None"), NOTHING),
                Standby.SYNCHRONOUS: (
                    phrase("Synchronous: a commit waits for it"),
                    NOTHING,
                ),
                Standby.ASYNCHRONOUS: (phrase("Asynchronous"), NOTHING),
                Standby.GALERA: (phrase("Galera: three nodes have each commit"), NOTHING),
            },
        ),
    )
    tls: TlsMode = option(
        TlsMode.OFF,
        sources=CONNECTED,
        has=has_tls,
        offers=lambda engine: engine.servers.address.tls_modes,
        when=lambda spec: spec.socket is None,
        shown=Shown(
            phrase("T&LS"),
            phrase("How its connections are encrypted"),
            choices={
                TlsMode.OFF: (phrase("Off"), NOTHING),
                TlsMode.REQUIRE: (phrase("Require: encrypted, server not verified"), NOTHING),
                TlsMode.VERIFY_FULL: (
                    phrase("Verify: encrypted, certificate and host must match"),
                    NOTHING,
                ),
            },
        ),
    )
    tls_ca: str | None = option(
        sources=CONNECTED,
        has=verifies,
        when=lambda spec: _tls_of(spec) is TlsMode.VERIFY_FULL,
        shown=Shown(
            phrase("&CA file"),
            phrase("CA certificates to trust (PEM)"),
            words=phrase("The system's CA certificates"),
            names=NameKind.FILE,
        ),
    )
    tls_certificate: str | None = option(
        sources=CONNECTED,
        has=verifies,
        when=lambda spec: _tls_of(spec) is not TlsMode.OFF,
        shown=Shown(
            phrase("Certi&ficate"),
            phrase("Client certificate (PEM)"),
            words=phrase("None, unless the server requires one"),
            names=NameKind.FILE,
        ),
    )
    tls_key: str | None = option(
        sources=CONNECTED,
        has=verifies,
        when=lambda spec: _tls_of(spec) is not TlsMode.OFF,
        shown=Shown(
            phrase("&Key"),
            phrase("Client key (PEM)"),
            words=phrase("In the certificate file"),
            names=NameKind.FILE,
        ),
    )
    compares_tls: bool = set_by_us(False)
    """Whether it is reached by TCP both with and without TLS, as a campaign wants that compares
    these: nobody sets it."""
    connect_seconds: int = option(
        CONNECT_SECONDS,
        sources=(Source.ADDRESS,),
        least=1,
        most=3600,
        shown=Shown(phrase("Time&out"), phrase("Longest wait for a connection"), unit=phrase("s")),
    )
    failover_seconds: int = option(
        10,
        sources=(Source.ADDRESS,),
        has=reached_by("host"),
        least=0,
        most=3600,
        shown=Shown(
            phrase("Fail&over"),
            phrase("Longest wait, in a campaign, until another server answers in its place"),
            unit=phrase("s"),
            same_row_as="connect_seconds",
        ),
    )
    optional: bool = parameter(
        False,
        shown=Shown(help=phrase("Skip it if it is not available; otherwise its runs fail")),
    )

    @property
    def managed(self) -> bool:
        """Whether we start it, its databases gone when it is started again; not one at an
        address."""
        return self.source is not Source.ADDRESS

    @property
    def security(self) -> _Security:
        """How an endpoint of it is secured. Where TLS is compared, `tls` says how it is used, and
        what is compared with it goes without; one that says nothing of it is not verified."""
        configured = Tls(self.tls, self.tls_ca, self.tls_certificate, self.tls_key)
        if not self.compares_tls:
            return {"tls": configured, "tls_to_compare": None}
        used = configured if self.tls is not TlsMode.OFF else Tls(TlsMode.REQUIRE)
        return {"tls": Tls(), "tls_to_compare": used}

    def faults(self) -> Iterator[Message]:
        """Clauses about values beyond their limits, and about options that a server at an address
        cannot have."""
        yield from limit_faults(self)
        for name in () if self.managed else misplaced_options(self):
            yield phrase("“{key}” is not for a server at an address", key=name)

    def same_as(self, other: ServerSpec) -> bool:
        """Whether two specs mean the same server; to be able to do without it is no difference."""
        return replace(self, optional=False) == replace(other, optional=False)


@dataclass
class Server:
    """A server that answers. `close` stops it if we started it."""

    spec: ServerSpec
    engine: Engine
    endpoint: Endpoint
    version: str = ""
    node: ServerNode | None = None
    """Which one answered at its address when it was asked what it can do."""
    _keeper: subprocess.Popen[str] | None = field(default=None, repr=False)
    _sides: ExitStack = field(default_factory=ExitStack, repr=False)
    """Closes its pooler and its standbys."""

    @property
    def log(self) -> Path | None:
        """The file of a server of ours that holds its messages as it wrote them; the container
        daemon keeps them in a form of its own."""
        end = self.endpoint
        return Path(end.log) if end.log and end.container is None else None

    def probe(self) -> Capabilities:
        """What the server can do, and what its data lie on.

        Raises: ServerUnavailable
        """
        capabilities = add_layers(self.engine.servers.probe(self.endpoint), self.endpoint)
        launcher = self.engine.servers.launcher(self.spec.source)
        settings = dict(capabilities.settings)
        if self.spec.pooler is not Pooler.OFF:
            known = POOLERS[self.spec.pooler].described(self.spec.pooler)
            settings[POOLER] = f"{known}, TLS to the server" if self.spec.pooler_tls else known
        if not self.spec.managed:
            self.node = self.engine.servers.node_of(self.endpoint)
        if self.node is not None:
            settings[NODE] = self.node.lasting
        if self.spec.standby is not Standby.OFF:
            settings[STANDBY] = self.spec.standby
        capabilities = replace(capabilities, settings=settings)
        if self.spec.compares_tls or launcher is None or not launcher.offers_tls:
            return capabilities
        return replace(capabilities, transit=capabilities.transit | {TLS_CIPHER})

    def lies_on(self) -> Capabilities:
        """What lies under the server's data at this moment, also when it has been closed: the part
        of its answers that can change without its knowing."""
        endpoint = self.endpoint
        if endpoint.data is not None:
            folder = Path(endpoint.data)
            there = next(each for each in (folder, *folder.parents) if os.path.exists(each))  # noqa: PTH110 a dead mount is not there
            endpoint = replace(endpoint, data=str(there))
        return add_layers(Capabilities(self.version), endpoint)

    def enter_through_pooler(self, launch: Launch, cores: Collection[int] | None) -> None:
        """Have its pooler started on `cores`, and closed with it.

        Raises: ServerUnavailable, OSError
        """
        pooler = self.spec.pooler
        tls_files = {each: launch.files[each] for each in (CERTIFICATE, KEY)}
        self.endpoint = POOLERS[pooler].start(
            self.endpoint, free_port(), pooler, tls_files, self.spec.pooler_tls, self._sides, cores
        )

    def follow_with(self, standby: Server) -> None:
        """Have a standby counted and closed with it."""
        self._sides.callback(standby.close)
        self.endpoint = replace(self.endpoint, standbys=(*self.endpoint.standbys, standby.endpoint))

    def close(self) -> None:
        """Stop a server of ours and remove its directory; leave any other as it is."""
        self._sides.close()
        if self._keeper is None:
            return
        close_keeper(self._keeper)
        self._keeper = None

    @property
    def has_ended(self) -> bool:
        """Whether a process of a server of ours, or of what works at its side, is over."""
        return any(map(has_ended, self.endpoint.roots))

    @property
    def can_restart(self) -> bool:
        """Whether it is a process that we have started and keep."""
        return self._keeper is not None and self.endpoint.pid is not None

    def stop(self) -> None:
        """Have a server of ours end, and keep its data.

        Raises: ServerUnavailable
        """
        self._ask_keeper({"stop": _STOP_SECONDS})

    def start_again(self, options: Sequence[str] = ()) -> None:
        """Start one that was stopped, with options behind its own; it may not answer yet.

        Raises: ServerUnavailable
        """
        pid = self._ask_keeper({"start": list(options)})
        self.endpoint = replace(self.endpoint, pid=pid)

    def _ask_keeper(self, wish: dict[str, object]) -> int:
        keeper = self._keeper
        assert keeper is not None and keeper.stdin is not None and keeper.stdout is not None
        with suppress(BrokenPipeError):  # one that has ended answers nothing
            keeper.stdin.write(json.dumps(wish) + "\n")
            keeper.stdin.flush()
        line = ""
        if wait_readable([keeper.stdout.fileno()], _STOP_SECONDS + _MARGIN_SECONDS):
            line = keeper.stdout.readline()
        answer = json.loads(line or '{"failed": "its monitor process did not answer"}')
        if not isinstance(pid := answer.get("pid"), int):
            raise ServerUnavailable(
                phrase("Server did not start"),
                phrase("{engine} did not restart: {reason}."),
                engine=self.engine.title,
                reason=str(answer.get("failed")),
            )
        return pid

    def log_tail(self, size: int = 65_536) -> str:
        """The last `size` bytes of the log of a server of ours; empty for any other."""
        if self.log is not None:  # there may be none yet, or its keeper is just removing it
            with suppress(OSError), self.log.open("rb") as handle:
                handle.seek(max(0, os.fstat(handle.fileno()).st_size - size))
                return handle.read().decode(errors="replace")
        return ""


_STOP_SECONDS, _MARGIN_SECONDS = 60.0, 10.0
"""How long a server may take to write down all that it holds when it is to start again."""


type Progress = Callable[[Message, float | None], None]
"""Given what is being done and, where it is known, which part of it is done."""
