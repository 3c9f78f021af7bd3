"""Tables of a campaign with typed values, for CSV and XLSX."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime

from app.findings.figure import FIGURES
from app.findings.key_services import key_service_rows
from app.plan.plan_file import write_plan
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import change_rows
from app.report.figures.latency import load_rows
from app.report.tables.context_tables import note_lines, tag_list
from app.report.tables.evidence_tables import place_rows
from app.report.tables.load_hosts import host_rows
from app.report.tables.study_tables import study_cells, study_columns
from app.report.words.protection_names import weakness_marks
from app.results.records import OperationRecord, RunRecord

type Value = str | int | float | bool | None


@dataclass(frozen=True)
class ReportTable:
    """Rows under the names of their columns; `name` has at most 31 letters, as an Excel sheet's.
    Texts of a `prose` table are wrapped."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    prose: bool = False


def report_tables(report: CampaignReport) -> list[ReportTable]:
    """All of them that have rows, in the order in which they are read."""
    tables = (
        _summary(report),
        figures_table(report),
        _listed("Cost", (each.total_json() for each in report.headline)),
        _listed("Weighted total", (each.weighted_json() for each in report.weighted)),
        _listed("Latency", (each.to_json() for each in load_rows(report))),
        _listed("Load by host", (each.to_json() for each in host_rows(report))),
        _listed("Key service", (each.to_json() for each in key_service_rows(report))),
        _listed("Clients", (row for each in report.scalability() for row in each.rows())),
        _listed("Changes", (each.to_json() for each in change_rows(report))),
        _listed("Growth", (each.to_json() for each in report.growth)),
        _listed(
            "Published studies", (one.to_json() for each in report.matched for one in each.found)
        ),
        _listed("Evidence", place_rows(report.evidence, memory=True)),
        _listed(
            "Runs", (_fields(run, "id", "why") | {"reason": run.reason} for run in report.runs)
        ),
        _operations(report),
        _servers(report),
        _table("Machine", ("fact", "value"), report.environment.items()),
        _plan(report),
    )
    return [each for each in tables if each.rows]


def figures_table(report: CampaignReport) -> ReportTable:
    """A row per operation of each cell, as the CSV export has it."""
    found = {(c.server, c.protection, c.case): ", ".join(weakness_marks(c)) for c in report.cells}
    rows = (
        (
            *row.to_json().values(),
            found[row.server, row.protection, row.at],
            *study_cells(report.matched, row),
        )
        for row in report.comparison
    )
    return _table("Figures", (*FIGURES, "marks", *study_columns(report.matched)), rows)


def _summary(report: CampaignReport) -> ReportTable:
    summary = report.summary
    rows: list[tuple[Value, Value]] = [
        ("campaign", summary.name),
        ("status", summary.outcome),
        ("begun", _moment(summary.created_at)),
        ("finished", _moment(summary.finished_at)),
        ("runs", summary.runs_total),
        ("runs done", summary.runs_done),
        ("runs failed", summary.runs_failed),
        ("what ended it", str(summary.ended_by) if summary.ended_by else None),
        ("tags", tag_list(report) or None),
        *(("note", each) for each in note_lines(report)),
        ("baseline", report.baseline),
        ("quality", report.quality.text),
        *(("caution", str(each.message)) for each in report.cautions),
        *(("remark", str(each)) for each in report.remarks),
        *(("raw cipher", str(each.message)) for each in report.bounds.values()),
    ]
    known = tuple(row for row in rows if row[1] is not None)
    return ReportTable("Summary", ("fact", "value"), known, prose=True)


def _fields(record: RunRecord | OperationRecord, *but: str) -> dict[str, object]:
    """All of a record but these; its case by the name that it has everywhere."""
    return {
        "case" if each.name == "case_name" else each.name: getattr(record, each.name)
        for each in fields(record)
        if each.name not in but
    }


_OF_RUNS_ALONE = (
    "id", "why", "started_at", "finished_at", "placement", "loading_s", "indexing_s", "rows_digest",
    "loading_keys",
)  # fmt: skip


def _operations(report: CampaignReport) -> ReportTable:
    """With a column for each measure that some workload yields."""
    return _listed(
        "Operations",
        (
            _fields(each.run, *_OF_RUNS_ALONE)
            | _fields(each, "run", "run_id", "histogram", "measures", "turns", "hosts")
            | {"counts": each.is_counted}
            | dict(each.measures or {})
            for each in report.operations
        ),
    )


def _servers(report: CampaignReport) -> ReportTable:
    rows = (
        (server.name, server.engine, server.version, server.source, name, value)
        for server in report.servers
        for name, value in (server.settings or {"": ""}).items()
    )
    return _table("Servers", ("server", "engine", "version", "source", "setting", "value"), rows)


def _plan(report: CampaignReport) -> ReportTable:
    rows = (
        (section, key, value)
        for section, part in tomllib.loads(write_plan(report.campaign)).items()
        for each in (part if isinstance(part, list) else [part])
        for key, value in (each.items() if isinstance(each, dict) else [("", each)])
    )
    return _table("Plan", ("section", "key", "value"), rows)


def _listed(name: str, rows: Iterable[Mapping[str, object]]) -> ReportTable:
    """Rows that may lack some of the columns."""
    known = list(rows)
    columns = tuple(dict.fromkeys(key for row in known for key in row))
    return _table(name, columns, ([row.get(key) for key in columns] for row in known))


def _table(name: str, columns: tuple[str, ...], rows: Iterable[Iterable[object]]) -> ReportTable:
    return ReportTable(name, columns, tuple(tuple(map(_value, row)) for row in rows))


def _value(value: object) -> Value:
    """As a cell can hold it: what has parts as JSON."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return str(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _moment(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
