"""A PostgreSQL that we start for results of many machines: reached over TLS with a password, its
data kept when it stops."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from engines.contract.launch import Launch
from engines.keeping.server_folder import give
from engines.keeping.service_user import is_root, service_account
from engines.postgresql.engine import PostgreSQL
from engines.postgresql.servers import EmbeddedPostgreSQL, options
from engines.servers.launched import launch_server
from engines.servers.server import Server, ServerSpec

_ACCESS, _CERTIFICATE, _KEY = "pg_hba.conf", "server.crt", "server.key"


@dataclass(frozen=True)
class Entrance:
    """Where it is reached: `address` and `port` it listens on, its certificate and key as PEM, and
    who may enter `database`: `logins`, and the members of `groups`."""

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


class _SharedStore(EmbeddedPostgreSQL):
    def __init__(self, data: Path, entrance: Entrance) -> None:
        self._data, self._entrance = data, entrance

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        usual = super().launch(installation, directory, self._data, sockets)
        assert usual.serve is not None
        way = self._entrance
        return replace(
            usual,
            endpoint=replace(usual.endpoint, port=way.port),
            prepare=() if (self._data / "PG_VERSION").exists() else _lasting(usual.prepare),
            files={
                **usual.files,
                _ACCESS: usual.files[_ACCESS] + way.rules,
                _CERTIFICATE: way.certificate,
                _KEY: way.key,
            },
            serve=(*usual.serve, *options(
                listen_addresses=way.address, port=way.port, ssl="on",
                ssl_cert_file=directory / _CERTIFICATE, ssl_key_file=directory / _KEY,
                password_encryption="scram-sha-256",
            )),
        )  # fmt: skip


def _lasting(commands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The same commands, so that what they make is on the disk when they end."""
    return tuple(tuple(each for each in one if each != "--no-sync") for one in commands)


def open_shared_store(data: Path, entrance: Entrance) -> Server:
    """Start it on the data in a folder of ours, which is made when it is missing and stays.

    Raises: ServerUnavailable, OSError
    """
    data.mkdir(mode=0o700, exist_ok=True)
    if is_root():
        give(data, service_account())
    spec = ServerSpec("coordinator", EmbeddedPostgreSQL.source, "postgresql")
    return launch_server(spec, PostgreSQL(), _SharedStore(data, entrance))
