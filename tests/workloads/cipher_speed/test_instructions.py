"""Doing without AES instructions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

import pytest

from workloads.cipher_speed.workload import (
    AES_OFF,
    BYTES,
    CipherSpeed,
    gain_sentence,
    has_aes_instructions,
    without_aes_instructions,
)
from workloads.contract import Case
from workloads.workload import MeanOfRuns

XEON = "OPENSSL_ia32cap=0xfffa32034f8bffff:0x1b415fdef1bf27eb"
M1 = "OPENSSL_armcap=0x987d"


@pytest.mark.parametrize(
    ("cpu", "has"),
    [
        (XEON, True),
        ("OPENSSL_ia32cap=0xfdfa32014f8bffff:0x1b4159def1bf27eb env:~0x200000200000000", False),
        (M1, True),
        ("OPENSSL_armcap=0x1", False),
        ("N/A", None),
        ("", None),
    ],
)
def test_that_the_line_of_the_processor_tells_whether_there_are_any(
    cpu: str, has: bool | None
) -> None:
    assert has_aes_instructions(cpu) is has
    assert (without_aes_instructions(cpu) is None) is (has is not True)


def test_that_on_arm_what_is_left_is_stated_anew() -> None:
    assert without_aes_instructions(M1) == {"OPENSSL_armcap": "0x9859"}


def test_that_openssl_then_finds_none() -> None:
    report = _cpu_of({})
    without = without_aes_instructions(report)
    if without is None:
        pytest.skip("this processor has no AES instructions")
    assert has_aes_instructions(_cpu_of(without)) is False


def test_that_the_gain_is_a_sentence() -> None:
    assert str(gain_sentence("openssl", "aes-256-cbc", 16384, 1.3112e9, 1.66e8)) == (
        "With openssl, AES instructions make aes-256-cbc 7.9 times as fast in blocks of 16,384 "
        "bytes: 1,311 MB/s with them, 166 MB/s without."
    )


def _cpu_of(environment: Mapping[str, str]) -> str:
    command = ("openssl", "version", "-c")
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    ).stdout


def test_that_each_provider_has_its_gain_by_the_longest_blocks_of_its_first_cipher() -> None:
    def reading(server: str, name: str, block: int, case: str, mean: float) -> MeanOfRuns:
        return MeanOfRuns(server, name, Case(block, case), "encrypt", "bytes_per_second", mean)

    output = CipherSpeed().remarks(
        [
            reading("openssl", "aes-128-cbc", 16, BYTES, 5e8),
            reading("openssl", "aes-128-cbc", 16, AES_OFF, 4e8),
            reading("openssl", "aes-128-cbc", 1024, BYTES, 1.8e9),
            reading("openssl", "aes-128-cbc", 1024, AES_OFF, 3.6e8),
            reading("openssl", "aes-256-gcm", 1024, BYTES, 5e9),
            reading("cryptography", "aes-256-gcm", 1024, BYTES, 5e9),
        ]
    )
    [only] = map(str, output)
    assert only.startswith(
        "With openssl, AES instructions make aes-128-cbc 5 times as fast in blocks"
    )
