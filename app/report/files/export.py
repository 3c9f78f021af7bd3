"""Exports campaigns to files: CSV, JSON, XLSX, Markdown, LaTeX, HTML, PDF, Word, study, archive. A
format is a line in `_WRITERS` (data) or `_REPORTS` (documents); its key is the file's ending."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from app.findings.figure import Figure
from app.findings.key_services import key_service_rows
from app.findings.studies.matching import cipher_of
from app.findings.studies.study import COST, UNITS, Study, StudyFigure
from app.findings.studies.study_format import figures_csv, figures_name, study_toml
from app.plan.matrix import order_of
from app.plan.plan_file import key_table, write_plan
from app.plan.requirements import NO_REQUIREMENTS
from app.report.document.build_document import ReportOptions, with_choices
from app.report.document.formats.html import html_report
from app.report.document.formats.pdf import pdf_report
from app.report.figures.answer import answer_of
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.change_figures import change_rows
from app.report.figures.latency import load_rows
from app.report.figures.query_plans import query_plans
from app.report.figures.stability import stabilities
from app.report.files.latex import latex
from app.report.files.markdown import markdown
from app.report.page_one.build_page_one import page_one
from app.report.tables.all_tables import figures_table
from app.report.tables.evidence_tables import evidence_json
from app.report.tables.load_hosts import host_rows
from app.report.words.language import ENGLISH, check_language, written_in
from app.report.words.placement import placement_json
from app.report.words.protection_names import properties
from app.results.archive.archive_writing import archive_bytes
from app.results.records import CellRecord, RunRecord, host_of
from app.results.store.store import Store
from app.results.turns import turns_json
from app.system.escaping import csv_text, json_text
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import expanded
from engines.platform.private_files import write_atomically
from workloads.cipher_speed.ciphers import BYTES_PER_SECOND, ENCRYPTION
from workloads.registry import workload_named

STUDY = "study"
"""The format of published studies, which can be compared with other campaigns."""

type Writer = Callable[[CampaignReport], str | bytes]


class ReportWriter(Protocol):
    """Writes a report on a campaign, and on others beside it."""

    def __call__(
        self, report: CampaignReport, options: ReportOptions, *others: CampaignReport
    ) -> str | bytes:
        """The file."""


def export(
    store: Store,
    campaigns: int | Sequence[int],
    format: str,
    path: str | Path,
    baseline: str | None = None,
    studies: Sequence[Study] = (),
    options: ReportOptions | None = None,
) -> Path:
    """Write a campaign to `path` and return the path; a failure leaves an existing file as it was.
    `studies` are compared with it, `options` are those of a report, which may be on several
    campaigns.

    Raises: InputError for an unknown format, language, campaign or baseline, for options or a
        number of campaigns that the format does not support, or a path that cannot be written
    """
    if format not in export_formats():
        raise InputError(
            phrase("Unknown format"),
            phrase("There is no export format “{format}”."),
            phrase("Formats: {known}."),
            format=format,
            known=", ".join(export_formats()),
        )
    first, *others = [campaigns] if isinstance(campaigns, int) else campaigns
    options = options or ReportOptions()
    _check_options(format, options, several=bool(others))
    check_language(options.language or ENGLISH)
    is_report = format in _REPORTS
    reports = [
        report_on(store, each, baseline, studies=studies, latencies=is_report)
        for each in (first, *others)
    ]
    target = expanded(path)
    if format == STUDY:
        return _write_as_study(reports[0], target)
    with written_in(options.language if format in _TRANSLATED else ENGLISH):
        if is_report:
            content = _REPORTS[format](reports[0], options, *reports[1:])
        else:
            content = _WRITERS[format](with_choices(reports[0], options))
    write_file(target, content)
    return target


def removed_from_template(format: str, options: ReportOptions) -> Message | None:
    """What a report lacks of its Word template, since Word would fetch or run it; None for nothing.

    Raises: InputError where the template cannot be read
    """
    from app.report.document.formats.word_template import word_template

    if format != "docx" or options.template is None:
        return None
    return word_template(options.template).message


def _check_options(format: str, options: ReportOptions, *, several: bool) -> None:
    """Check that a format supports these options.

    Raises: InputError
    """
    if format in _REPORTS:
        return
    options = replace(options, language="")  # of which data take no notice
    report_only = _report_only_options(options) if format in _WITH_WORDS else options
    if several:
        raise InputError(
            phrase("Several campaigns only in reports"),
            phrase("The format “{format}” takes one campaign."),
            phrase("Name one campaign, or choose one of: {known}."),
            format=format,
            known=", ".join(_REPORTS),
        )
    if report_only != ReportOptions():
        raise InputError(
            phrase("Options only for reports"),
            phrase("The format “{format}” has no first page or sections."),
            phrase("Omit these options, or choose one of: {known}."),
            format=format,
            known=", ".join(_REPORTS),
        )


def _report_only_options(options: ReportOptions) -> ReportOptions:
    """Those that only reports have: words and requirements, which md and json take too, cleared."""
    none = NO_REQUIREMENTS
    return replace(options, words=None, requirements=none, answered=frozenset(), usual=none)


def _write_as_study(report: CampaignReport, path: Path) -> Path:
    """Two files: the study's, and a CSV of its figures next to it. A file there that was neither
    named by the user nor written for a study is not replaced.

    Raises: InputError for a file that is in the way
    """
    target = path.with_suffix(".toml")
    figures_file = target.with_name(figures_name({}, target))
    study = as_study(report, target.stem)
    figures_text = figures_csv(study.figures)
    if target != path and target.exists() and not _head(target).startswith(b"title = "):
        raise _in_the_way(target)
    if figures_file.exists() and _head(figures_file) != figures_text.partition("\n")[0].encode():
        raise _in_the_way(figures_file)
    write_file(figures_file, figures_text)
    write_file(target, study_toml(study))
    return target


def _head(file: Path) -> bytes:
    """Its first line, as far as that is no longer than one of ours."""
    try:
        with file.open("rb") as opened:
            return opened.readline(1000).rstrip(b"\r\n")
    except OSError:
        return b""


def _in_the_way(file: Path) -> InputError:
    return InputError(
        phrase("File already exists"),
        phrase(
            "A study is written as a TOML file and a CSV file, but {path} exists and has other "
            "contents."
        ),
        phrase("Choose another name, or move that file."),
        path=file,
    )


def export_formats() -> tuple[str, ...]:
    return (*_REPORTS, *_WRITERS, STUDY)


def ending_of(format: str) -> str:
    return "toml" if format == STUDY else format


def campaign_json(report: CampaignReport) -> dict[str, object]:
    """Everything about a campaign as plain values: plan, machine, servers, comparison, runs."""
    summary = report.summary
    found = {
        "campaign": {
            "name": summary.name,
            "status": summary.status.value,
            "outcome": summary.outcome,
            "created_at": summary.created_at,
            "finished_at": summary.finished_at,
            "ended_by": str(summary.ended_by) if summary.ended_by else None,
            "tags": list(summary.tags),
            "notes": summary.notes,
            "machine": host_of(report.environment) or None,
        },
        "order": report.campaign.order.value,
        "plan": tomllib.loads(write_plan(report.campaign)),
        "environment": dict(report.environment),
        "placement": placement_json(report.campaign.placement, report.runs),
        "servers": [server.to_json() for server in report.servers],
        "sessions": [session.to_json() for session in report.sessions],
        "baseline": report.baseline,
        "summary": page_one(report).to_json(),
        "advice": answer_of(report).to_json(),
        "quality": report.quality.to_json(),
        "headline": [item.total_json() for item in report.headline],
        "total": [item.weighted_json() for item in report.weighted],
        "cautions": [{"name": each.name, "text": str(each.message)} for each in report.cautions],
        "cells": [
            {
                **_with_reason(cell),
                "control": cell.control,
                "order": order_of(report.campaign, cell.case).value,
                "properties": properties(cell, report.evidence).to_json(),
            }
            for cell in report.cells
        ],
        "comparison": [row.to_json() for row in report.comparison],
        "changes": [each.to_json() for each in change_rows(report)],
        "load": [each.to_json() for each in load_rows(report)],
        "load_hosts": [each.to_json() for each in host_rows(report)],
        "key_service": [each.to_json() for each in key_service_rows(report)],
        "stability": [each.to_json() for each in stabilities(report)],
        "remarks": [str(each) for each in report.remarks],
        "bounds": [
            {**key.to_json(), "text": str(found.message)} for key, found in report.bounds.items()
        ],
        "growth": [each.to_json() for each in report.growth],
        "plans": [each.to_json() for each in query_plans(report)],
        "evidence": evidence_json(report.evidence),
        "studies": [each.to_json() for each in report.matched],
        "runs": _runs(report),
    }
    return {name: each for name, each in found.items() if each or name not in _LEFT_OUT_EMPTY}


_LEFT_OUT_EMPTY = frozenset({"total", "changes", "load_hosts", "key_service", "studies"})
"""Keys that only campaigns with such figures have."""


def _runs(report: CampaignReport) -> list[dict[str, object]]:
    operations: dict[int, list[dict[str, object]]] = {run.id: [] for run in report.runs}
    for each in report.operations:
        known = _without(vars(each), "run", "run_id", "plans", "turns", "histogram")
        operations[each.run_id].append({**known, **turns_json(each.turns)})
    return [{**_with_reason(run), "operations": operations[run.id]} for run in report.runs]


def _with_reason(record: CellRecord | RunRecord) -> dict[str, object]:
    """All fields without the id, and the reason of the status in English."""
    renamed = {"why": ("reason", record.reason), "case_name": ("case", record.case_name)}
    known = _without(asdict(record), "id", "refused")
    named = dict(renamed.get(name, (name, value)) for name, value in known.items())
    if isinstance(record, CellRecord):
        source = record.key_source
        named["key_source"] = None if source is None else key_table(source)
        named["refused"] = [
            {"operation": each.operation, "code": each.code, "reason": str(each.message)}
            for each in record.refused
        ]
    return named


def _without(record: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in names}


def _json(report: CampaignReport) -> str:
    return json_text(campaign_json(report))


def _csv(report: CampaignReport) -> str:
    table = figures_table(report)
    return csv_text([table.columns, *table.rows], line_end="\n")


def _xlsx(report: CampaignReport) -> bytes:
    from app.report.files.workbook import workbook

    return workbook(report)


_WRITERS: dict[str, Writer] = {
    "csv": _csv,
    "json": _json,
    "md": markdown,
    "xlsx": _xlsx,
    "tex": latex,
}


def _docx(report: CampaignReport, options: ReportOptions, *others: CampaignReport) -> bytes:
    from app.report.document.formats.docx import docx_report

    return docx_report(report, options, *others)


_REPORTS: dict[str, ReportWriter] = {"html": html_report, "pdf": pdf_report, "docx": _docx}
_WITH_WORDS = ("md", "json")
"""Formats beside reports that have a user's own words, and advice."""
_TRANSLATED = (*_REPORTS, "md")
"""Formats for readers; what other programs read is always in English."""


