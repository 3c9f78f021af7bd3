"""`openssl speed`, run as a program."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
import pytest

from engines.contract.errors import CipherbenchError
from tests.engines.fake_programs import Fake, all_gone, put
from tests.patience import wait_until
from tests.workloads.cipher_speed.paces import Measure, agree, faster
from workloads.cipher_speed import loop, openssl
from workloads.cipher_speed.ciphers import cipher_named
from workloads.cipher_speed.loop import Throughput
from workloads.cipher_speed.openssl import RsaSpeed, cipher_speed, openssl_program
from workloads.cipher_speed.workload import (
    AES_OFF,
    CipherSpeed,
    CipherSpeedParameters,
    without_aes_instructions,
)
from workloads.contract import Case, Options


def quiet(share: float) -> None:
    """Heard by nobody."""


@pytest.fixture
def another_openssl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of that name, first in PATH, that a test writes."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path / "openssl"


def write(program: Path, speed: str, version: str = "OpenSSL 3.9.0 1 Jan 2030") -> None:
    program.write_text(
        f"#!/bin/sh\n[ $1 = version ] && echo '{version}' && exit\n{speed}\n", encoding="utf-8"
    )
    program.chmod(0o755)


def test_that_the_program_says_what_it_is() -> None:
    found = openssl_program()
    assert found.version.startswith("OpenSSL ") and found.release >= (1, 1)
    assert set(found.settings) == {"program", "compiler", "CPUINFO"}
    assert "OPENSSL_" in found.cpu


class Program:
    """Paces of `openssl speed` by long blocks, each measured for the second that it takes at least.
    What one test has measured is the first try of the next one that asks."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, bool], tuple[Throughput, list[float]]] = {}

    def reported(
        self, name: str, operation: str = "encrypt", without: Mapping[str, str] | None = None
    ) -> tuple[Throughput, list[float]]:
        """A pace, and how far it said it had come; `without` is an environment that leaves
        instructions out."""
        asked = name, operation, without is not None
        if asked not in self._known:
            heard: list[float] = []
            words = cipher_named(name), operation, 16384, 1
            self._known[asked] = cipher_speed(*words, heard.append, without or {}), heard
        return self._known[asked]

    def speed(
        self, name: str, operation: str = "encrypt", without: Mapping[str, str] | None = None
    ) -> Measure:
        tries = count()

        def measure() -> Throughput:
            if next(tries):
                self._known.pop((name, operation, without is not None), None)
            return self.reported(name, operation, without)[0]

        return measure


@pytest.fixture(scope="module")
def program() -> Program:
    return Program()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["aes-256-cbc", "chacha20-poly1305"])
def test_that_a_cipher_is_measured(name: str, program: Program) -> None:
    found, heard = program.reported(name)
    assert found.units > 1000 and 0 < found.seconds < 1.5 and found.elapsed > 0.9
    assert len(heard) > 5 and heard == sorted(heard) and heard[-1] <= 1


@pytest.mark.slow
@pytest.mark.exhaustive  # it is the library's below, and `make bench` has both
def test_that_our_figure_is_that_of_the_program_run_by_itself(program: Program) -> None:
    def alone() -> Throughput:
        words = ("openssl", "speed", "-evp", "aes-256-cbc", "-bytes", "16384", "-seconds", "1")
        report = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return Throughput(round(float(report.split()[-1].removesuffix("k")) * 1000 / 16384), 1, 1)

    assert agree(program.speed("aes-256-cbc"), alone)


@pytest.mark.slow
def test_that_the_program_and_the_library_agree_on_long_blocks(program: Program) -> None:
    asked = (cipher_named("aes-256-cbc"), "encrypt", 16384)
    assert agree(lambda: loop.cipher_speed(*asked, 0.3, quiet), program.speed("aes-256-cbc"))


@pytest.mark.slow
def test_that_without_aes_instructions_aes_is_slower_and_chacha_is_not(program: Program) -> None:
    without = without_aes_instructions(openssl_program().cpu)
    if without is None:
        pytest.skip("this processor has no AES instructions")
    aes, chacha = "aes-256-cbc", "chacha20-poly1305"
    assert faster(program.speed(aes), program.speed(aes, without=without), by=2)
    assert agree(program.speed(chacha), program.speed(chacha, without=without))


