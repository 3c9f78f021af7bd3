"""How a design lists what is not as in its source."""

from __future__ import annotations

from app.designing.design import Design, DesignedTable, Difference
from engines.contract.message import NOTHING, Message
from engines.contract.structure import TableFacts, TableName


def test_that_columns_share_a_line_where_source_and_copy_are_the_same() -> None:
    found = tuple(
        Difference(f"pet.{column}", Message(kind), Message("text"), NOTHING)
        for column, kind in (("name", "xml"), ("breed", "inet"), ("owner", "xml"))
    )
    facts = TableFacts(TableName("", "pet"), 1, ())
    table = DesignedTable(facts, "pet", 1, ("id",), (), differences=found)
    listed = Design("shop", "postgresql", "shop", (table,)).differences
    assert [each.cells[:2] for each in listed] == [
        ("pet.name, pet.owner", "xml"),
        ("pet.breed", "inet"),
    ]