def write_file(target: Path, content: str | bytes) -> None:
    """Write a file that a user has named, whole or not at all.

    Raises: InputError where it cannot be written
    """
    try:
        if target.exists() and not target.is_file():
            raise _not_writable(target, "it is not a file")
        write_atomically(target, content)
    except OSError as error:
        raise _not_writable(target, error.strerror or str(error)) from error


def _not_writable(path: Path, reason: str) -> InputError:
    return InputError(
        phrase("Export not written"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Choose a file in an existing folder that you can write to."),
        path=path,
        reason=reason,
    )


def export_archive(store: Store, campaign_id: int, path: str | Path) -> Path:
    """Write an archive to `path`, from which another store can import it with the same reports; the
    path. A failure leaves an existing file as it was.

    Raises: InputError for an unknown campaign, or a path that cannot be written
    """
    target = expanded(path)
    write_file(target, archive_bytes(store, [campaign_id, *_raw_ciphers(store, campaign_id)]))
    return target


def _raw_ciphers(store: Store, campaign_id: int) -> list[int]:
    """The campaign that measured the ciphers by which this one's costs are explained."""
    if not report_on(store, campaign_id).bounds:
        return []
    return [store.raw_ciphers(ENCRYPTION, BYTES_PER_SECOND.name)[0].campaign]


# A campaign as a study, in the format of published ones.


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
        machine=_machine_text(report),
        method=f"{campaign.repetitions} repetitions, order {campaign.order.value}; costs over "
        f"{report.over}, from blocks where there are two or more",
        intervals="low and high of a cost are its 95 % interval over blocks; sd is the "
        "sample standard deviation over repetitions.",
        licence="Choose a licence.",
        figures=tuple(_study_figures(report)),
    )


