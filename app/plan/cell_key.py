"""The key of a cell in the matrix, the same for plan, store, statistics, report and
window."""

from __future__ import annotations

from typing import NamedTuple

from workloads.contract import Case

ALL_CASES = Case(-1)
"""The case of a total over all cases."""


class GroupKey(NamedTuple):
    """The cells of one server and case, which are compared with each other; with an operation, only
    that operation of them."""

    server: str
    case: Case
    operation: str = ""

    def cell(self, protection: str) -> CellKey:
        return CellKey(self.server, protection, self.case, self.operation)


class OfCell:
    """Base of records of a cell, whose fields say which one."""

    server: str
    protection: str
    size: int
    case_name: str

    @property
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.case)


class CellKey(NamedTuple):
    """A cell: all of its operations together, or the one that is named."""

    server: str
    protection: str
    case: Case
    operation: str = ""

    @property
    def group(self) -> GroupKey:
        return GroupKey(self.server, self.case, self.operation)

    @property
    def all_operations(self) -> CellKey:
        return self._replace(operation="")

    def to_json(self) -> dict[str, object]:
        """Keyed by the store's column names; the case as size and name."""
        return {
            "server": self.server,
            "protection": self.protection,
            "size": self.case.size,
            "case": self.case.name,
            "operation": self.operation,
        }
