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
_FEW_RECORDS = 40
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
@pytest.mark.parametrize("name", ["postgresql", "firebird", "newer mariadb"])
def test_that_fresh_vectors_come_out_clean_for_every_cipher_and_mode(
    servers: Any, able: Callable[[str], Capabilities], name: str
) -> None:
    server, native = servers[name], able(name).native
    weakest = {(each.algorithm, each.mode): each for each in sorted(native, reverse=True)}
    looked_at = 0
    for (algorithm, mode), cipher in weakest.items():
        protection = Protection(mode, ProtectionKind.NATIVE, algorithm, cipher.bits, mode)
        if not properties_of(protection, mode, fixed_iv=False).hides_equality:
            continue
        looked_at += 1
        order = RecordsOrder(protection, _records(cipher), sound=True)
        with SealedRecords(server.engine, server.endpoint, order, able(name)) as sealed_records:
            assert not any(told(sealed_records).values()), (algorithm, mode)
    assert looked_at


def _records(cipher: Cipher) -> int:
    slow = cipher.algorithm != "aes" or cipher.mode == "pgp" or "pbkdf2" in cipher.mode
    return _FEW_RECORDS if slow else _RECORDS
