"""Query plans as the servers gave them: one line for each statement of a cell."""

from __future__ import annotations

from dataclasses import dataclass

from app.plan.cell_key import CellKey
from app.results.records import CampaignSnapshot, OperationRecord


@dataclass(frozen=True)
class QueryPlan:
    """A statement of an operation, as its workload has it, and the server's plan for it."""

    key: CellKey
    statement: str
    plan: str

    def to_json(self) -> dict[str, object]:
        return {**self.key.to_json(), "statement": self.statement, "plan": self.plan}


def query_plans(snapshot: CampaignSnapshot) -> list[QueryPlan]:
    """The plans of the last run of each cell that counts, in the order of the matrix."""
    newest: dict[tuple[int, str], OperationRecord] = {}
    for each in snapshot.operations:
        if each.plans and each.is_counted:
            newest[each.run.cell, each.operation] = each
    ordered = sorted(newest.values(), key=lambda each: (each.run.cell, each.started_at))
    return [
        QueryPlan(each.key, statement, plan)
        for each in ordered
        for statement, plan in (each.plans or {}).items()
    ]
