"""What of a column reads as text, and what is ciphertext in whatever shape."""

from __future__ import annotations

import base64
import random
import uuid
from collections.abc import Callable

import pytest

from app.patterns.columns.column import CipherColumn, column_report
from app.patterns.columns.readable import readable_text
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import properties_of
from tests.app.patterns.ciphers import encrypt

_CITIES = ["Berlin", "Köln", "São Paulo", "北京"]
_DRAWN = random.Random(25)


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_that_what_reads_as_text_is_reported_with_examples(charset: str) -> None:
    cities = [city for city in _CITIES if city.isascii() or charset == "utf-8" or city < "a"]
    values = [city.encode(charset) for city in [*cities[:1] * 3, *cities]]
    found = readable_text(values)
    assert found is not None and found.records == len(values)
    assert found.examples[0] == "Berlin" and set(found.examples) <= set(cities)


@pytest.mark.parametrize(
    "values",
    [
        [b"Berlin", b"", b"Bonn"],
        [b"M", b"F", b"F"],
        [b"2026-11-24 08:30:00", b"17"],
        [str(uuid.UUID(int=at * 3**70)).encode() for at in range(1, 20)],
        [str(10**17 + at).encode() for at in range(20)],
    ],
)
def test_that_values_of_any_kind_are_text(values: list[bytes]) -> None:
    column = CipherColumn("a.b", tuple(range(len(values))), tuple(values))
    assert column_report(column).is_readable
    assert column_report(column).to_json()["readable_records"] == len(values)


@pytest.mark.parametrize(
    "written",
    [
        bytes,
        lambda value: value.hex().encode(),
        lambda value: value.hex().upper().encode(),
        lambda value: b"\\x" + value.hex().encode(),
        base64.b64encode,
        base64.urlsafe_b64encode,
        lambda value: b"$2b$12$" + base64.b64encode(value),
        lambda value: b"-----BEGIN PGP MESSAGE-----\n\n" + base64.b64encode(value),
    ],
)
@pytest.mark.parametrize("size", [1, 16, 40])
def test_that_ciphertext_is_not_taken_for_text(
    written: Callable[[bytes], bytes], size: int
) -> None:
    values = [
        written(_DRAWN.randbytes(max(size, 16 if written is not bytes else 1))) for _ in range(3000)
    ]
    assert readable_text(values) is None


def test_that_text_among_ciphertext_is_counted_alone() -> None:
    encrypted = [encrypt("ecb", b"%d" % at) for at in range(900)]
    found = readable_text([*encrypted, *[b"Dona Francisca da Silva"] * 100])
    assert found is not None and found.records == 100
    assert found.examples == ("Dona Francisca da Silva",)


def test_that_a_column_whose_protection_is_known_is_not_read_for_text() -> None:
    cipher = Protection("aes-128-ctr", ProtectionKind.NATIVE, "aes", 128, "ctr")
    known = properties_of(cipher, "ctr", fixed_iv=True)
    assert (
        column_report(CipherColumn("a.b", (1, 2), (b"a", b"b"), properties=known)).readable is None
    )


def test_that_public_figures_name_nothing_that_can_be_read() -> None:
    found = column_report(CipherColumn("estado.nome", (1, 2), (b"Bahia", b"Acre")))
    assert found.is_readable and found.guesses == () and found.recovery is None
