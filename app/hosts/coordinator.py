"""A coordinator: the embedded PostgreSQL that hosts join, or any PostgreSQL made ready for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, create_engine, text

from app.hosts.certificate import CERTIFICATE, made_certificate, own_certificate
from app.hosts.library import library
from app.hosts.roles import HOST, LOGINS, check_name
from app.hosts.shared_schema import NewPassword, prepare_store
from engines.contract.endpoint import Endpoint
from engines.contract.errors import HasRun
from engines.contract.message import phrase
from engines.keeping.home import own_folder
from engines.keeping.server_folder import give
from engines.keeping.service_user import is_root, service_account
from engines.postgresql.servers import Entrance, SharedPostgreSQL
from engines.registry import engine_named
from engines.servers.launched import launch_server
from engines.servers.server import Server, ServerSpec

DATABASE = "cipherbench"
PORT = 5433


@dataclass(frozen=True)
class Prepared:
    """A store that hosts can join. `url` lacks the user; `certificate` is what hosts need of it,
    None where they know the authority. `owner` is how this machine enters it with all rights."""

    url: URL
    owner: str
    certificate: Path | None
    passwords: tuple[NewPassword, ...]
    server: Server

    def for_user(self, name: str) -> str:
        """The address as a host or viewer of that name uses it."""
        return self.url.set(username=name).render_as_string()


_STEADY_SECONDS = 60.0
_MOST_RESTARTS = 3


@dataclass
class Restarts:
    """How often PostgreSQL may end by itself: a full disk, say, ends it again and again. One that
    served for a minute counts as sound."""

    clock: Callable[[], float] = time.monotonic
    begun: bool = False
    _since: float = 0.0
    _in_a_row: int = 0

    def begin(self) -> None:
        self.begun, self._since = True, self.clock()

    def end(self) -> None:
        """It has ended by itself.

        Raises: HasRun where it is not to be started again
        """
        steady = self.clock() - self._since >= _STEADY_SECONDS
        self._in_a_row = 1 if steady else self._in_a_row + 1
        if self._in_a_row > _MOST_RESTARTS:
            raise HasRun(
                phrase("Coordinator ended"),
                phrase("PostgreSQL ended {times} times in a row within a minute of its start."),
                phrase("Check the disk and memory of this machine. Hosts keep their results."),
                times=self._in_a_row,
            )


@contextmanager
def embedded_store(
    address: str,
    port: int,
    hosts: Collection[str],
    own: tuple[Path, Path] | None = None,
) -> Iterator[Prepared]:
    """Serve a store of this machine while the block lasts; its data stay for the next time.

    Raises: CipherbenchError
    """
    library()
    for name in hosts:
        check_name(name)
    folder = own_folder("coordinator", 0o711)
    certificate, key = own_certificate(*own) if own else made_certificate(folder, address)
    way = Entrance(address, port, DATABASE, LOGINS, (HOST,), certificate, key)
    with closing(_started(folder / "data", way)) as server:
        owner = _owner(server.endpoint)
        passwords = prepare_store(owner, hosts)
        file = None if own else folder / CERTIFICATE
        query = {"sslmode": "verify-full"} | ({"sslrootcert": str(file)} if file else {})
        url = URL.create("postgresql", None, None, address, port, DATABASE, query)
        yield Prepared(url, owner, file, tuple(passwords), server)


def _started(data: Path, way: Entrance) -> Server:
    data.mkdir(mode=0o700, exist_ok=True)
    if is_root():
        give(data, service_account())
    spec = ServerSpec("coordinator", SharedPostgreSQL.source, "postgresql")
    return launch_server(spec, engine_named("postgresql"), SharedPostgreSQL(data, way))


def _owner(end: Endpoint) -> str:
    """The database's address for who owns it, by the socket that nobody else gets to."""
    where = {"host": end.socket or ""}
    url = URL.create("postgresql+psycopg", end.user, None, None, end.port, end.database, where)
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            known = text("SELECT 1 FROM pg_catalog.pg_database WHERE datname = :name")
            if connection.scalar(known, {"name": DATABASE}) is None:
                connection.exec_driver_sql(f"CREATE DATABASE {DATABASE}")
                connection.exec_driver_sql(f"REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC")
    finally:
        engine.dispose()
    return url.set(database=DATABASE).render_as_string(hide_password=False)
