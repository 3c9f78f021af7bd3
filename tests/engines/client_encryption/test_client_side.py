"""Values encrypted by the application: what was changed or moved in the database is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.padding import PKCS7

from engines.client_encryption.client_encryptor import ClientEncryptor, context_of
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.protection import ProtectionKind
from engines.servers.server import Server
from engines.sql.statement import Target, Value, ValueType
from engines.sql.statement_text import insert, select, statement
from tests.engines.offers import Offer, Place, offers, one_length, place_on, rekeyed

# MySQL and a newer MariaDB are given bytes by the driver that Debian's MariaDB has.
pytestmark = pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")

ID = {"id": ValueType.INTEGER}
WORDS = ("Acre", "Bahia", "Ceará")


@pytest.fixture(scope="module")
def place(server: Server) -> Iterator[Place]:
    """One database on each server for all of these tests."""
    with place_on(server) as made:
        yield made


def schemes(server: Server) -> list[Offer]:
    """All of them on SQLite, which takes the least; elsewhere one with each mode."""
    found = offers(server, ProtectionKind.CLIENT)
    return found if server.engine.name == "sqlite" else one_length(found)


def aes_gcm(server: Server) -> Offer:
    return next(each for each in schemes(server) if not each.encryptor.deterministic)


def refused(read: Callable[[], object]) -> bool:
    try:
        read()
    except StatementFailed as error:
        return error.title == "Value rejected"
    return False


def test_that_values_encrypted_for_a_column_at_once_are_those_of_one_after_another(
    server: Server,
) -> None:
    target = Target("item", "name")
    values = [b"", b"a", b"a", *(b"word %d" % n for n in range(300))]
    for offer in schemes(server):
        encryptor = offer.encryptor
        assert isinstance(encryptor, ClientEncryptor)
        encrypted = encryptor.encrypt_column(values, target)
        context = context_of(target)
        assert [encryptor.decrypt_value(each, context) for each in encrypted] == values
        if encryptor.deterministic:
            assert encrypted == [encryptor.encrypt_value(each, context) for each in values]
        else:
            fronts = {each[: encryptor.front_bytes] for each in encrypted}
            assert len(fronts) == len(values), f"{offer.name}: a nonce was used twice"


def test_that_a_value_with_any_byte_flipped_is_refused(server: Server, place: Place) -> None:
    slipped = []
    for offer in schemes(server):
        table = place.table(offer)
        place.store(offer, table, ["a value that somebody changes"])
        row, raw = place.read(offer, table, "id", "word")[0]
        assert isinstance(raw, bytes) and isinstance(row, int)
        for at in (0, len(raw) // 2, len(raw) - 1):
            place.overwrite(table, row, raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
            if not refused(lambda offer=offer, table=table: place.opened(offer, table)):  # type: ignore[misc]
                slipped.append((offer.name, at))
        place.overwrite(table, row, raw)
        assert place.opened(offer, table) == ["a value that somebody changes"]
    assert not slipped


def test_that_a_value_that_was_cut_is_refused(server: Server, place: Place) -> None:
    slipped = []
    for offer in schemes(server):
        table = place.table(offer)
        place.store(offer, table, ["a value"])
        row, raw = place.read(offer, table, "id", "word")[0]
        assert isinstance(raw, bytes) and isinstance(row, int)
        for size in (0, 1, 12, 16, len(raw) - 1):
            place.overwrite(table, row, raw[:size])
            if not refused(lambda offer=offer, table=table: place.opened(offer, table)):  # type: ignore[misc]
                slipped.append((offer.name, size))
    assert not slipped


def test_that_a_value_moved_to_another_column_or_table_is_refused(
    server: Server, place: Place
) -> None:
    slipped = []
    for offer in schemes(server):
        table = place.table(offer, "word", "other")
        elsewhere = place.table(offer, "word", "other", distinct="_elsewhere")
        place.store(offer, table, ["a value"])
        place.session.execute(f"update {table} set other = word")
        place.session.execute(f"insert into {elsewhere} (word) select word from {table}")
        for column, where in (("other", table), ("word", elsewhere)):
            read = f"open({where}.{column})"
            if not refused(lambda r=read, w=where, o=offer: place.read(o, w, r)):  # type: ignore[misc]
                slipped.append((offer.name, column, where))
        assert place.opened(offer, table) == ["a value"]
    assert not slipped


def test_that_a_value_moved_to_another_row_is_refused_where_the_key_is_named(
    server: Server, place: Place
) -> None:
    slipped = []
    for offer in schemes(server):
        table = place.table(offer)
        place.store(offer, table, [None, None])
        first, second = (row[0] for row in place.read(offer, table, "id"))
        fill = statement(
            f"update {table} set word = seal(:word, {table}.word, :id) where id = :id", ID
        )
        for row, word in ((first, "mine"), (second, "yours")):
            place.tell(offer.encryptor, fill, word, row)
        keyed = f"open({table}.word, {table}.id)"
        assert [row[0] for row in place.read(offer, table, keyed)] == ["mine", "yours"]
        mine, yours = (row[0] for row in place.read(offer, table, "word"))
        assert isinstance(mine, bytes) and isinstance(yours, bytes)
        assert isinstance(first, int)
        place.overwrite(table, first, yours)
        moved = refused(lambda o=offer, k=keyed, t=table: place.read(o, t, k))  # type: ignore[misc]
        # A deterministic scheme leaves the row's key out: else nothing could be found by equality.
        if moved == offer.encryptor.deterministic:
            slipped.append(offer.name)
    assert not slipped


def test_that_a_value_encrypted_by_another_key_is_refused_with_its_column(
    server: Server, place: Place
) -> None:
    offer = aes_gcm(server)
    table = place.table(offer)
    place.store(offer, table, ["a value"])
    with pytest.raises(StatementFailed, match=f"{table}.word was rejected") as caught:
        place.opened(rekeyed(server, offer), table)
    assert caught.value.title == "Value rejected"


def test_that_the_library_opens_what_was_stored(server: Server, place: Place) -> None:
    for offer in schemes(server):
        table = place.table(offer)
        place.store(offer, table, WORDS)
        stored = place.stored(offer, table)
        context = f"{table}\0word\0".encode()
        open_one = _OPENERS[offer.protection.mode or ""]
        algorithm, key = offer.protection.algorithm, offer.keying.key
        opened = [open_one(algorithm, key, raw, context) for raw in stored]
        assert opened == [word.encode() for word in WORDS], offer.name


def _nonced(scheme: Callable[[bytes], Any]) -> Callable[..., bytes]:
    """Nonce of 12 bytes ‖ ciphertext ‖ tag."""
    return lambda _, key, raw, context: scheme(key).decrypt(raw[:12], raw[12:], context)


def _siv(_: str, key: bytes, raw: bytes, context: bytes) -> bytes:
    """The synthetic IV ‖ ciphertext."""
    return aead.AESSIV(_derived(key, b"siv", len(key))).decrypt(raw, [context])


def _cbc_hmac(_: str, key: bytes, raw: bytes, context: bytes) -> bytes:
    """IV ‖ ciphertext ‖ tag over length of context, context, IV and ciphertext."""
    mac = hmac.HMAC(_derived(key, b"authentication", 32), hashes.SHA256())
    mac.update(len(context).to_bytes(8, "big") + context + raw[:-32])
    mac.verify(raw[-32:])
    aes = algorithms.AES(_derived(key, b"encryption", len(key)))
    decryptor = Cipher(aes, modes.CBC(raw[:16])).decryptor()
    unpadder = PKCS7(128).unpadder()
    return (
        unpadder.update(decryptor.update(raw[16:-32]) + decryptor.finalize()) + unpadder.finalize()
    )


def _derived(key: bytes, purpose: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, None, b"cipherbench " + purpose).derive(key)


_OPENERS: dict[str, Callable[..., bytes]] = {
    "gcm": _nonced(aead.AESGCM),
    "gcm-siv": _nonced(aead.AESGCMSIV),
    "poly1305": _nonced(aead.ChaCha20Poly1305),
    "siv": _siv,
    "cbc-hmac-sha256": _cbc_hmac,
}


def test_that_the_library_refuses_another_context() -> None:
    with pytest.raises(InvalidSignature):
        _cbc_hmac("aes", bytes(16), bytes(80), b"here")


def rows(
    place: Place, offer: Offer, columns: Sequence[str], text: str, *values: Value, **tables: str
) -> list[tuple[Value, ...]]:
    return place.ask(offer.encryptor, select(columns, text, ID, tables=tables), *values)


def test_that_opened_columns_stand_anywhere_in_the_list_that_is_selected(
    server: Server, place: Place
) -> None:
    for offer in (aes_gcm(server), next(o for o in schemes(server) if o.encryptor.deterministic)):
        t = place.table(offer)
        place.store(offer, t, WORDS)
        (first,), *_ = rows(place, offer, ["id"], f"from {t} order by id")
        word = f"open({t}.word)"
        for listed, expected in (
            ([word], ("Acre",)),
            ([word, "id as n"], ("Acre", first)),
            (["id", "coalesce(id, 1, 2)", word], (first, first, "Acre")),
            (["coalesce(nullif(id, 0), 7) as x", word, word, "id"], (first, "Acre", "Acre", first)),
            (["'a, (b' as x", word], ("a, (b", "Acre")),
            ([f"(select count(*) from {t})", word], (3, "Acre")),
        ):
            found = rows(place, offer, listed, f"from {t} where id = :id", first)[0]
            assert tuple(str(each).strip() for each in found) == tuple(map(str, expected)), listed


def test_that_a_list_names_its_columns_one_by_one() -> None:
    for star in ("*", "thing.*"):
        with pytest.raises(ValueError, match="one by one"):
            select(["id", star], "from thing")


def test_that_the_rows_key_is_read_and_not_shown(server: Server, place: Place) -> None:
    offer = aes_gcm(server)
    t = place.table(offer, "word", "other")
    place.store(offer, t, [None])
    (row,), *_ = rows(place, offer, ["id"], f"from {t}")
    fill = statement(
        f"update {t} set word = seal(:a, {t}.word, :id), other = seal(:b, {t}.other, :id) "
        "where id = :id",
        ID,
    )
    place.tell(offer.encryptor, fill, "one", row, "two")
    listed = [f"open({t}.word, {t}.id)", "id as n", f"open({t}.other, {t}.id)"]
    assert rows(place, offer, listed, f"from {t}") == [("one", row, "two")]
    assert rows(place, offer, ["open(x.word, x.id)"], f"from {t} x", x=t) == [("one",)]


def test_that_a_table_may_go_by_another_name(server: Server, place: Place) -> None:
    offer = aes_gcm(server)
    t = place.table(offer)
    place.store(offer, t, WORDS)
    for sources in (f"{t} a, {t} b where", f"{t} as a join {t} as b on"):
        text = f"from {sources} a.id = b.id order by a.id"
        found = rows(place, offer, ["open(a.word)", "open(b.word)"], text, a=t, b=t)
        assert found == [(word, word) for word in WORDS]


def test_that_a_server_asked_to_open_such_a_value_is_distinguished(
    server: Server, place: Place
) -> None:
    offer = aes_gcm(server)
    t = place.table(offer)
    for output in (
        select(["id"], f"from {t} where open({t}.word) = 'x'"),
        select([f"coalesce(open({t}.word), 'x')"], f"from {t}"),
        select([f"open({t}.word) || 'x'"], f"from {t}"),
        select([f"distinct open({t}.word)"], f"from {t}"),
        statement(f"select open({t}.word) from {t}"),
        statement(f"update {t} set word = open({t}.word)"),
    ):
        with pytest.raises(Unsupported, match=f"{t}.word"):
            place.session.prepare(output, offer.encryptor)


def test_that_one_value_is_encrypted_for_two_columns_separately(
    server: Server, place: Place
) -> None:
    for offer in schemes(server):
        t = place.table(offer, "word", "other")
        output = insert(t, {name: f"seal(:v, {t}.{name})" for name in ("word", "other")})
        place.tell(offer.encryptor, output, "both")
        listed = [f"open({t}.word)", f"open({t}.other)", "word", "other"]
        found = rows(place, offer, listed, f"from {t}")
        assert found[0][:2] == ("both", "both")
        assert found[0][2] != found[0][3], offer.name
