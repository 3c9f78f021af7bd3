"""The engines, one line each. A driver is loaded only when its engine is asked for."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.facts import EngineFacts
from engines.contract.message import phrase

if TYPE_CHECKING:
    from engines.base.engine import Engine

_ENGINES = {
    "postgresql": "engines.postgresql.engine:PostgreSQL",
    "mariadb": "engines.mariadb.engine:MariaDB",
    "firebird": "engines.firebird.engine:Firebird",
    "sqlite": "engines.sqlite.engine:SQLite",
    "mysql": "engines.mysql.engine:MySQL",
    "duckdb": "engines.duckdb.engine:DuckDB",
}


def engine_names() -> tuple[str, ...]:
    """Names of all engines, in the order they are shown."""
    return tuple(_ENGINES)


def engine_modules() -> tuple[str, ...]:
    """The modules of all engines, which import their drivers."""
    return tuple(each.partition(":")[0] for each in _ENGINES.values())


def facts_of(name: str) -> EngineFacts:
    """What the engine called `name` says of itself; its driver isn't loaded."""
    facts: EngineFacts = import_module(_ENGINES[name].rpartition(".")[0]).FACTS
    return facts


@cache
def engine_named(name: str) -> Engine:
    """The engine called `name`.

    Raises: InputError for a name that is none, ServerUnavailable when its driver is missing
    """
    if name not in _ENGINES:
        raise InputError(
            phrase("Unknown engine"),
            phrase("There is no engine named “{name}”."),
            phrase("Engines: {known}."),
            name=name,
            known=", ".join(_ENGINES),
        )
    module, _, attribute = _ENGINES[name].partition(":")
    try:
        engine: Engine = getattr(import_module(module), attribute)()
    except ImportError as error:
        raise ServerUnavailable(
            phrase("Driver missing"),
            phrase("The driver of {name} cannot be loaded: {reason}."),
            phrase("Run `make setup` to install what is missing."),
            name=name,
            reason=error,
        ) from error
    return engine


def engines() -> list[Engine]:
    """All engines whose drivers can be loaded."""
    loaded = []
    for name in _ENGINES:
        with suppress(ServerUnavailable):
            loaded.append(engine_named(name))
    return loaded
