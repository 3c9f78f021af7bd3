"""Schemas that others wrote, in `schemas/`: each file names its source and licence, and has tables,
rows and the statements of a program that uses them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.contract.endpoint import Source
from engines.opening import open_server
from engines.servers.launched import wait_until_ready
from engines.servers.server import Server, ServerSpec
from tests.requirements import lacking, spec_of

FOLDER = Path(__file__).with_name("schemas")
COUNTING = {
    "postgresql": ("-c", "shared_preload_libraries=pg_stat_statements"),
    "mariadb": ("--performance-schema=ON",),
    "mysql": ("--performance-schema=ON",),
}
"""Options with which a server counts statements; the others count none."""
FORGETTING = {
    "postgresql": ("create extension pg_stat_statements", "select pg_stat_statements_reset()"),
    **dict.fromkeys(
        ("mariadb", "mysql"),
        ("truncate performance_schema.events_statements_summary_by_digest",),
    ),
}
_PARTS = ("tables", "rows", "work")


def parts_of(name: str) -> dict[str, list[str]]:
    """The statements of each part."""
    found: dict[str, list[str]] = {}
    part = found.setdefault("", [])
    for line in (FOLDER / f"{name}.sql").read_text(encoding="utf-8").splitlines():
        bare = line.removeprefix("-- ")
        if line.startswith("--"):
            part = found.setdefault(bare, []) if bare in _PARTS else part
        elif line:
            part.append(line.rstrip(";"))
    return found


def scripted(name: str) -> str:
    """Its work as a file of statements."""
    return ";\n".join((*parts_of(name)["work"], ""))


@contextmanager
def counting(engine: str) -> Iterator[Server]:
    """A server of an engine that counts statements, if it can."""
    server = open_server(_firebird() if engine == "firebird" else spec_of(engine))
    try:
        if engine in COUNTING:
            server.stop()
            server.start_again(COUNTING[engine])
            wait_until_ready(server)
        yield server
    finally:
        server.close()


def _firebird() -> ServerSpec:
    """A server: an embedded one opens no file of somebody else's."""
    folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
    if not folder:
        lacking("local firebird", "CIPHERBENCH_FIREBIRD_BINARIES names no folder of a Firebird")
    return ServerSpec("fb", Source.LOCAL, "firebird", binaries=folder)


@contextmanager
def filled(server: Server, name: str) -> Iterator[str]:
    """A database with tables and rows, in which the work was done three times where a server counts
    it."""
    parts = parts_of(name)
    engine = server.engine
    database = engine.catalogue.create_database(server.endpoint, f"public_{name}")
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            for text in (*parts["tables"], *parts["rows"], *FORGETTING.get(engine.name, ())):
                session.execute(text)
                session.commit()
            for text in 3 * parts["work"] if engine.name in COUNTING else []:
                session.begin()
                session.fetch(text)
                session.rollback()
        yield database
    finally:
        engine.catalogue.drop_database(server.endpoint, database)
