"""Engines set class variables that contracts declare: a renamed one would be left without effect,
and no type checker says so."""

from __future__ import annotations

from collections.abc import Iterator

from engines.base.engine import Engine
from engines.registry import engines

CONTRACTS = ("engines.base.", "engines.contract.")


def roles(engine: Engine) -> Iterator[object]:
    yield from (engine.driver, engine.servers, engine.encryption, engine.catalogue)
    yield from engine.encryption.storage_methods.values()


def undeclared(role: object) -> set[str]:
    """Public variables of an engine's classes that no class above declares."""
    found = set()
    for each in type(role).__mro__[:-1]:
        if not each.__module__.startswith(CONTRACTS):
            above = each.__mro__[1:]
            known = {
                name
                for base in above
                for name in (*vars(base), *getattr(base, "__annotations__", ()))
            }
            values = {name for name, value in vars(each).items() if not hasattr(value, "__get__")}
            found |= {name for name in values - known if not name.startswith("_")}
    return found


def test_that_engines_set_no_class_variable_that_their_contracts_lack() -> None:
    for engine in engines():
        for role in roles(engine):
            assert not undeclared(role), (engine.name, role)
