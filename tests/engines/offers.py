"""What the tests of protections share: what a server offers, and values encrypted and read back."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from engines.base.capability import Capabilities
from engines.contract.endpoint import Endpoint
from engines.contract.protection import PLAINTEXT, Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.properties import Properties, properties_of
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Statement, Value, ValueType
from engines.sql.statement_text import insert, select, statement

IV = bytes(range(100, 116))
LONGEST = 4096
VALUES: tuple[str | None, ...] = (
    "",
    "a",
    "x" * 15,
    "x" * 16,
    "x" * 17,
    "São Paulo – Uberlândia €",
    "100%_\\'\"",
    "y" * 255,
    "4 kB " * (LONGEST // 5) + "!",
    None,
)


@dataclass(frozen=True)
class Offer:
    """A protection that a server offers, with a key, and the encryptor made of both."""

    protection: Protection
    keying: Keying
    encryptor: Encryptor

    @property
    def name(self) -> str:
        iv = "fresh" if self.keying.fresh_iv else "fixed"
        return f"{self.protection.kind} {self.protection.name}, {iv} IV"

    @property
    def refuses_other_keys(self) -> bool:
        """Whether a wrong key cannot go unnoticed: by a tag, or by the padding of RSA."""
        return self.message.authenticated or self.protection.algorithm == "rsa"

    @property
    def message(self) -> Properties:
        """What is claimed of it."""
        fixed = not self.keying.fresh_iv
        return properties_of(self.protection, self.protection.mode, fixed_iv=fixed)

    def fitting(self, values: Sequence[str | None] = VALUES) -> list[str | None]:
        """The values that are short enough."""
        return [value for value in values if value is None or _length(value) <= self.size]

    @property
    def size(self) -> int:
        return min(LONGEST, self.encryptor.most_bytes or LONGEST)


def key_of(bits: int, salt: int = 0) -> bytes:
    """A key of no special form; another one for each `salt`."""
    return bytes((index * 7 + 11 + salt * 101) % 256 for index in range(bits // 8))


def offers(server: Server, *kinds: ProtectionKind, salt: int = 0) -> list[Offer]:
    """Every protection of these kinds that a server offers; native ones with a fixed IV and with
    fresh ones."""
    capabilities = capabilities_of(server)
    by_kind = {
        ProtectionKind.NATIVE: capabilities.native,
        ProtectionKind.CLIENT: capabilities.client,
        ProtectionKind.STORAGE: capabilities.storage,
    }
    found = []
    for kind in kinds:
        for cipher in sorted(by_kind[kind]):
            key = key_of(cipher.bits or 256, salt)
            keyings = [Keying(key, IV), Keying(key)]
            for keying in keyings if kind is ProtectionKind.NATIVE else keyings[1:]:
                found.append(offer(server, kind, cipher, keying))
    return found


def one_length(found: Sequence[Offer]) -> list[Offer]:
    """Of those that differ in the length of their keys alone the one with the shortest."""
    shortest: dict[tuple[object, ...], Offer] = {}
    for each in found:
        output = each.protection
        alike = output.kind, output.algorithm, output.mode, each.keying.fresh_iv
        shortest.setdefault(alike, each)
    return list(shortest.values())


def offer(server: Server, kind: ProtectionKind, cipher: Cipher, keying: Keying) -> Offer:
    name = f"{cipher.algorithm}-{cipher.bits}-{cipher.mode}"
    protection = Protection(name, kind, cipher.algorithm, cipher.bits or None, cipher.mode)
    return Offer(protection, keying, server.engine.encryption.encryptor(protection, keying))


def plain(server: Server) -> Offer:
    """No protection at all."""
    keying = Keying(b"")
    return Offer(PLAINTEXT, keying, server.engine.encryption.encryptor(PLAINTEXT, keying))


def capabilities_of(server: Server) -> Capabilities:
    """What a server can do, asked once."""
    if server.spec.name not in _ASKED:
        _ASKED[server.spec.name] = server.engine.servers.probe(server.endpoint)
    return _ASKED[server.spec.name]


_ASKED: dict[str, Capabilities] = {}


class Place:
    """A database with one session in it; tables are made as they are asked for."""

    def __init__(self, server: Server, session: Session) -> None:
        self.session = session
        self._engine = server.engine
        self._tables: dict[tuple[str, ...], str] = {}
        self._prepared: set[str] = set()

    def table(self, offer: Offer, *columns: str, size: int = 0, distinct: str = "") -> str:
        """A table, empty, whose columns are as wide as `offer` says that they must be.

        Protections with columns of the same type share it, unless a `distinct` name is given.
        """
        size = size or offer.size
        wanted = tuple(Column(name, protected=True, size=size) for name in columns or ("word",))
        output = tuple(self._statements(Table(f"thing{distinct}", wanted), offer.encryptor))
        if output in self._tables:
            self.session.execute(f"delete from {self._tables[output]}")
        else:
            name = self._tables[output] = f"thing{distinct}{len(self._tables)}"
            for statement in self._statements(Table(name, wanted), offer.encryptor):
                self.session.execute(statement)
        self.prepare_for(offer)
        return self._tables[output]

    def prepare_for(self, offer: Offer) -> None:
        """What the database needs once before its first statement."""
        for each in offer.encryptor.preparations():
            if each not in self._prepared:
                self.session.execute(each)
                self._prepared.add(each)

    def _statements(self, table: Table, encryptor: Encryptor) -> list[str]:
        return self._engine.driver.schema_statements(Schema((table,)), encryptor)

    def store(self, offer: Offer, table: str, values: Sequence[str | None]) -> None:
        """Encrypt values into the column `word`, a row each, in one transaction."""
        sizes = {"word": offer.size, f"{table}.word": offer.size}
        output = insert(table, {"word": f"seal(:word, {table}.word)"}, sizes=sizes)
        prepared = self.session.prepare(output, offer.encryptor)
        self.session.begin()
        try:
            for value in values:
                assert prepared.affected(prepared.execute(value)) == 1
        finally:
            self.session.commit()
            prepared.close()

    def opened(self, offer: Offer, table: str) -> list[Value]:
        """The column `word`, opened."""
        return [text(row[0]) for row in self.read(offer, table, f"open({table}.word)")]

    def stored(self, offer: Offer, table: str) -> list[Value]:
        """The column `word` as it is in the database."""
        return [row[0] for row in self.read(offer, table, "word")]

    def read(self, offer: Offer, table: str, *columns: str) -> list[tuple[Value, ...]]:
        sizes = {f"{table}.{name}": offer.size for name in ("word", "other")}
        output = select(columns, f"from {table} order by id", sizes=sizes)
        return self.ask(offer.encryptor, output)

    def ask(
        self, encryptor: Encryptor, output: Statement, *values: Value
    ) -> list[tuple[Value, ...]]:
        """The rows of one query in a transaction of its own."""
        prepared = self.session.prepare(output, encryptor)
        self.session.begin()
        try:
            return [tuple(row) for row in prepared.rows(prepared.execute(*values))]
        finally:
            self.session.commit()
            prepared.close()

    def tell(self, encryptor: Encryptor, output: Statement, *values: Value) -> None:
        """One statement that gives no rows, committed."""
        prepared = self.session.prepare(output, encryptor)
        self.session.begin()
        try:
            prepared.execute(*values)
        finally:
            self.session.commit()
            prepared.close()

    def overwrite(self, table: str, row: int, raw: bytes) -> None:
        """Put other bytes into `word` behind the application's back."""
        output = statement(
            f"update {table} set word = :raw where id = :id",
            {"raw": ValueType.BYTES, "id": ValueType.INTEGER},
            {"raw": LONGEST + 512},
        )
        self.tell(plain_encryptor(), output, raw, row)


def plain_encryptor() -> Encryptor:
    from engines.sql.statement import Unencrypted

    return Unencrypted()


@contextmanager
def place_on(server: Server, endpoint: Endpoint | None = None) -> Iterator[Place]:
    """A database of our own on a server, dropped afterwards."""
    end = endpoint or server.endpoint
    name = server.engine.catalogue.create_database(end, f"p_{secrets.token_hex(4)}")
    try:
        with server.engine.driver.connect(end, name) as session:
            yield Place(server, session)
    finally:
        server.engine.catalogue.drop_database(end, name)


def with_fixed_iv(found: Sequence[Offer]) -> list[Offer]:
    return [each for each in found if not each.keying.fresh_iv]


def rekeyed(server: Server, given: Offer, salt: int = 1) -> Offer:
    """The same protection with another key."""
    keying = replace(given.keying, key=key_of(len(given.keying.key) * 8, salt))
    return Offer(
        given.protection, keying, server.engine.encryption.encryptor(given.protection, keying)
    )


def text(value: Value) -> Value:
    return value.decode() if isinstance(value, bytes) else value


def _length(value: str) -> int:
    return len(value.encode())
