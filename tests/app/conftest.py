"""Small campaigns on real servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from workloads.hospital.workload import HospitalParameters

AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


@pytest.fixture(scope="module", autouse=True)
def _data_prepared_once(data_prepared_once: None) -> None:
    """These start more servers than all the others."""


@pytest.fixture
def plan(spec_for: Callable[..., ServerSpec]) -> Callable[..., Campaign]:
    """A small campaign on servers that it starts itself, by engine name. On SQLite alone, which is
    there at once and has no functions that encrypt, the client encrypts."""

    def make(*engines: str, size: int = 30, **changes: Any) -> Campaign:
        on_sqlite = set(engines) == {"sqlite"}
        campaign = quick_campaign(
            "small",
            tuple(spec_for(engine) for engine in engines),
            (PlannedProtection(PLAINTEXT), PlannedProtection(GCM if on_sqlite else AES)),
            HospitalParameters(sizes=(size,)),
            repetitions=2,
            warmups=0,
        )
        return replace(campaign, **changes)

    return make


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A stage with a fresh store."""
    return Stage(str(tmp_path / "store.sqlite"))
