"""Campaigns of the workload *change*, by engine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from app.campaign.executor import CampaignExecutor
from app.plan.campaign import Campaign, Placement, PlannedProtection
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.records import CampaignSummary
from app.results.store.store import open_store
from benchmarks.shared_servers import SOURCES
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.transition import Transition
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.change.workload import ChangeParameters

SERVER = Protection("server-aes-256", ProtectionKind.NATIVE, "aes", 256, "cbc")
APPLICATION = Protection("application-aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
_TABLESPACE = Protection("tablespace-128", ProtectionKind.STORAGE, "aes", 128, "tablespace")
STORED = {
    "sqlite": Protection("file-aes-256-cbc", ProtectionKind.STORAGE, "aes256cbc"),
    "duckdb": Protection("file-aes-256-gcm", ProtectionKind.STORAGE, "aes256gcm"),
    "mysql": replace(_TABLESPACE, name="tablespace-256", bits=256),
    "mariadb": _TABLESPACE,
}
"""MariaDB's threads encrypt with a key of 128 bits."""
NATIVE = {"mariadb": replace(SERVER, name="server-aes-128-ecb", bits=128, mode="ecb")}
"""Debian's MariaDB knows no other mode; other engines have SERVER."""
ENGINES = (*STORED, "postgresql", "firebird")
FETCHED = {"mysql": "CIPHERBENCH_MYSQL_BINARIES"}
"""Programs that are in no usual folder: the variable that names it, as for tests."""
BASE = ChangeParameters(rates=(40,), batch=5_000, quiet_seconds=1, clean_up=False)


def plan(
    engine: str, protection: Protection, parameters: ChangeParameters, repetitions: int
) -> Campaign:
    """Without plaintext, whose rewriting is no way to encrypt."""
    ways, rows = ", ".join(parameters.ways), ", ".join(map(str, parameters.rows))
    load = "with load" if any(parameters.rates) else "without load"
    index = ", blind index" if parameters.search else ""
    index += ", backups" if parameters.back_up else ""
    binaries = (
        os.environ.get(f"CIPHERBENCH_{engine.upper()}_BINARIES") if engine in FETCHED else None
    )
    if binaries:
        os.environ.setdefault("CIPHERBENCH_BINARIES", binaries)  # or a plan's are not started
    return Campaign(
        name=f"{engine}, {protection.name}{index}, {load}, {rows} rows: {ways}",
        servers=(ServerSpec(engine, SOURCES[engine], engine, binaries=binaries),),
        protections=(PlannedProtection(protection),),
        workload=parameters,
        repetitions=repetitions,
        warmups=0,
        control=False,
        placement=Placement.FREE,
    )


def every_way(engine: str, rows: int, repetitions: int) -> Iterator[Campaign]:
    """All ways of an engine by which encryption is switched on, and by which what is stored is
    changed back and gets another key, with a load, where the engine lets it in; then backups."""
    known = engine_named(engine)
    alone = known.driver.connects_once or not known.facts.writers_wait
    columns = replace(BASE, rows=(rows,), ways=tuple(COLUMN_WAYS))
    columns = replace(columns, rates=(0,)) if alone else columns
    searched = replace(columns, search=("person.name",))
    if known.facts.native:
        native = NATIVE.get(engine, SERVER)
        yield plan(engine, native, columns, repetitions)
        if native.mode != "ecb":
            yield plan(engine, native, searched, repetitions)
    stored = replace(columns, transitions=tuple(Transition))
    for rate in (*BASE.rates, 0):
        methods = known.encryption.storage_methods.items()
        if ways := tuple(
            Way(way)
            for way, each in methods
            if (each.needs_exclusive_access or alone) != (rate > 0)
        ):
            yield plan(
                engine, STORED[engine], replace(stored, ways=ways, rates=(rate,)), repetitions
            )
    yield plan(engine, APPLICATION, columns, repetitions)
    yield plan(engine, APPLICATION, searched, repetitions)
    first = next((Way(way) for way in known.encryption.storage_methods), None)
    for protection, way in ((APPLICATION, Way.BATCHES), (STORED.get(engine), first)):
        if protection is not None and way is not None:
            backed_up = replace(columns, rates=(0,), ways=(way,), back_up=True, back_up_files=True)
            yield plan(engine, protection, backed_up, repetitions)


def run(store: str, campaign: Campaign) -> tuple[CampaignReport | None, int]:
    """Its report, over the protection that it has, and how many runs failed; where nothing could be
    measured, no report, and one.

    A store that has a campaign of this name goes on with it.
    """
    executor = CampaignExecutor(store, gather=lambda runner: True)
    try:
        known = _known(store, campaign.name)
        if known is None:
            campaign_id = executor.run(campaign).campaign_id
        else:
            campaign_id = known.id
            if known.status is not Status.DONE or known.runs_failed:
                executor.resume(str(campaign_id))
    except CipherbenchError as error:  # other engines go on
        print(f"  {error}", flush=True)
        return None, 1
    with open_store(store, write=False) as opened:
        if not opened.operations(campaign_id):
            print(*{f"  {e.reason}" for e in opened.cells(campaign_id)}, sep="\n", flush=True)
            return None, 1
        baseline = campaign.protections[0].protection.name
        failed = opened.summary(campaign_id).runs_failed
        return report_on(opened, campaign_id, baseline), failed


def _known(store: str, name: str) -> CampaignSummary | None:
    with open_store(store, write=True) as opened:
        return next((each for each in opened.campaigns() if each.name == name), None)
