"""A campaign's report as a Markdown document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from app.evidence.tables import found_text, tables, threat_lines
from app.evidence.threats import Threat, threats
from app.plan.status import Status
from app.report.campaign_report import CampaignReport
from app.report.placement import ASKED, SHARING, is_bound, placed
from app.report.wording import marked_name, marked_names, percent_text, properties
from app.results.compare import ComparisonRow, HeadlineItem
from app.results.placing import Placing
from app.results.records import CellRecord, RunRecord, SessionRecord
from app.results.sessions import session_lines
from app.results.traces import Trace
from app.system.documents import pipe_table, plain_text

type _Key = tuple[str, str, int]


def markdown(report: CampaignReport) -> str:
    """Headline, cautions, times and cost, servers, machine and plan, in this order."""
    parts = [
        f"# {plain_text(report.summary.name)}",
        _state(report),
        plain_text(str(report.sentence)),
        plain_text(report.quality.text),
        *(f"> **Caution.** {plain_text(str(each.said))}" for each in report.cautions),
        "## Times",
        "Mean ± sample standard deviation over the repetitions that count, in seconds; cost over "
        f"{plain_text(report.baseline)} in percent.",
        _times(report),
        *_verdicts(report),
        *_costs(report.headline, report.cells),
        *_growth(report),
        *_reasons(report.cells),
        *_stalled(report.runs),
        *_disturbed(report.runs),
        "## Protections",
        _protections(report.cells),
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
        f"Campaign #{summary.id} of {day}: {summary.outcome}, {summary.runs_done} of "
        f"{summary.runs_total} runs done, {summary.runs_failed} failed."
    )


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _times(report: CampaignReport) -> str:
    """One line per cell, one column per operation."""
    operations = list(dict.fromkeys(row.operation for row in report.comparison))
    rows: dict[_Key, dict[str, ComparisonRow]] = {}
    for row in report.comparison:
        rows.setdefault((row.server, row.protection, row.size), {})[row.operation] = row
    lines = [
        (
            cell.server,
            marked_name(cell),
            str(cell.size),
            _repetitions(rows.get((cell.server, cell.protection, cell.size), {}).values()),
            *(_time(rows[cell.server, cell.protection, cell.size][name]) for name in operations),
        )
        for cell in report.cells
    ]
    head = ("server", "protection", "records", "n", *operations)
    return pipe_table(head, lines, right=range(2, len(head)))


def _repetitions(rows: Iterable[ComparisonRow]) -> str:
    counts = {row.n for row in rows}
    return "–".join(str(count) for count in sorted({min(counts), max(counts)})) if counts else "0"


def _time(row: ComparisonRow) -> str:
    if row.mean_s is None:
        return row.status.value
    deviation = "" if row.sd_s is None else f" ± {row.sd_s:.4f}"
    cost = "" if row.cost_percent is None else f" ({row.cost_percent:+.1f} %)"
    return f"{row.mean_s:.4f}{deviation}{cost}"


def _verdicts(report: CampaignReport) -> list[str]:
    """A line for each cost with its interval and what may be said of it; empty without any."""
    names = marked_names(report.cells)
    lines = [
        (
            row.server,
            names[row.server, row.protection],
            str(row.size),
            row.operation,
            f"{row.cost_percent:+.1f} %",
            "" if low is None or high is None else f"{low:+.1f} to {high:+.1f} %",
            str(row.blocks),
            row.verdict_text or "",
            _signed(row.study_cost_percent),
        )
        for row in report.comparison
        if row.cost_percent is not None
        for low, high in ((row.cost_low_percent, row.cost_high_percent),)
    ]
    head = ("server", "protection", "records", "operation", "cost", "95 %", "blocks", "verdict")
    if not lines:
        return []
    table = pipe_table((*head, _STUDY), lines, right=(2, 4, 5, 6, 8))
    return ["## Verdicts", _VERDICTS_METHOD, table]


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.1f} %"


_STUDY = "study's method"


_VERDICTS_METHOD = (
    "The unit is the mirror block, a pass forwards and one backwards through the protections of a "
    "server and size: the mean of ln(seconds) with the protection minus that of the baseline, over "
    "both passes. The cost is exp of its mean over blocks, less one, with Student's t interval; a "
    "verdict needs the exact test of swaps within blocks to agree, after a correction for the "
    "number of comparisons (Benjamini–Hochberg)."
)


def _costs(items: Sequence[HeadlineItem], cells: Sequence[CellRecord]) -> list[str]:
    if not items:
        return []
    names = marked_names(cells)
    lines = [
        (
            item.server,
            names[item.server, item.protection],
            percent_text(item.cost_percent),
            _bounds(item),
            str(item.blocks),
            item.verdict_text or "",
            "" if item.study_cost_percent is None else percent_text(item.study_cost_percent),
            "" if item.sd_percent is None else percent_text(item.sd_percent),
            "yes" if item.complete else "no, some cells are missing",
        )
        for item in items
    ]
    head = ("server", "protection", "cost", "95 %", "blocks", "verdict", _STUDY)
    table = pipe_table((*head, "sd over operations", "complete"), lines, right=(2, 3, 4, 6, 7))
    return ["## Cost", _COST_METHOD, table]


def _bounds(item: HeadlineItem) -> str:
    low, high = item.cost_low_percent, item.cost_high_percent
    return "" if low is None or high is None else f"{low:.1f} to {high:.1f} %"


_COST_METHOD = (
    "Cost is the mean of the operations from mirror blocks, each weighing the same, with its 95 % "
    "interval; below two blocks it is the study's. The study's method: mean over sizes for each "
    "operation, then mean and sample standard deviation over operations."
)


def _growth(report: CampaignReport) -> list[str]:
    """By which power of the records each operation grows; empty below three sizes."""
    names = marked_names(report.cells)
    lines = [
        (
            each.server,
            names[each.server, each.protection],
            each.operation,
            f"{each.exponent:.2f}",
            f"{each.low:.2f} to {each.high:.2f}",
            "" if each.linear else "faster" if each.low > 1 else "slower",
        )
        for each in report.growth
    ]
    head = ("server", "protection", "operation", "power", "95 %", "than linear")
    return ["## Growth", _GROWTH_METHOD, pipe_table(head, lines, right=(3, 4))] if lines else []


_GROWTH_METHOD = (
    "By which power of the records seconds grow (1: linear): the slope of the line through the "
    "logarithms of both, over these sizes. It is taken in each mirror block, with Student's t "
    "interval over blocks; where there are no two blocks, from the means of sizes, with the "
    "interval of that line."
)


def _reasons(cells: Sequence[CellRecord]) -> list[str]:
    lines = [
        (cell.server, marked_name(cell), str(cell.size), cell.status.value, cell.reason)
        for cell in cells
        if cell.reason and cell.status is not Status.DONE
    ]
    head = ("server", "protection", "records", "status", "reason")
    return ["## Not measured", pipe_table(head, lines)] if lines else []


def _stalled(runs: Sequence[RunRecord]) -> list[str]:
    """Runs that stood still; empty where none did."""
    lines = [
        (run.server, run.protection, str(run.size), str(run.repetition), run.reason)
        for run in runs
        if run.stalled
    ]
    head = ("server", "protection", "records", "repetition", "why")
    return ["## Stalled runs", _STALLED_METHOD, pipe_table(head, lines)] if lines else []


_STALLED_METHOD = (
    "These runs stood still in between. None of them counts in any figure; each was repeated at "
    "the end of the campaign, twice at most."
)


def _disturbed(runs: Sequence[RunRecord]) -> list[str]:
    """Runs that were disturbed; empty where none was."""
    lines = [
        (
            run.server,
            run.protection,
            str(run.size),
            str(run.repetition),
            _yes(run.status is Status.DONE and not run.replaced),
            run.disturbed,
        )
        for run in runs
        if run.disturbed
    ]
    head = ("server", "protection", "records", "repetition", "counts", "why")
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


def _protections(cells: Sequence[CellRecord]) -> str:
    """One line per protection and mode in use: what it is good for."""
    known = {(cell.protection, cell.mode, cell.profile): cell for cell in cells}
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
    return pipe_table(_PROTECTION_HEAD, lines)


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
        ("profile", work.profile.value),
        ("data", work.data),
        ("sizes", ", ".join(str(size) for size in work.sizes)),
        ("repetitions", str(campaign.repetitions)),
        ("warm-ups", str(campaign.warmups)),
        ("order", campaign.order.value),
        ("seed", str(campaign.seed)),
    ]
    return pipe_table(("setting", "value"), lines)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each is not None)
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "none"
    return value if isinstance(value, str) else json.dumps(value)
