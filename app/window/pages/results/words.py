"""The headline of a campaign in words, and what is said about its cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from app.plan.status import Status
from app.report.campaign_report import CampaignReport
from app.report.wording import Caution, cipher_name, mode_name
from app.results.compare import ComparisonRow, HeadlineItem
from app.results.records import CellRecord
from app.window.messages import message_text
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import format_number

_tr = QCoreApplication.translate
_NOISE = 2.0
"""Costs below this many standard errors are not told apart from nothing."""

_MOST_TOLD = 2
"""Ciphers that a headline tells of; more would crowd out what they are told of."""


def headline(report: CampaignReport) -> str:
    """“AES-128 costs 16 % on postgresql (CBC), and less than the noise on mariadb (ECB).”"""
    cells = {(cell.server, cell.protection): cell for cell in report.cells}
    found: dict[str, list[HeadlineItem]] = {}
    for item in report.headline:
        found.setdefault(cipher_name(cells[item.server, item.protection]), []).append(item)
    if not found:
        return _nothing_yet(report)
    frame = _tr("Results", "{name} costs {where}.")
    if report.summary.status is not Status.DONE:
        frame = _tr("Results", "So far {name} costs {where}.")
    sentences = [
        frame.format(name=isolated(name), where=_where(items, cells, report))
        for name, items in found.items()
    ]
    more = len(sentences) - _MOST_TOLD
    if more > 0:
        counted = _tr("Results", "The table tells {number} more.")
        sentences[_MOST_TOLD:] = [counted.format(number=format_number(more))]
    return " ".join(sentences)


def standard_error(rows: Iterable[ComparisonRow], item: HeadlineItem, baseline: str) -> float:
    """How far the mean cost of a server and protection may be off by the spread of the runs.

    In percent; every row's error is carried through the difference of its two means.
    """
    known = [row for row in rows if row.server == item.server]
    bases = {(row.size, row.operation): row for row in known if row.protection == baseline}
    squares = [
        relative_error(row, bases[row.size, row.operation]) ** 2
        for row in known
        if row.protection == item.protection and row.cost_percent is not None
    ]
    return math.sqrt(sum(squares)) / len(squares) if squares else 0.0


def relative_error(row: ComparisonRow, base: ComparisonRow) -> float:
    """The standard error of one row's cost, in percent of the baseline's mean."""
    if not base.mean_s:
        return 0.0
    spread = sum((each.sd_s or 0.0) ** 2 / each.n for each in (row, base) if each.n)
    return 100 * math.sqrt(spread) / base.mean_s


def caution_line(cautions: Sequence[Caution]) -> str:
    """One line that names all cautions in a few words."""
    words = {
        "modes-differ": _tr("Results", "cipher modes differ between engines"),
        "ecb": _tr("Results", "ECB was used"),
        "fixed-iv": _tr("Results", "one fixed IV was used"),
        "reused-stream": _tr("Results", "a key stream was used again"),
    }
    known = [words.get(each.name, each.name) for each in cautions]
    return _tr("Results", "Compares engines as they were, not ciphers: {cautions}.").format(
        cautions=", ".join(known)
    )


def not_measured(cells: Iterable[CellRecord]) -> list[str]:
    """A line for every server and protection that could not be measured, with the reason."""
    found = {
        (cell.server, cell.protection, cell.status, cell.reason): cell.why
        for cell in cells
        if cell.status in (Status.UNSUPPORTED, Status.FAILED)
    }
    frame = _tr("Results", "{protection} on {server}: {reason}")
    return [
        filled(frame, protection=protection, server=server, reason=message_text(why))
        for (server, protection, *_), why in found.items()
    ]


def _where(
    items: Sequence[HeadlineItem],
    cells: Mapping[tuple[str, str], CellRecord],
    report: CampaignReport,
) -> str:
    """Costs on servers; those that drown in the noise come last and together."""
    told: list[str] = []
    drowned: list[str] = []
    for item in items:
        mode = mode_name(cells[item.server, item.protection])
        server = isolated(shortened(item.server))
        where = f"{server} ({mode})" if mode else server
        error = standard_error(report.comparison, item, report.baseline)
        if abs(item.cost_percent) < _NOISE * error:
            drowned.append(where)
        else:
            cost = cost_text(item.cost_percent)
            told.append(_tr("Results", "{cost} % on {where}").format(cost=cost, where=where))
    noise = _tr("Results", "less than the noise on {where}").format(where=_listed(drowned))
    if told and drowned:
        frame = _tr("Results", "{told}, and {noise}")
        return frame.format(told=", ".join(told), noise=noise)
    return _listed(told) if told else noise


def _listed(words: Sequence[str]) -> str:
    """“a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return _tr("Results", "{words} and {last}").format(words=", ".join(words[:-1]), last=words[-1])


def cost_text(percent: float) -> str:
    """“16” or “−3.5”: a decimal below ten and none above, as costs rarely carry more."""
    decimals = 0 if abs(percent) >= 9.95 else 1
    return ("−" if percent < 0 else "") + format_number(abs(percent), decimals)


def _nothing_yet(report: CampaignReport) -> str:
    if report.summary.status in (Status.RUNNING, Status.PENDING):
        return _tr("Results", "No comparison yet: the campaign has just begun.")
    if not any(cell.protection == report.baseline for cell in report.cells):
        return _tr("Results", "No comparison: the campaign has no plaintext to compare with.")
    return _tr("Results", "No comparison: no protected cell has been measured.")
