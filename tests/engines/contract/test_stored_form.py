"""Plaintext in the form of each cipher that a server or the application has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.base.bulk import encrypt_bytes
from engines.client_encryption.client_schemes import cipher_behind
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import ApplicationEncryptor, Prepared
from engines.properties import Exclusion, properties_of
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Statement, ValueType
from engines.sql.statement_text import select
from tests.engines.offers import (
    IV,
    VALUES,
    Offer,
    Place,
    capabilities_of,
    key_of,
    offers,
    one_length,
    place_on,
    text,
)

# MySQL and a newer MariaDB are told of it by what Debian's MariaDB is.
pytestmark = pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")


@pytest.fixture(scope="module")
def place(server: Server) -> Iterator[Place]:
    """One database on each server for all of these tests."""
    with place_on(server) as made:
        yield made


def formed(server: Server, offer: Offer) -> Offer:
    """Plaintext in the form of what is offered."""
    protection = replace(offer.protection, kind=ProtectionKind.STORED_FORM)
    return Offer(
        protection, offer.keying, server.engine.encryption.encryptor(protection, offer.keying)
    )


def pairs(server: Server) -> list[tuple[Offer, Offer]]:
    """Ciphers and plaintext in the form of each; a name that both server and application know is
    the application's; and of lengths of keys there is one."""
    return [
        (each, form)
        for each in one_length(offers(server, ProtectionKind.NATIVE, ProtectionKind.CLIENT))
        if cipher_behind((form := formed(server, each)).protection).kind is each.protection.kind
    ]


def test_that_values_are_retained_in_the_type_and_length_of_every_cipher(
    server: Server, place: Place
) -> None:
    found = pairs(server)
    assert found
    for cipher, form in found:
        table = place.table(cipher)
        values = cipher.fitting()
        place.store(cipher, table, values)
        encrypted = place.stored(cipher, table)
        assert place.table(form) == table, f"{cipher.name}: another type of column"
        place.store(form, table, values)
        stored = place.stored(form, table)
        assert place.opened(form, table) == values, form.name
        for value, one, other in zip(values, encrypted, stored, strict=True):
            if value is None:
                assert other is None
            else:
                assert isinstance(one, bytes) and isinstance(other, bytes), form.name
                assert other.rstrip(b"\0") == value.encode(), "it is plaintext"
                # How long OpenPGP's values become is only known at most, since it varies.
                slack = 96 if cipher.protection.mode == "pgp" else 0
                assert len(one) <= len(other) <= len(one) + slack, form.name


def test_that_a_value_in_the_stored_form_is_found_by_equality(server: Server, place: Place) -> None:
    for _, form in pairs(server):
        table = place.table(form)
        place.store(form, table, ["Acre", "Bahia", "", "Bahia", None])
        output = select(("id",), f"from {table} where word = seal(:word, {table}.word)")
        found = [
            len(place.ask(form.encryptor, output, word)) for word in ("Bahia", "Acre", "", "Pará")
        ]
        assert found == [2, 1, 1, 0], form.name


def test_that_nothing_of_ours_is_inside_the_timed_call(server: Server, place: Place) -> None:
    _, form = pairs(server)[0]
    table = place.table(form)
    place.store(form, table, ["Acre", "Pará"])
    inner: list[Prepared] = []

    def prepare(statement: Statement, encryptor: Encryptor) -> Prepared:
        inner.append(place.session._prepare(statement, encryptor))
        return inner[-1]

    assert isinstance(form.encryptor, ApplicationEncryptor)
    output = select(
        ("id", f"open({table}.word)"), f"from {table} where id > :id", {"id": ValueType.INTEGER}
    )
    prepared = form.encryptor.around(output, prepare)
    place.session.begin()
    for _ in range(3):  # a driver may have a shorter way from the second time on
        assert (prepared.run, prepared.success_statuses) == (
            inner[0].run,
            inner[0].success_statuses,
        )
        assert prepared.check_outcome == inner[0].check_outcome
        rows = prepared.rows(prepared.execute(0))
        assert [text(row[1]) for row in rows] == ["Acre", "Pará"]
    place.session.commit()
    prepared.close()


