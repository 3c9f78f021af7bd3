"""What a plan may ask for, what cases are called, and which of them cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.matrix import cells_of
from engines.base.capability import Capabilities
from engines.contract.endpoint import Source
from engines.contract.launch import Arrangement, Logs
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.contract import Case
from workloads.registry import case_label
from workloads.tablespace.workload import (
    CacheState,
    Flush,
    Tablespace,
    TablespaceParameters,
    settings_of,
)
from workloads.workload import MeanOfRuns

ALL = TablespaceParameters(
    rows=(1, 2_000_000),
    buffers=(16, 64),
    temperatures=tuple(CacheState),
    flush=tuple(Flush),
    logs=tuple(Logs),
)
MARIADB = ServerSpec("db", Source.LOCAL, "mariadb")
KEYS = frozenset({Cipher("aes", 128, "tablespace")})
ABLE = Capabilities("1", frozenset({Cipher("aes", 128, "ecb")}), storage=KEYS)


def reason(
    spec: ServerSpec,
    protection: Protection,
    parameters: TablespaceParameters,
    report: Capabilities = ABLE,
) -> str:
    """Why the first cell of a plan cannot be done."""
    planned = PlannedProtection(protection)
    campaign: Campaign = quick_campaign("why", (spec,), (planned,), parameters)
    return cells_of(campaign, {spec.name: report})[0].reason


def test_that_every_combination_is_a_case_whose_name_tells_all_of_it() -> None:
    cases = ALL.cases()
    assert len({*cases}) == len(cases) == 2 * 2 * 2 * 2 * 3
    assert {settings_of(case).name for case in cases} == {case.name for case in cases}
    assert len({str(case_label("tablespace", case)) for case in cases}) == len(cases)
    last = settings_of(Case(1, "64 MB, cold, flushed, logs sealed")).arrangement
    assert last == Arrangement(64, Logs.ENCRYPTED, cold=True, flushed=True)
    assert settings_of(Case(1)).arrangement == Arrangement()
    assert (
        str(case_label("tablespace", Case(2, "cold, logs sealed")))
        == "2 rows, cold, logs encrypted"
    )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"rows": ()}, "workload rows are empty"),
        ({"rows": (0,)}, "0 rows are not between 1 and 1000000000"),
        ({"buffers": (1,)}, "a buffer of 1 MB is below the minimum of 8 MB"),
        ({"logs": (Logs.ENCRYPTED, Logs.ENCRYPTED)}, "a value of workload logs is named twice"),
    ],
)
def test_that_what_cannot_be_is_stated(changes: dict[str, object], text: str) -> None:
    faults = replace(TablespaceParameters(), **changes).faults()  # type: ignore[arg-type]
    assert text in [str(each) for each in faults]


def test_that_what_plaintext_pays_as_well_is_reported_next_to_the_costs() -> None:
    seconds = {"logs readable": 2.0, "logs sealed": 5.0, "cold, logs sealed": 15.0}
    readings = [
        MeanOfRuns("db", "plaintext", Case(10, name), operation, "seconds", mean)
        for name, mean in seconds.items()
        for operation in ("CREATE", "UPDATE")
    ]
    (logs,) = map(str, Tablespace().remarks(readings))
    assert logs.startswith("db, plaintext: with encrypted logs it takes 2.5 times as long")
    assert not list(Tablespace().remarks(readings[:2]))


def test_that_encrypted_values_are_refused_with_the_reason() -> None:
    small = TablespaceParameters()
    client = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
    native = Protection("aes", ProtectionKind.NATIVE, "aes", 128, "ecb")
    assert "sum numbers that the application encrypted" in reason(MARIADB, client, small)
    assert "encrypted one by one" in reason(MARIADB, native, small)
    assert reason(MARIADB, PLAINTEXT, small) == ""


def test_that_a_server_that_is_not_ours_is_never_arranged() -> None:
    elsewhere = replace(MARIADB, source=Source.ADDRESS)
    boxed = replace(MARIADB, source=Source.CONTAINER)
    for changes in (
        {"buffers": (64,)},
        {"temperatures": (CacheState.COLD,)},
        {"logs": (Logs.ENCRYPTED,)},
    ):
        wanted = replace(TablespaceParameters(), **changes)
        assert "at an address is never reconfigured" in reason(elsewhere, PLAINTEXT, wanted)
        assert "in a container" in reason(boxed, PLAINTEXT, wanted)
        assert reason(MARIADB, PLAINTEXT, wanted) == ""
    flushed = TablespaceParameters(flush=(Flush.INCLUDED,))
    assert reason(elsewhere, PLAINTEXT, flushed) == ""


def test_that_logs_are_encrypted_where_an_engine_can() -> None:
    encrypted = Arrangement(logs=Logs.ENCRYPTED)
    text = {
        name: str(engine_named(name).servers.why_not_arranged(encrypted, Source.EMBEDDED))
        for name in ("mariadb", "postgresql", "sqlite", "firebird")
    }
    assert text.pop("mariadb") == ""
    assert all("log" in each for each in text.values())
    keyless, asked = (
        replace(ABLE, storage=frozenset()),
        TablespaceParameters(logs=(Logs.ENCRYPTED,)),
    )
    assert "this server has none" in reason(MARIADB, PLAINTEXT, asked, keyless)
    assert reason(MARIADB, PLAINTEXT, TablespaceParameters(logs=(Logs.READABLE,)), keyless) == ""
