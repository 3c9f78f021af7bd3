"""Campaigns whose times are made: known costs under log-normal noise, on as many servers, with as
many protections and cases as a test wants."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.plan.campaign import CONTROL, Campaign
from app.plan.matrix import schedule
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Event
from app.results.store.store import Store
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.results.making import (
    CBC,
    OPERATIONS,
    make_campaign,
    make_cells,
    whole_run,
    write_all,
)
from workloads.contract import Refusal

BASE = dict(zip(OPERATIONS, (0.104, 0.034, 0.064, 0.191), strict=True))
ENGINES = ("postgresql", "mariadb", "firebird", "sqlite")
GCM = Protection("client-aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


def costly_campaign(
    servers: int = 3,
    protections: Sequence[Protection] = (CBC, GCM),
    cases: tuple[int, ...] = (1000,),
    repetitions: int = 12,
) -> Campaign:
    """Servers of all engines in turn, plaintext with its control and these protections."""
    names = tuple(
        (ENGINES[n % 4] + ("" if n < 4 else f"-on-another-machine-{n}"), ENGINES[n % 4])
        for n in range(servers)
    )
    made = make_campaign(
        "known costs",
        servers=names,
        protections=(PLAINTEXT, CONTROL, *protections),
        sizes=cases,
        repetitions=repetitions,
        warmups=0,
    )
    return replace(made, control=True)


def store_costs(
    store: Store,
    campaign: Campaign,
    costs: Mapping[tuple[str, str], float],
    noise: float = 0.015,
    unsupported: Mapping[tuple[str, str], str] | None = None,
    refused: Mapping[str, Refusal] | None = None,
) -> int:
    """Store a campaign that is done; `costs` are ratios (0.4: 40 % more) by server and protection,
    0 where nothing is said, and `noise` the standard deviation of the logarithm of a time. Of the
    protections of `refused` one operation is."""
    lacking = {name: (each,) for name, each in (refused or {}).items()}
    cells = [
        replace(cell, refused=lacking.get(cell.protection.name, ()))
        for cell in make_cells(campaign, unsupported)
    ]
    campaign_id = store.create_campaign(campaign, cells, schedule(campaign, cells))
    runs = store.load(campaign_id).runs
    luck = random.Random(7)
    events: list[Event] = [CampaignStarted(campaign_id, campaign.name, len(runs), 0)]
    for run in runs:
        cell = cells[run.cell]
        ratio = 1 + costs.get((cell.server, cell.protection.name), 0.0)
        seconds = {
            name: base * cell.size / 1000 * ratio * math.exp(luck.gauss(0, noise))
            for name, base in BASE.items()
            if name not in {each.operation for each in cell.refused}
        }
        events += whole_run(run, seconds, 1000.0 + 10 * run.position)
    write_all(store, campaign_id, [*events, CampaignFinished(campaign_id, Status.DONE, 99_000.0)])
    return campaign_id
