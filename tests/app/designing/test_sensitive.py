"""Which columns are proposed, row by row: by name, type, length and pattern, with false friends."""

from __future__ import annotations

import random

import pytest

from app.designing.sensitive_columns import (
    CHECKS,
    Clue,
    DataKind,
    count_passed,
    proposal_for,
    words_of,
)
from engines.contract.structure import ColumnFacts, StoredKind

TEXT, INTEGER, DATE, DECIMAL = (
    StoredKind.TEXT,
    StoredKind.INTEGER,
    StoredKind.DATE,
    StoredKind.DECIMAL,
)

PROPOSED = [
    ("customer", "email", TEXT, 80, DataKind.EMAIL),
    ("customer", "EMail", TEXT, 80, DataKind.EMAIL),
    ("contatos", "e_mail", TEXT, 0, DataKind.EMAIL),
    ("customer", "name", TEXT, 80, DataKind.NAME),
    ("Customers", "CustomerName", TEXT, 80, DataKind.NAME),
    ("t1", "first_name", TEXT, 40, DataKind.NAME),
    ("t1", "lastName", TEXT, 40, DataKind.NAME),
    ("pacientes", "nome", TEXT, 100, DataKind.NAME),
    ("x", "nome_da_mae", TEXT, 100, DataKind.NAME),
    ("empleados", "apellidos", TEXT, 60, DataKind.NAME),
    ("customer", "phone", TEXT, 24, DataKind.PHONE),
    ("customer", "mobile_phone", INTEGER, 0, DataKind.PHONE),
    ("cliente", "telefone_celular", TEXT, 20, DataKind.PHONE),
    ("customer", "street", TEXT, 80, DataKind.ADDRESS),
    ("customer", "billingAddress", TEXT, 70, DataKind.ADDRESS),
    ("pessoa", "logradouro", TEXT, 120, DataKind.ADDRESS),
    ("customer", "zip_code", TEXT, 10, DataKind.POSTCODE),
    ("cliente", "cep", TEXT, 9, DataKind.POSTCODE),
    ("patient", "birth_date", DATE, 0, DataKind.BIRTH),
    ("paciente", "dt_nascimento", DATE, 0, DataKind.BIRTH),
    ("x", "dob", TEXT, 10, DataKind.BIRTH),
    ("cliente", "CPF", TEXT, 14, DataKind.NATIONAL_ID),
    ("cliente", "nr_cpf", INTEGER, 0, DataKind.NATIONAL_ID),
    ("empresa", "cnpj", TEXT, 18, DataKind.COMPANY_ID),
    ("person", "ssn", TEXT, 11, DataKind.NATIONAL_ID),
    ("person", "passport_number", TEXT, 12, DataKind.NATIONAL_ID),
    ("persona", "DNI", TEXT, 9, DataKind.NATIONAL_ID),
    ("payment", "card_number", TEXT, 19, DataKind.CARD),
    ("payment", "card_number", TEXT, 13, DataKind.CARD),
    ("conta", "IBAN", TEXT, 34, DataKind.ACCOUNT),
    ("users", "password_hash", TEXT, 100, DataKind.SECRET),
    ("usuario", "senha", TEXT, 60, DataKind.SECRET),
    ("visit", "diagnosis", TEXT, 200, DataKind.HEALTH),
    ("consulta", "diagnóstico", TEXT, 200, DataKind.HEALTH),
    ("employee", "salary", DECIMAL, 10, DataKind.PAY),
    ("session", "ip_address", TEXT, 45, DataKind.NETWORK),
    ("orders", "remarks", TEXT, 400, DataKind.REMARKS),
]

