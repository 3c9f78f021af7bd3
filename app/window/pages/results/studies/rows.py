"""Rows of a study in the table of costs, below the matching rows of the campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.findings.across.figures import ALL_OPERATIONS, Gathered
from app.findings.across.pivot import PivotRow
from app.findings.studies.matching import StudyMatch
from app.report.across.study_figures import study_figure
from app.report.figures.campaign_figures import Compared
from app.report.figures.matched_study import MatchedStudy, cost_text, total_text, value_text
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
    source: str


class StudyRows:
    """Studies as sources of a campaign's table: each engine, cipher and circumstance is one."""

    def __init__(self, arranged: Sequence[MatchedStudy], campaign: Compared) -> None:
        self._arranged = arranged
        self._matched = {
            (_key(matched), matched.place.operation or ALL_OPERATIONS): matched
            for each in arranged
            for matched in each.found
        }
        self._figures = tuple(
            replace(study_figure(matched, campaign), source=key.source)
            for (key, _), matched in self._matched.items()
        )

    def below(self, ours: Gathered) -> Gathered:
        """A campaign's figures and theirs."""
        return replace(ours, figures=(*ours.figures, *self._figures))

    def row(self, row: PivotRow) -> IntervalRow:
        key = StudyKey(*row.key)
        known = [each.figure.operation for each in row.cells if each.figure is not None]
        first = self._matched[key, known[0]]
        return IntervalRow(
            key=key,
            label=isolated(first.study.short_name),
            tip=f"{_about(first)}\n{first.study.found_at}",
            cells=[
                self._cell(
                    None if each.figure is None else self._matched[key, each.figure.operation]
                )
                for each in row.cells
            ],
            quiet=True,
            colour_key=look_of(self._arranged, first.study.name),
        )

    def sentences(self, key: StudyKey, operation: str) -> tuple[str, str]:
        """The sentence of a cell, and what differs, with its source: for the strip below the
        table."""
        matched = self._matched.get((key, operation))
        if matched is None:
            known = next(each for (row, _), each in self._matched.items() if row == key)
            return isolated(known.study.short_name), _tr(
                "Results", "The study does not report this figure."
            )
        sentence, *rest = message_text(total_text(matched)).split("\n")
        whole = operation == ALL_OPERATIONS
        where = _tr("Results", "all operations") if whole else operation
        title = " · ".join(map(isolated, (matched.study.short_name, _about(matched), where)))
        return f"{title}: {sentence}", " ".join(rest)

    def _cell(self, matched: StudyMatch | None) -> IntervalCell:
        if matched is None:
            return IntervalCell(copied=("", "", "", ""))
        cost, sentence = matched.cost, message_text(cost_text(matched))
        tip = message_text(total_text(matched))
        value = "" if matched.value is None else format_significant(matched.value / _scale(matched))
        return IntervalCell(
            sentence or message_text(value_text(matched)),
            estimate=estimate_of(cost),
            tip=tip,
            copied=(*map(_plain, (cost.percent, cost.low, cost.high)), value),
            colour_key=look_of(self._arranged, matched.study.name),
        )


def _key(matched: StudyMatch) -> StudyKey:
    circumstance = matched.figures[0].case if not matched.place.operation else ""
    parts = (matched.study.name, matched.engine, matched.protection, circumstance)
    return StudyKey(matched.place.server, matched.place.protection, " · ".join(filter(None, parts)))


def _about(matched: StudyMatch) -> str:
    """“mariadb 10.8.5, native aes-128-ecb”: what the study measured."""
    version = matched.study.engines.get(matched.engine, "")
    parts = (" ".join(filter(None, (matched.engine, version))), matched.protection)
    return ", ".join(filter(None, parts))


def _scale(matched: StudyMatch) -> float:
    return readable(matched.unit)[0]


def _plain(value: float | None) -> str:
    return "" if value is None else format_significant(value)
