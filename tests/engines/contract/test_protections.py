"""Every protection of every engine: what it encrypts is stored, read back and opened as it was.

Which protections there are is what each server answered; none is named here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import pytest

from engines.contract.errors import StatementFailed
from engines.contract.protection import ProtectionKind
from engines.properties import REUSED_STREAM
from engines.servers.server import Server
from engines.sql.statement import Value
from engines.sql.statement_text import insert, select
from tests.engines.offers import (
    LONGEST,
    Offer,
    Place,
    capabilities_of,
    offers,
    one_length,
    place_on,
    plain,
    rekeyed,
    text,
    with_fixed_iv,
)

SENTENCE = "a sentence of some length that no block hides"
SHORT = "a secret", "password"


@pytest.fixture(scope="module")
def place(server: Server) -> Iterator[Place]:
    """One database on each server for all of these tests."""
    with place_on(server) as made:
        yield made


def everything(server: Server) -> list[Offer]:
    """But for RSA with more than 2048 bits, of which a pair takes up to two seconds of a core."""
    encryption = offers(server, ProtectionKind.NATIVE, ProtectionKind.CLIENT)
    return [plain(server), *(each for each in encryption if not is_long_rsa(each))]


def is_long_rsa(offer: Offer) -> bool:
    return offer.protection.algorithm == "rsa" and (offer.protection.bits or 0) > 2048


def one_of_each(server: Server) -> list[Offer]:
    """Every protection, without those that differ from one of them in the length of the key."""
    return one_length(everything(server))


@dataclass(frozen=True)
class Held:
    """What a protection made of values: all that fit, two that are equal, and two short ones."""

    offer: Offer
    values: Sequence[str | None]
    stored: Sequence[Value]
    opened: Sequence[Value]


@pytest.fixture(scope="module")
def held(server: Server, place: Place) -> list[Held]:
    """What every protection made of them; plaintext first."""
    return [hold(place, offer) for offer in everything(server)]


def hold(place: Place, offer: Offer) -> Held:
    table = place.table(offer)
    values = [*offer.fitting(), SENTENCE, SENTENCE, *SHORT]
    place.store(offer, table, values)
    return Held(offer, values, place.stored(offer, table), place.opened(offer, table))


@pytest.mark.slow
def test_that_every_protection_opens_what_it_encrypted(held: list[Held]) -> None:
    opens(held)


@pytest.mark.exhaustive
def test_that_long_keys_of_rsa_open_what_they_encrypted(server: Server, place: Place) -> None:
    found = [each for each in offers(server, ProtectionKind.NATIVE) if is_long_rsa(each)]
    if not found:
        pytest.skip("this server has no RSA")
    opens([hold(place, each) for each in found])


def opens(held: Sequence[Held]) -> None:
    wrong = {}
    for each in held:
        offer, values, stored = each.offer, each.values, each.stored
        if each.opened != values:
            wrong[offer.name] = "it opens otherwise"
        elif any(
            (raw is None) != (value is None) for raw, value in zip(stored, values, strict=True)
        ):
            wrong[offer.name] = "NULL is not NULL"
        elif offer.encryptor.changes_values and _shows(values, stored):
            wrong[offer.name] = "plaintext is stored"
        elif any(len(raw) > offer.encryptor.encrypted_size(offer.size) for raw in stored if raw):  # type: ignore[arg-type]
            wrong[offer.name] = "it is longer than it said"
    assert not wrong, report(wrong)


def report(wrong: dict[str, str]) -> str:
    """Each protection that failed, with what it did."""
    return "\n".join(f"{name}: {what}" for name, what in wrong.items())


def _shows(values: Sequence[str | None], stored: Sequence[object]) -> bool:
    """Whether a value longer than a byte can be seen in what is stored."""
    return any(
        value is not None and len(value) > 1 and value.encode() in raw  # type: ignore[operator]
        for value, raw in zip(values, stored, strict=True)
    )


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")
def test_that_many_rows_inserted_at_once_are_encrypted_as_each_alone(
    server: Server, place: Place
) -> None:
    """More than twice as many as go into one statement, and some over."""
    session = place.session
    values = [
        None if n == 2 else f"wörd {n % 60} \\' :x" for n in range(2 * session.rows_at_once + 3)
    ]
    of_aes = [each for each in everything(server) if each.protection.bits in (0, 128)]
    assert of_aes
    for each in of_aes:
        table, sizes = place.table(each), {"word": each.size}
        output = insert(table, {"word": f"seal(:word, {table}.word)"}, sizes=sizes)
        session.begin()
        session.insert_all(output, each.encryptor, ((value,) for value in values))
        session.commit()
        assert place.opened(each, table) == values, each.name
        stored = [raw for raw in place.stored(each, table) if raw is not None]
        distinct = {value for value in values if value is not None}
        assert len(set(stored)) == len(distinct if each.encryptor.deterministic else stored), (
            each.name
        )


def test_that_every_storage_protection_keeps_values_as_they_are(server: Server) -> None:
    found = offers(server, ProtectionKind.STORAGE)
    if not found:
        pytest.skip("this server has no storage encryption")
    for offer in found:
        end = server.engine.encryption.storage_endpoint(
            server.endpoint, offer.protection, offer.keying
        )
        with place_on(server, end) as place:
            table = place.table(offer)
            place.store(offer, table, offer.fitting())
            assert place.opened(offer, table) == offer.fitting(), offer.name


def test_that_equal_values_are_encrypted_alike_only_where_it_is_stated(held: list[Held]) -> None:
    wrong = {}
    for each in held:
        offer = each.offer
        one, other, *_ = each.stored[-4:]
        alike = one == other
        if alike != offer.encryptor.deterministic:
            wrong[offer.name] = f"deterministic is {offer.encryptor.deterministic}"
        elif alike == offer.message.hides_equality:
            wrong[offer.name] = f"hides_equality is {offer.message.hides_equality}"
    assert not wrong, report(wrong)


def test_that_a_key_stream_is_used_twice_only_where_it_is_stated(held: list[Held]) -> None:
    """Two short values: in CFB it is the first block alone that gives their difference."""
    wrong = {}
    short, other_short = (each.encode() for each in SHORT)
    for each in held[1:]:
        offer = each.offer
        one, two = (raw for raw in each.stored[-2:] if isinstance(raw, bytes))
        size = min(len(one), len(two))  # OpenPGP's vary
        reused = xor(short, other_short) in xor(one[:size], two[:size])
        if reused != offer.message.reuses_keystream:
            wrong[offer.name] = f"reuses_keystream is {offer.message.reuses_keystream}"
        elif reused != (REUSED_STREAM in offer.message.marks):
            wrong[offer.name] = f"it has the marks {offer.message.marks}"
    assert not wrong, report(wrong)


def test_that_what_is_stated_to_be_authenticated_refuses_every_change(
    server: Server, place: Place
) -> None:
    output = [each for each in one_of_each(server) if each.message.authenticated]
    slipped = {}
    for offer in output:
        table = place.table(offer)
        place.store(offer, table, [SENTENCE])
        row, raw = place.read(offer, table, "id", "word")[0]
        assert isinstance(row, int) and isinstance(raw, bytes)
        for at in (len(raw) // 2, len(raw) - 1):
            place.overwrite(table, row, raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
            with suppress(StatementFailed):
                slipped[offer.name] = f"byte {at} turned into {_raw(place, offer, table)!r}"
    assert output and not slipped, report(slipped)


def test_that_values_of_a_column_change_places_unnoticed_where_no_key_is_named(
    server: Server, place: Place
) -> None:
    """As it is said of schemes that refuse any other move."""
    for offer in one_length(offers(server, ProtectionKind.CLIENT)):
        table = place.table(offer)
        place.store(offer, table, ["mine", "yours"])
        (first, mine), (second, yours) = place.read(offer, table, "id", "word")
        for row, raw in ((first, yours), (second, mine)):
            assert isinstance(row, int) and isinstance(raw, bytes)
            place.overwrite(table, row, raw)
        assert place.opened(offer, table) == ["yours", "mine"], offer.name
        assert "unnoticed" in str(offer.message.gives_away)


def test_that_what_is_encrypted_without_the_key_that_opens_it_is_not_stated_to_be_authenticated(
    server: Server,
) -> None:
    for offer in offers(server, ProtectionKind.NATIVE):
        opening = re.findall(r"[0-9a-f]{32,}", offer.encryptor.decrypt_sql("word"))
        encryption = offer.encryptor.encrypt_sql(lambda role: "?")
        if opening and not any(key in encryption for key in opening):
            assert not offer.message.authenticated, offer.name


def xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=True))


def test_that_what_is_encrypted_alike_is_found_by_equality(server: Server, place: Place) -> None:
    wrong = {}
    for offer in one_of_each(server):
        if not offer.encryptor.deterministic:
            continue
        table = place.table(offer)
        place.store(offer, table, ["Acre", "Bahia", "", "Bahia", None])
        output = select(("id",), f"from {table} where word = seal(:word, {table}.word)")
        found = [
            len(place.ask(offer.encryptor, output, word)) for word in ("Bahia", "Acre", "", "Pará")
        ]
        if found != [2, 1, 1, 0]:
            wrong[offer.name] = str(found)
    assert not wrong, report(wrong)


def test_that_values_beyond_the_limit_of_a_protection_are_refused(
    server: Server, place: Place
) -> None:
    limited = [offer for offer in everything(server) if offer.encryptor.most_bytes is not None]
    if not limited:
        pytest.skip("nothing here has a limit of its own")
    for offer in limited:
        most = offer.encryptor.most_bytes
        assert most is not None
        table = place.table(offer)
        place.store(offer, table, ["x" * most])
        assert place.opened(offer, table) == ["x" * most], offer.name
        with pytest.raises(StatementFailed, match=str(most)):
            place.store(offer, table, ["x" * (most + 1)])


def test_that_a_wrong_key_never_yields_the_plaintext(server: Server, place: Place) -> None:
    wrong = {}
    found = with_fixed_iv(offers(server, ProtectionKind.NATIVE))
    for offer in one_length([*found, *offers(server, ProtectionKind.CLIENT)]):
        table = place.table(offer)
        place.store(offer, table, [SENTENCE])
        try:
            opened = _raw(place, rekeyed(server, offer), table)
        except StatementFailed:
            continue
        if offer.refuses_other_keys:
            wrong[offer.name] = f"a wrong key gave {opened!r}"
        elif opened in (SENTENCE, SENTENCE.encode()):
            wrong[offer.name] = "a wrong key gave the plaintext"
    assert not wrong, report(wrong)


def _raw(place: Place, offer: Offer, table: str) -> object:
    """What comes of opening, text or not."""
    return place.read(offer, table, f"open({table}.word)")[0][0]


def test_that_the_key_a_server_is_handed_is_reported_as_it_stands_in_the_statement(
    server: Server,
) -> None:
    for offer in offers(server, ProtectionKind.NATIVE):
        key = offer.encryptor.handed_key
        assert key is not None and key.hex() in offer.encryptor.decrypt_sql("word").lower(), (
            offer.name
        )
    for offer in offers(server, ProtectionKind.CLIENT):
        assert offer.encryptor.handed_key is None, offer.name


def test_that_a_row_of_thirteen_long_columns_is_encrypted_and_opened(
    server: Server, place: Place
) -> None:
    names = [f"c{number}" for number in range(13)]
    values = [f"{name} é ".ljust(LONGEST - 2, "-") for name in names]
    chosen = {offer.protection.mode: offer for offer in everything(server) if offer.size == LONGEST}
    for offer in chosen.values():
        if not offer.encryptor.changes_values:
            continue  # unencrypted, 13 columns of 4,096 characters are more than MariaDB takes
        table = place.table(offer, *names)
        sizes = {f"{table}.{name}": LONGEST for name in names}
        encrypted = {name: f"seal(:{name}, {table}.{name})" for name in names}
        opened = [f"open({table}.{name})" for name in names]
        output = insert(table, encrypted, sizes=sizes)
        place.tell(offer.encryptor, output, *values)
        rows = place.ask(offer.encryptor, select(opened, f"from {table}", sizes=sizes))
        assert [text(value) for value in rows[0]] == values, offer.name


def test_that_a_statement_may_be_prepared_twice_at_once(server: Server, place: Place) -> None:
    for offer in {each.protection.kind: each for each in everything(server)}.values():
        table = place.table(offer)
        place.store(offer, table, ["Acre", "Pará"])
        output = select(("id", f"open({table}.word)"), f"from {table} order by id")
        first, second = (place.session.prepare(output, offer.encryptor) for _ in range(2))
        place.session.begin()
        for prepared in (first, second, first):
            rows = prepared.rows(prepared.execute())
            assert [text(row[1]) for row in rows] == ["Acre", "Pará"]
        first.close()
        rows = second.rows(second.execute())
        assert len(rows) == 2
        place.session.commit()
        second.close()


def test_that_probing_asks_for_every_kind_of_cipher(server: Server) -> None:
    capabilities = server.engine.servers.probe(server.endpoint)
    assert capabilities.native == capabilities_of(server).native
    assert not capabilities.native & set(capabilities.refused)
    assert all(output for output in capabilities.refused.values())
