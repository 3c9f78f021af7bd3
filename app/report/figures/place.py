"""An operation of one cell, of which figures are told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.results.records import OperationRecord
from workloads.contract import Case


@dataclass(frozen=True)
class OperationPlace:
    """Where its figures belong."""

    server: str
    case: Case
    operation: str
    protection: str

    def to_json(self) -> dict[str, object]:
        """By the names of columns, the case by its two."""
        return {
            "server": self.server,
            "protection": self.protection,
            "size": self.case.size,
            "case": self.case.name,
            "operation": self.operation,
        }


def by_place(operations: Iterable[OperationRecord]) -> dict[OperationPlace, list[OperationRecord]]:
    """What was measured at each place, all in the order given."""
    found: dict[OperationPlace, list[OperationRecord]] = {}
    for each in operations:
        place = OperationPlace(each.server, each.case, each.operation, each.protection)
        found.setdefault(place, []).append(each)
    return found
