"""What surrounds the figures of a campaign, as tables to be read: protections, evidence, servers,
machine, plan, and the runs that were not as they should be."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from app.evidence.tables import erasure_lines, tables, threat_lines
from app.evidence.threats import about_connections, threats, threats_to
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.report.words.language import moment
from app.report.words.placement import placed
from app.report.words.terms import (
    ABILITIES,
    AUTHENTICATED,
    DATABASE_LOGIN,
    DETAILS,
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
    PLACE,
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
    THREATS,
    UNIQUE_IV,
    VALUE,
    WHY,
    heads,
    yes,
)
from app.report.words.wording import axis_head, case_figure, marked_name, marked_names, properties
from app.results.records import CellRecord, SessionRecord
from app.results.run_cores import RunCores
from app.results.sessions import session_lines
from app.results.traces import Subject, Trace
from engines.contract.message import NOTHING, Message, localised, phrase, plural
from engines.contract.parameter import all_parameters_of
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion, Properties
from workloads.contract import Parameters
from workloads.own.model import DIFFERENCE_HEADS
from workloads.registry import workload_named


def state(report: CampaignReport) -> str:
    """When it was begun and how far it has come, in a sentence."""
    summary = report.summary
    message = _STATE.with_values(
        at=moment(summary.created_at),
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


def noted(report: CampaignReport) -> tuple[str, ...]:
    """What the user has noted about the campaign, line by line."""
    return tuple(filter(None, map(str.strip, report.summary.notes.splitlines())))


def tagged(report: CampaignReport) -> str:
    """The campaign's tags in a row."""
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
    """What raw ciphers can explain of costs; empty where none was measured raw in this store."""
    names = marked_names(report.cells)
    lines = [
        (
            key.server,
            names[key.server, key.protection],
            case_figure(report, key.case),
            key.operation,
            str(found.message),
        )
        for key, found in report.bounds.items()
    ]
    head = heads(SERVER, PROTECTION, axis_head(report), OPERATION, _EXPLAINED)
    return TextTable(head, lines, ())


_EXPLAINED = phrase("explained by the cipher")
BOUNDS_METHOD = phrase(
    "The most that the cipher alone can explain, measured without a database: the bytes that an "
    "operation encrypts and decrypts, divided by the cipher's speed in blocks no longer than the "
    "values."
)


def stalled_table(report: CampaignReport) -> TextTable:
    """Runs that stood still; empty where none did."""
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
    """What differs between the sessions of a campaign; empty where there was only one."""
    lines = [(moment(each.at), *line) for each in sessions for line in session_lines(each)]
    head = heads(phrase("session"), FACT, VALUE)
    return TextTable(head, lines if len(sessions) > 1 else [], ())


def protections_table(report: CampaignReport) -> TextTable:
    """One line per protection and mode in use: what it is good for, and on which servers evidence
    found less of that. The control is none, nor is a cipher by itself: it keeps nobody out of
    anything."""
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
    listened = about_connections((each.kind for each in report.cells), report.evidence)
    return made if listened else _without(made, str(NETWORK))


def _without(table: TextTable, name: str) -> TextTable:
    """The table without one of its columns, of which it has nothing to tell."""
    at = list(table.head).index(name)
    lines = [(*line[:at], *line[at + 1 :]) for line in table.lines]
    return TextTable([*table.head[:at], *table.head[at + 1 :]], lines, ())


def _protection(cells: Sequence[CellRecord], found: Properties, *, alone: bool) -> tuple[str, ...]:
    """`alone` is false where another line says something else of the same protection."""
    cell, servers = cells[0], dict.fromkeys(each.server for each in cells)
    where = _HERE if alone else _ON.with_values(servers=", ".join(servers))
    at_rest = zip(found.at_rest, found.found_here, found.looked_here, strict=True)
    saved = (*at_rest, (found.network, found.network_found_here, found.network_looked_here))
    return (
        marked_name(cell),
        (cell.mode or "").upper(),
        yes(found.authenticated),
        yes(found.hides_equality),
        yes(found.needs_unique_iv),
        str(ABILITIES[found.search]),
        str(ABILITIES[found.index]),
        str(ABILITIES[found.sort]),
        *(str(_stored(each, what, where if looked else NOTHING)) for each, what, looked in saved),
        str(found.protects),
        str(found.gives_away),
    )


