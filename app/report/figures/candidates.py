"""The protections of a campaign as advice judges them: total costs, evidence and CPU time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.advice.candidate import Candidate, Finding
from app.advice.capacity import CpuUse, cpu_uses
from app.evidence.threats import Threat, reaches
from app.findings.cost import NO_COST
from app.findings.figure import Figure
from app.findings.key_services import key_service_ms
from app.plan.cell_key import ALL_CASES
from app.plan.matrix import arrangement_of
from app.plan.requirements import Withstand
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport
from app.report.words.protection_names import properties
from app.results.records import CellRecord, SearchSubject
from engines.contract.endpoint import Source
from engines.contract.launch import Logs
from engines.contract.message import NOTHING, Message, listed, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import Ability, mark_text
from workloads.contract import Case, EncryptionRate
from workloads.registry import case_label, distinct_labels, workload_named, workload_names


class ProtectionCost(NamedTuple):
    """A total over all operations; `work` names its case where there are several kinds."""

    total: Figure
    work: Message = NOTHING


def costs_by_protection(totals: Iterable[Figure]) -> dict[tuple[str, str], list[ProtectionCost]]:
    """`protection_costs` by server and protection."""
    costs: dict[tuple[str, str], list[ProtectionCost]] = {}
    for each in protection_costs(totals):
        costs.setdefault((each.total.server, each.total.protection), []).append(each)
    return costs


def protection_costs(totals: Iterable[Figure]) -> list[ProtectionCost]:
    """Of cases that differ in size only, the largest."""
    found = _of_largest(list(totals))
    if len({each.case for each in found}) < 2:
        return [ProtectionCost(each) for each in found]
    distinct = _distinct(found)
    return [ProtectionCost(each, _work(each, distinct)) for each in found]


def _of_largest(totals: Sequence[Figure]) -> Sequence[Figure]:
    sizes: dict[tuple[str, str, str], int] = {}
    for each in totals:
        key = each.server, each.protection, each.at.name
        sizes[key] = max(sizes.get(key, 0), each.at.size)
    return [
        e for e in totals if e.is_total or e.at.size == sizes[e.server, e.protection, e.at.name]
    ]


def _distinct(totals: Sequence[Figure]) -> Mapping[Case, Message]:
    """Case → words that distinguish it, such as “through the web API”; empty without such words."""
    cases = sorted({each.at for each in totals if each.at != ALL_CASES})
    works = {each.workload for each in totals}
    return distinct_labels(works.pop(), cases)[1] if cases and len(works) == 1 else {}


def _work(total: Figure, distinct: Mapping[Case, Message]) -> Message:
    if alone := distinct.get(total.at, NOTHING):
        return alone
    return Message(total.case) if total.is_total else case_label(total.workload, total.at)


_THREATS: Mapping[Threat, Withstand] = {
    Threat.DISK: Withstand.DISK,
    Threat.OS_LOGIN: Withstand.OS_LOGIN,
    Threat.DATABASE_LOGIN: Withstand.LOGIN,
    Threat.NETWORK: Withstand.NETWORK,
}
_NO_PROTECTION = (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM, ProtectionKind.CIPHER)
ENCRYPTION = (ProtectionKind.NATIVE, ProtectionKind.CLIENT)


def first_cells(report: CampaignReport) -> dict[tuple[str, str], CellRecord]:
    """By server and protection, the one of the first case that is supported, if any is; without
    the control."""
    found: dict[tuple[str, str], CellRecord] = {}
    for cell in report.cells:
        if not cell.control:
            first = found.setdefault((cell.server, cell.protection), cell)
            if first.status is Status.UNSUPPORTED:
                found[cell.server, cell.protection] = cell
    return found


PROPOSED = "client-aes-256-gcm"
"""The name in a plan of what is proposed where no protection in the application was measured."""


def proposed_cell(like: CellRecord) -> CellRecord:
    """AES-256-GCM in the application, beside another cell of its server."""
    return replace(
        like,
        protection=PROPOSED,
        kind=ProtectionKind.CLIENT,
        algorithm="aes",
        bits=256,
        mode="gcm",
        blind_index=True,
        status=Status.PENDING,
    )


def candidates_of(report: CampaignReport) -> list[Candidate]:
    """One for each protection of each server, without plaintext, the baseline and raw ciphers."""
    costs = costs_by_protection(report.main_costs)
    key_ms = key_service_ms(report)
    return [
        _candidate(cell, [each.total for each in costs.get(key, ())], report, key_ms)
        for key, cell in first_cells(report).items()
        if ProtectionKind(cell.kind) not in _NO_PROTECTION and cell.protection != report.baseline
    ]


def _candidate(
    cell: CellRecord,
    here: Sequence[Figure],
    report: CampaignReport,
    key_ms: Mapping[tuple[str, str], float],
) -> Candidate:
    columns = blind_columns(cell, report)
    servers = {each.name: each for each in report.servers}
    server = servers.get(cell.server)
    dearest = max(
        here, key=lambda each: (each.cost.decided, each.cost.percent or 0.0), default=None
    )
    return Candidate(
        name=marked_title(cell, report),
        bare=protection_title(replace(cell, blind_index=True)),
        cipher=cell.as_used.cipher,
        server=cell.server,
        engine=cell.engine,
        protection=cell.protection,
        kind=ProtectionKind(cell.kind),
        properties=properties(cell, report.evidence),
        algorithm=cell.algorithm,
        bits=cell.bits,
        mode=cell.mode,
        found=_found(report, cell),
        has_blind_index=bool(columns),
        blind_columns=tuple(columns),
        in_process=bool(server and server.in_process),
        encryption_rate=_encryption_rate(cell, report),
        cost=dearest.cost if dearest else NO_COST,
        in_cpu_time=bool(dearest and dearest.in_cpu_time),
        other_costs_unknown=not all(each.cost.decided for each in here),
        turned_on=frozenset(
            name
            for name, value in (server.settings if server else {}).items()
            if value.upper() in _ON
        ),
        logs_arranged=_logs_arranged(cell, report),
        bound=binds_rows(cell, report),
        near=server is None or server.source != Source.ADDRESS,
        key_ms=key_ms.get((cell.server, cell.protection)),
        least_key_ms=min(
            (ms for (name, _), ms in key_ms.items() if name == cell.server), default=None
        ),
        costs=tuple(
            each
            for each in sorted(here, key=lambda one: -(one.cost.percent or 0.0))
            if each.cost.decided
        ),
    )


_ON = ("ON", "1", "YES", "TRUE", "FORCE")


def _logs_arranged(cell: CellRecord, report: CampaignReport) -> bool:
    """Whether logs were encrypted when evidence was looked for, which is done as the first case
    has it."""
    known = report.campaign.workload.name in workload_names()
    return known and arrangement_of(report.campaign, cell.case).logs is Logs.ENCRYPTED


def _encryption_rate(cell: CellRecord, report: CampaignReport) -> EncryptionRate | None:
    """Of its fastest case on its server."""
    name = report.campaign.workload.name
    if cell.kind != ProtectionKind.CLIENT or name not in workload_names():
        return None
    cases = {each.case for each in report.cells if each.server == cell.server}
    found = filter(None, map(workload_named(name).encryption_rate, cases))
    return max(found, key=lambda each: each.per_s, default=None)


def _found(report: CampaignReport, cell: CellRecord) -> frozenset[Finding]:
    return frozenset(
        Finding(meant, trace.subject is SearchSubject.KEY, trace.place)
        for trace in report.evidence
        for threat, meant in _THREATS.items()
        if (trace.server, trace.protection) == (cell.server, cell.protection)
        and trace.found
        and reaches(threat, trace)
    )


def blind_columns(cell: CellRecord, report: CampaignReport) -> Sequence[str]:
    """The columns that the campaign's work gives a blind index under this protection."""
    work = report.campaign.workload
    by_value = ProtectionKind(cell.kind) in ENCRYPTION and cell.blind_index
    needs = by_value and properties(cell).index is Ability.NO
    if not needs or work.name not in workload_names():
        return ()
    return workload_named(work.name).blind_indexed_columns(work)


