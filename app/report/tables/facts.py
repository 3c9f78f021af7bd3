"""What surrounds the figures of a campaign, as tables to be read: protections, evidence, servers,
machine, plan, and the runs that were not as they should be."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from app.evidence.tables import tables, threat_lines
from app.evidence.threats import Threat, threats
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.placement import placed
from app.report.words.wording import axis_head, case_figure, marked_name, marked_names, properties
from app.results.records import CellRecord, SessionRecord
from app.results.run_cores import RunCores
from app.results.sessions import session_lines
from app.results.traces import Trace
from engines.contract.message import Message
from engines.contract.parameter import values_of
from engines.contract.protection import ProtectionKind
from engines.properties import Kept, Properties
from workloads.contract import Parameters


def moment(at: float) -> str:
    """“2026-11-22 14:05 UTC”."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def state(report: CampaignReport) -> str:
    """When it was begun and how far it has come, in a sentence."""
    summary = report.summary
    return (
        f"Campaign of {moment(summary.created_at)}: {summary.outcome}, {summary.runs_done} of "
        f"{summary.runs_total} runs done, {summary.runs_failed} failed."
        + (f" What ended it: {summary.ended_by}." if summary.ended_by else "")
    )


def noted(report: CampaignReport) -> tuple[str, ...]:
    """What the user has noted about the campaign, line by line."""
    return tuple(filter(None, map(str.strip, report.summary.notes.splitlines())))


def tagged(report: CampaignReport) -> str:
    """The campaign's tags in a row."""
    return ", ".join(report.summary.tags)


def missing_table(report: CampaignReport) -> TextTable:
    """Cells that could not be measured, and operations that others lack, and why."""
    lines = [
        (cell.server, marked_name(cell), case_figure(cell.case), *told)
        for cell in report.cells
        for told in _missing(cell)
    ]
    head = ("server", "protection", axis_head(report), "operation", "status", "reason")
    return TextTable(head, lines, ())


def _missing(cell: CellRecord) -> Iterator[tuple[str, str, str]]:
    if cell.reason and cell.status is not Status.DONE:
        yield "all", cell.status.value, cell.reason
    for each in cell.refused:
        yield each.operation, Status.UNSUPPORTED.value, str(each.said)


def bounds_table(report: CampaignReport) -> TextTable:
    """What raw ciphers can explain of costs; empty where none was measured raw in this store."""
    names = marked_names(report.cells)
    lines = [
        (
            place.server,
            names[place.server, protection],
            case_figure(place.case),
            place.operation,
            str(found.said),
        )
        for (place, protection), found in report.bounds.items()
    ]
    head = ("server", "protection", axis_head(report), "operation", "explained by the cipher")
    return TextTable(head, lines, ())


BOUNDS_METHOD = (
    "The most that the cipher alone can explain, measured without a database: the bytes that an "
    "operation encrypts and decrypts, divided by the cipher's speed in blocks no longer than the "
    "values."
)


def stalled_table(report: CampaignReport) -> TextTable:
    """Runs that stood still; empty where none did."""
    lines = [
        (run.server, run.protection, case_figure(run.case), str(run.repetition), run.reason)
        for run in report.runs
        if run.stalled
    ]
    return TextTable(("server", "protection", axis_head(report), "repetition", "why"), lines, ())


STALLED_METHOD = (
    "These runs stalled. They count in no figure. Each was repeated at the end of the campaign, "
    "at most twice."
)


def sessions_table(sessions: Sequence[SessionRecord]) -> TextTable:
    """What differs between the sessions of a campaign; empty where there was only one."""
    lines = [(moment(each.at), *line) for each in sessions for line in session_lines(each)]
    return TextTable(("session", "fact", "value"), lines if len(sessions) > 1 else [], ())


def protections_table(report: CampaignReport) -> TextTable:
    """One line per protection and mode in use: what it is good for, and on which servers evidence
    found less of that. The control is none, nor is a cipher by itself: it keeps nobody out of
    anything."""
    known: dict[tuple[object, ...], list[CellRecord]] = {}
    for cell in report.cells:
        if not cell.control and cell.kind != ProtectionKind.CIPHER:
            found = properties(cell, report.evidence)
            key = (cell.protection, cell.mode, cell.profile, found.found_here, found.looked_here)
            known.setdefault(key, []).append(cell)
    often = Counter(key[:-2] for key in known)
    lines = [
        _protection(cells, properties(cells[0], report.evidence), alone=often[key[:-2]] == 1)
        for key, cells in known.items()
    ]
    return TextTable(_PROTECTION_HEAD, lines, ())


