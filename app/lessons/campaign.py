"""The campaign that a lesson runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.lessons.lesson import Module, Run
from app.plan.campaign import Campaign, PlannedProtection
from engines.contract.protection import PLAINTEXT, Protection
from engines.servers.server import ServerSpec
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

_SEEDS = 2**31
"""Those of a plan; a lesson's may be twice as large."""
_FEWEST = 10
"""Records of the timed run before a search for evidence, which plants records of its own."""


def lesson_campaign(
    name: str, run: Run, server: ServerSpec, protections: Sequence[Protection], seed: int
) -> Campaign:
    """Plaintext beside these protections on the hospital's records. What is run before a search for
    evidence is as short as can be."""
    fresh = any(each.fresh for each in run.on)
    evidence = run.module is Module.EVIDENCE
    sealed = [each for each in protections if each != PLAINTEXT]
    campaign = Campaign(
        name=name,
        servers=(server,),
        protections=tuple(map(PlannedProtection, (PLAINTEXT, *sealed))),
        workload=HospitalParameters(
            sizes=(_FEWEST if evidence else run.records,),
            profile=Profile.SOUND if fresh else Profile.STUDY,
        ),
        repetitions=run.repetitions,
        seed=seed % _SEEDS,
        target_percent=0,
    )
    if not evidence:
        return campaign
    return replace(campaign, repetitions=1, warmups=0, control=False, evidence=True)
