"""What is known of a DuckDB table's columns without a look at its rows."""

from __future__ import annotations

from engines.contract.structure import Queries, TableFacts, TableName, ValueDistribution
from engines.duckdb.structure import DuckStructure


def test_that_a_column_that_is_a_key_by_itself_has_as_many_values_as_rows() -> None:
    table = TableFacts(TableName("", "t"), 5, (), key=("a", "b"), unique=(("c",), ("d", "e")))
    assert DuckStructure().statistics(Queries(None), table) == {
        "c": ValueDistribution(distinct=5.0)
    }
