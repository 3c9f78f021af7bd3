"""The engines, one line each. A driver is loaded only when its engine is asked for."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.facts import EngineFacts
from engines.contract.message import phrase
from engines.contract.protection import FILE_SYSTEMS, ProtectionKind
from engines.sql.schema import Functions, read_functions

if TYPE_CHECKING:
    from engines.base.engine import Engine

log = logging.getLogger(__name__)

_ENGINES = {
    "postgresql": "engines.postgresql",
    "mariadb": "engines.mariadb",
    "firebird": "engines.firebird",
    "sqlite": "engines.sqlite",
    "mysql": "engines.mysql",
    "duckdb": "engines.duckdb",
}


def engine_names() -> tuple[str, ...]:
    """Names of all engines, in the order they are shown."""
    return tuple(_ENGINES)


def engine_modules() -> tuple[str, ...]:
    """The modules of all engines, which import their drivers."""
    return tuple(f"{package}.engine" for package in _ENGINES.values())


def known_algorithms(kind: ProtectionKind) -> frozenset[str]:
    """The algorithms that some engine may have for native or storage protections."""
    every = [facts_of(name) for name in _ENGINES]
    if kind is ProtectionKind.NATIVE:
        return frozenset().union(*(each.native for each in every))
    return FILE_SYSTEMS.union(*(each.storage for each in every))


def facts_of(name: str) -> EngineFacts:
    """What the engine called `name` says of itself; its driver isn't loaded."""
    facts: EngineFacts = import_module(_ENGINES[name]).FACTS
    return facts


@cache
def functions_of(name: str) -> Functions:
    """The functions that statements from workload files may call on the engine called `name`."""
    package = import_module(_ENGINES[name])
    assert package.__file__ is not None
    return read_functions(Path(package.__file__).parent)


@cache
def engine_named(name: str) -> Engine:
    """The engine called `name`.

    Raises: InputError for a name that is none, ServerUnavailable when it cannot be loaded
    """
    if name not in _ENGINES:
        raise InputError(
            phrase("Unknown engine"),
            phrase("There is no engine named “{name}”."),
            phrase("Engines: {known}."),
            name=name,
            known=", ".join(_ENGINES),
        )
    try:
        engine: Engine = import_module(f"{_ENGINES[name]}.engine").ENGINE
    except Exception as error:
        raise _not_loaded(name, error) from error
    return engine


def engines() -> list[Engine]:
    """All engines that can be loaded."""
    return [each for each in all_engines().values() if not isinstance(each, ServerUnavailable)]


def all_engines() -> dict[str, Engine | ServerUnavailable]:
    """Every engine by its name, or why it cannot be loaded."""
    found: dict[str, Engine | ServerUnavailable] = {}
    for name in _ENGINES:
        try:
            found[name] = engine_named(name)
        except ServerUnavailable as error:
            found[name] = error
    return found


def _not_loaded(name: str, error: Exception) -> ServerUnavailable:
    """A driver that cannot be imported is missing here; all else is a fault of the engine, for
    which the log has its traceback."""
    if isinstance(error, ImportError) and not _is_ours(error.name):
        return ServerUnavailable(
            phrase("Driver missing"),
            phrase("The driver of {name} cannot be loaded: {reason}."),
            phrase("Run `make setup` to install what is missing."),
            name=name,
            reason=str(error).rstrip("."),
        )
    log.error("the engine %s cannot be loaded", name, exc_info=error)
    return ServerUnavailable(
        phrase("Engine not loaded"),
        phrase("The engine {name} cannot be loaded: {reason}."),
        phrase("The log file has the details. Install Cipherbench again."),
        name=name,
        reason=f"{type(error).__name__}: {error}".rstrip("."),
    )


def _is_ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] == __name__.partition(".")[0]
