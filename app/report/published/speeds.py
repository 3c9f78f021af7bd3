"""Speeds of raw ciphers, ours and those that studies have beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.findings.figure import Figure
from app.findings.studies.matching import StudyMatch
from app.findings.studies.study import Study
from app.report.figures.matched_study import MatchedStudy
from app.report.figures.study_values import lay_values, name_of
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import phrase


@dataclass(frozen=True)
class Who:
    """A provider of ours, or what the study of that number measured."""

    name: str
    study: int | None = None


@dataclass(frozen=True)
class Speed:
    """A mean of one measure, with the cell that it belongs to; `reported` where it is that of the
    study of that number, beside ours."""

    row: Figure
    cell: CellRecord
    mean: float
    reported: StudyMatch | None = None
    number: int | None = None

    @property
    def who(self) -> Who:
        return Who(name_of(self.reported), self.number) if self.reported else Who(self.row.server)


def study_speeds(
    studies: Iterable[Study], snapshot: CampaignSnapshot, speeds: Iterable[Speed]
) -> list[MatchedStudy]:
    return lay_values(studies, snapshot, [each.row for each in speeds], _NO_SPEED)


_NO_SPEED = phrase("{study}: no speed matches a cipher, operation and case of this campaign.")


def published_speeds(matched: Sequence[MatchedStudy], speeds: Iterable[Speed]) -> list[Speed]:
    """What studies say beside these speeds."""
    ours = {(each.row.server, each.row.protection, each.row.operation, each.row.at): each
            for each in speeds}  # fmt: skip
    return [
        Speed(own.row, own.cell, reported.value, reported, number)
        for number, each in enumerate(matched)
        for reported in each.found
        if reported.value is not None and reported.place.case is not None
        for own in [ours[*reported.place[:3], reported.place.case]]
    ]
