"""Values sealed by the application: what was changed or moved in the database is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.padding import PKCS7

from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.protection import ProtectionKind
from engines.contract.statement import Statement, Value, ValueType
from engines.server import Server
from tests.engines.offers import Offer, Place, offers, place_on, rekeyed

ID = {"id": ValueType.INTEGER}
WORDS = ("Acre", "Bahia", "Ceará")


@pytest.fixture(scope="module")
def place(server: Server) -> Iterator[Place]:
    """One database on each server for all of these tests."""
    with place_on(server) as made:
        yield made


def schemes(server: Server) -> list[Offer]:
    return offers(server, ProtectionKind.CLIENT)


def aes_gcm(server: Server) -> Offer:
    return next(each for each in schemes(server) if not each.sealer.deterministic)


def refused(read: Callable[[], object]) -> bool:
    try:
        read()
    except StatementFailed as error:
        return error.title == "Value refused"
    return False


def test_that_a_value_with_any_byte_flipped_is_refused(server: Server, place: Place) -> None:
    slipped = []
    for offer in schemes(server):
        table = place.table(offer)
        place.store(offer, table, ["a value that somebody changes"])
        row, raw = place.read(offer, "id, word", table)[0]
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
        row, raw = place.read(offer, "id, word", table)[0]
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
            if not refused(lambda r=read, w=where, o=offer: place.read(o, r, w)):  # type: ignore[misc]
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
        first, second = (row[0] for row in place.read(offer, "id", table))
        fill = Statement(
            f"update {table} set word = seal(:word, {table}.word, :id) where id = :id", ID
        )
        for row, word in ((first, "mine"), (second, "yours")):
            place.tell(offer.sealer, fill, word, row)
        keyed = f"open({table}.word, {table}.id)"
        assert [row[0] for row in place.read(offer, keyed, table)] == ["mine", "yours"]
        mine, yours = (row[0] for row in place.read(offer, "word", table))
        assert isinstance(mine, bytes) and isinstance(yours, bytes)
        assert isinstance(first, int)
        place.overwrite(table, first, yours)
        moved = refused(lambda o=offer, k=keyed, t=table: place.read(o, k, t))  # type: ignore[misc]
        # A deterministic scheme leaves the row's key out: else nothing could be found by equality.
        if moved == offer.sealer.deterministic:
            slipped.append(offer.name)
    assert not slipped


def test_that_a_value_sealed_by_another_key_is_refused_with_its_column(
    server: Server, place: Place
) -> None:
    offer = aes_gcm(server)
    table = place.table(offer)
    place.store(offer, table, ["a value"])
    with pytest.raises(StatementFailed, match=f"{table}.word was refused") as caught:
        place.opened(rekeyed(server, offer), table)
    assert caught.value.title == "Value refused"


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


def rows(place: Place, offer: Offer, said: str, *values: Value) -> list[tuple[Value, ...]]:
    return place.ask(offer.sealer, Statement(said, ID), *values)


def test_that_opened_columns_stand_anywhere_in_the_list_that_is_selected(
    server: Server, place: Place
) -> None:
    for offer in (aes_gcm(server), next(o for o in schemes(server) if o.sealer.deterministic)):
        t = place.table(offer)
        place.store(offer, t, WORDS)
        (first,), *_ = rows(place, offer, f"select id from {t} order by id")
        where = f"from {t} where id = :id"
        for listed, expected in (
            (f"open({t}.word)", ("Acre",)),
            (f"open({t}.word) as w, id as n", ("Acre", first)),
            (f"open({t}.word) w, id", ("Acre", first)),
            (f"id, coalesce(id, 1, 2), open({t}.word)", (first, first, "Acre")),
            (f"coalesce(nullif(id, 0), 7) as x, open({t}.word) as a, open({t}.word) as b, id",
             (first, "Acre", "Acre", first)),
            (f"'a, (b' as x, open({t}.word)", ("a, (b", "Acre")),
            (f"(select count(*) from {t}), open({t}.word)", (3, "Acre")),
            (f"open({t}.word), {t}.*", None),
        ):  # fmt: skip
            found = rows(place, offer, f"select {listed} {where}", first)[0]
            if expected is None:
                assert found[:2] == ("Acre", first)
            else:
                assert tuple(str(each).strip() for each in found) == tuple(map(str, expected)), (
                    listed
                )


def test_that_the_rows_key_is_read_and_not_shown(server: Server, place: Place) -> None:
    offer = aes_gcm(server)
    t = place.table(offer, "word", "other")
    place.store(offer, t, [None])
    (row,), *_ = rows(place, offer, f"select id from {t}")
    fill = Statement(
        f"update {t} set word = seal(:a, {t}.word, :id), other = seal(:b, {t}.other, :id) "
        "where id = :id",
        ID,
    )
    place.tell(offer.sealer, fill, "one", row, "two")
    found = rows(
        place,
        offer,
        f"select open({t}.word, {t}.id) as a, id as n, open({t}.other, {t}.id) from {t}",
    )
    assert found == [("one", row, "two")]
    assert rows(place, offer, f"select open(x.word, x.id) from {t} x") == [("one",)]


def test_that_a_table_may_go_by_another_name(server: Server, place: Place) -> None:
    offer = aes_gcm(server)
    t = place.table(offer)
    place.store(offer, t, WORDS)
    for sources in (f"{t} a, {t} b where", f"{t} as a join {t} as b on"):
        said = f"select open(a.word), open(b.word) from {sources} a.id = b.id order by a.id"
        assert rows(place, offer, said) == [(word, word) for word in WORDS]


def test_that_a_server_asked_to_open_such_a_value_is_told_apart(
    server: Server, place: Place
) -> None:
    offer = aes_gcm(server)
    t = place.table(offer)
    for said in (
        f"select id from {t} where open({t}.word) = 'x'",
        f"select coalesce(open({t}.word), 'x') from {t}",
        f"select open({t}.word) || 'x' from {t}",
        f"select {t}.*, open({t}.word) from {t}",
        f"select distinct open({t}.word) from {t}",
        f"update {t} set word = open({t}.word)",
    ):
        with pytest.raises(Unsupported, match=f"{t}.word"):
            place.session.prepare(Statement(said), offer.sealer)


def test_that_one_value_is_sealed_for_two_columns_apart(server: Server, place: Place) -> None:
    for offer in schemes(server):
        t = place.table(offer, "word", "other")
        said = f"insert into {t} (word, other) values (seal(:v, {t}.word), seal(:v, {t}.other))"
        place.tell(offer.sealer, Statement(said), "both")
        found = rows(place, offer, f"select open({t}.word), open({t}.other), word, other from {t}")
        assert found[0][:2] == ("both", "both")
        assert found[0][2] != found[0][3], offer.name
