"""Campaigns as most tests want them: few runs, wherever the scheduler puts them."""

from __future__ import annotations

from typing import Any

from app.plan.campaign import Campaign, Placement, PlannedProtection
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from workloads.hospital.workload import HospitalParameters


def quick_campaign(*args: Any, **settings: Any) -> Campaign:
    """A campaign of three repetitions without a control, where nothing else is said; several tests
    that run side by side would else share one core."""
    usual = {"control": False, "placement": Placement.FREE, "repetitions": 3}
    return Campaign(*args, **{**usual, **settings})


def plaintext_campaign(name: str, *specs: ServerSpec, size: int = 20, **settings: Any) -> Campaign:
    """The hospital in plaintext on these servers, once and without a warm-up where nothing else is
    said."""
    usual = {"workload": HospitalParameters(sizes=(size,)), "repetitions": 1, "warmups": 0}
    protections = (PlannedProtection(PLAINTEXT),)
    return quick_campaign(name, specs, protections, **{**usual, **settings})
