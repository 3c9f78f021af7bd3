"""Converts a campaign into a study, in the format of published ones (`findings.studies`)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from app.findings.figure import Figure
from app.findings.studies.matching import cipher_of
from app.findings.studies.study import COST, UNITS, Study, StudyFigure
from app.report.figures.campaign_report import CampaignReport
from app.results.records import CellRecord
from workloads.registry import workload_named


def as_study(report: CampaignReport, name: str) -> Study:
    """The means and costs of a campaign, called `name`; the control and what has not been measured
    are left out."""
    summary, campaign = report.summary, report.campaign
    title = summary.name.strip()
    made = datetime.fromtimestamp(summary.created_at, UTC)
    return Study(
        name=name,
        title=title,
        authors=("Cipherbench",),
        year=made.year,
        short=title,
        published_in=f"Cipherbench, {title}, {made:%Y-%m-%d}",
        engines={each.engine: each.version for each in report.servers},
        workload=str(workload_named(campaign.workload.name).title),
        like=campaign.workload.name,
        data=", ".join(dict.fromkeys(row.case for row in report.comparison)),
        machine=_machine(report),
        method=f"{campaign.repetitions} repetitions, order {campaign.order.value}; costs over "
        f"{report.over}, from blocks where there are two or more",
        intervals="low and high of a cost are its 95 % interval over blocks; sd is the "
        "sample standard deviation over repetitions.",
        licence="Choose a licence.",
        figures=tuple(_figures(report)),
    )


def _machine(report: CampaignReport) -> str:
    facts = report.environment
    memory = facts.get("memory_bytes")
    machine = (
        facts.get("cpu"),
        f"{facts['logical_cores']} logical cores" if facts.get("logical_cores") else None,
        f"{memory / 1e9:.0f} GB" if isinstance(memory, int | float) else None,
        facts.get("os"),
    )
    return ", ".join(str(each) for each in machine if each) or "not stated"


def _figures(report: CampaignReport) -> Iterator[StudyFigure]:
    cells = {(each.server, each.protection): each for each in report.cells}
    for row in report.comparison:
        cell = cells[row.server, row.protection]
        if cell.control:
            continue
        if row.mean is not None and row.unit in UNITS:
            what = f"mean of {row.n} runs"
            source = _source(row, what)
            yield _figure(cell, row, row.measure, row.unit, source, value=row.mean, sd=row.sd)
        if row.cost.percent is not None:
            yield _cost(cell, row)
    for item in report.headline:
        yield _cost(cells[item.server, item.protection], item)


def _source(found: Figure, what: str) -> str:
    return f"Server {found.server}, {found.protection}: {what}"


def _cost(cell: CellRecord, found: Figure) -> StudyFigure:
    source = _source(found, f"cost from {found.cost.blocks or 0} blocks")
    bounds = {"low": found.cost.low, "high": found.cost.high}
    return _figure(cell, found, COST, "%", source, value=found.cost.percent, **bounds)


def _figure(
    cell: CellRecord,
    found: Figure,
    measure: str,
    unit: str,
    source: str,
    **numbers: float | None,
) -> StudyFigure:
    return StudyFigure(
        engine=cell.engine,
        protection=" ".join(filter(None, (cell.kind, cipher_of(cell)))),
        operation=found.operation,
        case="" if found.is_total else f"{found.at.size} {found.at.name}".strip(),
        measure=measure,
        unit=unit,
        source=source,
        **numbers,
    )
