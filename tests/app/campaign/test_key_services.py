"""Protections whose key is elsewhere beside one with a local key, measured and stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from app.findings.key_services import (
    KeyServiceRow,
    key_service_ms,
    key_service_rows,
    key_time_text,
)
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import parse_plan, write_plan
from app.plan.status import Status
from app.report.drawing.protections_drawing import picture_svg
from app.report.figures.campaign_report import report_on
from app.report.figures.candidates import candidates_of
from app.report.page_one.build_page_one import Capacity, _key_time, page_one
from app.report.tables.all_tables import report_tables
from app.report.tables.key_service_table import key_service_table
from app.results.events import Noted, OperationFinished, OperationStarted, RunFinished, RunStarted
from app.system.password_sources import _secrets
from engines.contract.key_source import (
    KEY_CALLS,
    DataKey,
    KeyFault,
    KeyServiceFailed,
    KeySource,
)
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keeping.home import own_folder
from engines.keys.kms import KmsKey
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.keys.vault import VaultKey, VaultSecret
from engines.servers.tcp_access import LOOPBACK, address_name, self_signed
from tests.key_services import calls_logged, local_kms, process_of, soft_token
from tests.real_vault import RealVault, real_vault
from tests.requirements import lacking
from tests.vault_server import TOKEN, VaultServer, vault_server
from workloads.hospital.statements import ENCRYPTED_COLUMNS
from workloads.hospital.workload import HospitalParameters
from workloads.web_users.parameters import LoadKind, WebUsersParameters
from workloads.web_users.parameters import Path as Way

pytestmark = pytest.mark.slow

RECORDS, STATEMENTS, TABLES = 3, 9, 5
"""Statements that INSERT has a record: five that write, and four that read back."""
READ_BACK = [each for each in ENCRYPTED_COLUMNS if not each.startswith("notificacao.")]
GCM = Protection("local", ProtectionKind.CLIENT, "aes", 256, "gcm")


def by_token(data_key: DataKey, **options: Any) -> PlannedProtection:
    source = Pkcs11Key(data_key=data_key, **options)
    return PlannedProtection(replace(GCM, name=data_key.value, key_source=source))


@pytest.fixture
def compared(plan: Callable[..., Campaign]) -> Callable[..., Campaign]:
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")

    def make(engine: str, *keys: PlannedProtection) -> Campaign:
        return plan(
            engine,
            protections=(PlannedProtection(PLAINTEXT), PlannedProtection(GCM), *keys),
            workload=HospitalParameters(sizes=(RECORDS,)),
            repetitions=1,
        )

    return make


def rows_of(stage: Any, campaign_id: int, operation: str) -> dict[str, KeyServiceRow]:
    with stage.store() as store:
        found = key_service_rows(store.snapshot(campaign_id))
        evidence = write_plan(store.load(campaign_id).campaign)
    assert "access" not in evidence
    return {row.key.protection: row for row in found if row.key.operation == operation}


@pytest.mark.parametrize(
    "engine", ["postgresql", pytest.param("mariadb", marks=pytest.mark.exhaustive)]
)
def test_that_each_way_of_using_a_token_takes_turns_with_a_local_key_and_counts_its_calls(
    engine: str, stage: Any, compared: Callable[..., Campaign]
) -> None:
    campaign = compared(engine, *map(by_token, DataKey))
    assert parse_plan(write_plan(campaign), "it") == campaign
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    [sides] = {frozenset(event.compared) for event in stage.of(RunStarted)}
    assert sides == {"plaintext", "local", *DataKey}
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
    drawn = " ".join(re.findall(r">([^<>]+)</text>", picture_svg(page_one(report))))
    uses = [str(each.protection.key_source.use) for each in campaign.protections
            if each.protection.key_source]  # fmt: skip
    assert len(set(uses)) == len(DataKey) and [each for each in uses if each not in drawn] == []
    times = key_service_ms(report)
    assert {name for _, name in times} == {*DataKey}
    assert min(times[engine, "none"], times[engine, "row"]) > times[engine, "cached"]
    known = {each.protection: each for each in candidates_of(report)}
    assert known["none"].key_ms == times[engine, "none"]
    assert known["local"].key_ms is None and known["local"].least_key_ms == min(times.values())
    [line] = [each for card in page_one(report).cards for each in (*card.lines, *card.all_lines)
              if each.code == "key-services"]  # fmt: skip
    dearest = max(times[engine, each] for each in ("none", "row", "person"))
    assert str(key_time_text(dearest)) in str(line.message)
    [sheet] = [each for each in report_tables(report) if each.name == "Key service"]
    assert {row[1] for row in sheet.rows} == {*DataKey}
    inserted = rows_of(stage, outcome.campaign_id, "INSERT")
    calls = {name: row.calls for name, row in inserted.items()}
    assert calls == {
        "none": (len(ENCRYPTED_COLUMNS) + len(READ_BACK)) * RECORDS,
        "row": STATEMENTS * RECORDS,
        "person": STATEMENTS * RECORDS,
        "cached": 0,
        "table": 0,
    }
    assert inserted["none"].p50_ms and inserted["row"].bytes > 32 * STATEMENTS * RECORDS
    assert list(own_folder("keys", 0o700).iterdir()) == []


@pytest.mark.parametrize(
    ("milliseconds", "words"), [(0.0, "+0 ms"), (0.0004, "+0 ms"), (2.13, "+2.1 ms")]
)
def test_that_a_time_reads_in_every_sentence(milliseconds: float, words: str) -> None:
    time = key_time_text(milliseconds)
    assert (
        str(Capacity.KEY_SERVICE.filled(time=time).message) == f"Key service: {words} a statement."
    )


def test_that_a_cached_key_goes_on_when_the_service_is_killed_and_no_other(
    stage: Any, compared: Callable[..., Campaign], tmp_path: Path
) -> None:
    """Rows of what goes on are verified, as always."""
    with ExitStack() as undone:
        address = local_kms(tmp_path / "kms", undone).access.address
        ways = [
            PlannedProtection(replace(GCM, name=each.value, key_source=source))
            for each in (DataKey.NONE, DataKey.CACHED)
            for source in [KmsKey(address=address, data_key=each, delay_ms=3.0, timeout_s=1.0)]
        ]
        campaign = replace(compared("sqlite", *ways), workload=HospitalParameters(sizes=(10,)))

        def kill(event: object) -> None:
            if isinstance(event, OperationStarted) and event.operation == "UPDATE":
                undone.close()

        stage.watch = kill
        outcome = stage.run(campaign)
    with stage.store() as store:
        ends = {each.protection: each for each in store.runs(outcome.campaign_id)}
    failed = ends.pop("none")
    assert failed.status is Status.FAILED and "cannot be reached" in failed.reason
    assert {each.status for each in ends.values()} == {Status.DONE}, ends["cached"].reason


_AWAY = [
    ("sqlite", 2.0, 5.0),
    *(
        pytest.param(engine, patience, 10.0, marks=pytest.mark.exhaustive)
        for engine in ("sqlite", "postgresql", "mariadb")
        for patience in (2.0, 60.0)
    ),
]
"""Engine, and the seconds that are waited for an answer and those that the service is away."""


@pytest.mark.parametrize(("engine", "patience", "away"), _AWAY)
def test_that_a_service_away_for_seconds_stops_who_waits_less_and_nobody_else(
    engine: str,
    patience: float,
    away: float,
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
) -> None:
    """Rows of all that end are verified, as always."""
    with ExitStack() as undone:
        started = local_kms(tmp_path / "kms", undone)
        process, address = process_of(started), started.access.address
        ways = [
            PlannedProtection(replace(GCM, name=each.value, key_source=source))
            for each in (DataKey.NONE, DataKey.CACHED)
            for source in [
                KmsKey(address=address, data_key=each, timeout_s=patience, delay_ms=10.0)
            ]
        ]
        campaign = replace(compared(engine, *ways), workload=HospitalParameters(sizes=(10,)))
        back = Timer(away, process.resume)
        undone.callback(back.cancel)

        def go_away(event: object) -> None:
            updates = isinstance(event, OperationStarted) and event.operation == "UPDATE"
            if updates and back.ident is None:
                process.suspend()
                back.start()

        stage.watch = go_away
        stage.run(campaign)
        back.join()
    first: dict[int, str] = {}
    for each in stage.of(RunStarted):  # what has stalled is repeated, be the service back or not
        if each.protection not in first.values():
            first[each.run_id] = each.protection
    ends = {first[e.run_id]: e for e in stage.of(RunFinished) if e.run_id in first}
    if patience < away:
        failed = ends.pop("none")
        assert failed.status is Status.FAILED
        assert "did not answer within 2 s." in str(failed.why)
    else:
        (waited,) = (
            each.elapsed
            for each in stage.of(OperationFinished)
            if (first.get(each.run_id), each.operation) == ("none", "UPDATE")
        )
        assert waited > away / 2
    assert {each.status for each in ends.values()} == {Status.DONE}, ends


@pytest.mark.exhaustive
def test_that_a_service_that_stays_silent_is_asked_before_a_run_and_named_once(
    stage: Any, compared: Callable[..., Campaign], tmp_path: Path
) -> None:
    """Also where what it took turns with has stalled meanwhile, and is repeated."""
    with ExitStack() as undone:
        started = local_kms(tmp_path / "kms", undone)
        process = process_of(started)
        undone.callback(process.resume)
        address, patience = started.access.address, 12.0
        source = KmsKey(address=address, data_key=DataKey.NONE, timeout_s=patience)
        none = PlannedProtection(replace(GCM, name="none", key_source=source))
        campaign = replace(
            compared("sqlite", none), workload=HospitalParameters(sizes=(10,)), repetitions=2
        )

        def stop(event: object) -> None:
            if isinstance(event, OperationStarted) and event.operation == "UPDATE":
                process.suspend()

        stage.watch = stop
        stage.run(campaign)
    sides = {each.run_id: each.protection for each in stage.of(RunStarted)}
    began = {each.run_id: each.at for each in stage.of(RunStarted)}
    ends = [each for each in stage.of(RunFinished) if sides[each.run_id] == "none"]
    assert len(ends) >= campaign.repetitions
    assert {each.status for each in ends} == {Status.FAILED}
    longest = [each.at - began[each.run_id] > patience for each in ends]
    assert longest == [True] + [False] * (len(ends) - 1)
    told = [each for each in stage.of(Noted) if "did not answer within 12 s" in str(each.message)]
    assert len(told) == 1, told
    others = [each for each in stage.of(RunFinished) if sides[each.run_id] != "none"]
    assert {each.status for each in others} == {Status.DONE}
    assert len([each for each in others if not each.stalled]) >= 2 * campaign.repetitions


_CALLED = [(data_key, delay) for data_key in (DataKey.NONE, DataKey.ROW) for delay in (0.0, 30.0)]


@pytest.mark.parametrize(
    ("engine", "called"),
    [
        ("postgresql", [_CALLED[0], _CALLED[-1]]),
        *(
            pytest.param(engine, _CALLED, marks=pytest.mark.exhaustive)
            for engine in ("postgresql", "mariadb")
        ),
    ],
)
def test_that_calls_counted_in_a_campaign_are_those_that_local_kms_wrote_down(
    engine: str,
    called: Sequence[tuple[DataKey, float]],
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
) -> None:
    """Quiet and 30 ms away, beside the same cipher with a local key."""
    with ExitStack() as undone:
        local_kms(tmp_path / "tried", undone)  # or this is skipped
    ways = [
        PlannedProtection(replace(GCM, name=f"{data_key} {delay:g}", key_source=source))
        for data_key, delay in called
        for source in [KmsKey(data_key=data_key, delay_ms=delay)]
    ]
    logged: list[float] = []

    def read_log(event: object) -> None:
        if isinstance(event, RunFinished):
            logged[:] = calls_logged()

    stage.watch = read_log
    outcome = stage.run(compared(engine, *ways))
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    with stage.store() as store:
        headline = report_on(store, outcome.campaign_id).headline
    [sides] = {frozenset(event.compared) for event in stage.of(RunStarted)}
    assert sides == {"plaintext", "local", *(each.protection.name for each in ways)}
    assert_counted(stage, logged)
    assert {each.key.protection for each in headline} >= sides - {"plaintext"}


def assert_counted(stage: Any, logged: Sequence[float]) -> None:
    """Calls of each operation are those that the service has written down meanwhile."""
    timed: dict[str, list[OperationFinished]] = {}
    for event in stage.of(OperationFinished):
        timed.setdefault(event.operation, []).append(event)
    for events in timed.values():  # the sides do an operation together, and then verify it
        began, ended = min(e.started_at for e in events), max(e.finished_at for e in events)
        counted = sum((each.measures or {}).get(KEY_CALLS, 0) for each in events)
        assert sum(began <= each <= ended for each in logged) == counted


@pytest.mark.parametrize(
    "engine", ["postgresql", pytest.param("mariadb", marks=pytest.mark.exhaustive)]
)
def test_that_a_load_counts_the_calls_that_its_lanes_and_its_api_make(
    engine: str, stage: Any, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    """A user is got, or added, with one call."""
    with ExitStack() as undone:
        local_kms(tmp_path / "tried", undone)  # or this is skipped
    reads, writes = 30, 20
    row = PlannedProtection(replace(GCM, name="row", key_source=KmsKey(data_key=DataKey.ROW)))
    logged: list[float] = []

    def read_log(event: object) -> None:
        if isinstance(event, RunFinished):
            logged[:] = calls_logged()

    stage.watch = read_log
    users = WebUsersParameters(
        loads=(LoadKind.BASELINE,), paths=tuple(Way), reads=reads, writes=writes, users=10,
        warmup_seconds=0.2, baseline_seconds=0.0,
    )  # fmt: skip
    outcome = stage.run(
        plan(engine, protections=(PlannedProtection(GCM), row), workload=users, repetitions=1)
    )
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id, "local")
    loaded = [each for each in key_service_rows(report) if each.loading]
    assert {(each.statements, each.calls) for each in loaded} == {(10, 10)} and len(loaded) == 2
    assert all(each.p50_ms and each.bytes and each.ms_per_statement for each in loaded)
    table = key_service_table(report)
    words = [line[table.head.index("operation")] for line in table.lines]
    assert words == ["loading", "GET", "ADD"] * 2
    rows = [each for each in key_service_rows(report) if not each.loading]
    [time] = key_service_ms(report).values()
    assert time == 1000 * sum(each.seconds for each in rows) / sum(each.statements for each in rows)
    assert sorted(each.calls for each in rows) == sorted(2 * [reads, writes])
    assert {each.calls_per_statement for each in rows} == {1.0}
    assert all(each.p50_ms and each.p99_ms and each.p50_ms <= each.p99_ms for each in rows)
    for each in stage.of(OperationFinished):
        if (counted := (each.measures or {}).get(KEY_CALLS)) is not None:
            assert sum(each.started_at <= at <= each.finished_at for at in logged) == counted


@pytest.mark.parametrize("way", [Way.API, pytest.param(Way.DIRECT, marks=pytest.mark.exhaustive)])
def test_that_rows_of_a_load_are_looked_at_when_its_key_service_is_killed(
    way: Way, stage: Any, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    users = WebUsersParameters(
        loads=(LoadKind.BASELINE,), paths=(way,), reads=10, writes=100, users=10,
        warmup_seconds=0.0, baseline_seconds=0.0,
    )  # fmt: skip
    with ExitStack() as undone:
        address = local_kms(tmp_path / "kms", undone).access.address
        row = replace(GCM, name="row", key_source=KmsKey(address=address, data_key=DataKey.ROW))

        def kill(event: object) -> None:
            if isinstance(event, OperationStarted) and event.operation == "ADD":
                undone.close()

        stage.watch = kill
        sides = (PlannedProtection(GCM), PlannedProtection(row))
        stage.run(plan("postgresql", protections=sides, workload=users, repetitions=1))
    named = {each.run_id: each.protection for each in stage.of(RunStarted)}
    ends = {named[each.run_id]: each for each in stage.of(RunFinished)}
    assert "cannot be reached" in ends["row"].reason, ends["row"].reason
    assert {name: each.status for name, each in ends.items()} == {
        "local": Status.DONE, "row": Status.FAILED
    }  # fmt: skip
    [looked] = [str(e.message) for e in stage.of(Noted) if "Rows stored" in str(e.message)]
    stored, whole = map(int, re.findall(r"\d+", looked))
    assert 10 <= stored < 110 and whole == stored, looked


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_that_a_real_vault_has_verdicts_quiet_and_away_and_calls_as_in_its_audit_log(
    engine: str,
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Transit one by one and batched, KV at each call and cached, beside the local key."""
    with real_vault(tmp_path / "vault") as vault:
        monkeypatch.setitem(_secrets, "CIPHERBENCH_PASSWORD_VAULT", vault.token)
        reached: Any = {"address": vault.address, "ca": str(vault.certificate)}
        ways = [
            PlannedProtection(replace(GCM, name=f"{name} {delay:g}", key_source=source))
            for delay in (0.0, 30.0)
            for name, source in (
                ("single", VaultKey(data_key=DataKey.NONE, delay_ms=delay, **reached)),
                ("batch", VaultKey(data_key=DataKey.NONE, batch=True, delay_ms=delay, **reached)),
                ("row", VaultKey(data_key=DataKey.ROW, delay_ms=delay, **reached)),
                ("kv", VaultSecret(data_key=DataKey.NONE, delay_ms=delay, **reached)),
                ("cached", VaultSecret(data_key=DataKey.CACHED, delay_ms=delay, **reached)),
            )
        ]
        outcome = stage.run(compared(engine, *ways))
        logged = vault.calls()
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
        plan = write_plan(store.load(outcome.campaign_id).campaign)
    names = {each.protection.name for each in ways}
    assert {frozenset(each.compared) for each in stage.of(RunStarted)} == {
        frozenset({"plaintext", "local", *names})
    }
    shown = {each.key.protection: str(each.cost.message) for each in report.headline}
    assert names <= shown.keys() and all(shown.values())
    assert vault.token not in plan and vault.token.encode() not in Path(stage.url).read_bytes()
    assert_counted(stage, logged)