def _stored(exclusion: Exclusion, found: Message, where: Message) -> Message:
    """As page one has it, whatever evidence has found; `where` is empty where nobody has looked."""
    if found:
        return _FOUND.with_values(exclusion=EXCLUSION_TERMS[exclusion], where=where, found=found)
    if where and exclusion is not Exclusion.IN:
        return _NOTHING_FOUND.with_values(exclusion=EXCLUSION_TERMS[exclusion], where=where)
    return EXCLUSION_TERMS[exclusion]


_FOUND = phrase("{exclusion}; found {where}: {found}")
_NOTHING_FOUND = phrase("{exclusion}; nothing found {where}")
_HERE, _ON = phrase("here"), phrase("on {servers}")
_PROTECTION_HEAD = (
    PROTECTION, MODE, AUTHENTICATED, HIDES_EQUALITY, UNIQUE_IV, SEARCH, INDEX, SORT, DISK, OS_LOGIN,
    DATABASE_LOGIN, NETWORK, PROTECTS, GIVES_AWAY,
)  # fmt: skip


def place_tables(evidence: Sequence[Trace]) -> Iterator[tuple[str, TextTable]]:
    """For each server where planted markers were found."""
    for table in tables(evidence):
        yield table.server, TextTable(heads(PLACE, *table.protections), table.lines, ())


def threats_table(evidence: Sequence[Trace]) -> TextTable:
    threats_seen = threats_to(threats(evidence))
    head = heads(SERVER, PROTECTION, *(THREATS[threat] for threat in threats_seen))
    return TextTable(head, threat_lines(evidence), ())


def seen_table(evidence: Sequence[Trace]) -> TextTable:
    lines = [(r.server, r.protection, str(THREATS[r.threat]), r.detail) for r in threats(evidence)]
    return TextTable(heads(SERVER, PROTECTION, phrase("threat"), DETAILS), lines, ())


def findings_table(evidence: Sequence[Trace]) -> TextTable:
    """All that was found, or could not be looked for."""
    found = [
        (each.server, each.protection, str(_SUBJECTS[each.subject]), str(each.where), each.detail)
        for each in evidence
        if each.found is not False
    ]
    head = heads(SERVER, PROTECTION, phrase("searched for"), PLACE, DETAILS)
    return TextTable(head, found, ())


def erasure_table(evidence: Sequence[Trace]) -> TextTable:
    """What was left of a row whose data key was deleted."""
    head = heads(SERVER, PROTECTION, phrase("key or row"), DETAILS)
    return TextTable(head, erasure_lines(evidence), ())


_SUBJECTS = {
    Subject.MARKER: phrase("marker"),
    Subject.KEY: phrase("key"),
    Subject.DELETED: phrase("deleted key"),
}
EVIDENCE_METHOD = phrase(
    "A random marker was stored as protected text under each protection, committed and written to "
    "disk. Then everything that the server writes was searched for the key and for the marker, in "
    "plain and in the encodings that engines use. “Not found” counts only where plaintext "
    "was found."
)


def _source(name: str) -> str:
    return str(SOURCES.get(name, name))


def servers_table(report: CampaignReport) -> TextTable:
    """With their versions and settings."""
    lines = [
        (
            server.name,
            server.engine,
            server.version or str(phrase("not reached")),
            _source(server.source),
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
    """The cores that each server had; empty where nobody has noted it."""
    lines = [
        (each.name, *(cores or "–" for cores in _cores(each.cores)), each.cores.reason or "–")
        for each in placed(report.runs)
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
    points = phrase("± {points} points", points=localised(f"{target:g}"))
    budget = phrase("{minutes} min", minutes=localised(f"{minutes:g}"))
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
    """Where the tables are not those of the database that they were designed from."""
    parameters = report.campaign.workload
    rows = workload_named(parameters.name).differences(parameters)
    return TextTable(heads(*DIFFERENCE_HEADS), [tuple(row) for row in rows], ())


def _parameters(work: Parameters) -> Iterator[tuple[str, str]]:
    for name in all_parameters_of(type(work)):
        if name != "name":
            value = getattr(work, name)
            yield name.replace("_", " "), yes(value) if isinstance(value, bool) else _value(value)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items() if each is not None)
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or str(NONE)
    return value if isinstance(value, str) else json.dumps(value)
