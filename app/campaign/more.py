"""Repetitions that somebody asks for beyond those of the plan."""

from __future__ import annotations

from app.plan.campaign import Campaign
from app.plan.matrix import Group, PlannedRun, further_runs, passes_of
from app.results.records import StoredCampaign
from engines.contract.errors import InputError
from engines.contract.message import phrase, plural
from workloads.registry import workload_named


def check_more(campaign: Campaign, more: int) -> None:
    """Raises: InputError for a number of repetitions that makes no whole blocks"""
    if more < 0:
        raise InputError(
            phrase("Number of repetitions not usable"),
            plural("{n} repetitions cannot be added.", "{n} repetition cannot be added.", more),
            phrase("Give a number above 0, such as 8."),
        )
    passes = passes_of(campaign)
    cases = workload_named(campaign.workload.name).cases(campaign.workload)
    if any(more % passes(case) for case in cases):
        raise InputError(
            phrase("Number of repetitions not usable"),
            plural(
                "{n} repetitions cannot be added: a block has two.",
                "{n} repetition cannot be added: a block has two.",
                more,
            ),
            phrase("Give an even number, such as 8."),
        )


def more_repetitions(stored: StoredCampaign, more: int) -> list[PlannedRun]:
    """The runs of so many repetitions after those that each server and size has; where these are
    odd, and blocks are measured, of one more, which completes their last block."""
    passes, paired = passes_of(stored.campaign), stored.campaign.paired
    last: dict[Group, int] = {}
    for run in stored.runs:
        if more and not run.warmup:
            group = stored.cells[run.cell].group
            last[group] = max(run.repetition, last.get(group, 0))
    wanted = {
        group: range(had + 1, had + (had % passes(group.case) if paired else 0) + more + 1)
        for group, had in last.items()
    }
    return further_runs(stored.campaign, stored.cells, wanted)
