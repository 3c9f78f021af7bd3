"""Carries out runs: prepares their servers, supervises workers, explains failures, and reuses
databases from run to run."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from app.campaign.load.hosts_run import HostsRun
from app.campaign.load.other_hosts import OtherHosts
from app.campaign.machine.cpu_allowance import QUOTA, cpu_allowance
from app.campaign.servers.lost_servers import Leftovers, ServerBefore
from app.campaign.workers.lockstep import Lockstep
from app.campaign.workers.run_supervision import BareSupervision, RunSupervision
from app.campaign.workers.supervision import Runner
from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, arrangement_of, order_of
from app.plan.status import Status
from app.processes.own_database import ReusedDatabase
from app.results.events import Noted, RunFinished
from app.results.records import QueuedRun
from app.system.wall_time import wall_time
from engines.base.ownership import database_name
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection
from engines.servers.server import Server
from workloads.contract import Options, Parameters
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload


class ReusedDatabases:
    """Databases that several runs of a cell use one after another: filled once, named from `mark`.

    A successful run leaves its database to the next run of the cell. After any other, worker or
    supervision drop it, and the next run makes a new one: a database in which a worker was killed
    is never used again.
    """

    def __init__(self, campaign: Campaign, mark: str) -> None:
        self._campaign, self._mark = campaign, mark
        self._databases: dict[Cell, ReusedDatabase] = {}

    def lease(self, cell: Cell) -> ReusedDatabase | None:
        """The database for the next run of a cell, perhaps not made yet; None for a workload that
        has one per run."""
        workload = workload_named(self._campaign.workload.name)
        if not isinstance(workload, DatabaseWorkload):
            return None
        options: Options[Parameters] = Options(
            self._campaign.workload, cell.case, self._campaign.seed
        )
        if not workload.keeps_database(options):
            return None
        if cell not in self._databases:
            keying = workload.keying(cell.protection.bits or 256, options.sound)
            name = f"{self._mark}_kept_{secrets.token_hex(3)}"
            self._databases[cell] = ReusedDatabase(name, keying, os.urandom(32))
        return self._databases[cell]

    def keep(self, cell: Cell) -> None:
        """The run has left the database filled, for the next one."""
        self._databases[cell] = replace(self._databases[cell], filled=True)

    def forget(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, str]]:
        """Forget the databases of cells; yields (cell, database) of each that exists on its
        server."""
        for cell in list(cells):
            database = self._databases.pop(cell, None)
            if database is not None and database.filled:
                yield cell, database_name(database.identifier)

    def cells(self) -> list[Cell]:
        return list(self._databases)


@dataclass(frozen=True)
class Unavailable:
    """A server, by its name, or the key of a protection, and why it cannot be used now."""

    what: str | Protection
    why: Message


class RunExecution:
    """The runs of one campaign; `answered(name)` is called for each server that is ready."""

    def __init__(
        self, runner: Runner, leftovers: Leftovers, answered: Callable[[str], object]
    ) -> None:
        self._runner, self._leftovers = runner, leftovers
        self._campaign, self._pool = runner.campaign, runner.pool
        self._answered = answered
        self._databases = ReusedDatabases(runner.campaign, runner.mark)
        self._quota = cpu_allowance().get(QUOTA)
        """The program's CPU quota (cgroup) when the campaign began."""

    def unavailable(self, runs: Sequence[QueuedRun]) -> dict[Cell, Unavailable]:
        """The cells whose runs cannot begin, with the server or key that is away; the others are
        ready. A server and its twin in an encrypted folder count separately."""
        away: dict[str, Unavailable] = {}
        arrangement = arrangement_of(self._campaign, runs[0].cell.case)
        for name in self._pool.servers_for(each.cell for each in runs):
            try:
                self._make_ready(name)
                self._pool.arrange(name, arrangement)
            except CipherbenchError as error:
                away[name] = Unavailable(name, error.advice)
        found = {}
        for cell in (each.cell for each in runs):
            if fault := away.get(self._pool.server_for(cell)) or self._key_away(cell.protection):
                found[cell] = fault
        return found

    def _key_away(self, protection: Protection) -> Unavailable | None:
        why = self._pool.keys.why_unusable(protection, self._pool.cancellation)
        return Unavailable(protection, why) if why else None

    def carry_out(self, runs: Sequence[QueuedRun], others: OtherHosts | None) -> list[RunFinished]:
        """Carry out one run, or those of a lockstep, on prepared servers; `others` are hosts with
        the same load. Returns the end of each run."""
        first = runs[0]
        names = [self._pool.server_for(each.cell) for each in runs]
        servers = [self._pool.servers[each] for each in names if each in self._pool.servers]
        before_runs = {each.spec.name: ServerBefore(each) for each in servers}
        lockstep = bool(servers) and order_of(self._campaign, first.cell.case) is Order.LOCKSTEP
        with _with_other_hosts(others, first, lockstep=lockstep) as (hosts, ends):
            if lockstep:
                ends.extend(self._in_lockstep(runs, servers, hosts))
            else:
                ends.append(self._run_single(first, servers[0] if servers else None, hosts))
        for name, end, run in zip(names, ends, runs, strict=True):
            if end.by_key_service:
                self._pool.keys.doubt(run.cell.protection, end.why)
            elif end.status is Status.FAILED:
                self._pool.doubt(name)
        explained = [
            replace(each, why=before_runs[name].explain(each.why))
            if name in before_runs and each.status is Status.FAILED and not each.broken_off
            else each
            for name, each in zip(names, ends, strict=True)
        ]
        failed = (
            name for name, each in zip(names, ends, strict=True) if each.status is Status.FAILED
        )
        met = {name: self._meet_again(name) for name in set(failed) & before_runs.keys()}
        return [
            replace(each, why=phrase("{event} {why}", event=event, why=each.why))
            if each.status is Status.FAILED and (event := met.get(name))
            else each
            for name, each in zip(names, explained, strict=True)
        ]

    def _meet_again(self, name: str) -> Message:
        """Which server has taken the place of the one at an address where a run has just failed;
        nothing where none has, or the next run is told why nobody answers."""
        if self._pool.servers[name].spec.managed:
            return NOTHING
        with suppress(CipherbenchError):
            self._make_ready(name)
        return self._pool.taken_over(name)

    def _in_lockstep(
        self,
        runs: Sequence[QueuedRun],
        servers: Sequence[Server],
        hosts: HostsRun | None,
    ) -> list[RunFinished]:
        """`servers`: one for each run."""
        databases = [self._databases.lease(each.cell) for each in runs]
        endpoints = [each.endpoint for each in servers]
        left: set[Cell] = set()
        try:
            lockstep = Lockstep(self._runner, runs, endpoints, self._quota, databases, hosts)
            ends = lockstep.run_to_end()
            left = {run.cell for run, side in lockstep.runs_and_sides if side.left_for_next}
        except CipherbenchError as error:  # the system has no room for a worker
            now = wall_time()
            ends = [RunFinished(each.run.id, Status.FAILED, now, error.advice) for each in runs]
        finally:
            for each in runs:
                if each.cell in left:
                    self._databases.keep(each.cell)
            self.drop_databases([each.cell for each in runs if each.cell not in left])
        return ends

    def _run_single(
        self, queued: QueuedRun, server: Server | None, hosts: HostsRun | None
    ) -> RunFinished:
        left = False
        try:
            supervision = self._supervise(queued, server, hosts)
            finished = supervision.run_to_end()
            left = supervision.left_for_next
        except CipherbenchError as error:  # the system has no room for a worker
            return RunFinished(queued.run.id, Status.FAILED, wall_time(), error.advice)
        finally:
            if left:
                self._databases.keep(queued.cell)
            else:
                self.drop_databases([queued.cell])
        if supervision.gave_up:
            self._pool.doubt(self._pool.server_for(queued.cell))
        return finished

    def _supervise(
        self, queued: QueuedRun, server: Server | None, hosts: HostsRun | None
    ) -> RunSupervision:
        """Raises: CipherbenchError where the system cannot fork"""
        if server is None:
            return BareSupervision(self._runner, queued, self._quota)
        database = self._databases.lease(queued.cell)
        return RunSupervision(self._runner, queued, server.endpoint, self._quota, database, hosts)

    def drop_databases(self, cells: Iterable[Cell]) -> None:
        for cell, database in self._databases.forget(cells):
            self._runner.drop_leftover(self._pool.server_for(cell), database)

    def drop_all_databases(self) -> None:
        for cell, database in self._databases.forget(self._databases.cells()):
            self._leftovers.add(self._pool.server_for(cell), database)

    def _make_ready(self, name: str) -> None:
        """Ensure that a server answers, and drop what a failed run left on it."""
        anew = self._pool.ensure(name, self._runner.apply_command, self._runner.sink)
        self._answered(name)
        if anew:
            self.drop_databases(
                each for each in self._databases.cells() if self._pool.server_for(each) == name
            )
            again = phrase("{server} answers again", server=name)
            if self._pool.servers[name].spec.managed:
                again = phrase("{server} was restarted", server=name)
            self._runner.sink(Noted(again, "warning", wall_time()))
        self._leftovers.drop(name)


@contextmanager
def _with_other_hosts(
    others: OtherHosts | None, first: QueuedRun, *, lockstep: bool
) -> Iterator[tuple[HostsRun | None, list[RunFinished]]]:
    """The repetition on the other hosts, None without any, and a list for the ends of the own runs:
    if one of them fails, the repetition is over for all hosts."""
    ends: list[RunFinished] = []
    if others is None:
        yield None, ends
        return
    hosts = HostsRun(others, _name_on_hosts(first, lockstep=lockstep), first.run.position)
    try:
        yield hosts, ends
    finally:
        well = bool(ends) and all(each.status is Status.DONE for each in ends)
        hosts.close(succeeded=well)


def _name_on_hosts(queued: QueuedRun, *, lockstep: bool) -> str:
    """Identifies a run, or its lockstep, on all hosts."""
    cell = queued.cell
    known = [cell.server, cell.size, cell.case_name, queued.run.repetition, queued.run.warmup]
    return json.dumps(known if lockstep else [*known, cell.protection.name])