_FAR_MS = 30.0
_FAR = [
    pytest.param(engine, uses, marks=() if usual else pytest.mark.exhaustive)
    for engine in ("postgresql", "mariadb")
    for uses in ((DataKey.ROW,), (DataKey.ROW, DataKey.NONE))
    for usual in [(engine, len(uses)) == ("postgresql", 1)]
]


@pytest.mark.parametrize(("engine", "uses"), _FAR)
def test_that_a_service_farther_away_costs_its_delay_for_each_call(
    engine: str, uses: Sequence[DataKey], stage: Any, compared: Callable[..., Campaign]
) -> None:
    ways = [
        PlannedProtection(replace(GCM, name=f"{place} {use}", key_source=source))
        for use in uses
        for place, delay in (("near", 0.0), ("far", _FAR_MS))
        for source in [Pkcs11Key(data_key=use, delay_ms=delay)]
    ]
    outcome = stage.run(compared(engine, *ways))
    assert (outcome.status, outcome.failed, outcome.refused) == (Status.DONE, 0, 0)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
        seconds = {
            each.run.protection: each.seconds
            for each in store.operations(outcome.campaign_id)
            if each.operation == "INSERT"
        }
    inserted = rows_of(stage, outcome.campaign_id, "INSERT")
    for use in uses:
        near, far = inserted[f"near {use}"], inserted[f"far {use}"]
        assert far.calls == near.calls >= STATEMENTS * RECORDS
        assert near.p50_ms is not None and far.p50_ms is not None
        assert near.p50_ms < _FAR_MS <= far.p50_ms < 10 * _FAR_MS
        added = seconds[f"far {use}"] - seconds["local"]
        assert added > 0.9 * far.calls * _FAR_MS / 1000
    costs = {each.key.protection: each.cost for each in report.headline}
    for each in ways:
        name = each.protection.name
        assert costs[name].percent is not None and str(costs[name].message), name
    [line] = _key_time(report, engine)
    times = key_service_ms(report)
    dearest_near = max(times[engine, f"near {use}"] for use in uses)
    time = key_time_text(dearest_near)
    assert line.message == Capacity.KEY_SERVICE.filled(time=time).message, "nearest, not farthest"


