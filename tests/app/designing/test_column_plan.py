"""What a column of the source becomes in a workload file."""

from __future__ import annotations

from app.designing.column_plan import ColumnRole, plan_column
from engines.contract.structure import ColumnFacts, CopiedType, StoredKind, ValueDistribution
from workloads.own.model import ColumnWork

KEY = ColumnRole(serial=True, key=True)


def planned(copy: CopiedType, role: ColumnRole) -> tuple[ColumnWork | None, str]:
    facts = ColumnFacts("id", StoredKind.INTEGER, copy.native, nullable=False, copied_type=copy)
    plan = plan_column(facts, role, ValueDistribution(), None)
    return plan.work, str(plan.note)


def test_that_a_key_numbers_more_rows_than_a_narrow_type_of_its_source_could() -> None:
    narrow, wide = CopiedType("smallint", most=32_767), CopiedType("bigint")
    key, difference = planned(narrow, KEY)
    assert key is not None and (key.make, key.native) == ("serial", "") and difference
    reference, _ = planned(narrow, ColumnRole(to="orders.id", referenced=key))
    assert reference is not None and (reference.make, reference.native) == ("reference", "")
    key, difference = planned(wide, KEY)
    assert key is not None and key.native == "bigint" and not difference
    line, _ = planned(narrow, ColumnRole(by="id", in_composite_key=True))
    assert line is not None and line.native == "smallint", "numbered anew for each"
