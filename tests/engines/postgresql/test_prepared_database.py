"""A login that may create no database works in a schema of the one that it was given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import RunFinished
from engines.base.ownership import Gone, NotOwned, Owned
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters


@pytest.fixture(scope="module")
def prepared() -> Iterator[tuple[Server, ServerSpec]]:
    with prepared_once():
        made = open_server(spec_of("postgresql", "prepared"))
    with made.engine.driver.connect(made.endpoint) as admin:
        admin.execute("create role guest login; create role neighbour login")
        admin.execute(
            "create database given owner guest template template0 "
            "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"
        )
        admin.execute("alter role guest in database given set search_path = app")
        admin.execute("alter role guest set standard_conforming_strings = off")
    given = made.engine.driver.connect(made.endpoint, "given")
    given.execute("create extension pgcrypto; create schema app")
    given.execute("create table app.theirs (x int); insert into app.theirs values (1)")
    given.execute("create schema cipherbench_theirs")
    given.close()
    end = made.endpoint
    yield made, ServerSpec(
        "prepared", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user="guest",
        database="given",
    )  # fmt: skip
    made.close()


def everything(server: Server) -> list[object]:
    """Schemas, tables and settings of the database, and all databases."""
    with server.engine.driver.connect(server.endpoint, "given") as admin:
        return [
            *admin.fetch(
                "select nspname::text from pg_namespace where nspname !~ '^pg_' order by 1"
            ),
            *admin.fetch("select schemaname || tablename from pg_tables order by 1"),
            *admin.fetch("select setconfig::text from pg_db_role_setting order by 1"),
            *admin.fetch("select datname::text from pg_database order by 1"),
            *admin.fetch("select x from app.theirs"),
        ]


def test_that_a_campaign_runs_in_a_prepared_database_and_leaves_it_as_it_was(
    prepared: tuple[Server, ServerSpec], tmp_path: Path
) -> None:
    server, spec = prepared
    before = everything(server)
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    stage.run(
        quick_campaign(
            "prepared", (spec,), protections, HospitalParameters(sizes=(20,)), repetitions=1
        )
    )
    ended = stage.of(RunFinished)
    assert len(ended) >= 2
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    assert everything(server) == before


def test_that_a_schema_is_known_by_its_mark_and_dropped_by_its_name(
    prepared: tuple[Server, ServerSpec],
) -> None:
    _, spec = prepared
    there = open_server(spec)
    engine, end = there.engine, there.endpoint
    assert end.prepared
    assert engine.servers.diagnose(end) == []
    assert engine.servers.probe(end).settings["database_collation"] == "C.UTF-8"
    name = engine.catalogue.create_database(end, "one")
    with engine.driver.connect(end, name) as session:
        session.execute("create table t (x text)")
        session.execute("insert into t values ('\\x')")
        assert session.fetch("select x from t") == [("\\x",)]
        ((schema,),) = session.fetch("select current_schema()::text")
        assert schema == name
    found = engine.catalogue.judge_all(end)
    assert found[name] == Owned("one")
    assert isinstance(found["cipherbench_theirs"], NotOwned)
    assert isinstance(engine.catalogue.drop_database(end, "cipherbench_theirs"), NotOwned)
    assert f'DROP SCHEMA "{name}"' in engine.catalogue.removal_statement(end, name)
    assert engine.catalogue.drop_database(end, name) == Owned("one")
    assert engine.catalogue.drop_database(end, name) == Gone()


def test_that_a_login_that_may_create_databases_does(prepared: tuple[Server, ServerSpec]) -> None:
    server, spec = prepared
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("alter role guest createdb")
    try:
        assert not open_server(spec).endpoint.prepared
    finally:
        with server.engine.driver.connect(server.endpoint) as admin:
            admin.execute("alter role guest nocreatedb")
