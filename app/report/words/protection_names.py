"""Names and properties of protections as texts, numbers in tables, and cautions on figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.evidence.threats import with_evidence
from app.findings.cost import Cost
from app.findings.figure import Figure
from app.plan.requirements import has_fixed_iv
from app.plan.status import Status
from app.results.records import CampaignSnapshot, CellRecord, EvidenceFinding
from engines.contract.message import Message, in_current_language, listed, percent, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import (
    ECB,
    FIXED_IV,
    REUSED_STREAM,
    Exclusion,
    Properties,
    mark_text,
    properties_of,
)
from workloads.contract import SECONDS, Case, Profile
from workloads.registry import axis_heading, case_label


def axis_head(report: CampaignSnapshot) -> str:
    """The head of the column of cases, which is what their sizes count: “records”."""
    return str(axis_heading(report.campaign.workload.name)).lower()


def inside_sentence(title: str) -> str:
    """“Mean latency” as “mean latency”; what begins with capitals, as “CPU time”, stays."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def case_figure(report: CampaignSnapshot, case: Case) -> str:
    """A case in that column: its size, or its words if it has a name."""
    return str(case_label(report.campaign.workload.name, case)) if case.name else str(case.size)


def fitting_decimals(means: Iterable[float], digits: int = 2, least: int = 0) -> int:
    """As many as show the smallest mean with so many figures or more, so that all digits of a
    column line up; at most five beyond which nothing is measured, at least `least`."""
    smallest = min((abs(each) for each in means if each), default=1.0)
    return min(_MOST_DECIMALS, max(least, digits - 1 - math.floor(math.log10(smallest))))


_MOST_DECIMALS = 5


def decimals_of(rows: Iterable[Figure]) -> Mapping[str, int]:
    """How many decimals the figures of a table have, by unit: four or more for seconds, one or more
    and three figures for all else."""
    means: dict[str, list[float]] = {}
    for shown in (row.scaled for row in rows):
        means.setdefault(shown.unit, []).append(shown.mean or 0.0)
    return {
        unit: fitting_decimals(known, 2, 4)
        if unit == SECONDS.unit
        else fitting_decimals(known, 3, 1)
        for unit, known in means.items()
    }


@dataclass(frozen=True)
class Caution:
    """Something a reader must know before trusting or copying the figures."""

    name: str
    message: Message


type Titles = Mapping[tuple[str, str], Message]
"""Server and protection → what people call the protection."""


def titles(cells: Iterable[CellRecord]) -> Titles:
    """Titles for sentences: “AES-128-CBC”, with the name in the plan if a server has several
    protections of that title."""
    known = {(each.server, each.protection): each.as_used.title for each in cells}
    often = Counter((server, title) for (server, _), title in known.items())
    return {
        (server, name): title
        if often[server, title] == 1
        else phrase("{title} ({name})", title=title, name=name)
        for (server, name), title in known.items()
    }


def title_of(name: str, cells: Iterable[CellRecord]) -> Message:
    """What people call a protection of that name, as the first server has it."""
    return next((each.as_used.title for each in cells if each.protection == name), Message(name))


def on_server(protection: Message, server: str) -> Message:
    """“AES-128-CBC on postgresql”."""
    return phrase("{protection} on {server}", protection=protection, server=server)


def percent_text(value: float | None) -> str:
    """Percent in a sentence of a report; empty where there is none."""
    return "" if value is None else str(percent(value))


def signed(value: float, sign: str = "+") -> str:
    """Percent in a table: one decimal, a minus as sentences have it, and none before nothing."""
    return in_current_language(f"{round(value, 1) + 0.0:{sign}.1f}".replace("-", "−"))


def bounds_text(cost: Cost, sign: str = "+") -> str:
    """“+40.2 to +44.0”: the bounds of its interval in a table; empty without one."""
    found = cost.interval
    return "" if found is None else _to(signed(found.low, sign), signed(found.high, sign))


def to_words(low: str, high: str) -> str:
    """“0.98 to 1.02”, of numbers as English has them."""
    return _to(in_current_language(low), in_current_language(high))


def _to(low: str, high: str) -> str:
    return str(phrase("{low} to {high}", low=low, high=high))


def bounds_cell(cost: Cost, sign: str = "+") -> str:
    """The same with the unit behind it."""
    return f"{bounds_text(cost, sign)} %" if cost.interval else ""


def percent_cell(value: float | None) -> str:
    """“+42.1 %” in a table; empty where there is none."""
    return "" if value is None else f"{signed(value)} %"


def properties(cell: CellRecord, evidence: Iterable[EvidenceFinding] = ()) -> Properties:
    """The properties of a cell's protection as it was used, corrected by what evidence found on the
    cell's server."""
    place = cell.server, cell.protection
    return with_evidence(
        _in_general(cell), [each for each in evidence if (each.server, each.protection) == place]
    )


