"""Speeds of raw ciphers, ours and those that studies have beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.findings.figure import Figure
from app.findings.studies.beside import Beside
from app.findings.studies.study import Study
from app.report.figures.laid import Laid
from app.report.figures.laid_values import lay_values, name_of
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import phrase


@dataclass(frozen=True)
class Who:
    """A provider of ours, or what the study of that number measured."""

    name: str
    study: int | None = None


@dataclass(frozen=True)
class Speed:
    """A mean of one measure, with the cell that it belongs to; `told` where it is that of the study
    of that number, beside ours."""

    row: Figure
    cell: CellRecord
    mean: float
    told: Beside | None = None
    number: int | None = None

    @property
    def who(self) -> Who:
        """Whose it is."""
        return Who(name_of(self.told), self.number) if self.told else Who(self.row.server)


def laid_speeds(
    studies: Iterable[Study], snapshot: CampaignSnapshot, speeds: Iterable[Speed]
) -> list[Laid]:
    """Studies beside these speeds."""
    return lay_values(studies, snapshot, [each.row for each in speeds], _NO_SPEED)


_NO_SPEED = phrase("{study}: no speed matches a cipher, operation and case of this campaign.")


def published_speeds(laid: Sequence[Laid], speeds: Iterable[Speed]) -> list[Speed]:
    """What studies say beside these speeds."""
    ours = {(each.row.server, each.row.protection, each.row.operation, each.row.at): each
            for each in speeds}  # fmt: skip
    return [
        Speed(own.row, own.cell, told.value, told, number)
        for number, each in enumerate(laid)
        for told in each.found
        if told.value is not None and told.place.case is not None
        for own in [ours[*told.place[:3], told.place.case]]
    ]
