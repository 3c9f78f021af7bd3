"""The protections of a campaign as advice judges them: what page one knows of them, where evidence
was found, and what CPU time they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.advice.candidate import Candidate, Costing, Finding
from app.advice.capacity import Spending, spendings
from app.evidence.threats import Threat, reaches
from app.findings.cost import NO_COST
from app.plan.matrix import arrangement_of
from app.plan.requirements import Withstand
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import Told, told_costs
from app.report.summary.rows import (
    Group,
    binds_rows,
    blind_columns,
    group_name,
    groups_of,
    marked_name,
)
from app.results.records import CellRecord
from app.results.traces import Subject
from engines.contract.endpoint import Source
from engines.contract.launch import Logs
from engines.contract.protection import ProtectionKind
from workloads.contract import Seals
from workloads.registry import workload_named, workload_names

_THREATS: Mapping[Threat, Withstand] = {
    Threat.DISK: Withstand.DISK,
    Threat.OS_LOGIN: Withstand.OS_LOGIN,
    Threat.DATABASE_LOGIN: Withstand.LOGIN,
    Threat.NETWORK: Withstand.NETWORK,
}


def candidates_of(report: CampaignReport) -> list[Candidate]:
    """One for each protection and server, without plaintext, the baseline and raw ciphers."""
    return [
        each
        for group in groups_of(report)
        if group.protects and group.kind is not ProtectionKind.CIPHER
        for each in _of_group(group, report)
    ]


def _of_group(group: Group, report: CampaignReport) -> Iterator[Candidate]:
    cells = {(each.server, each.protection): each for each in group.cells}
    columns = blind_columns(group, report)
    far = {each.name for each in report.servers if each.source == Source.ADDRESS}
    for cell in cells.values():
        here = _told_of(group, cell)
        told = max(here, key=lambda each: (each.cost.decided, each.percent), default=None)
        yield Candidate(
            name=marked_name(group),
            bare=group_name(group),
            server=cell.server,
            engine=cell.engine,
            protection=cell.protection,
            kind=group.kind,
            good=group.good,
            algorithm=cell.algorithm,
            bits=cell.bits,
            mode=cell.mode,
            found=_found(report, cell),
            blind=bool(columns),
            blind_columns=tuple(columns),
            in_process=cell.server in group.inside,
            seals=_seals(group, cell, report),
            cost=told.cost if told else NO_COST,
            in_cpu_time=bool(told and told.in_cpu_time),
            unsure=not all(each.cost.decided for each in here),
            turned_on=_turned_on(report, cell.server),
            logs_arranged=_logs_arranged(group, cell, report),
            bound=binds_rows(group, report),
            near=cell.server not in far,
            costs=tuple(
                Costing(each.of_work, each.cost, each.in_cpu_time)
                for each in sorted(here, key=lambda one: -one.percent)
                if each.cost.decided
            ),
        )


def _logs_arranged(group: Group, cell: CellRecord, report: CampaignReport) -> bool:
    """Whether logs were encrypted when evidence was looked for, which is done as the first case
    has it."""
    if report.campaign.workload.name not in workload_names():
        return False
    cases = [each.case for each in group.cells if each.server == cell.server]
    return arrangement_of(report.campaign, cases[0]).logs is Logs.SEALED


def _seals(group: Group, cell: CellRecord, report: CampaignReport) -> Seals | None:
    """Of its fastest case on the server of a cell."""
    name = report.campaign.workload.name
    if group.kind is not ProtectionKind.CLIENT or name not in workload_names():
        return None
    cases = {each.case for each in group.cells if each.server == cell.server}
    found = filter(None, map(workload_named(name).seals, cases))
    return max(found, key=lambda each: each.per_s, default=None)


def _turned_on(report: CampaignReport, server: str) -> frozenset[str]:
    return frozenset(
        name
        for each in report.servers
        if each.name == server
        for name, value in each.settings.items()
        if value.upper() in _ON
    )


_ON = ("ON", "1", "YES", "TRUE", "FORCE")


def _told_of(group: Group, cell: CellRecord) -> list[Told]:
    """What it costs on the server of a cell, by kinds of work."""
    return [
        each
        for each in group.costs
        if (each.server, each.protection) == (cell.server, cell.protection)
    ]


def _found(report: CampaignReport, cell: CellRecord) -> frozenset[Finding]:
    return frozenset(
        Finding(meant, trace.subject is Subject.KEY, trace.place)
        for trace in report.evidence
        for threat, meant in _THREATS.items()
        if (trace.server, trace.protection) == (cell.server, cell.protection)
        and trace.found
        and reaches(threat, trace)
    )


def spent_of(report: CampaignReport) -> tuple[tuple[Spending, ...], tuple[Spending, ...]]:
    """Those whose cost has a verdict that says something, and those left out because it has none:
    by cases where these are told apart, else of all of a protection on its server."""
    told = told_costs(report.headline)
    decided = {(each.server, each.protection) for each in told if each.cost.decided}
    unknown = {(each.server, each.protection, each.at) for each in told if not each.cost.decided}
    known, left_out = list[Spending](), list[Spending]()
    for each in spendings(report, report.compared):
        place = each.server, each.protection
        able = place in decided and (*place, each.case) not in unknown
        (known if able else left_out).append(each)
    return tuple(known), tuple(left_out)


def short_of(report: CampaignReport) -> frozenset[tuple[str, str]]:
    """Servers and protections whose load was not reached, where something is told all the same."""
    totals = report.headline
    short = (each for each in totals if each.cost.brief and each.cost.decided)
    return frozenset((each.server, each.protection) for each in short)