def binds_rows(cell: CellRecord, report: CampaignReport) -> bool:
    """Whether the application encrypted values for their rows, which would undo that equal values
    of a scheme without nonces stay equal."""
    name = report.campaign.workload.name
    encrypted = cell.kind == ProtectionKind.CLIENT and properties(cell).hides_equality
    return encrypted and name in workload_names() and workload_named(name).binds_rows


def protection_title(cell: CellRecord) -> Message:
    """“AES-256-GCM in the application”, “AES-128-CBC in the database”."""
    if cell.kind == ProtectionKind.PLAINTEXT:
        return _PLAIN
    title = cell.as_used.title
    return _IN_DATABASE.with_values(title=title) if cell.kind == ProtectionKind.NATIVE else title


def marked_title(cell: CellRecord, report: CampaignReport) -> Message:
    """With what is weak about it: “AES-128-CBC in the database (fixed IV)”."""
    marks = properties(cell, report.evidence).marks
    title = protection_title(cell)
    return _MARKED.with_values(name=title, marks=listed(map(mark_text, marks))) if marks else title


def column_words(columns: Sequence[str], most: int = 3) -> Message:
    """“customer.name, .email and .phone”: a table is named once, and about `most` columns."""
    names = list(_columns(columns))
    if len(names) <= most + 1:
        return join_and(names)
    message = _AND_MORE.with_values(columns=listed(names[:most]))
    return message.with_count(len(names) - most)


def _columns(columns: Sequence[str]) -> Iterator[Message]:
    before = ""
    for each in columns:
        table, _, column = each.partition(".")
        yield Message(f".{column}" if table == before else f"{table}.{column}")
        before = table


def join_and(parts: Sequence[Message]) -> Message:
    """“a, b and c”."""
    *first, last = parts
    return _AND.with_values(first=listed(first), last=last) if first else last


def decided_cpu_uses(report: CampaignReport) -> list[CpuUse]:
    """Those whose cost has a verdict."""
    decided = {
        place
        for place, costs in costs_by_protection(report.main_costs).items()
        if any(each.total.cost.decided for each in costs)
    }
    found = cpu_uses(report, report.compared)
    return [each for each in found if (each.server, each.protection) in decided]


_PLAIN = phrase("Unprotected")
_IN_DATABASE = phrase("{title} in the database")
_MARKED = phrase("{name} ({marks})")
_AND = phrase("{first} and {last}")
_AND_MORE = plural("{columns} and {n} more", "{columns} and one more", 0)
