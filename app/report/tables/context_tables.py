"""Tables of a campaign's context: its protections, servers, machine and plan, what could not be
measured, and runs that stalled; the share of costs that ciphers explain, and differences between
sessions and between tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.evidence.threats import concerns_network
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable, place_cells, place_heads
from app.report.words.language import time_text
from app.report.words.placement import cores_by_server
from app.report.words.protection_names import (
    axis_head,
    case_figure,
    marked_name,
    properties,
)
from app.report.words.terms import (
    ABILITIES,
    AUTHENTICATED,
    DATABASE_LOGIN,
    DISK,
    EXCLUSION_TERMS,
    FACT,
    GIVES_AWAY,
    HIDES_EQUALITY,
    INDEX,
    MODE,
    NETWORK,
    NONE,
    OPERATION,
    OS_LOGIN,
    OUTCOMES,
    PROTECTION,
    PROTECTS,
    REASON,
    SEARCH,
    SERVER,
    SORT,
    SOURCE,
    SOURCES,
    STATUS,
    STATUSES,
    UNIQUE_IV,
    VALUE,
    WHY,
    heads,
    yes,
)
from app.results.records import CellRecord, RunCores, SessionRecord, session_facts
from engines.contract.message import NOTHING, Message, in_current_language, phrase, plural
from engines.contract.parameter import all_parameters_of
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion, Properties
from workloads.contract import Parameters
from workloads.own.model import DIFFERENCE_HEADS
from workloads.registry import workload_named


def status_sentence(report: CampaignReport) -> str:
    """When the campaign began, its outcome and its counts of runs."""
    summary = report.summary
    message = _STATE.with_values(
        at=time_text(summary.created_at),
        outcome=OUTCOMES[summary.outcome],
        done=summary.runs_done,
        failed=summary.runs_failed,
    ).with_count(summary.runs_total)
    if summary.ended_by:
        message = _ENDED_BY.with_values(words=message, why=summary.ended_by)
    return str(message)


_STATE = plural(
    "Campaign of {at}: {outcome}, {done} of {n} runs done, {failed} failed.",
    "Campaign of {at}: {outcome}, {done} of {n} run done, {failed} failed.",
    0,
)
_ENDED_BY = phrase("{words} What ended it: {why}.")


def note_lines(report: CampaignReport) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, report.summary.notes.splitlines())))


def tag_list(report: CampaignReport) -> str:
    return ", ".join(report.summary.tags)


def missing_table(report: CampaignReport) -> TextTable:
    """Cells that could not be measured, servers that were skipped, and operations that others
    lack, and why."""
    lines = [
        (cell.server, marked_name(cell), case_figure(report, cell.case), *missing)
        for cell in report.cells
        for missing in _missing(cell)
    ]
    lines += [
        (name, str(_ALL), str(_ALL), str(_ALL), str(_SKIPPED), str(why))
        for name, why in report.skipped.items()
    ]
    head = heads(SERVER, PROTECTION, axis_head(report), OPERATION, STATUS, REASON)
    return TextTable(head, lines, ())


def _missing(cell: CellRecord) -> Iterator[tuple[str, str, str]]:
    if cell.reason and cell.status is not Status.DONE:
        yield str(_ALL), str(STATUSES[cell.status]), cell.reason
    for each in cell.refused:
        yield each.operation, str(STATUSES[Status.UNSUPPORTED]), str(each.message)


_ALL, _SKIPPED = phrase("all"), phrase("skipped")


def bounds_table(report: CampaignReport) -> TextTable:
    """The share of costs that raw ciphers can explain; empty without a raw measurement."""
    place = place_cells(report)
    lines = [(*place(key), str(found.message)) for key, found in report.bounds.items()]
    return TextTable(heads(*place_heads(report), _EXPLAINED), lines, ())


_EXPLAINED = phrase("explained by the cipher")
BOUNDS_METHOD = phrase(
    "The most that the cipher alone can explain, measured without a database: the bytes that an "
    "operation encrypts and decrypts, divided by the cipher's speed in blocks no longer than the "
    "values."
)


def stalled_table(report: CampaignReport) -> TextTable:
    lines = [
        (run.server, run.protection, case_figure(report, run.case), str(run.repetition), run.reason)
        for run in report.runs
        if run.stalled
    ]
    head = heads(SERVER, PROTECTION, axis_head(report), phrase("repetition"), WHY)
    return TextTable(head, lines, ())


STALLED_METHOD = phrase(
    "These runs stalled. They count in no figure. Each was repeated at the end of the campaign, "
    "at most twice."
)


def sessions_table(sessions: Sequence[SessionRecord]) -> TextTable:
    """Differences between the sessions of a campaign; empty if there was only one."""
    lines = [(time_text(each.at), *line) for each in sessions for line in session_facts(each)]
    head = heads(phrase("session"), FACT, VALUE)
    return TextTable(head, lines if len(sessions) > 1 else [], ())


def protections_table(report: CampaignReport) -> TextTable:
    """One line per protection and mode in use: its properties, and on which servers evidence found
    less of them. The control is not a protection, nor is a cipher by itself: they exclude nobody.
    """
    known: dict[tuple[object, ...], list[CellRecord]] = {}
    for cell in report.cells:
        if not cell.control and cell.kind != ProtectionKind.CIPHER:
            found = properties(cell, report.evidence)
            seen = (
                (found.found_here, found.network_found_here),
                (found.looked_here, found.network_looked_here),
            )
            key = (cell.protection, cell.mode, cell.profile, *seen)
            known.setdefault(key, []).append(cell)
    often = Counter(key[:-2] for key in known)
    made = TextTable(
        heads(*_PROTECTION_HEAD),
        [
            _protection(cells, properties(cells[0], report.evidence), alone=often[key[:-2]] == 1)
            for key, cells in known.items()
        ],
        (),
    )
    listened = concerns_network((each.kind for each in report.cells), report.evidence)
    shown = [each for each in _PROTECTION_HEAD if listened or each is not NETWORK]
    return made.columns(shown)


def _protection(cells: Sequence[CellRecord], found: Properties, *, alone: bool) -> tuple[str, ...]:
    """`alone` is false if another line has other findings of the same protection."""
    cell, servers = cells[0], dict.fromkeys(each.server for each in cells)
    where = _HERE if alone else _ON.with_values(servers=", ".join(servers))
    at_rest = zip(found.at_rest, found.found_here, found.looked_here, strict=True)
    by_attacker = (*at_rest, (found.network, found.network_found_here, found.network_looked_here))
    return (
        marked_name(cell),
        (cell.mode or "").upper(),
        yes(found.authenticated),
        yes(found.hides_equality),
        yes(found.needs_unique_iv),
        str(ABILITIES[found.search]),
        str(ABILITIES[found.index]),
        str(ABILITIES[found.sort]),
        *(
            str(_exclusion_cell(claimed, finding, where if looked else NOTHING))
            for claimed, finding, looked in by_attacker
        ),
        str(found.protects),
        str(found.gives_away),
    )


def _exclusion_cell(exclusion: Exclusion, found: Message, where: Message) -> Message:
    """The claimed exclusion, followed by what evidence found on this machine; `where` is empty if
    evidence was not searched."""
    if found:
        return _FOUND.with_values(exclusion=EXCLUSION_TERMS[exclusion], where=where, found=found)
    if where and exclusion is not Exclusion.NONE:
        return _NOTHING_FOUND.with_values(exclusion=EXCLUSION_TERMS[exclusion], where=where)
    return EXCLUSION_TERMS[exclusion]


_FOUND = phrase("{exclusion}; found {where}: {found}")
_NOTHING_FOUND = phrase("{exclusion}; nothing found {where}")
_HERE, _ON = phrase("here"), phrase("on {servers}")
_PROTECTION_HEAD = (
    PROTECTION, MODE, AUTHENTICATED, HIDES_EQUALITY, UNIQUE_IV, SEARCH, INDEX, SORT, DISK, OS_LOGIN,
    DATABASE_LOGIN, NETWORK, PROTECTS, GIVES_AWAY,
)  # fmt: skip


def servers_table(report: CampaignReport) -> TextTable:
    lines = [
        (
            server.name,
            server.engine,
            server.version or str(phrase("not reached")),
            str(SOURCES.get(server.source, server.source)),
            ", ".join(f"{name} = {value}" for name, value in server.settings.items()),
        )
        for server in report.servers
    ]
    head = heads(SERVER, phrase("engine"), phrase("version"), SOURCE, phrase("settings"))
    return TextTable(head, lines, ())


def machine_table(report: CampaignReport) -> TextTable:
    lines = [(name, _value(value)) for name, value in report.environment.items()]
    return TextTable(heads(FACT, VALUE), lines, ())


def placement_table(report: CampaignReport) -> TextTable:
    """The cores that each server had; empty if they were not recorded."""
    lines = [
        (each.name, *(cores or "–" for cores in _cores(each.cores)), each.cores.reason or "–")
        for each in cores_by_server(report.runs)
    ]
    cores = phrase("server cores"), phrase("worker cores"), phrase("program cores")
    return TextTable(heads(SERVER, *cores, WHY), lines, ())


def _cores(cores: RunCores) -> tuple[str, str, str]:
    return cores.server, cores.worker, cores.program


def plan_table(report: CampaignReport) -> TextTable:
    campaign = report.campaign
    work = campaign.workload
    target, most, minutes = (
        campaign.target_percent,
        campaign.max_repetitions,
        campaign.budget_minutes,
    )
    points = phrase("± {points} points", points=in_current_language(f"{target:g}"))
    budget = phrase("{minutes} min", minutes=in_current_language(f"{minutes:g}"))
    lines = [
        (str(phrase("workload")), work.name),
        *_parameters(work),
        (str(phrase("repetitions")), str(campaign.repetitions)),
        (str(phrase("warm-ups")), str(campaign.warmups)),
        (str(phrase("order")), campaign.order.value),
        (str(phrase("seed")), str(campaign.seed)),
        (str(phrase("placement")), campaign.placement.value),
        (str(phrase("control")), yes(campaign.control)),
        (str(phrase("target")), str(points if target else NONE)),
        (str(phrase("most repetitions")), str(most or NONE)),
        (str(phrase("time budget")), str(budget if minutes else NONE)),
    ]
    return TextTable(heads(phrase("setting"), VALUE), lines, ())


def differences_table(report: CampaignReport) -> TextTable:
    """Differences between the tables and those of the database that they were designed from."""
    parameters = report.campaign.workload
    rows = workload_named(parameters.name).differences(parameters)
    return TextTable(heads(*DIFFERENCE_HEADS), [tuple(row) for row in rows], ())


def _parameters(work: Parameters) -> Iterator[tuple[str, str]]:
    """Those that have a value."""
    for name in all_parameters_of(type(work)):
        value = getattr(work, name)
        if name != "name" and value is not None:
            yield name.replace("_", " "), _value(value)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return yes(value)
    if isinstance(value, tuple):
        return ", ".join(map(_value, value)) or str(NONE)
    return in_current_language(f"{value:.15g}") if isinstance(value, float) else str(value)
