"""Raw ciphers by the library `cryptography`, here and in a process of its own."""

from __future__ import annotations

import pytest

from engines.contract.errors import CipherbenchError
from tests.workloads.cipher_speed.paces import Measure, agree, faster
from workloads.cipher_speed import loop, workload
from workloads.cipher_speed.ciphers import RSA_OPERATIONS, cipher_named, name_of, operations_of
from workloads.cipher_speed.loop import cipher_speed_in_fresh_process
from workloads.cipher_speed.openssl import openssl_program
from workloads.cipher_speed.workload import without_aes_instructions

NAMES = [
    *(f"aes-{bits}-{mode}" for bits in (128, 192, 256) for mode in ("ecb", "cbc", "ctr", "gcm")),
    "chacha20-poly1305",
]


def quiet(share: float) -> None:
    """Heard by nobody."""


@pytest.mark.parametrize("name", NAMES)
def test_that_every_cipher_is_measured_in_each_of_its_operations(name: str) -> None:
    cipher = cipher_named(name)
    assert name_of(cipher) == name
    for operation in operations_of(cipher):
        tries = [loop.cipher_speed(cipher, operation, 64, 0.02, quiet) for _ in range(3)]
        assert max(each.units for each in tries) > 1000  # a busy machine may take one try's time
        for found in tries:
            assert 0 < found.seconds <= found.elapsed * 1.05
            assert found.elapsed >= 0.02


@pytest.mark.parametrize("name", ["aes-127-cbc", "aes-128-xts", "rsa", "des", "aes-128-cbc "])
def test_that_other_names_are_no_ciphers(name: str) -> None:
    with pytest.raises(KeyError):
        cipher_named(name)


def test_that_how_far_it_has_come_is_reported_up_to_the_end() -> None:
    heard: list[float] = []
    loop.cipher_speed(cipher_named("aes-128-ctr"), "encrypt", 16, 0.2, heard.append)
    assert heard == sorted(heard) and heard[-1] == 1


def test_that_a_process_of_its_own_measures_what_it_is_asked_for() -> None:
    heard: list[float] = []

    def pace(block: int) -> Measure:
        asked = (cipher_named("aes-128-cbc"), "decrypt", block)
        return lambda: cipher_speed_in_fresh_process(*asked, 0.1, heard.append, {})

    found = pace(64)()
    assert 0 < found.seconds <= found.elapsed * 1.05
    assert found.elapsed >= 0.1
    assert heard == sorted(heard) and heard[-1] == 1
    assert faster(pace(64), pace(16384), by=2)


def test_that_a_process_that_ends_early_says_why() -> None:
    with pytest.raises(CipherbenchError, match=r"without a result: .+PYTHONHASHSEED"):
        cipher_speed_in_fresh_process(
            *(cipher_named("aes-128-cbc"), "encrypt", 16, 1),
            *(quiet, {"PYTHONHASHSEED": "nonsense"}),
        )


@pytest.mark.slow
def test_that_without_aes_instructions_aes_is_slower_and_chacha_is_not() -> None:
    without = without_aes_instructions(openssl_program().cpu)
    if without is None:
        pytest.skip("this processor has no AES instructions")

    def paces(name: str) -> tuple[Measure, Measure]:
        asked = (cipher_named(name), "encrypt", 16384, 0.2, quiet)
        return lambda: cipher_speed_in_fresh_process(
            *asked, {}
        ), lambda: cipher_speed_in_fresh_process(*asked, without)

    assert faster(*paces("aes-128-ctr"), by=2)
    assert agree(*paces("chacha20-poly1305"))


def test_that_there_are_keys_of_all_lengths_of_the_study() -> None:
    assert workload.key_lengths() == (512, 1024, 2048, 3072, 4096, 7680, 15360)
    for bits in workload.key_lengths():
        assert workload.key_of(bits).key_size == bits


@pytest.mark.parametrize("operation", RSA_OPERATIONS)
def test_that_rsa_is_measured(operation: str) -> None:
    assert faster(
        lambda: workload.rsa_speed(1024, operation, 0.1, quiet),
        lambda: workload.rsa_speed(4096, operation, 0.1, quiet),
        by=2,
    )


def test_that_a_key_that_the_library_refuses_has_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workload, "_primes", lambda: {256: (2**127 - 1, 2**128 - 159)})
    workload.key_of.cache_clear()
    assert workload.why_no_rsa_key(256)
    monkeypatch.undo()
    assert not workload.why_no_rsa_key(512)
