"""Rows of a study in the table of costs, below those of ours that they stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.findings.studies.beside import Beside
from app.report.figures.laid import Laid, cost_said, value_said, whole_said
from app.window.base.messages import message_text
from app.window.pages.results.studies.looks import look_of
from app.window.shared.costs import estimate_of
from widgets.look.names import isolated
from widgets.look.numbers import format_significant
from widgets.tables.interval_view import IntervalCell, IntervalRow
from workloads.contract import readable

_tr = QCoreApplication.translate


class StudyKey(NamedTuple):
    """A row of a study: where it stands, and what of the study it is."""

    server: str
    protection: str
    study: str
    kind: tuple[str, ...]


def study_rows(
    laid: Sequence[Laid], server: str, protection: str, operations: Sequence[str]
) -> Iterator[IntervalRow]:
    """The rows below that of a protection; the operation "" is all of them together."""
    for each in laid:
        found: dict[StudyKey, dict[str, Beside]] = {}
        for told in each.found:
            if told.place[:2] == (server, protection):
                key = key_of(told)
                found.setdefault(key, {})[told.place.operation.casefold()] = told
        for key, by_operation in found.items():
            cells = [_cell(by_operation.get(name.casefold()), laid) for name in operations]
            if any(cell.text or cell.words for cell in cells):
                yield IntervalRow(
                    key=key,
                    label=isolated(each.study.short_name),
                    tip="\n".join((about(next(iter(by_operation.values()))), each.study.found_at)),
                    cells=cells,
                    quiet=True,
                    colour_key=look_of(laid, each.study.name),
                )


def key_of(told: Beside) -> StudyKey:
    """The row that a study's figure stands in."""
    circumstance = told.figures[0].case if not told.place.operation else ""
    kind = (told.engine, told.protection, circumstance)
    return StudyKey(told.place.server, told.place.protection, told.study.name, kind)


def about(told: Beside) -> str:
    """“mariadb 10.8.5, native aes-128-ecb”: what the study measured."""
    version = told.study.engines.get(told.engine, "")
    parts = (" ".join(filter(None, (told.engine, version))), told.protection)
    return ", ".join(filter(None, parts))


def told_of(laid: Iterable[Laid], key: StudyKey, operation: str) -> tuple[str, str]:
    """For the strip below the table: what a cell says, and what differs with its source."""
    for each in laid:
        for told in each.found:
            if key_of(told) == key and told.place.operation.casefold() == operation.casefold():
                said, *rest = message_text(whole_said(told)).split("\n")
                where = operation or _tr("Results", "all operations")
                title = " · ".join(map(isolated, (each.study.short_name, about(told), where)))
                return f"{title}: {said}", " ".join(rest)
    return key.study, _tr("Results", "The study does not report this figure.")


def _cell(told: Beside | None, laid: Sequence[Laid]) -> IntervalCell:
    look = "" if told is None else look_of(laid, told.study.name)
    if told is None:
        return IntervalCell(copied=("", "", "", ""))
    cost, said = told.cost, message_text(cost_said(told))
    if not told.place.operation:
        return IntervalCell(words=said, tip=message_text(whole_said(told)), copied=(said,))
    estimate = estimate_of(cost)
    text = said or message_text(value_said(told))
    value = "" if told.value is None else format_significant(told.value / readable(told.unit)[0])
    copied = (*map(_plain, (cost.percent, cost.low, cost.high)), value)
    tip = message_text(whole_said(told))
    return IntervalCell(text, estimate=estimate, tip=tip, copied=copied, colour_key=look)


def _plain(value: float | None) -> str:
    return "" if value is None else format_significant(value)