@pytest.mark.slow
def test_that_opening_in_cbc_is_measured_separately_from_encryption(program: Program) -> None:
    # Many blocks at once.
    assert faster(program.speed("aes-256-cbc", "decrypt"), program.speed("aes-256-cbc"), by=1.5)


@pytest.mark.slow
def test_that_rsa_goes_on_from_one_operation_to_the_next_without_beginning_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speed, started = RsaSpeed(), list[object]()
    start = subprocess.Popen

    def counted(*words: Any, **how: Any) -> Any:
        started.append(words)
        return start(*words, **how)

    monkeypatch.setattr(subprocess, "Popen", counted)
    try:
        sign = speed.speed(512, "sign", 1, quiet)
        verify = speed.speed(512, "verify", 1, quiet)
        assert len(started) == 1
    finally:
        speed.close()
    assert verify.per_second > 2 * sign.per_second


def test_that_an_rsa_operation_that_is_over_is_measured_anew(another_openssl: Path) -> None:
    starts = another_openssl.with_name("starts")
    write(another_openssl, f"echo begun >> {starts}; echo '+R1:100:512:1.0\n+R2:200:512:1.0'")
    speed = RsaSpeed()
    found = [speed.speed(512, each, 1, quiet).units for each in ("sign", "verify", "verify")]
    speed.close()
    assert found == [100, 200, 200]
    assert starts.read_text() == "begun\n" * 2


def test_that_an_operation_that_this_version_does_not_measure_has_its_reason() -> None:
    old = openssl.OpensslProgram("openssl", "OpenSSL 3.0.19 27 Jan 2026", "", "")
    assert "from version 3.2 on; this is OpenSSL 3.0.19" in str(old.why_not_rsa("decrypt"))
    assert not old.why_not_rsa("verify")
    new = openssl.OpensslProgram("openssl", "OpenSSL 3.2.1 30 Jan 2024", "", "")
    assert not new.why_not_rsa("decrypt")


def test_that_a_version_that_did_nothing_gives_no_figure(another_openssl: Path) -> None:
    write(another_openssl, "echo '+DT:AES-128-GCM:1:16'; echo '+R:0:AES-128-GCM:0.990000'")
    with pytest.raises(CipherbenchError, match="returned no result"):
        cipher_speed(cipher_named("aes-128-gcm"), "encrypt", 16, 1, quiet, {})


def test_that_what_the_program_says_against_it_is_reported(another_openssl: Path) -> None:
    write(another_openssl, "echo 'speed: Unknown algorithm rsa512' >&2; exit 1")
    with pytest.raises(CipherbenchError, match="says: speed: Unknown algorithm rsa512"):
        RsaSpeed().speed(512, "sign", 1, quiet)


@pytest.mark.parametrize("fake", [Fake.HANGS, Fake.CLOSES, Fake.FLOODS])
def test_that_a_measurement_that_never_comes_is_given_up(
    fake: Fake, another_openssl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openssl, "time_limit", lambda seconds: 30 if fake is Fake.FLOODS else 1)
    put(fake, another_openssl, before="[ $1 = version ] && echo OpenSSL 3.9.0 && exit")
    with pytest.raises(CipherbenchError, match=r"within 1 s|no result|more than 10 MB"):
        RsaSpeed().speed(512, "sign", 1, quiet)
    all_gone(another_openssl.parent)


@pytest.mark.parametrize("fake", [Fake.HANGS, Fake.RUBBISH])
def test_that_a_strange_program_is_asked_once_until_another_is_there(
    fake: Fake, another_openssl: Path
) -> None:
    put(fake, another_openssl)
    for _ in range(3):
        with pytest.raises(CipherbenchError, match=r"within 5 s|is not OpenSSL"):
            openssl_program()
    assert len((another_openssl.parent / "pids").read_text().split()) <= 2
    write(another_openssl, "")
    assert openssl_program().release == (3, 9)


def test_that_a_program_that_only_has_the_name_is_not_taken_for_openssl(
    another_openssl: Path,
) -> None:
    write(another_openssl, "", version="LibreSSL 3.3.6")
    with pytest.raises(CipherbenchError, match="is not OpenSSL: it answers “LibreSSL"):
        openssl_program()


