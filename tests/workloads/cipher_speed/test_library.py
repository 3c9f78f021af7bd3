"""Raw ciphers by the library `cryptography`, here and in a process of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.contract.errors import CipherbenchError
from workloads.cipher_speed import library, openssl, rsa
from workloads.cipher_speed.apart import cipher_pace_apart
from workloads.cipher_speed.ciphers import (
    RSA_OPERATIONS,
    cipher_named,
    name_of,
    operations_of,
)
from workloads.cipher_speed.instructions import without_aes_instructions
from workloads.cipher_speed.loop import Pace
from workloads.cipher_speed.openssl import openssl_program

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
        found = library.cipher_pace(cipher, operation, 64, 0.05, quiet)
        assert found.units > 1000
        assert 0 < found.seconds <= found.elapsed * 1.05
        assert found.elapsed >= 0.05


@pytest.mark.parametrize("name", ["aes-127-cbc", "aes-128-xts", "rsa", "des", "aes-128-cbc "])
def test_that_other_names_are_no_ciphers(name: str) -> None:
    with pytest.raises(KeyError):
        cipher_named(name)


def test_that_the_library_and_the_program_agree_on_long_blocks() -> None:
    """Coarse, since others compute here; `make bench` holds it to 10 %."""
    cipher = cipher_named("aes-256-cbc")
    one = library.cipher_pace(cipher, "encrypt", 16384, 1, quiet)
    other = openssl.cipher_pace(cipher, "encrypt", 16384, 1, quiet, {})
    assert one.per_second == pytest.approx(other.per_second, rel=0.35)


def test_that_how_far_it_has_come_is_told_up_to_the_end() -> None:
    heard: list[float] = []
    library.cipher_pace(cipher_named("aes-128-ctr"), "encrypt", 16, 0.2, heard.append)
    assert heard == sorted(heard) and heard[-1] == 1


def test_that_a_process_of_its_own_measures_the_same() -> None:
    heard: list[float] = []
    cipher = cipher_named("aes-128-cbc")
    apart = cipher_pace_apart(cipher, "decrypt", 1024, 0.3, heard.append, {})
    here = library.cipher_pace(cipher, "decrypt", 1024, 0.3, quiet)
    assert apart.per_second == pytest.approx(here.per_second, rel=0.5)
    assert heard and heard[-1] == 1


def test_that_a_process_that_ends_early_says_why() -> None:
    with pytest.raises(CipherbenchError, match=r"without a result: .+PYTHONHASHSEED"):
        cipher_pace_apart(
            *(cipher_named("aes-128-cbc"), "encrypt", 16, 1),
            *(quiet, {"PYTHONHASHSEED": "nonsense"}),
        )


@pytest.mark.parametrize("measure", [cipher_pace_apart, openssl.cipher_pace])
def test_that_without_aes_instructions_aes_is_slower_and_chacha_is_not(
    measure: Callable[..., Pace],
) -> None:
    without = without_aes_instructions(openssl_program().cpu)
    if without is None:
        pytest.skip("this processor has no AES instructions")
    ratios = {}
    for name in ("aes-128-ctr", "chacha20-poly1305"):
        plain, lame = (
            measure(cipher_named(name), "encrypt", 16384, 1, quiet, each) for each in ({}, without)
        )
        ratios[name] = plain.per_second / lame.per_second
    assert ratios["aes-128-ctr"] > 2
    assert ratios["chacha20-poly1305"] == pytest.approx(1, abs=0.3)


def test_that_there_are_keys_of_all_lengths_of_the_study() -> None:
    assert rsa.key_lengths() == (512, 1024, 2048, 3072, 4096, 7680, 15360)
    for bits in rsa.key_lengths():
        assert rsa.key_of(bits).key_size == bits


@pytest.mark.parametrize("operation", RSA_OPERATIONS)
def test_that_rsa_is_measured(operation: str) -> None:
    short, long = (rsa.rsa_pace(bits, operation, 0.1, quiet) for bits in (1024, 4096))
    assert short.per_second > 2 * long.per_second


def test_that_a_key_that_the_library_refuses_has_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rsa, "_primes", lambda: {256: (2**127 - 1, 2**128 - 159)})
    rsa.key_of.cache_clear()
    assert rsa.why_no_key(256)
    monkeypatch.undo()
    assert not rsa.why_no_key(512)
