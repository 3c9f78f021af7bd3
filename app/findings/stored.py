"""By how much storage grows, where work tells what its tables take."""

from __future__ import annotations

from collections.abc import Mapping

from app.findings.study_method import percent_over
from app.results.records import CampaignSnapshot
from engines.contract.session import STORED
from workloads.contract import Case

type Stored = Mapping[tuple[str, str], float]
"""Server and protection → percent."""


def storage_growth(snapshot: CampaignSnapshot, baseline: str) -> Stored:
    """What tables take over the baseline's, in the largest case that both have told. The least that
    a cell has told counts: transactions that are rolled back leave room behind."""
    found: dict[tuple[str, str], dict[Case, float]] = {}
    for each in snapshot.operations:
        reported = (each.measures or {}).get(STORED)
        if each.counts and reported:
            cases = found.setdefault((each.server, each.protection), {})
            cases[each.case] = min(reported, cases.get(each.case, reported))
    grown = {}
    for (server, protection), cases in found.items():
        both = cases.keys() & found.get((server, baseline), {}).keys()
        if both and protection != baseline:
            case = max(both)
            grown[server, protection] = percent_over(cases[case], found[server, baseline][case])
    return grown
