"""Columns with nothing to be seen in them: no figure may call them an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.patterns.columns.column import column_report
from app.patterns.columns.encrypted_records import EncryptedRecords, RecordsOrder
from app.window.lab.common.statistics_table import figure_cells
from engines.base.capability import Capabilities
from engines.client_encryption.client_schemes import client_ciphers
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.properties import properties_of
from tests.engines.offers import capabilities_of

_RECORDS = 150
_FEW_RECORDS = 15
"""Where each value costs the server a millisecond, as a thousand rounds of PBKDF2 do; the mode by
itself is looked at with more."""
_ENGINES = ("postgresql", "firebird", "mariadb", "sqlite")
_NONCED = sorted(each for each in client_ciphers() if each.mode != "siv")
"""All that draw a nonce; AES-SIV without one shows equal values, and is meant to."""


def reported(encrypted_records: EncryptedRecords) -> dict[str, list[str]]:
    """The figures that are shown in red, by column; of the counts of beds and of leavers two stand
    for all."""
    found = {}
    for name in encrypted_records.columns:
        counts = name.startswith(("dados_ocupacao.ocupa", "dados_ocupacao.saida"))
        if counts and not name.endswith(("ocupacao_suspeito_cli", "saida_suspeita_obitos")):
            continue
        figures = column_report(encrypted_records.column(name)).statistics
        red = [each.text for each in figure_cells(figures, judged=True) if each.tone == "bad"]
        repeated = [f"{figures.repeated_percent} % repeated"] if figures.repeated_percent else []
        found[name] = [*red, *repeated]
    assert len(found) == 11
    return found


@pytest.fixture(scope="module")
def able(servers: Any) -> Callable[[str], Capabilities]:
    """What a server can do, asked once."""
    return lambda name: capabilities_of(servers[name])


@pytest.mark.parametrize(("number", "cipher"), list(enumerate(_NONCED)))
def test_that_authenticated_encryption_in_the_application_comes_out_clean(
    servers: Any, able: Callable[[str], Capabilities], number: int, cipher: Cipher
) -> None:
    name = _ENGINES[min(number, len(_ENGINES) - 1)]
    server = servers[name]
    protection = Protection(
        "aead", ProtectionKind.CLIENT, cipher.algorithm, cipher.bits, cipher.mode
    )
    order = RecordsOrder(protection, _RECORDS, sound=True)
    with EncryptedRecords(server.engine, server.endpoint, order, able(name)) as encrypted_records:
        assert not any(reported(encrypted_records).values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "all_of_them", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["modes", "all"]
)
@pytest.mark.parametrize(
    "name",
    # Which modes a newer MariaDB has the others have as well.
    [
        "postgresql",
        *(
            pytest.param(each, marks=pytest.mark.exhaustive)
            for each in ("newer mariadb", "firebird")
        ),
    ],
)
def test_that_fresh_vectors_come_out_clean_for_every_mode_and_cipher(
    servers: Any, able: Callable[[str], Capabilities], name: str, all_of_them: bool
) -> None:
    """Each algorithm, each mode and each way to derive a key at least once, or every pair of an
    algorithm and a mode."""
    ciphers = hiding(able(name))
    looked_at = ciphers if all_of_them else covering(ciphers)
    assert set().union(*map(parts, looked_at)) == set().union(*map(parts, ciphers))
    come_out_clean(servers[name], able(name), looked_at)


def hiding(able: Capabilities) -> list[Cipher]:
    """The weakest cipher of each algorithm and mode that hides what is equal."""
    weakest = {(each.algorithm, each.mode): each for each in sorted(able.native, reverse=True)}
    return [
        each
        for each in weakest.values()
        if properties_of(_native(each), each.mode, fixed_iv=False).hides_equality
    ]


def parts(cipher: Cipher) -> set[str]:
    """Its algorithm, its mode, and how it derives its key, if it does."""
    mode, _, derived = cipher.mode.partition("-")
    return {f"algorithm {cipher.algorithm}", mode, f"key by {derived or 'nothing'}"}


def covering(ciphers: list[Cipher]) -> list[Cipher]:
    """Those of them that have every part at least once, in few ciphers."""
    found: list[Cipher] = []
    missing = set().union(*map(parts, ciphers))
    while missing:
        found.append(max(ciphers, key=lambda each: len(parts(each) & missing)))
        missing -= parts(found[-1])
    return found


def come_out_clean(server: Any, able: Capabilities, ciphers: list[Cipher]) -> None:
    assert ciphers
    for cipher in ciphers:
        order = RecordsOrder(_native(cipher), _records(cipher), sound=True)
        with EncryptedRecords(server.engine, server.endpoint, order, able) as encrypted_records:
            assert not any(reported(encrypted_records).values()), (cipher.algorithm, cipher.mode)


def _native(cipher: Cipher) -> Protection:
    return Protection(
        cipher.mode, ProtectionKind.NATIVE, cipher.algorithm, cipher.bits, cipher.mode
    )


def _records(cipher: Cipher) -> int:
    slow = cipher.algorithm != "aes" or cipher.mode == "pgp" or "pbkdf2" in cipher.mode
    return _FEW_RECORDS if slow else _RECORDS