def test_that_without_the_program_it_is_stated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, another_openssl: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CipherbenchError, match="“openssl” is not in PATH"):
        openssl_program()


def test_that_the_program_ends_with_the_process_that_started_it() -> None:
    parent = get_context("spawn").Process(target=_encrypt_long)
    parent.start()
    try:
        found: list[psutil.Process] = []

        def measuring() -> bool:
            found[:] = [
                each
                for each in psutil.Process(parent.pid).children()
                if each.name() == "openssl" and "speed" in each.cmdline()
            ]
            return bool(found)

        wait_until(measuring)
        assert parent.pid is not None
        os.kill(parent.pid, signal.SIGKILL)
        wait_until(lambda: not found[0].is_running() or found[0].status() == psutil.STATUS_ZOMBIE)
    finally:
        parent.kill()
        parent.join()


def _encrypt_long() -> None:
    cipher_speed(cipher_named("aes-128-cbc"), "encrypt", 16, 60, quiet, {})


def test_that_without_the_program_only_its_own_cells_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, another_openssl: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    workload, asked = CipherSpeed(), CipherSpeedParameters()
    assert [each.name for each in workload.providers(asked)] == ["openssl", "cryptography"]
    for protection, case in workload.measured_pairs(asked):
        by_program = str(workload.why_not(asked, case, protection, "openssl"))
        assert "The program “openssl” is not in PATH." in by_program
        by_library = str(workload.why_not(asked, case, protection, "cryptography"))
        if case.name == AES_OFF:
            assert "also for the library" in by_library
        elif protection.algorithm == "aes":
            assert by_library == ""
    with pytest.raises(CipherbenchError, match="The program “openssl”"):
        workload.providers(CipherSpeedParameters(providers=("openssl",)))


@pytest.mark.parametrize(
    ("cpu", "text"),
    [
        ("", "has no line CPUINFO"),
        ("CPUINFO: OPENSSL_ia32cap=0x1:0x0", "finds no AES instructions"),
        ("CPUINFO: OPENSSL_ia32cap=0xfffa32034f8bffff:0x1b415fdef1bf27eb", ""),
    ],
)
def test_that_an_openssl_that_does_not_tell_of_the_processor_is_not_stated_to_find_nothing(
    another_openssl: Path, cpu: str, text: str
) -> None:
    write(another_openssl, "", version=f"OpenSSL 3.9.0 1 Jan 2030\n{cpu}")
    aes = next(each for each, _ in CipherSpeed().measured_pairs(CipherSpeedParameters()))
    report = CipherSpeed().why_not(CipherSpeedParameters(), Case(16, AES_OFF), aes, "cryptography")
    assert text in str(report) and bool(report) is bool(text)


@pytest.mark.slow
def test_that_what_a_newer_version_measures_before_is_reported_and_separated(
    another_openssl: Path,
) -> None:
    starts = another_openssl.with_name("starts")
    lines = "; ".join(f"sleep 0.3; echo '+R{at}:{at}00:2048:1.0'" for at in (1, 2, 3, 4))
    write(another_openssl, f"echo begun >> {starts}; {lines}")
    workload = CipherSpeed()
    asked = CipherSpeedParameters(providers=("openssl",), rsa_bits=(2048,), rsa_seconds=1.0)
    options = Options(asked, Case(2048, "bits"))
    encryption = next(
        each for each, _ in workload.measured_pairs(asked) if each.name == "rsa-encryption"
    )
    signing = next(
        each for each, _ in workload.measured_pairs(asked) if each.name == "rsa-signature"
    )
    assert (workload.seconds(options, signing), workload.seconds(options, encryption)) == (2.0, 4.0)
    heard: list[float] = []
    workload.prepare(options, "openssl", encryption, "encrypt", heard.append)
    assert heard and max(heard) > 0.5
    assert workload.perform(options, "openssl", encryption, "encrypt", quiet).units == 300
    assert workload.perform(options, "openssl", encryption, "decrypt", quiet).units == 400
    assert starts.read_text() == "begun\n"