def test_that_a_server_is_not_asked_to_read_the_stored_form(server: Server, place: Place) -> None:
    _, form = pairs(server)[0]
    table = place.table(form)
    output = select(("id",), f"from {table} where open({table}.word) like 'A%'")
    with pytest.raises(Unsupported, match="Only the application can"):
        place.session.prepare(output, form.encryptor)


def test_that_the_stored_form_has_the_limits_of_its_cipher(server: Server, place: Place) -> None:
    limited = [form for _, form in pairs(server) if form.encryptor.most_bytes is not None]
    if not limited:
        pytest.skip("nothing here has a limit of its own")
    for form in limited:
        most = form.encryptor.most_bytes or 0
        table = place.table(form)
        place.store(form, table, ["x" * most])
        assert place.opened(form, table) == ["x" * most], form.name
        with pytest.raises(StatementFailed, match=str(most)):
            place.store(form, table, ["x" * (most + 1)])


def test_that_a_server_has_the_stored_form_of_exactly_the_ciphers_it_has(server: Server) -> None:
    capabilities, mode = capabilities_of(server), server.engine.default_mode
    for _, form in pairs(server):
        assert capabilities.why_not(form.protection, mode) is None, form.name
    unknown = Protection("unknown", ProtectionKind.STORED_FORM, "rot", 16, "ecb")
    assert str(capabilities.why_not(unknown, mode)) == "The server does not support rot-16-ecb."
    modeless = Protection("study", ProtectionKind.STORED_FORM, "aes", 128)
    able = Cipher("aes", 128, mode) in capabilities.native
    assert (capabilities.why_not(modeless, mode) is None) == able


def test_that_the_stored_form_in_text_columns_is_as_long_as_encrypted_text(
    server: Server, place: Place
) -> None:
    keying, values = Keying(key_of(128), IV), [value for value in VALUES if value is not None]
    native = Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc")
    if capabilities_of(server).why_not(native, "cbc"):
        pytest.skip("this server has no AES of its own")
    seen: dict[ProtectionKind, list[int]] = {}
    for kind in (ProtectionKind.NATIVE, ProtectionKind.STORED_FORM):
        protection = replace(native, kind=kind)
        encryptor = server.engine.encryption.encryptor(protection, keying, text_columns=True)
        offer = Offer(protection, keying, encryptor)
        table = place.table(offer)
        place.store(offer, table, values)
        assert place.opened(offer, table) == values
        seen[kind] = [len(str(raw)) for raw in place.stored(offer, table)]
        if not encryptor.stores_text:
            pytest.skip("this engine has no text columns")
    assert seen[ProtectionKind.NATIVE] == seen[ProtectionKind.STORED_FORM]


def test_that_the_stored_form_is_stated_to_guard_nothing(server: Server) -> None:
    del server
    protection = Protection("p", ProtectionKind.STORED_FORM, "aes", 128, "ecb")
    output = properties_of(protection, "ecb", fixed_iv=True)
    assert {output.disk, output.os_login, output.database_login} == {Exclusion.NONE}
    assert not output.authenticated and not output.hides_equality and output.marks == ()


def test_that_the_pattern_lab_has_nothing_to_show_of_it(server: Server, place: Place) -> None:
    _, form = pairs(server)[0]
    assert not form.protection.encrypts_values
    with pytest.raises(Unsupported, match="does not change values"):
        encrypt_bytes(server.engine, [place.session], form.protection, form.keying, b"pixels")


def test_that_its_columns_are_those_of_the_cipher_in_every_schema(server: Server) -> None:
    schema = Schema((Table("thing", (Column("word", protected=True),)),))
    for cipher, form in pairs(server):
        made = server.engine.driver.schema_statements(schema, cipher.encryptor)
        assert server.engine.driver.schema_statements(schema, form.encryptor) == made, form.name
