"""Columns with nothing to be seen in them: no figure may call them an attack."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import pytest

from app.patterns.columns.column import report
from app.patterns.columns.sealed_records import RecordsOrder, SealedRecords
from app.window.lab.common.figures import figure_cells
from engines.base.capability import Capabilities
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.properties import properties_of
from engines.sealing.client import client_ciphers

_RECORDS = 150
_FEW_RECORDS = 15
"""Where each value costs the server a millisecond, as a thousand rounds of PBKDF2 do; the mode by
itself is looked at with more."""
_ENGINES = ("postgresql", "firebird", "mariadb", "sqlite")
_NONCED = sorted(each for each in client_ciphers() if each.mode != "siv")
"""All that draw a nonce; AES-SIV without one shows equal values, and is meant to."""


def told(sealed_records: SealedRecords) -> dict[str, list[str]]:
    """The figures that are shown in red, by column."""
    found = {}
    for name in sealed_records.columns:
        figures = report(sealed_records.column(name)).statistics
        red = [each.text for each in figure_cells(figures, judged=True) if each.tone == "bad"]
        repeated = [f"{figures.repeated_percent} % repeated"] if figures.repeated_percent else []
        found[name] = [*red, *repeated]
    return found


@pytest.fixture(scope="module")
def able(servers: Any) -> Callable[[str], Capabilities]:
    """What a server can do, asked once."""

    @cache
    def ask(name: str) -> Capabilities:
        server = servers[name]
        return cast(Capabilities, server.engine.probe(server.endpoint))

    return ask


@pytest.mark.parametrize(("number", "cipher"), list(enumerate(_NONCED)))
def test_that_authenticated_encryption_in_the_application_comes_out_clean(
    servers: Any, able: Callable[[str], Capabilities], number: int, cipher: Cipher
) -> None:
    name = _ENGINES[number % len(_ENGINES)]
    server = servers[name]
    protection = Protection(
        "aead", ProtectionKind.CLIENT, cipher.algorithm, cipher.bits, cipher.mode
    )
    order = RecordsOrder(protection, _RECORDS, sound=True)
    with SealedRecords(server.engine, server.endpoint, order, able(name)) as sealed_records:
        assert not any(told(sealed_records).values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgresql", "newer mariadb"])
def test_that_fresh_vectors_come_out_clean_for_every_cipher_and_mode(
    servers: Any, able: Callable[[str], Capabilities], name: str
) -> None:
    come_out_clean(servers[name], able(name), hiding(able(name)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "all_pairs", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["each", "pairs"]
)
def test_that_fresh_vectors_come_out_clean_on_firebird(
    servers: Any, able: Callable[[str], Capabilities], all_pairs: bool
) -> None:
    """Each algorithm and each mode at least once, or all pairs of them."""
    ciphers = hiding(able("firebird"))
    looked_at = ciphers if all_pairs else covering(ciphers)
    assert {each.algorithm for each in looked_at} == {each.algorithm for each in ciphers}
    assert {each.mode for each in looked_at} == {each.mode for each in ciphers}
    come_out_clean(servers["firebird"], able("firebird"), looked_at)


def hiding(able: Capabilities) -> list[Cipher]:
    """The weakest cipher of each algorithm and mode that hides what is equal."""
    weakest = {(each.algorithm, each.mode): each for each in sorted(able.native, reverse=True)}
    return [
        each
        for each in weakest.values()
        if properties_of(_native(each), each.mode, fixed_iv=False).hides_equality
    ]


def covering(ciphers: list[Cipher]) -> list[Cipher]:
    """Those of them that have every algorithm and every mode at least once, in few ciphers."""
    found: list[Cipher] = []

    def is_new(cipher: Cipher) -> int:
        return all(cipher.algorithm != each.algorithm for each in found) + all(
            cipher.mode != each.mode for each in found
        )

    while is_new(best := max(ciphers, key=is_new)):
        found.append(best)
    return found


def come_out_clean(server: Any, able: Capabilities, ciphers: list[Cipher]) -> None:
    assert ciphers
    for cipher in ciphers:
        order = RecordsOrder(_native(cipher), _records(cipher), sound=True)
        with SealedRecords(server.engine, server.endpoint, order, able) as sealed_records:
            assert not any(told(sealed_records).values()), (cipher.algorithm, cipher.mode)


def _native(cipher: Cipher) -> Protection:
    return Protection(
        cipher.mode, ProtectionKind.NATIVE, cipher.algorithm, cipher.bits, cipher.mode
    )


def _records(cipher: Cipher) -> int:
    slow = cipher.algorithm != "aes" or cipher.mode == "pgp" or "pbkdf2" in cipher.mode
    return _FEW_RECORDS if slow else _RECORDS
