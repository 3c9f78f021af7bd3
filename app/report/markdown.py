"""A campaign's report as a Markdown document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from app.evidence.tables import found_text, tables, threat_lines
from app.evidence.threats import Threat, threats
from app.plan.status import Status
from app.report.campaign_report import CampaignReport
from app.report.markdown_figures import figures
from app.report.placement import ASKED, SHARING, is_bound, placed
from app.report.published.tables import laid_sections
from app.report.wording import axis_head, case_figure, marked_name, properties
from app.results.placing import Placing
from app.results.records import CellRecord, RunRecord, SessionRecord
from app.results.sessions import session_lines
from app.results.traces import Trace
from app.system.documents import pipe_table, plain_text
from engines.contract.protection import ProtectionKind
from workloads.contract import Parameters
from workloads.parameter import values_of


def markdown(report: CampaignReport) -> str:
    """Headline, cautions, times and cost, servers, machine and plan, in this order."""
    parts = [
        f"# {plain_text(report.summary.name)}",
        _state(report),
        plain_text(str(report.sentence)),
        plain_text(report.quality.text),
        *(plain_text(str(each)) for each in report.remarks),
        *(f"> **Caution.** {plain_text(str(each.said))}" for each in report.cautions),
        *figures(report),
        *laid_sections(report),
        *_bounds(report),
        *_reasons(report.cells, axis_head(report)),
        *_stalled(report.runs, axis_head(report)),
        *_disturbed(report.runs, axis_head(report)),
        *_protections(report.cells),
        *_evidence(report.evidence),
        "## Servers",
        _servers(report),
        "## Machine",
        pipe_table(("fact", "value"), [(k, _value(v)) for k, v in report.environment.items()]),
        *_placement(report),
        *_sessions(report.sessions),
        "## Plan",
        _plan(report),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _state(report: CampaignReport) -> str:
    summary = report.summary
    day = _moment(summary.created_at)
    return (
        f"Campaign of {day}: {summary.outcome}, {summary.runs_done} of "
        f"{summary.runs_total} runs done, {summary.runs_failed} failed."
        + (f" What ended it: {plain_text(summary.ended_by)}." if summary.ended_by else "")
    )


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _reasons(cells: Sequence[CellRecord], axis: str) -> list[str]:
    lines = [
        (cell.server, marked_name(cell), case_figure(cell.case), cell.status.value, cell.reason)
        for cell in cells
        if cell.reason and cell.status is not Status.DONE
    ]
    head = ("server", "protection", axis, "status", "reason")
    return ["## Not measured", pipe_table(head, lines)] if lines else []


def _bounds(report: CampaignReport) -> list[str]:
    """What raw ciphers can explain of costs; empty where none was measured raw in this store."""
    lines = [
        (
            place.server,
            protection,
            case_figure(place.case),
            place.operation,
            plain_text(str(said)),
        )
        for (place, protection), said in report.bounds.items()
    ]
    head = ("server", "protection", axis_head(report), "operation", "what it explains")
    return ["## The raw cipher", _BOUNDS_METHOD, pipe_table(head, lines)] if lines else []


_BOUNDS_METHOD = (
    "What the cipher alone can have taken, measured without a database: the bytes that an "
    "operation seals and opens, divided by its speed in blocks no longer than the values."
)


def _stalled(runs: Sequence[RunRecord], axis: str) -> list[str]:
    """Runs that stood still; empty where none did."""
    lines = [
        (run.server, run.protection, case_figure(run.case), str(run.repetition), run.reason)
        for run in runs
        if run.stalled
    ]
    head = ("server", "protection", axis, "repetition", "why")
    return ["## Stalled runs", _STALLED_METHOD, pipe_table(head, lines)] if lines else []


_STALLED_METHOD = (
    "These runs stood still in between. None of them counts in any figure; each was repeated at "
    "the end of the campaign, twice at most."
)


def _disturbed(runs: Sequence[RunRecord], axis: str) -> list[str]:
    """Runs that were disturbed; empty where none was."""
    lines = [
        (
            run.server,
            run.protection,
            case_figure(run.case),
            str(run.repetition),
            _yes(run.status is Status.DONE and not run.replaced),
            run.disturbed,
        )
        for run in runs
        if run.disturbed
    ]
    head = ("server", "protection", axis, "repetition", "counts", "why")
    return ["## Disturbed runs", _DISTURBED_METHOD, pipe_table(head, lines)] if lines else []


_DISTURBED_METHOD = (
    "Something else was at work on the machine meanwhile. The mirror blocks of such runs were "
    "repeated at the end of the campaign where there was room for it; a run counts until another "
    "one has taken its place."
)


def _sessions(sessions: Sequence[SessionRecord]) -> list[str]:
    """What differs between the sessions of a campaign; empty where there was only one."""
    if len(sessions) < 2:
        return []
    lines = [(_moment(each.at), *line) for each in sessions for line in session_lines(each)]
    return ["### Sessions", pipe_table(("session", "fact", "value"), lines)]


def _protections(cells: Sequence[CellRecord]) -> list[str]:
    """One line per protection and mode in use: what it is good for. The control is none, nor is a
    cipher by itself: it keeps nobody out of anything."""
    known = {
        (cell.protection, cell.mode, cell.profile): cell
        for cell in cells
        if not cell.control and cell.kind != ProtectionKind.CIPHER
    }
    lines = []
    for cell in known.values():
        found = properties(cell)
        lines.append(
            (
                marked_name(cell),
                (cell.mode or "").upper(),
                _yes(found.authenticated),
                _yes(found.hides_equality),
                _yes(found.needs_unique_iv),
                found.search.value,
                found.index.value,
                found.sort.value,
                found.disk.value,
                found.os_login.value,
                found.database_login.value,
                f"{found.protects} {found.gives_away}",
            )
        )
    return ["## Protections", pipe_table(_PROTECTION_HEAD, lines)] if lines else []


_PROTECTION_HEAD = (
    "protection", "mode", "authenticated", "hides equality", "needs unique IV", "search", "index",
    "sort", "stolen disk", "OS login", "database login", "protects, and gives away",
)  # fmt: skip


def _evidence(evidence: Sequence[Trace]) -> list[str]:
    """Where planted markers and keys were found; empty where nobody has looked."""
    if not evidence:
        return []
    parts = ["## Evidence", _EVIDENCE_METHOD]
    for table in tables(evidence):
        lines = [
            (place, *(found_text(table.cells.get((place, name))) for name in table.protections))
            for place in table.places
        ]
        parts += [
            f"### {plain_text(table.server)}",
            pipe_table(("place", *table.protections), lines),
        ]
    parts += ["### Who gets at what", pipe_table(_THREAT_HEAD, threat_lines(evidence))]
    told = [(r.server, r.protection, r.threat.value, r.detail) for r in threats(evidence)]
    parts.append(pipe_table(("server", "protection", "threat", "what was seen"), told))
    found = [
        (each.server, each.protection, each.subject.value, each.place, each.detail)
        for each in evidence
        if each.found is not False
    ]
    return [*parts, "### Findings", pipe_table(_FINDING_HEAD, found)]


_EVIDENCE_METHOD = (
    "A random marker was planted in protected text under each protection, committed and written "
    "down; then everything that the server writes was searched for it, in plain and in the "
    "encodings that engines use, and for the key. “Not found” counts only where plaintext was."
)
_THREAT_HEAD = ("server", "protection", *(threat.value for threat in Threat))
_FINDING_HEAD = ("server", "protection", "looked for", "place", "what was seen")


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _servers(report: CampaignReport) -> str:
    lines = [
        (
            server.name,
            server.engine,
            server.version or "never reached",
            server.source,
            ", ".join(f"{name} = {value}" for name, value in server.settings.items()),
        )
        for server in report.servers
    ]
    return pipe_table(("server", "engine", "version", "source", "settings"), lines)


def _placement(report: CampaignReport) -> list[str]:
    found = placed(report.runs)
    if not found:
        return []
    lines = [
        (each.name, *(cores or "–" for cores in _cores(each.placing)), each.placing.reason or "–")
        for each in found
    ]
    return [
        f"Asked for: {ASKED[report.campaign.placement]}.",
        pipe_table(("server", "its cores", "the worker's", "the program's", "why"), lines),
        SHARING if is_bound(found) else "",
    ]


def _cores(placing: Placing) -> tuple[str, str, str]:
    return placing.server, placing.worker, placing.program


def _plan(report: CampaignReport) -> str:
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
        ("control", _yes(campaign.control)),
        ("target", f"± {campaign.target_percent:g} points" if campaign.target_percent else "none"),
        ("most repetitions", str(campaign.max_repetitions or "none")),
        ("time budget", f"{campaign.budget_minutes:g} min" if campaign.budget_minutes else "none"),
    ]
    return pipe_table(("setting", "value"), lines)


def _parameters(work: Parameters) -> Iterator[tuple[str, str]]:
    for name, value in values_of(work, type(work)).items():
        if name != "name":
            yield name.replace("_", " "), _yes(value) if isinstance(value, bool) else _value(value)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each is not None)
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "none"
    return value if isinstance(value, str) else json.dumps(value)