def _protection(cells: Sequence[CellRecord], found: Properties, *, alone: bool) -> tuple[str, ...]:
    """`alone` is false where another line says something else of the same protection."""
    cell, servers = cells[0], dict.fromkeys(each.server for each in cells)
    where = "here" if alone else f"on {', '.join(servers)}"
    kept = zip(found.kept, found.found_here, found.looked_here, strict=True)
    return (
        marked_name(cell),
        (cell.mode or "").upper(),
        yes(found.authenticated),
        yes(found.hides_equality),
        yes(found.needs_unique_iv),
        found.search.value,
        found.index.value,
        found.sort.value,
        *(_kept(each, what, where if looked else "") for each, what, looked in kept),
        str(found.protects),
        str(found.gives_away),
    )


def _kept(kept: Kept, found: Message, where: str) -> str:
    """As page one has it, whatever evidence has found; `where` is empty where nobody has looked."""
    if found:
        return f"{kept.value}; found {where}: {found}"
    return f"{kept.value}; nothing found {where}" if where and kept is not Kept.IN else kept.value


_PROTECTION_HEAD = (
    "protection", "mode", "authenticated", "hides equality", "needs unique IV", "search", "index",
    "sort", "stolen disk", "OS login", "database login", "protects", "gives away",
)  # fmt: skip


def place_tables(evidence: Sequence[Trace]) -> Iterator[tuple[str, TextTable]]:
    """For each server where planted markers were found."""
    for table in tables(evidence):
        yield table.server, TextTable(("place", *table.protections), table.lines, ())


def threats_table(evidence: Sequence[Trace]) -> TextTable:
    """Who gets at what."""
    head = ("server", "protection", *(threat.value for threat in Threat))
    return TextTable(head, threat_lines(evidence), ())


def seen_table(evidence: Sequence[Trace]) -> TextTable:
    """By what that is told."""
    told = [(r.server, r.protection, r.threat.value, r.detail) for r in threats(evidence)]
    return TextTable(("server", "protection", "threat", "details"), told, ())


def findings_table(evidence: Sequence[Trace]) -> TextTable:
    """All that was found, or could not be looked for."""
    found = [
        (each.server, each.protection, each.subject.value, str(each.where), each.detail)
        for each in evidence
        if each.found is not False
    ]
    head = ("server", "protection", "searched for", "place", "details")
    return TextTable(head, found, ())


EVIDENCE_METHOD = (
    "A random marker was stored as protected text under each protection, committed and written to "
    "disk. Then everything that the server writes was searched for the key and for the marker, in "
    "plain and in the encodings that engines use. “Not found” counts only where plaintext "
    "was found."
)


def yes(value: bool) -> str:
    """Or no."""
    return "yes" if value else "no"


def servers_table(report: CampaignReport) -> TextTable:
    """With their versions and settings."""
    lines = [
        (
            server.name,
            server.engine,
            server.version or "not reached",
            server.source,
            ", ".join(f"{name} = {value}" for name, value in server.settings.items()),
        )
        for server in report.servers
    ]
    return TextTable(("server", "engine", "version", "source", "settings"), lines, ())


def machine_table(report: CampaignReport) -> TextTable:
    """What is known of the machine."""
    lines = [(name, _value(value)) for name, value in report.environment.items()]
    return TextTable(("fact", "value"), lines, ())


def placement_table(report: CampaignReport) -> TextTable:
    """The cores that each server had; empty where nobody has noted it."""
    lines = [
        (each.name, *(cores or "–" for cores in _cores(each.cores)), each.cores.reason or "–")
        for each in placed(report.runs)
    ]
    return TextTable(("server", "server cores", "worker cores", "program cores", "why"), lines, ())


def _cores(cores: RunCores) -> tuple[str, str, str]:
    return cores.server, cores.worker, cores.program


def plan_table(report: CampaignReport) -> TextTable:
    """What the plan asked for."""
    campaign = report.campaign
    work = campaign.workload
    lines = [
        ("workload", work.name),
        *_parameters(work),
        ("repetitions", str(campaign.repetitions)),
        ("warm-ups", str(campaign.warmups)),
        ("order", campaign.order.value),
        ("seed", str(campaign.seed)),
        ("placement", campaign.placement.value),
        ("control", yes(campaign.control)),
        ("target", f"± {campaign.target_percent:g} points" if campaign.target_percent else "none"),
        ("most repetitions", str(campaign.max_repetitions or "none")),
        ("time budget", f"{campaign.budget_minutes:g} min" if campaign.budget_minutes else "none"),
    ]
    return TextTable(("setting", "value"), lines, ())


def _parameters(work: Parameters) -> Iterator[tuple[str, str]]:
    for name, value in values_of(work, type(work)).items():
        if name != "name":
            yield name.replace("_", " "), yes(value) if isinstance(value, bool) else _value(value)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each is not None)
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "none"
    return value if isinstance(value, str) else json.dumps(value)
