"""A stored campaign of raw ciphers whose speeds are known."""

from __future__ import annotations

from dataclasses import replace

from app.plan.campaign import Campaign
from app.plan.matrix import Cell, cells_of, schedule
from app.plan.status import Status
from app.results.events import CampaignFinished, Event, RunFinished
from app.results.store.store import Store
from tests.app.results.making import operation_finished, started, write_all
from workloads.cipher_speed.workload import AES_OFF, CipherSpeedParameters
from workloads.contract import Options
from workloads.registry import bare_workload

PROVIDERS = ("openssl", "cryptography")

PARAMETERS = CipherSpeedParameters(
    ciphers=("aes-128-cbc", "aes-256-cbc", "aes-256-gcm"),
    block_bytes=(16, 1024),
    blocks_without_instructions=(1024,),
    rsa_bits=(1024, 2048),
    seconds=1.0,
    rsa_seconds=1.0,
)


def raw_campaign(**settings: object) -> Campaign:
    """Two repetitions of `PARAMETERS` with a control."""
    given = {"name": "raw", "servers": (), "protections": (), "workload": PARAMETERS,
             "repetitions": 2, "warmups": 0, **settings}  # fmt: skip
    return Campaign(**given)  # type: ignore[arg-type]


def speed(cell: Cell, operation: str) -> float:
    """Bytes or operations per second: the longer the block the quicker, the longer the key the
    slower, a fifth without AES instructions, half by `cryptography`."""
    half = 2 if cell.server == "cryptography" else 1
    if cell.protection.algorithm == "rsa":
        return {"sign": 1e6, "decrypt": 1e6, "verify": 1e7, "encrypt": 1e7}[operation] / (
            cell.size * half
        )
    lame = 5 if cell.case_name == AES_OFF else 1
    return 128e9 * cell.size / (cell.size + 100) / (cell.protection.bits or 1) / lame / half


def store_raw(
    store: Store, campaign: Campaign | None = None, worker_cpu_s: float | None = None
) -> int:
    """Store it with all its runs done; gives its number."""
    campaign = campaign or raw_campaign()
    cells = cells_of(campaign, {}, (), PROVIDERS)
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    workload = bare_workload(campaign.workload.name)
    events: list[Event] = []
    for run in store.load(number).runs:
        cell = cells[run.cell]
        options = Options(campaign.workload, cell.case)
        events.append(started(run))
        for operation in workload.operations(options.parameters, cell.case, cell.protection):
            rsa = cell.protection.algorithm == "rsa"
            name = "operations_per_second" if rsa else "bytes_per_second"
            done = operation_finished(run.id, operation)
            measures = {name: speed(cell, operation)}
            events.append(replace(done, measures=measures, worker_cpu_s=worker_cpu_s))
        events.append(RunFinished(run.id, Status.DONE, 1001.0))
    write_all(store, number, [*events, CampaignFinished(number, Status.DONE, 2000.0)])
    return number