FALSE_FRIENDS = [
    ("product", "name", TEXT, 80),
    ("files", "filename", TEXT, 200),
    ("customer_files", "file_name", TEXT, 200),
    ("estado", "nome", TEXT, 40),
    ("backup", "zip_file", TEXT, 200),
    ("product", "description", TEXT, 400),
    ("shipping", "shipping_id", INTEGER, 0),
    ("recipes", "recipe", TEXT, 80),
    ("mail", "email_count", INTEGER, 0),
    ("mail", "email_verified", StoredKind.BOOLEAN, 0),
    ("t", "phonetic", TEXT, 80),
    ("t", "telephone_model", TEXT, 40),
    ("t", "addressable", TEXT, 80),
    ("t", "mac_address", TEXT, 17),
    ("t", "strip", TEXT, 20),
    ("t", "script", TEXT, 20),
    ("users", "last_login", DATE, 0),
    ("t", "birthplace", DATE, 0),
    ("t", "compassion", TEXT, 20),
    ("users", "password_expires", DATE, 0),
    ("cliente", "cpf", TEXT, 3),
    ("t", "discard_number", TEXT, 19),
    ("payment", "card_number", TEXT, 12),
    ("customer", "id", INTEGER, 0),
    ("t", "dnipro", TEXT, 20),
]


def facts(name: str, kind: StoredKind, size: int) -> ColumnFacts:
    return ColumnFacts(name, kind, kind.value, size)


@pytest.mark.parametrize(("table", "column", "kind", "size", "sensitive"), PROPOSED)
def test_that_a_name_is_proposed_with_its_reason(
    table: str, column: str, kind: StoredKind, size: int, sensitive: DataKind
) -> None:
    found = proposal_for(table, facts(column, kind, size))
    assert found is not None
    assert found.kind is sensitive
    assert "its name says" in str(found.reason)


@pytest.mark.parametrize(("table", "column", "kind", "size"), FALSE_FRIENDS)
def test_that_a_false_friend_is_not_proposed(
    table: str, column: str, kind: StoredKind, size: int
) -> None:
    assert proposal_for(table, facts(column, kind, size)) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("customerEmail", ("customer", "email")),
        ("CUSTOMER_EMAILS", ("customer", "email")),
        ("CPFCliente", ("cpf", "cliente")),
        ("Endereço1", ("endereco",)),
        ("addresses", ("address",)),
        ("billingaddress", ("billing", "address")),
        ("customers", ("customer",)),
        ("status", ("status",)),
        ("diagnosis", ("diagnosis",)),
    ],
)
def test_that_a_name_is_split_into_words(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


def digits(count: int, times: int = 2000) -> list[str]:
    drawn = random.Random(7)
    return ["".join(drawn.choices("0123456789", k=count)) for _ in range(times)]


@pytest.mark.parametrize(
    ("check", "count"), [("cpf", 11), ("cnpj", 14), ("ssn", 9), ("card", 16), ("email", 12)]
)
def test_that_the_chance_of_random_digits_is_as_the_table_has_it(check: str, count: int) -> None:
    share = count_passed(digits(count), [check]).passed.get(check, 0) / 2000
    assert share == pytest.approx(CHECKS[check].chance, abs=0.02)


def cards(count: int) -> list[str]:
    from stdnum import luhn

    return [each[:15] + luhn.calc_check_digit(each[:15]) for each in digits(16, count)]


def test_that_values_alone_speak_where_chance_does_not_explain_them() -> None:
    column = facts("ref", TEXT, 20)
    found = proposal_for("t", column, count_passed(cards(50)))
    assert found is not None
    assert (found.kind, found.by) == (DataKind.CARD, Clue.PATTERN)
    assert "100 % of 50 values" in str(found.reason)
    assert proposal_for("t", column, count_passed(cards(5))) is None
    assert proposal_for("t", column, count_passed(digits(16))) is None


def test_that_numbers_that_nearly_all_digits_look_like_need_a_name() -> None:
    sample = count_passed(digits(9))
    assert proposal_for("t", facts("ref", TEXT, 20), sample) is None
    named = proposal_for("t", facts("ssn", TEXT, 20), sample)
    assert named is not None
    assert "by chance: 89 %" in str(named.reason)


def test_that_values_of_another_kind_speak_against_a_name() -> None:
    assert proposal_for("t", facts("cpf", TEXT, 20), count_passed(["none"] * 50)) is None