def _in_general(cell: CellRecord) -> Properties:
    fixed = has_fixed_iv(cell.workload, Profile(cell.profile))
    return properties_of(cell.as_used, cell.mode, fixed_iv=fixed)


def weakness_marks(cell: CellRecord) -> tuple[str, ...]:
    """What is weak about the way a cell encrypts: ECB, one initialisation vector for all values, a
    key stream that is used again."""
    return _in_general(cell).marks


def marks_text(cell: CellRecord) -> tuple[Message, ...]:
    """The same as they stand beside a name."""
    return tuple(map(mark_text, weakness_marks(cell)))


def marked_name(cell: CellRecord) -> str:
    """The protection's name with its marks: “aes-128-ecb (ECB)”."""
    name, found = name_words(cell.protection), ", ".join(map(str, marks_text(cell)))
    return f"{name} ({found})" if found else name


def name_words(protection: str) -> str:
    """A protection's name in the plan; “plaintext” and “control” are words."""
    return str(Message(protection))


def marked_names(cells: Iterable[CellRecord]) -> dict[tuple[str, str], str]:
    """Server and protection → the protection's name with its marks."""
    return {(cell.server, cell.protection): marked_name(cell) for cell in cells}


def cautions(
    cells: Sequence[CellRecord], evidence: Sequence[EvidenceFinding] = ()
) -> list[Caution]:
    """The cautions for a campaign's figures; unsupported cells give no reason for any."""
    measured = [cell for cell in cells if cell.status is not Status.UNSUPPORTED]
    return [
        *_modes_differ(measured),
        *_marked(measured, ECB, "ecb", _ECB_TEXT),
        *_marked(measured, FIXED_IV, "fixed-iv", _FIXED_IV_TEXT),
        *_marked(measured, REUSED_STREAM, "reused-stream", _REUSED_STREAM_TEXT),
        *_stolen_disks(measured, evidence),
    ]


def _stolen_disks(
    cells: Iterable[CellRecord], evidence: Sequence[EvidenceFinding]
) -> list[Caution]:
    """A caution for each server and protection whose files show plaintext or key, by evidence."""
    known = {(cell.server, cell.protection): cell for cell in cells if not cell.control}
    found = [
        (place, good.found_here[0])
        for place, cell in known.items()
        for good in (properties(cell, evidence),)
        if good.disk is Exclusion.NONE
    ]
    return [
        Caution(
            STOLEN_DISK,
            _STOLEN_DISK_TEXT.with_values(server=server, protection=protection, where=where),
        )
        for (server, protection), where in found
        if where
    ]


_ECB_TEXT = phrase(
    "ECB encrypts equal blocks to equal ciphertext, so patterns in the data stay visible: "
    "{names}. Its cost does not hold for modes that hide them."
)
_MODES_TEXT = phrase(
    "Modes of {cipher} differ between engines ({found}). The figures compare engine set-ups, not "
    "ciphers."
)
_FIXED_IV_TEXT = phrase(
    "The study profile encrypts every value with one fixed key and initialisation vector, so "
    "equal values stay recognisable: {names}. Real systems need a fresh vector for each value."
)

STOLEN_DISK = "stolen-disk"
"""The name of a caution that evidence gives."""
_STOLEN_DISK_TEXT = phrase(
    "{protection} on {server} does not protect data on a stolen disk. Found here: {where}."
)
_REUSED_STREAM_TEXT = phrase(
    "One key stream encrypts several values, so anyone who knows one value can read the others: "
    "{names}. Real systems need a fresh vector for each value."
)


def _modes_differ(cells: Iterable[CellRecord]) -> list[Caution]:
    """One caution per cipher whose modes are not the same on every engine."""
    modes: dict[Message, dict[str, dict[str, None]]] = {}
    for cell in cells:
        if cell.kind == ProtectionKind.NATIVE and cell.mode:
            by_engine = modes.setdefault(cell.as_used.cipher, {})
            by_engine.setdefault(cell.engine, {})[cell.mode.upper()] = None
    return [
        Caution("modes-differ", _MODES_TEXT.with_values(cipher=cipher, found=_listed(by_engine)))
        for cipher, by_engine in modes.items()
        if len({frozenset(found) for found in by_engine.values()}) > 1
    ]


def _listed(by_engine: dict[str, dict[str, None]]) -> str:
    return "; ".join(f"{engine}: {', '.join(modes)}" for engine, modes in by_engine.items())


def _marked(cells: Sequence[CellRecord], mark: str, name: str, text: Message) -> list[Caution]:
    known = titles(cells)
    names = dict.fromkeys(
        on_server(known[cell.server, cell.protection], cell.server)
        for cell in cells
        if mark in weakness_marks(cell)
    )
    return [Caution(name, text.with_values(names=listed(names)))] if names else []