def _machine_text(report: CampaignReport) -> str:
    facts = report.environment
    memory = facts.get("memory_bytes")
    machine = (
        facts.get("cpu"),
        f"{facts['logical_cores']} logical cores" if facts.get("logical_cores") else None,
        f"{memory / 1e9:.0f} GB" if isinstance(memory, int | float) else None,
        facts.get("os"),
    )
    return ", ".join(str(each) for each in machine if each) or "not stated"


def _study_figures(report: CampaignReport) -> Iterator[StudyFigure]:
    cells = {(each.server, each.protection): each for each in report.cells}
    for row in report.comparison:
        cell = cells[row.server, row.protection]
        if cell.control:
            continue
        if row.mean is not None and row.unit in UNITS:
            what = f"mean of {row.n} runs"
            source = _source(row, what)
            yield _study_figure(cell, row, row.measure, row.unit, source, value=row.mean, sd=row.sd)
        if row.cost.percent is not None:
            yield _cost_figure(cell, row)
    for item in report.headline:
        yield _cost_figure(cells[item.server, item.protection], item)


def _source(found: Figure, what: str) -> str:
    return f"Server {found.server}, {found.protection}: {what}"


def _cost_figure(cell: CellRecord, found: Figure) -> StudyFigure:
    source = _source(found, f"cost from {found.cost.blocks or 0} blocks")
    bounds = {"low": found.cost.low, "high": found.cost.high}
    return _study_figure(cell, found, COST, "%", source, value=found.cost.percent, **bounds)


def _study_figure(
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
