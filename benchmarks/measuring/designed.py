"""pgbench's own tables and statements as a workload of one's own, against `pgbench -b select-only`.

A PostgreSQL that counts statements is filled by `pgbench -i` and asked by its tpcb-like and
select-only scripts. `design` makes a workload of what the server then tells, which is filled into a
database of ours on the same server. Its plain read runs in the loop of a worker, in turns with
`pgbench -M prepared -b select-only`.
"""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from app.campaign.turns.timed_loop import TimedClock
from app.designing.design import Design
from app.designing.design_writing import workload_text
from app.designing.inspecting import InspectionScope, inspect, named_tables, tables_of
from app.designing.proposing import propose
from app.processes.live_counters import LiveCounters
from benchmarks.measuring import lookup
from benchmarks.measuring.pgbench import program_of, run
from benchmarks.missing import PeerMissing
from benchmarks.one_core import one_core
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.opening import open_server
from engines.servers.launched import wait_until_ready
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Value
from workloads.contract import Case, Options, Setting
from workloads.own.file_reading import parse_work
from workloads.own.filling import Fill
from workloads.own.model import WorkSpec
from workloads.own.rewriting import statements_of
from workloads.own.schema import schema_of
from workloads.own.sql.parsed import Rewritten
from workloads.own.table_generation import GeneratedTables
from workloads.own.workload import OwnParameters

TABLES = ("pgbench_accounts", "pgbench_branches", "pgbench_history", "pgbench_tellers")
_COUNTING = ("-c", "shared_preload_libraries=pg_stat_statements")
_DRAWN = 10_000


def measure() -> dict[str, float]:
    """`designed_ratio`: statements per second of the designed workload's plain read over pgbench's,
    left to the scheduler, and `designed_ratio_one_core`: the same on one core.

    Raises: PeerMissing, ServerUnavailable
    """
    with counting_server() as server, databases(server) as (theirs, ours):
        fill_by_pgbench(server, theirs)
        work = parse_work(workload_text(designed(server, theirs)), "designed")
        made = GeneratedTables(work, 1, work.table[work.main].rows)
        fill(server, ours, made)
        command = pgbench(server, theirs, "-b", "select-only", "-M", "prepared")
        command += ["-n", "-t", str(lookup.SHORT_STATEMENTS)]
        with timed_read(server, ours, made) as loop:
            loop.statements_per_second(0.5)
            run(command)
            ratio = lookup.ratio_of_short_turns(loop, lambda: run(command))
            with one_core(server):
                on_one = lookup.ratio_of_short_turns(loop, lambda: run(command))
    return {"designed_ratio": ratio, "designed_ratio_one_core": on_one}


@contextmanager
def counting_server() -> Iterator[Server]:
    """An embedded PostgreSQL that counts statements."""
    server = open_server(ServerSpec("counting", Source.EMBEDDED, "postgresql"))
    try:
        server.stop()
        server.start_again(_COUNTING)
        wait_until_ready(server)
        yield server
    finally:
        server.close()


@contextmanager
def databases(server: Server) -> Iterator[tuple[str, str]]:
    """Two databases, which are dropped at the end."""
    names = [
        server.engine.catalogue.create_database(server.endpoint, f"bench_{secrets.token_hex(4)}")
        for _ in range(2)
    ]
    try:
        yield names[0], names[1]
    finally:
        for name in names:
            with suppress(CipherbenchError):
                server.engine.catalogue.drop_database(server.endpoint, name)


def fill_by_pgbench(server: Server, database: str) -> None:
    """pgbench's tables at scale 1, and a hundred of each of its transactions.

    Raises: PeerMissing
    """
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute("create extension pg_stat_statements")
    call(pgbench(server, database, "-i", "-s", "1", "-q"))
    for script in ("tpcb-like", "select-only"):
        call(pgbench(server, database, "-n", "-t", "100", "-M", "prepared", "-b", script))
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute("analyze")


def pgbench(server: Server, database: str, *words: str) -> list[str]:
    """A command of the pgbench that came with the server.

    Raises: PeerMissing
    """
    end, program = server.endpoint, program_of(server)
    place = ["-h", end.socket or "", "-p", str(end.port), "-U", end.user or "", database]
    return [str(program), *words, *place]


def call(command: list[str]) -> None:
    """Raises: PeerMissing"""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PeerMissing(f"{Path(command[0]).name} did not run: {done.stderr.strip()}")


def designed(server: Server, database: str) -> Design:
    """What `design` makes of pgbench's tables."""
    names = named_tables(tables_of(server, database), TABLES)
    return propose(inspect(server, database, InspectionScope(names)))


def plain_read(work: WorkSpec) -> int:
    """The operation that reads an account by its key."""
    for number, each in enumerate(work.operation):
        if each.sql[0].lower().startswith("select abalance from pgbench_accounts where aid ="):
            return number
    raise PeerMissing("design has found no plain read among pgbench's statements.")


def fill(server: Server, database: str, made: GeneratedTables) -> None:
    """The tables of a workload with their rows, as a run fills them."""
    engine, plain = server.engine, lookup.PLAIN
    schema = schema_of(made.work, plain)
    counters = LiveCounters()
    with engine.driver.connect(server.endpoint, database) as session:
        engine.driver.create_schema(session, schema, plain)
        records: Sequence[Sequence[Value]] = list(made.rows(made.work.marker_table))
        options = Options(OwnParameters(), Case(made.size))
        session.begin()
        Fill(made).run(Setting(session, plain, records, options), TimedClock(counters))
        session.commit()
        engine.driver.finish_schema(session, schema, plain)
    counters.close()


@contextmanager
def timed_read(server: Server, database: str, made: GeneratedTables) -> Iterator[lookup.TimedLoop]:
    """The loop of a worker over the plain read."""
    number = plain_read(made.work)
    operation = made.work.operation[number]
    message: Rewritten = statements_of(made.work, number, made.work.dialect, lookup.PLAIN)[0]
    (bound,) = message.values
    values = [(each,) for each in made.drawn(operation, bound.parameter, _DRAWN)]
    with server.engine.driver.connect(server.endpoint, database) as session:
        loop = lookup.TimedLoop(session, message.statement, values)
        try:
            yield loop
        finally:
            loop.close()
