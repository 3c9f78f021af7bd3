"""Rows of a study in the table of costs, below the matching rows of the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.findings.studies.beside import Beside
from app.report.figures.laid import Laid, cost_said, value_said, whole_said
from app.report.published.charted import look_of
from app.window.base.messages import message_text
from app.window.shared.costs import estimate_of
from widgets.look.names import isolated
from widgets.look.numbers import format_significant
from widgets.tables.interval_view import IntervalCell, IntervalRow
from workloads.contract import readable

_tr = QCoreApplication.translate


class StudyKey(NamedTuple):
    """A row of a study: its place, and the part of the study that it shows."""

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
        for matched in each.found:
            if matched.place[:2] == (server, protection):
                key = key_of(matched)
                found.setdefault(key, {})[matched.place.operation.casefold()] = matched
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


def key_of(matched: Beside) -> StudyKey:
    """The row that a study's figure stands in."""
    circumstance = matched.figures[0].case if not matched.place.operation else ""
    kind = (matched.engine, matched.protection, circumstance)
    return StudyKey(matched.place.server, matched.place.protection, matched.study.name, kind)


def about(matched: Beside) -> str:
    """“mariadb 10.8.5, native aes-128-ecb”: what the study measured."""
    version = matched.study.engines.get(matched.engine, "")
    parts = (" ".join(filter(None, (matched.engine, version))), matched.protection)
    return ", ".join(filter(None, parts))


def sentences_of(laid: Iterable[Laid], key: StudyKey, operation: str) -> tuple[str, str]:
    """The sentence of a cell, and what differs, with its source: for the strip below the table."""
    for each in laid:
        for matched in each.found:
            if (
                key_of(matched) == key
                and matched.place.operation.casefold() == operation.casefold()
            ):
                sentence, *rest = message_text(whole_said(matched)).split("\n")
                where = operation or _tr("Results", "all operations")
                title = " · ".join(map(isolated, (each.study.short_name, about(matched), where)))
                return f"{title}: {sentence}", " ".join(rest)
    return key.study, _tr("Results", "The study does not report this figure.")


def _cell(matched: Beside | None, laid: Sequence[Laid]) -> IntervalCell:
    look = "" if matched is None else look_of(laid, matched.study.name)
    if matched is None:
        return IntervalCell(copied=("", "", "", ""))
    cost, sentence = matched.cost, message_text(cost_said(matched))
    if not matched.place.operation:
        return IntervalCell(
            words=sentence, tip=message_text(whole_said(matched)), copied=(sentence,)
        )
    estimate = estimate_of(cost)
    text = sentence or message_text(value_said(matched))
    value = (
        ""
        if matched.value is None
        else format_significant(matched.value / readable(matched.unit)[0])
    )
    copied = (*map(_plain, (cost.percent, cost.low, cost.high)), value)
    tip = message_text(whole_said(matched))
    return IntervalCell(text, estimate=estimate, tip=tip, copied=copied, colour_key=look)


def _plain(value: float | None) -> str:
    return "" if value is None else format_significant(value)
