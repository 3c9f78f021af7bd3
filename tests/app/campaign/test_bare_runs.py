"""Campaigns without a database, from plan to store: raw ciphers by a program and by a library."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.plan.campaign import Campaign
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.results.events import (
    Event,
    Noted,
    OperationFinished,
    OperationStarted,
    Progressed,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.records import ServerRecord
from tests.app.workers import workers_of
from tests.patience import wait_until, within
from workloads.cipher_speed.openssl import openssl_program
from workloads.cipher_speed.workload import CipherSpeedParameters

pytestmark = pytest.mark.slow


def small(repetitions: int = 2, **workload: Any) -> Campaign:
    """Two runs of AES-128-CBC and two of its control, where nothing else is said, a second and two
    operations each."""
    given = {
        "providers": ("cryptography",),
        "ciphers": ("aes-128-cbc",),
        "block_bytes": (16384,),
        "blocks_without_instructions": (),
        "rsa_bits": (),
        "seconds": 1.0,
        "rsa_seconds": 1.0,
        **workload,
    }
    return Campaign(
        name="small",
        servers=(),
        protections=(),
        workload=CipherSpeedParameters(**given),
        repetitions=repetitions,
        warmups=0,
    )


@pytest.mark.parametrize(
    "providers",
    [
        ("openssl",),
        # What the library measures is in tests/workloads/cipher_speed, and one of its campaigns is
        # in the test after this one.
        pytest.param(("openssl", "cryptography"), marks=pytest.mark.exhaustive),
    ],
    ids="-".join,
)
def test_that_ciphers_and_keys_go_the_whole_way(stage: Any, providers: tuple[str, ...]) -> None:
    """What a version of the program does not measure is unsupported, with its reason."""
    campaign = small(
        providers=providers,
        ciphers=("aes-256-gcm",),
        rsa_bits=(512,),  # still allowed there
        repetitions=1,
    )
    outcome = stage.run(replace(campaign, control=False))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    versions = {event.name: event.version for event in stage.of(ServerRecord)}
    assert versions["openssl"].startswith("OpenSSL ")
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
        cells = {(each.server, each.protection): each for each in store.cells(outcome.campaign_id)}
    rows = {(row.server, row.protection, row.operation): row for row in report.comparison}
    gcm, sign = rows["openssl", "aes-256-gcm", "encrypt"], rows["openssl", "rsa-signature", "sign"]
    assert (gcm.measure, sign.measure) == ("bytes_per_second", "operations_per_second")
    assert gcm.mean is not None and gcm.mean > 1e8 and gcm.n == 1
    assert report.baseline == "aes-256-gcm"
    assert cells["openssl", "rsa-signature"].status is Status.DONE
    encryption = cells["openssl", "rsa-encryption"]
    if openssl_program().why_not_rsa("encrypt"):
        assert encryption.status is Status.UNSUPPORTED
        assert "from version 3.2 on" in encryption.reason
    else:
        assert encryption.status is Status.DONE
    if "cryptography" in providers:
        assert rows["cryptography", "aes-256-gcm", "encrypt"].mean
        assert rows["cryptography", "rsa-encryption", "decrypt"].mean


@pytest.mark.exhaustive
def test_that_what_cannot_take_turns_says_so_once_as_it_begins(stage: Any) -> None:
    """Results and form said so; who ran the plan from a terminal was not told before."""
    outcome = stage.run(small(repetitions=1, rsa_bits=(512,)))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    [library] = stage.of(ServerRecord)
    assert "OpenSSL" in library.version
    text = [event.text for event in stage.of(Noted) if "mirror blocks" in event.text]
    [reason] = text
    assert reason.startswith("Runs are measured one after another, in mirror blocks: ")
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
    rows = {(row.protection, row.operation): row for row in report.comparison}
    assert rows["aes-128-cbc", "encrypt"].mean and rows["rsa-encryption", "decrypt"].mean
    control = rows["control", "encrypt"]
    assert control.control and control.cost.percent is not None


@pytest.mark.timing("a promise")
def test_that_a_run_is_seen_working_and_cancelling_ends_the_next_and_resuming_goes_on(
    stage: Any,
) -> None:
    """Of the two operations of a run, which take two seconds."""

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and len(stage.of(RunFinished)) == 1:
            stage.asked = time.monotonic()
            stage.runner.cancel()

    stage.watch = watch
    first = stage.run(replace(small(providers=("openssl",)), control=False))
    assert time.monotonic() - stage.asked < within(1.5)
    assert first.status is Status.CANCELLED and not workers_of()
    wait_until(lambda: not speeds_running())
    _was_seen_working(stage)
    stored = [event.run_id for event in stage.of(RunFinished) if event.status is Status.DONE]
    stage.events.clear()
    stage.watch = lambda event: None
    second = stage.executor().resume("small")
    assert (second.campaign_id, second.status) == (first.campaign_id, Status.DONE)
    again = {event.run_id for event in stage.of(RunStarted)}
    assert len(stored) == 1 and again.isdisjoint(
        stored
    )  # the block that was broken off is done again
    with stage.store() as store:
        assert all(run.status is Status.DONE for run in store.runs(first.campaign_id))


def _was_seen_working(stage: Any) -> None:
    """Progress, and that the processor's time, which the program uses, is the worker's."""
    samples = [event.sample for event in stage.of(Sampled) if event.sample.operation]
    shares = [each.progress for each in samples]
    assert max(shares) > 0.5 and any(0.2 < each < 0.8 for each in shares)
    assert max(each.worker_cpu for each in samples) > 10
    assert all(each.statements == 0 for each in samples)
    finished = stage.of(OperationFinished)
    assert len(finished) == 2
    assert all(each.worker_cpu_s == pytest.approx(each.seconds, rel=0.2) for each in finished)
    first = stage.of(Progressed)[0]
    assert 3 < first.remaining < 5  # two runs


@pytest.mark.parametrize("name", ["cipher-speed", "study-002"])
def test_that_the_plans_that_ship_can_be_used(name: str) -> None:
    campaign = read_plan(name)
    assert isinstance(campaign.workload, CipherSpeedParameters)
    assert campaign.controlled and not campaign.servers


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ('ciphers = ["aes-100-cbc"]', "unknown cipher “aes-100-cbc”"),
        ('providers = ["wolfssl"]', "unknown provider “wolfssl”"),
        ("providers = []", "workload providers are empty"),
        ("seconds = 1.5", "openssl speed takes whole seconds"),
        ("seconds = 0.5", "seconds must be 1 or more"),
        ("block_bytes = [100]", "block size 100 is not a multiple of 16 bytes"),
        ("block_bytes = []", "workload block_bytes are empty"),
        ("rsa_bits = [1000]", "RSA keys of 1000 bits are not supported"),
        ("rsa_bits = [1024, 1024]", "is named twice"),
        ("ciphers = []\nrsa_bits = []", "neither a cipher nor an RSA key length"),
    ],
)
def test_that_a_plan_that_cannot_be_used_says_why(tmp_path: Path, lines: str, text: str) -> None:
    path = tmp_path / "plan.toml"
    head = '[campaign]\nname = "ciphers"\n[workload]\nname = "cipher_speed"\n'
    path.write_text(f"{head}{lines}\n")
    with pytest.raises(Exception, match=text):
        read_plan(str(path))


def speeds_running() -> list[psutil.Process]:
    """The programs `openssl speed` below this process."""
    return [
        each
        for each in psutil.Process().children(recursive=True)
        if each.name() == "openssl" and each.status() != psutil.STATUS_ZOMBIE
    ]
