"""A campaign of a plan, and its comparisons by elapsed and by CPU time."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.campaign.executor import CampaignExecutor
from app.findings.compare import Comparisons
from app.plan.campaign import Campaign
from app.results.store.store import open_store
from workloads.contract import CPU_TIME

ELAPSED, CPU = "elapsed", "CPU"
MEASURES: Mapping[str, str | None] = {ELAPSED: None, CPU: CPU_TIME.name}
"""The names of our figures, and those of the measures they come from."""


@dataclass(frozen=True)
class Campaigned:
    """What a campaign has told, by measure, and how long it took."""

    compared: Mapping[str, Comparisons]
    seconds: float
    began: str
    load: float
    """Of the minute before it."""


@contextmanager
def new_store() -> Iterator[str]:
    """Where campaigns of ours are kept as long as we look at them."""
    with tempfile.TemporaryDirectory(prefix="cipherbench-") as folder:
        yield str(Path(folder) / "results.sqlite")


def campaigned(store: str, plan: Campaign) -> Campaigned:
    """Run a plan.

    Raises: ServerUnavailable
    """
    load, began = os.getloadavg()[0], time.monotonic()
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    outcome = CampaignExecutor(store, gather=lambda runner: True).run(plan)
    seconds = time.monotonic() - began
    with open_store(store, write=False) as opened:
        snapshot = opened.snapshot(outcome.campaign_id)
    compared = {name: Comparisons(snapshot, None, each) for name, each in MEASURES.items()}
    return Campaigned(compared, seconds, now, load)


def this_machine() -> str:
    """Processor and cores, for a table of figures."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if line.startswith("model name")
    ]
    cores = len(os.sched_getaffinity(0))
    return f"{names[0] if names else platform.processor()}, {cores} cores, load {_loads()}"


def _loads() -> str:
    return ", ".join(f"{each:.1f}" for each in os.getloadavg())
