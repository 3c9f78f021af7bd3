"""A workload designed from a live PostgreSQL: no value leaves, and `run` takes the file."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.designing.design_trial import try_design
from app.designing.design_writing import workload_text
from app.designing.inspecting import InspectionScope, inspect, named_tables, tables_of
from app.designing.proposing import propose
from app.servers.saved_connections import save_connection
from app.system.folders import log_file
from benchmarks.measuring.designed import TABLES, counting_server, databases, fill_by_pgbench
from engines.contract.errors import InputError, ServerUnavailable, StatementFailed
from engines.contract.structure import StoredKind, TableFacts
from engines.servers.server import Server
from engines.sql.statement import Statement, Unencrypted
from tests.app.designing.live import MARKER, as_address, fill, make_quick
from workloads.own.file_reading import parse_work, read_work
from workloads.own.model import RowDistribution

PLANTED = re.compile(rf"{MARKER}|{MARKER.lower()}|7734")


@pytest.fixture(scope="module")
def counting() -> Iterator[Server]:
    with counting_server() as server:
        yield server


@pytest.fixture(scope="module")
def shop(counting: Server) -> Iterator[str]:
    name = counting.engine.catalogue.create_database(counting.endpoint, "design_shop")
    fill(counting, name)
    yield name
    counting.engine.catalogue.drop_database(counting.endpoint, name)


@pytest.fixture
def pgbench(counting: Server) -> Iterator[str]:
    """A database with the tables and statements of pgbench."""
    with databases(counting) as (name, _):
        fill_by_pgbench(counting, name)
        yield name


def report(server: Server, database: str, **wanted: object) -> dict[str, TableFacts]:
    names = named_tables(tables_of(server, database), ["customer", "orders", "item"])
    found = inspect(server, database, InspectionScope(names, **wanted))  # type: ignore[arg-type]
    return {each.name.name: each for each in found.tables}


def test_that_the_catalogue_tells_columns_keys_and_references(counting: Server, shop: str) -> None:
    tables = report(counting, shop)
    customer, orders, item = tables["customer"], tables["Orders"], tables["item"]
    assert (customer.key, item.key) == (("id",), ("order_id", "line"))
    assert customer.unique == (("email",),)
    assert orders.indexes == (("customer_id",),)
    assert [(each.columns, str(each.table)) for each in orders.references] == [
        (("customer_id",), "public.customer")
    ]
    kinds = {each.name: (each.kind, each.size, each.scale) for each in customer.columns}
    assert kinds["email"] == (StoredKind.TEXT, 80, 0)
    assert kinds["balance"] == (StoredKind.DECIMAL, 12, 2)
    assert kinds["extra"][0] is StoredKind.OTHER
    assert [each.name for each in orders.columns if each.computed] == ["long_note"]
    assert customer.rows == 1000


@pytest.mark.parametrize("scan", [False, True])
def test_that_spreads_are_those_of_the_rows(counting: Server, shop: str, scan: bool) -> None:
    customer = report(counting, shop, scan=scan)["customer"]
    distribution = customer.distributions
    assert distribution["name"].nulls == pytest.approx(0.2, abs=0.01)
    assert distribution["city"].frequencies[0] == pytest.approx(0.7, abs=0.05)
    assert distribution["email"].distinct == 1000
    assert distribution["name"].width > 10
    assert min(distribution["city"].frequencies) * 1000 >= 5
    assert distribution["email"].frequencies == ()


def test_that_only_reading_is_asked_for(counting: Server, shop: str) -> None:
    offers = tables_of(counting, shop)
    assert "public.customers" not in [str(each.name) for each in offers]
    found = inspect(counting, shop, InspectionScope(named_tables(offers, ["customer"])))
    assert found.queries[0].endswith("read only")
    assert not re.search(r"most_common_vals|histogram|from \"?customer", " ".join(found.queries))


def test_that_a_workload_has_the_shape_of_the_tables(counting: Server, shop: str) -> None:
    names = named_tables(tables_of(counting, shop), ["customer", "orders", "item"])
    made = propose(inspect(counting, shop, InspectionScope(names)))
    assert {"customer.email", "customer.name", "customer.cpf"} <= made.proposed
    encrypted = made.with_encrypted(made.proposed)
    work = parse_work(workload_text(encrypted), "designed")
    customer = work.table["customer"].column
    assert work.table["customer"].rows == 1000
    assert customer["city"].frequencies[0] == pytest.approx(0.7, abs=0.05)
    assert customer["name"].nulls == pytest.approx(0.2, abs=0.01)
    assert customer["email"].unique
    assert customer["email"].seal
    assert customer["email"].search.value == "equal"
    assert work.table["orders"].column["customer_id"].draw is RowDistribution.ZIPF
    assert work.table["orders"].column["customer_id"].index is None
    assert work.table["item"].column["order_id"].index is False, "the source has none there"
    assert not parse_work(workload_text(made), "designed").table["customer"].column["email"].seal


def logged() -> str:
    """The log of this session, and what was moved out of it as it grew long."""
    log = log_file()
    return "".join(each.read_text() for each in sorted(log.parent.glob(f"{log.name}*")))


@pytest.mark.parametrize("allowed", [(), ("--scan",), ("--sample", "500")], ids=" ".join)
def test_that_no_value_of_a_row_leaves(
    counting: Server,
    shop: str,
    allowed: tuple[str, ...],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    save_connection(as_address(counting, "prod"))
    output, plan = tmp_path / "shop.toml", tmp_path / "plan.toml"
    caplog.set_level(logging.DEBUG)
    command = ["design", "--server", "prod", "--database", shop, "--tables", "customer,orders,item"]
    command += ["-o", str(output), "--plan", str(plan), "--show-queries", "--seal", "proposed"]
    code = run([*command, *allowed])
    out, err = capfd.readouterr()
    assert code == 0, err
    text, planned = output.read_text(), plan.read_text()
    for place in (text, planned, out, err, caplog.text, logged()):
        assert not PLANTED.search(place)
    assert "pg_stats" in err or "--scan" in allowed
    assert "read only" in logged()
    assert tomllib.loads(text)["table"]["customer"]["column"]["email"]["seal"]


def with_one_encrypted(server: Server, shop: str, folder: Path) -> tuple[Path, Path]:
    """A workload in which one column is encrypted, and its plan."""
    save_connection(as_address(server, "prod"))
    output, plan = folder / "shop.toml", folder / "plan.toml"
    command = ["design", "--server", "prod", "--database", shop, "--tables", "customer,orders"]
    assert run([*command, "-o", str(output), "--plan", str(plan), "--seal", "customer.email"]) == 0
    return output, plan


def test_that_the_column_that_was_chosen_is_encrypted_and_no_other(
    counting: Server, shop: str, tmp_path: Path
) -> None:
    output, plan = with_one_encrypted(counting, shop, tmp_path)
    encrypted = [
        (table, column)
        for table, facts in read_work(output).table.items()
        for column, each in facts.column.items()
        if each.seal
    ]
    assert encrypted == [("customer", "email")]
    assert output.name in plan.read_text()


def test_that_run_takes_what_was_designed(
    counting: Server, shop: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _, plan = with_one_encrypted(counting, shop, tmp_path)
    make_quick(plan, 10)
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(plan), "--store", store]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    assert "select customer by email" in capfd.readouterr().out


def test_that_what_we_run_in_a_prepared_database_is_not_counted_as_the_users(
    counting: Server, shop: str
) -> None:
    engine = counting.engine
    there = replace(counting.endpoint, database=shop, prepared=True)
    with engine.driver.connect(counting.endpoint, shop) as session:
        session.execute("create schema cipherbench_ours")
        session.execute("create table cipherbench_ours.customer (id integer, name text)")
        session.fetch("select name from customer where id = 1")
    try:
        with engine.driver.connect(there, "cipherbench_ours") as ours:
            ours.begin()
            statement = Statement(("from customer where name is null",), (("id",),))
            prepared = ours.prepare(statement, Unencrypted())
            prepared.rows(prepared.execute())
            ours.commit()  # which ends its portal, so that it is counted
            prepared.close()
        names = named_tables(tables_of(counting, shop), ["public.customer"])
        texts = [
            each.text
            for each in inspect(counting, shop, InspectionScope(names)).statement_counts.statements
        ]
        assert [each for each in texts if each.startswith("select name from customer")]
        assert [each for each in texts if "name is null" in each] == []
    finally:
        with engine.driver.connect(counting.endpoint, shop) as session:
            session.execute("drop schema cipherbench_ours cascade")


def test_that_what_we_count_is_not_added_to_the_users_statement(
    counting: Server, shop: str
) -> None:
    text = "select count(*) from customer"
    names = named_tables(tables_of(counting, shop), ["public.customer"])
    inspect(counting, shop, InspectionScope(names, scan=True))
    with counting.engine.driver.connect(counting.endpoint, shop) as session:
        session.fetch(text)
    inspect(counting, shop, InspectionScope(names, scan=True))
    counted = inspect(counting, shop, InspectionScope(names)).statement_counts.statements
    assert [each.calls for each in counted if each.text == text] == [1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tables", "nobody"], "There is no table “nobody”"),
        (["--tables", "customer", "--seal", "customer.nothing"], "There is no column"),
        (["--tables", "customer", "--seal", "customer.id"], "cannot be encrypted"),
        (["--tables", "customer", "--statements", "/nowhere.sql"], "cannot be read"),
    ],
)
def test_that_what_is_wrong_is_one_sentence(
    counting: Server, shop: str, words: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    save_connection(as_address(counting, "prod"))
    assert run(["design", "--server", "prod", "--database", shop, *words]) == 2
    assert message in capfd.readouterr().err


def test_that_no_table_or_too_many_are_refused(counting: Server, shop: str) -> None:
    with pytest.raises(InputError, match="0 tables"):
        inspect(counting, shop, InspectionScope(()))


def test_that_rights_are_advised_where_one_lacks_alone(counting: Server, shop: str) -> None:
    """And not where a table is locked, which is met in the same step."""
    wanted = InspectionScope(named_tables(tables_of(counting, shop), ["customer"]), scan=True)
    with counting.engine.driver.connect(counting.endpoint, shop) as session:
        session.execute(f"create role passer login; grant connect on database {shop} to passer")
        session.execute("begin; lock table customer in access exclusive mode")
        try:
            with pytest.raises(StatementFailed) as locked:
                inspect(counting, shop, wanted)
            session.execute("rollback")
            poor = copy(counting)
            poor.endpoint = replace(counting.endpoint, user="passer")
            with pytest.raises(StatementFailed) as refused:
                inspect(poor, shop, wanted)
        finally:
            session.execute("rollback")
            session.execute("drop owned by passer; drop role passer")
    assert "Grant this user SELECT" in refused.value.hint
    assert "Grant" not in locked.value.hint and "later" in locked.value.hint


EXPECTED = {
    "SELECT abalance FROM pgbench_accounts WHERE aid = :aid",
    "UPDATE pgbench_accounts SET abalance = abalance + :abalance WHERE aid = :aid",
    "UPDATE pgbench_tellers SET tbalance = tbalance + :tbalance WHERE tid = :tid",
    "UPDATE pgbench_branches SET bbalance = bbalance + :bbalance WHERE bid = :bid",
    "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) "
    "VALUES (:tid, :bid, :aid, :delta, :mtime)",
}


@pytest.mark.exhaustive
def test_that_pgbench_is_designed_and_measured(
    counting: Server, pgbench: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save_connection(as_address(counting, "prod"))
    output, plan = tmp_path / "pgbench.toml", tmp_path / "plan.toml"
    command = ["design", "--server", "prod", "--database", pgbench, "--tables", ",".join(TABLES)]
    assert run([*command, "-o", str(output), "--plan", str(plan)]) == 0, capfd.readouterr().err
    report = "No column is encrypted. Choose columns with --seal TABLE.COLUMN."
    assert report in capfd.readouterr().err
    work = read_work(output)
    assert {each.sql[0] for each in work.operation} >= EXPECTED
    assert work.main == "pgbench_accounts"
    assert {name: table.rows for name, table in work.table.items()} == {
        "pgbench_accounts": 100_000,
        "pgbench_tellers": 10,
        "pgbench_branches": 1,
        "pgbench_history": 100,
    }
    make_quick(plan, 100)
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(plan), "--store", store]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert run(["compare", "1", "--store", store]) == 0
    assert "select pgbench_accounts by aid" in capfd.readouterr().out


def test_that_offline_writes_without_touching_the_server(
    counting: Server, shop: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    save_connection(as_address(counting, "prod"))
    with counting.engine.driver.connect(counting.endpoint, shop) as session:
        session.execute("select pg_stat_statements_reset()")
    output = tmp_path / "shop.toml"
    command = ["design", "--server", "prod", "--database", shop, "--tables", "customer"]
    assert run([*command, "-o", str(output), "--offline"]) == 0
    assert "not tried on a server" in capfd.readouterr().err
    assert "# The statements were not tried on a server." in output.read_text()
    with counting.engine.driver.connect(counting.endpoint, shop) as session:
        made = session.fetch(
            "select count(*) from pg_stat_statements where query ~* '^create (database|table)'"
        )
    assert made == [(0,)]
    read_work(output)


def test_that_who_may_not_create_databases_has_statements_tried_on_a_server_of_ours(
    counting: Server, shop: str, tmp_path: Path
) -> None:
    with counting.engine.driver.connect(counting.endpoint, shop) as session:
        session.execute("create role looker login")
        session.execute(f"grant connect on database {shop} to looker")
        session.execute("grant usage on schema sales to looker")
        session.execute("grant select on all tables in schema public, sales to looker")
    try:
        save_connection(replace(as_address(counting, "prod"), user="looker"))
        output = tmp_path / "shop.toml"
        command = ["design", "--server", "prod", "--database", shop, "--tables", "customer,orders"]
        assert run([*command, "-o", str(output)]) == 0
        assert "# Each statement was tried on postgresql." in output.read_text()
    finally:
        with counting.engine.driver.connect(counting.endpoint, shop) as session:
            session.execute("drop owned by looker")
            session.execute("drop role looker")


def test_that_any_other_error_is_reported_and_no_other_server_is_asked(
    counting: Server, shop: str
) -> None:
    names = named_tables(tables_of(counting, shop), ["customer"])
    made = propose(inspect(counting, shop, InspectionScope(names)))
    gone = copy(counting)
    gone.endpoint = replace(counting.endpoint, socket="/nowhere/at/all")
    with pytest.raises(ServerUnavailable):
        try_design(made, gone)