type Unusable = Callable[[ExitStack, Path, pytest.MonkeyPatch], KeySource]

WRONG = "hvs.wrong-secret-4711"


def absent_token(undone: ExitStack, folder: Path, patched: pytest.MonkeyPatch) -> KeySource:
    return Pkcs11Key(module=softhsm() or "", token="absent")


def wrong_pin(undone: ExitStack, folder: Path, patched: pytest.MonkeyPatch) -> KeySource:
    soft_token(folder)
    patched.setenv("SOFTHSM2_CONF", str(folder / "softhsm2.conf"))
    patched.setitem(_secrets, "CIPHERBENCH_PASSWORD_PKCS11", WRONG)
    return Pkcs11Key(module=softhsm() or "")


def wrong_token(undone: ExitStack, folder: Path, patched: pytest.MonkeyPatch) -> KeySource:
    patched.setitem(_secrets, "CIPHERBENCH_PASSWORD_VAULT", WRONG)
    return VaultKey(address=undone.enter_context(vault_server()).address)


def unknown_ca(undone: ExitStack, folder: Path, patched: pytest.MonkeyPatch) -> KeySource:
    made = self_signed("vault", [address_name(LOOPBACK)], timedelta(days=1))
    files = str(folder / "vault.crt"), str(folder / "vault.key")
    for file, text in zip(files, (made.pem, made.key), strict=True):
        Path(file).write_bytes(text)
    patched.setitem(_secrets, "CIPHERBENCH_PASSWORD_VAULT", TOKEN)
    return VaultKey(address=undone.enter_context(vault_server(files)).address)


