"""The coordinator's server: an embedded PostgreSQL on the network, with its TLS certificate, whose
store several hosts can join."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import URL, create_engine, text

from app.hosts.roles import HOST, LOGINS, check_name
from app.hosts.shared_schema import NewPassword, prepare_store, queue_library
from engines.contract.endpoint import Endpoint
from engines.contract.errors import FailedAfterRun, InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import read_text
from engines.keeping.home import own_folder
from engines.keeping.server_folder import give
from engines.keeping.service_user import service_account
from engines.platform.private_files import write_atomically
from engines.platform.users import is_root
from engines.postgresql.servers import NetworkAccess, SharedPostgreSQL
from engines.registry import engine_named
from engines.servers.launched import launch_server
from engines.servers.server import Server, ServerSpec
from engines.servers.tcp_access import self_signed

# The certificate of a coordinator's server: the user's own, or a self-signed one for its address.

_VALIDITY, _RENEWED_BEFORE_END = timedelta(days=825), timedelta(days=30)
_MOST_MB = 1
CERTIFICATE, _KEY = "coordinator.crt", "coordinator.key"


def own_certificate(certificate: Path, key: Path) -> tuple[str, str]:
    """The text of both files.

    Raises: InputError
    """
    try:
        text, secret = (read_text(each, _MOST_MB) for each in (certificate, key))
        public = x509.load_pem_x509_certificate(text.encode()).public_key()
        private = serialization.load_pem_private_key(secret.encode(), None)
    except (OSError, ValueError, TypeError, x509.InvalidVersion, UnsupportedAlgorithm) as error:
        raise _unusable_certificate(certificate, key) from error
    if public != private.public_key():
        raise _unusable_certificate(certificate, key)
    return text, secret


def generated_certificate(folder: Path, address: str) -> tuple[str, str]:
    """Self-signed certificate and key in a private folder. The certificate is renewed if it is not
    for the address, or ends within 30 days; the key stays. Hosts trust the certificate itself, as
    there is no authority behind it."""
    known = _stored_certificate(folder)
    names = list(_names(address))
    if known is not None and _fits(known[0], names):
        return known
    key = _stored_key(known)
    made = self_signed("Cipherbench coordinator", names, _VALIDITY, key)
    text, secret = made.pem.decode(), made.key.decode()
    write_atomically(folder / _KEY, secret, 0o600)
    write_atomically(folder / CERTIFICATE, text)
    return text, secret


def _stored_certificate(folder: Path) -> tuple[str, str] | None:
    try:
        return own_certificate(folder / CERTIFICATE, folder / _KEY)
    except InputError:
        return None


def _stored_key(known: tuple[str, str] | None) -> ec.EllipticCurvePrivateKey | None:
    if known is None:
        return None
    key = serialization.load_pem_private_key(known[1].encode(), None)
    return key if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _fits(text: str, names: list[x509.GeneralName]) -> bool:
    certificate = x509.load_pem_x509_certificate(text.encode())
    if certificate.not_valid_after_utc < datetime.now(UTC) + _RENEWED_BEFORE_END:
        return False
    held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(names) <= set(held)


def _names(address: str) -> Iterator[x509.GeneralName]:
    """The names that hosts may connect to; 0.0.0.0 and :: stand for this machine's addresses."""
    try:
        asked = ipaddress.ip_address(address)
    except ValueError:
        yield x509.DNSName(address)
        return
    if not asked.is_unspecified:
        yield x509.IPAddress(asked)
        return
    yield x509.DNSName(socket.gethostname())
    families = {socket.AF_INET} if asked.version == 4 else {socket.AF_INET, socket.AF_INET6}
    for each in psutil.net_if_addrs().values():
        for one in each:
            if one.family in families:
                here = ipaddress.ip_address(one.address.partition("%")[0])
                if not here.is_link_local:
                    yield x509.IPAddress(here)


def _unusable_certificate(certificate: Path, key: Path) -> InputError:
    return InputError(
        phrase("Certificate not usable"),
        phrase("{certificate} and {key} are not a certificate and its key."),
        phrase("Name a PEM certificate, and its PEM key without a passphrase."),
        certificate=certificate,
        key=key,
    )


DATABASE = "cipherbench"
PORT = 5433


@dataclass(frozen=True)
class PreparedStore:
    """A store that hosts can join. `url` has no user; `certificate` is the file that hosts need,
    None if they trust its authority; `owner` is the URL by which this machine has all rights."""

    url: URL
    owner: str
    certificate: Path | None
    passwords: tuple[NewPassword, ...]
    server: Server

    def for_user(self, name: str) -> str:
        """The address as a host or viewer of that name uses it."""
        return self.url.set(username=name).render_as_string()


_SOUND_AFTER_SECONDS = 60.0
_MOST_RESTARTS = 3


@dataclass
class RestartLimit:
    """Counts unexpected ends of PostgreSQL in a row, which a full disk may cause again and again;
    after a minute of service the count begins anew."""

    clock: Callable[[], float] = time.monotonic
    begun: bool = False
    _since: float = 0.0
    _in_a_row: int = 0

    def begin(self) -> None:
        self.begun, self._since = True, self.clock()

    def end(self) -> None:
        """PostgreSQL has ended by itself.

        Raises: FailedAfterRun if it must not be restarted
        """
        sound = self.clock() - self._since >= _SOUND_AFTER_SECONDS
        self._in_a_row = 1 if sound else self._in_a_row + 1
        if self._in_a_row > _MOST_RESTARTS:
            raise FailedAfterRun(
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
) -> Iterator[PreparedStore]:
    """Serve a store of this machine while the block lasts; its data stay for the next time.

    Raises: CipherbenchError
    """
    queue_library()
    for name in hosts:
        check_name(name)
    folder = own_folder("coordinator", 0o711)
    certificate, key = own_certificate(*own) if own else generated_certificate(folder, address)
    access = NetworkAccess(address, port, DATABASE, LOGINS, (HOST,), certificate, key)
    with closing(_started(folder / "data", access)) as server:
        owner = _owner(server.endpoint)
        passwords = prepare_store(owner, hosts)
        file = None if own else folder / CERTIFICATE
        query = {"sslmode": "verify-full"} | ({"sslrootcert": str(file)} if file else {})
        url = URL.create("postgresql", None, None, address, port, DATABASE, query)
        yield PreparedStore(url, owner, file, tuple(passwords), server)


def _started(data: Path, access: NetworkAccess) -> Server:
    data.mkdir(mode=0o700, exist_ok=True)
    if is_root():
        give(data, service_account())
    spec = ServerSpec("coordinator", SharedPostgreSQL.source, "postgresql")
    return launch_server(spec, engine_named("postgresql"), SharedPostgreSQL(data, access))


def _owner(end: Endpoint) -> str:
    """The URL of the database for its owner, by a socket that only this user can reach; creates the
    database if it is missing."""
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
