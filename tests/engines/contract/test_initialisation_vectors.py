"""Under the sound profile no two values share an initialisation vector, however they come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from engines.contract.protection import Keying, ProtectionKind
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import EncryptedByServer, Statement, Target, ValueType
from engines.sql.statement_text import insert, statement
from tests.engines.offers import Offer, Place, offer, offers, one_length, place_on

_ROWS = 150


def _fresh(server: Server) -> Iterator[Offer]:
    """Native protections that draw a vector for each value, a key length each, and GCM outside."""
    native = offers(server, ProtectionKind.NATIVE)
    yield from (
        each for each in one_length(native) if each.keying.fresh_iv and each.encryptor.iv_size
    )
    cipher = next(
        each
        for each in sorted(server.engine.servers.probe(server.endpoint).client)
        if (each.algorithm, each.mode) == ("aes", "gcm")
    )
    yield offer(server, ProtectionKind.CLIENT, cipher, Keying(bytes(range(cipher.bits // 8))))


def test_that_every_value_has_a_vector_of_its_own(server: Server) -> None:
    """By single INSERTs, bulk, an UPDATE for each row, and one for all rows; the same value each
    time."""
    if not server.engine.facts.native and server.engine.name != "sqlite":
        pytest.skip("its values are sealed by the same code as SQLite's")
    with place_on(server) as place:
        for number, each in enumerate(_fresh(server)):
            table = f"vectors{number}"
            _make_table(server, place, each, table)
            value = {"word": f"seal(:word, {table}.word)", "number": ":number"}
            putting = insert(table, value, _TYPES)
            _run_each(place, each, putting, range(_ROWS))
            place.session.begin()
            bulk = (("the same word", row) for row in range(_ROWS, 2 * _ROWS))
            place.session.insert_all(putting, each.encryptor, bulk)
            place.session.commit()
            inserted = _vectors(place, each, table)
            changing = f"update {table} set word = seal(:word, {table}.word) where number = :number"
            _run_each(place, each, statement(changing, _TYPES), range(_ROWS))
            updated = _vectors(place, each, table)
            if each.encryptor.can_reencrypt:
                _reencrypt(place, each, table)
                reencrypted = _vectors(place, each, table)
                assert _repeated(reencrypted) == [] and not set(reencrypted) & set(updated), (
                    each.name
                )
            assert _repeated(inserted) == [], each.name
            assert _repeated(updated) == [], each.name
            assert len(set(inserted) | set(updated)) == 3 * _ROWS, each.name


def _reencrypt(place: Place, each: Offer, table: str) -> None:
    """All rows in one statement, by the server alone."""
    word = EncryptedByServer(("'the same word'",), Target(table, "word", 64))
    prepared = place.session.prepare(
        Statement((f"update {table} set word = ", word)), each.encryptor
    )
    place.session.begin()
    prepared.execute()
    place.session.commit()
    prepared.close()


_TYPES = {"number": ValueType.INTEGER}


def _make_table(server: Server, place: Place, each: Offer, table: str) -> None:
    columns = (Column("word", protected=True, size=64), Column("number", ValueType.INTEGER))
    schema = Schema((Table(table, columns),))
    place.prepare_for(each)
    for made in server.engine.driver.schema_statements(schema, each.encryptor):
        place.session.execute(made)


def _run_each(place: Place, each: Offer, output: Statement, rows: Iterable[int]) -> None:
    prepared = place.session.prepare(output, each.encryptor)
    place.session.begin()
    for row in rows:
        prepared.execute("the same word", row)
    place.session.commit()
    prepared.close()


def _vectors(place: Place, each: Offer, table: str) -> list[bytes]:
    size = each.encryptor.iv_size or _NONCE_BYTES
    rows = place.read(each, table, "word")
    return [bytes(value)[:size] for (value,) in rows if isinstance(value, bytes | memoryview)]


_NONCE_BYTES = 12


def _repeated(vectors: list[bytes]) -> list[bytes]:
    assert len(vectors) == 2 * _ROWS
    return [vector for vector, count in Counter(vectors).items() if count > 1]