def wrong_credentials(undone: ExitStack, folder: Path, patched: pytest.MonkeyPatch) -> KeySource:
    served = undone.enter_context(vault_server())
    served.answer = 400, b'{"__type": "com.amazonaws.kms#InvalidSignatureException"}'
    patched.setitem(_secrets, "CIPHERBENCH_PASSWORD_KMS", f"AKIDEXAMPLE:{WRONG}")
    return KmsKey(address=served.address)


@pytest.mark.parametrize(
    ("unusable", "fault"),
    [
        (absent_token, KeyFault.NO_TOKEN),
        (wrong_pin, KeyFault.LOGIN),
        (wrong_token, KeyFault.TOKEN),
        (unknown_ca, KeyFault.CERTIFICATE),
        (wrong_credentials, KeyFault.LOGIN),
    ],
)
def test_that_a_campaign_whose_key_is_unusable_stops_before_anything_is_stored(
    unusable: Unusable,
    fault: KeyFault,
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as undone:
        source = unusable(undone, tmp_path, monkeypatch)
        way = PlannedProtection(replace(GCM, name="elsewhere", key_source=source))
        with pytest.raises(KeyServiceFailed) as failed:
            stage.run(compared("sqlite", way))
    assert failed.value.fault is fault
    assert failed.value.message.endswith(".") and ". " not in failed.value.message
    assert WRONG not in " ".join(map(str, failed.value.messages))
    with stage.store() as store:
        assert store.campaigns() == []


_LOST = {
    "sealed": "is sealed.",
    "expired token": "rejects the token: it is wrong or has expired.",
    "killed": "cannot be reached",
}


def lose(vault: RealVault, what: str) -> None:
    match what:
        case "sealed":
            vault.seal()
        case "expired token":
            given = {"token": vault.token}
            assert vault.ask("POST", "auth/token/revoke", given)[0] == 204
        case "killed":
            vault.process.kill()


def lose_stand_in(vault: VaultServer, what: str) -> None:
    if what == "sealed":
        vault.sealed = True
    else:
        vault.tokens = {}


@pytest.mark.parametrize(
    ("what", "real"),
    [
        ("expired token", False),
        pytest.param("sealed", False, marks=pytest.mark.exhaustive),
        *(pytest.param(each, True, marks=pytest.mark.exhaustive) for each in _LOST),
    ],
)
def test_that_a_vault_that_is_lost_in_the_middle_fails_those_alone_that_ask_it_again(
    what: str,
    real: bool,
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All rows are whole, those of a cached key are verified as always."""
    with ExitStack() as undone:
        if real:
            vault = undone.enter_context(real_vault(tmp_path / "vault"))
            address, token, ca = vault.address, vault.token, str(vault.certificate)
            end = partial(lose, vault, what)
        else:
            served = undone.enter_context(vault_server())
            address, token, ca = served.address, TOKEN, ""
            end = partial(lose_stand_in, served, what)
        monkeypatch.setitem(_secrets, "CIPHERBENCH_PASSWORD_VAULT", token)
        ways = [
            PlannedProtection(replace(GCM, name=use.value, key_source=source))
            for use in (DataKey.NONE, DataKey.CACHED)
            for source in [
                VaultKey(address=address, ca=ca, data_key=use, timeout_s=60.0, delay_ms=3.0)
            ]
        ]
        records = 10
        campaign = replace(compared("sqlite", *ways), workload=HospitalParameters(sizes=(records,)))
        lost = list[str]()

        def lose_it(event: object) -> None:
            if isinstance(event, OperationStarted) and event.operation == "UPDATE" and not lost:
                lost.append(what)
                end()

        stage.watch = lose_it
        outcome = stage.run(campaign)
    with stage.store() as store:
        ends = {each.protection: each for each in store.runs(outcome.campaign_id)}
    failed = ends.pop("none")
    assert failed.status is Status.FAILED and _LOST[what] in failed.reason, failed.reason
    assert {each.status for each in ends.values()} == {Status.DONE}, ends["cached"].reason
    stored = TABLES * records
    sentence = f"The key service failed. Rows stored: {stored}, whole and encrypted: {stored}."
    assert sentence in [str(each.message) for each in stage.of(Noted)]


@pytest.mark.parametrize(
    "operation", ["INSERT", pytest.param("UPDATE", marks=pytest.mark.exhaustive)]
)
def test_that_a_token_that_goes_in_the_middle_fails_its_own_protection_alone(
    operation: str,
    stage: Any,
    compared: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = soft_token(tmp_path / "token")
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "token" / "softhsm2.conf"))
    monkeypatch.setitem(_secrets, "CIPHERBENCH_PASSWORD_PKCS11", token.access.secret)
    campaign = compared("sqlite", by_token(DataKey.NONE, module=softhsm(), delay_ms=5))
    records = 10
    campaign = replace(campaign, workload=HospitalParameters(sizes=(records,)))
    began = set[str]()

    def remove_token(event: object) -> None:
        if isinstance(event, OperationStarted):
            began.add(event.operation)
            if event.operation == operation:
                for file in (tmp_path / "token" / "tokens").glob("*/*"):
                    file.unlink()

    stage.watch = remove_token
    outcome = stage.run(campaign)
    with stage.store() as store:
        ends = {each.protection: each for each in store.runs(outcome.campaign_id)}
        timed = store.operations(outcome.campaign_id)
    failed = ends.pop("none")
    assert failed.status is Status.FAILED and "PKCS#11 at" in failed.reason, failed.reason
    stored = {"INSERT": 0, "UPDATE": TABLES * records}[operation]
    sentence = f"The key service failed. Rows stored: {stored}, whole and encrypted: {stored}."
    assert [str(e.message) for e in stage.of(Noted) if "Rows stored" in str(e.message)] == [
        sentence
    ]
    assert {each.status for each in ends.values()} == {Status.DONE}, began
    assert {each.operation for each in timed if each.run.protection == "local"} == began
