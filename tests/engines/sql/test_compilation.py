"""Writing a statement in an engine's SQL."""

from __future__ import annotations

import pytest

from engines.sql import compilation
from engines.sql.compilation import Slot, compile_statement
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import insert, repeated


def test_that_a_statement_of_many_places_takes_as_long_as_it_has_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table of a hundred columns is filled by 32 rows at once."""
    compared: list[object] = []
    equal = Slot.__eq__

    def counted(slot: Slot, other: object) -> bool:
        compared.append(other)
        return equal(slot, other)

    monkeypatch.setattr(compilation.Slot, "__eq__", counted)
    names = [f"c{number}" for number in range(100)]
    one = insert("wide", {name: f":{name}" for name in names}, dict.fromkeys(names, ValueType.TEXT))
    made = compile_statement(
        repeated(one, 32), Unencrypted(), lambda at, slot: f"${at}", reusable=True, types={}
    )
    assert len(made.slots) == 3200 and made.sql.endswith("$3200)")
    assert len(compared) < 2 * len(made.slots)
