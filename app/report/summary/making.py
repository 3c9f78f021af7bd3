"""Page one of a campaign."""

from __future__ import annotations

from dataclasses import replace

from app.findings.interval_words import signed
from app.findings.stored import Stored, storage_growth
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.advised import advised
from app.report.summary.answers import averaged, cost_answer, trust_answer
from app.report.summary.model import Said, Summary, SummaryRow
from app.report.summary.rows import Group, by_cpu_alone, chosen, groups_of, row_of
from app.report.summary.sentences import lead_sentences, notes, told_first
from app.report.summary.whom import protects_answer
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind


def summary_of(report: CampaignReport) -> Summary:
    """What is told of a campaign first, also of one that still runs."""
    groups = groups_of(report)
    stored = storage_growth(report, report.baseline)
    picked, rule = chosen([each for each in groups if not each.impossible])
    guarded = any(each.kind is not ProtectionKind.CIPHER for each in groups)
    by_cpu = by_cpu_alone(groups)
    rows = tuple(
        _with_storage(row_of(each, report, by_cpu=by_cpu), each, stored) for each in picked
    )
    advice = advised(report)
    logins = any(each.protects and each.has_logins for each in groups) and guarded
    return Summary(
        tuple(lead_sentences(report, groups, stored, changed=advice.only_changed)),
        rows,
        trust_answer(report, groups),
        tuple(each for each in (*notes(report, rule, guarding=logins), averaged(report)) if each),
        guarded,
        advice.todo,
        advice.servers,
        cost_answer(report, groups, advice),
        protects_answer(report, picked) if guarded else Said(),
        by_cpu,
        all(not one.in_cpu_time for each in groups for one in each.costs if one.cost.decided),
        bool(guarded and not report.weighted and told_first(groups, changed=False)),
    )


def _with_storage(row: SummaryRow, group: Group, stored: Stored) -> SummaryRow:
    """With a line on storage where work has told what its tables take."""
    several = len(group.servers) > 1
    lines = [
        (_GROWS_ON if several else _GROWS).with_values(cost=signed(grown), server=server)
        for server, name in dict.fromkeys((each.server, each.protection) for each in group.cells)
        if (grown := stored.get((server, name))) is not None
    ]
    return replace(row, cost=(*row.cost, *lines))


_GROWS = phrase("storage {cost}")
_GROWS_ON = phrase("storage on {server} {cost}")
