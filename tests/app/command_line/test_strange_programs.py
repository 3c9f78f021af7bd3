"""Programs in PATH, or in the folder that a plan names, that do not what they should: the rest of
the campaign is done, a sentence says what is wrong, and nothing of them is left.

In every run are those that the program comes upon in different ways; tests/engines/keeping has all
of them, for whatever is asked or started.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.typed import CommandResult, cipherbench, cipherbench_anew, plan_of, saved
from tests.engines.fake_programs import MARIADB, Fake, all_gone, among_others, put
from tests.requirements import spec_of
from workloads.cipher_speed.workload import CipherSpeedParameters

pytestmark = pytest.mark.slow

_HANGS = "did not answer within 5 s and was stopped."
OPENSSL = {
    Fake.HANGS: f"“openssl version -a” {_HANGS}",
    Fake.CLOSES: f"“openssl version -a” {_HANGS}",
    Fake.FLOODS: "“openssl version -a” wrote more than 10 MB and was stopped.",
    Fake.FAILS: "“openssl version -a” failed with exit code 1: it is broken.",
    Fake.RUBBISH: "/openssl is not OpenSSL: it answers “",
    Fake.MISSING: "The program “openssl” is not in PATH.",
    Fake.NO_PROGRAM: "/openssl cannot be run: Exec format error.",
}


def ciphers(*providers: str) -> Campaign:
    asked = CipherSpeedParameters(
        providers=providers,
        ciphers=("aes-128-cbc",),
        block_bytes=(16384,),
        blocks_without_instructions=(),
        rsa_bits=(),
        seconds=1.0,
        rsa_seconds=1.0,
    )
    return Campaign(
        name="raw",
        servers=(),
        protections=(),
        workload=asked,
        repetitions=1,
        warmups=0,
        control=False,
    )


def run(plan: Path, tmp_path: Path) -> CommandResult:
    return cipherbench("run", plan, "--store", f"sqlite:///{tmp_path}/s.sqlite", seconds=60)


def first_in_path(folder: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = "" if fake is Fake.MISSING else f":{os.environ['PATH']}"
    monkeypatch.setenv("PATH", f"{folder}{rest}")


def mostly(fakes: Collection[Fake], *stored: Fake) -> list[Any]:
    """These fakes, of which all but those that are kept are `exhaustive`."""
    marks = {each: () if each in stored else (pytest.mark.exhaustive,) for each in fakes}
    return [pytest.param(each, marks=marks[each]) for each in fakes]


@pytest.mark.parametrize("fake", mostly(OPENSSL, Fake.HANGS))
def test_that_a_strange_openssl_is_left_out_with_a_sentence(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(fake, tmp_path / "bin" / "openssl")
    first_in_path(tmp_path / "bin", fake, monkeypatch)
    output = run(saved(ciphers("openssl", "cryptography"), tmp_path), tmp_path)
    (report,) = [line for line in output.err.splitlines() if line.startswith("openssl:")]
    assert OPENSSL[fake] in report and report.endswith("It is skipped.")
    assert output.code == 0 and "Campaign 1 done" in output.err
    all_gone(tmp_path / "bin")


@pytest.mark.parametrize(
    "fake", mostly([Fake.HANGS, Fake.RUBBISH, Fake.MISSING], Fake.RUBBISH, Fake.MISSING)
)
def test_that_without_anybody_else_a_strange_openssl_is_the_end(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(fake, tmp_path / "bin" / "openssl")
    first_in_path(tmp_path / "bin", fake, monkeypatch)
    output = run(saved(ciphers("openssl"), tmp_path), tmp_path)
    assert (output.code, len(output.err.strip().splitlines())) == (2, 1)
    assert OPENSSL[fake] in output.sentence
    all_gone(tmp_path / "bin")


_VERSION = "[ $1 = version ] && echo OpenSSL 3.9.0 1 Jan 2030 && exit"


@pytest.mark.parametrize("fake", mostly([Fake.FLOODS, Fake.FAILS, Fake.RUBBISH], Fake.RUBBISH))
def test_that_an_openssl_that_measures_nothing_fails_its_own_runs(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(fake, tmp_path / "bin" / "openssl", before=_VERSION)
    first_in_path(tmp_path / "bin", fake, monkeypatch)
    output = run(saved(ciphers("openssl", "cryptography"), tmp_path), tmp_path)
    assert output.code == 1 and "Campaign 1 done with failures, 1 run failed" in output.err
    all_gone(tmp_path / "bin")


ALIKE = [(each, each) for each in (Fake.HANGS, Fake.RUBBISH, Fake.FAILS)]


@pytest.mark.parametrize(
    ("fake", "other"),
    [
        (Fake.HANGS, Fake.RUBBISH),
        *(pytest.param(*each, marks=pytest.mark.exhaustive) for each in ALIKE),
    ],
)
def test_that_whatever_tells_where_we_run_keeps_nobody_from_measuring(
    fake: Fake, other: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among them those that Python itself calls to tell the machine and to find a library, without
    a deadline. That one of them fails is every day's: `systemd-detect-virt` does on a machine of
    one's own."""
    for program in ("uname", "ldconfig"):
        put(fake, tmp_path / "bin" / program)
    for program in ("systemd-detect-virt", "gcc", "ld"):
        put(other, tmp_path / "bin" / program)
    first_in_path(tmp_path / "bin", fake, monkeypatch)
    plan = plan_of(tmp_path, spec_of("firebird"), size=5, repetitions=1)
    # By a program of its own: what the machine is has been asked before the tests fork one.
    output = cipherbench_anew("run", plan, "--store", f"sqlite:///{tmp_path}/s.sqlite", seconds=60)
    assert (output.code, output.err.count("failed")) == (0, 0)
    all_gone(tmp_path / "bin")


MARIADBD = {
    Fake.HANGS: _HANGS,
    Fake.CLOSES: _HANGS,
    Fake.FLOODS: "wrote more than 10 MB and was stopped.",
    Fake.FAILS: "MariaDB did not start: ",
    Fake.RUBBISH: "MariaDB did not start: ",
    Fake.MISSING: "No MariaDB server (mariadbd) was found in ",
    Fake.LOCKED: "/mariadbd cannot be run: Permission denied.",
    Fake.NO_PROGRAM: "/mariadbd cannot be run: Exec format error.",
}


@pytest.mark.parametrize("fake", mostly(MARIADBD, Fake.HANGS, Fake.FAILS, Fake.MISSING))
def test_that_a_strange_server_fails_its_own_runs_alone(fake: Fake, tmp_path: Path) -> None:
    spec_of("mariadb")
    with among_others(fake, MARIADB, "mariadbd") as programs:
        mine = ServerSpec("mine", Source.LOCAL, "mariadb", binaries=str(programs))
        other = ServerSpec("sq", Source.EMBEDDED, "sqlite")
        output = run(plan_of(tmp_path, mine, other, size=5, repetitions=1), tmp_path)
        (report,) = [line for line in output.err.splitlines() if line.startswith("mine:")]
        assert output.code == 1 and "done with failures" in output.err
        assert MARIADBD[fake] in report
        all_gone(programs)
