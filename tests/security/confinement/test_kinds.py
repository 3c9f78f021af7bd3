"""The second wall is asked for the same kinds of statements on every engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engines.registry import engine_names
from tests.security.confinement import (
    test_confined_files,
    test_confined_firebird,
    test_confined_mysql_family,
    test_confined_postgresql,
)
from tests.security.confinement.kinds import KINDS

REFUSED: Mapping[str, Mapping[str, Sequence[str]]] = {
    **test_confined_files.REFUSED,
    "firebird": test_confined_firebird.REFUSED,
    **dict.fromkeys(("mariadb", "mysql"), test_confined_mysql_family.REFUSED),
    "postgresql": test_confined_postgresql.REFUSED,
}


def test_that_every_engine_has_a_second_wall_that_is_asked() -> None:
    assert set(REFUSED) == set(engine_names())


@pytest.mark.parametrize("engine", REFUSED)
def test_that_each_kind_is_asked(engine: str) -> None:
    assert {kind for kind in KINDS if REFUSED[engine].get(kind)} == set(KINDS)
