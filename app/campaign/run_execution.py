"""Runs carried out on their servers: these made ready, workers watched, and failures explained."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from app.campaign.load.hosts_run import HostsRun
from app.campaign.load.others import OtherHosts
from app.campaign.machine.allowance import QUOTA, allowance
from app.campaign.servers.lost_servers import Leftovers, Trail
from app.campaign.workers.lockstep import Lockstep
from app.campaign.workers.run_supervision import BareSupervision, RunSupervision
from app.campaign.workers.supervision import Runner
from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, arrangement_of, order_of
from app.plan.status import Status
from app.processes.own_database import ReusedDatabase
from app.results.events import Noted, RunFinished
from app.results.records import QueuedRun
from app.system.clock import wall_time
from engines.base.ownership import database_name
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.servers.server import Server
from workloads.contract import Options, Parameters
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload

# Databases that serve several runs of a cell, one after another: filled once and kept meanwhile.
#
# A run that is done well gives its database back, and the next one of the same cell is lent it.
# From any other the worker drops it, or the supervision has it dropped, and the next run makes a
# new one: what a worker was killed in is never worked in again.


class ReusedDatabases:
    """Those of a campaign, whose names begin with `mark`."""

    def __init__(self, campaign: Campaign, mark: str) -> None:
        self._campaign, self._mark = campaign, mark
        self._databases: dict[Cell, ReusedDatabase] = {}

    def lend(self, cell: Cell) -> ReusedDatabase | None:
        """What the next run of a cell works in, be it still to be made; None where each run has a
        database of its own."""
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

    def take_back(self, cell: Cell) -> None:
        """A run has left the database as it found it, and filled."""
        self._databases[cell] = replace(self._databases[cell], filled=True)

    def give_up(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, str]]:
        """Forget the databases of these cells; cell and database of each that is there."""
        for cell in list(cells):
            database = self._databases.pop(cell, None)
            if database is not None and database.filled:
                yield cell, database_name(database.identifier)

    def cells(self) -> list[Cell]:
        return list(self._databases)


class CarryingOut:
    """The runs of one campaign; `answered` is told of each server that is ready."""

    def __init__(
        self, runner: Runner, leftovers: Leftovers, answered: Callable[[str], object]
    ) -> None:
        self._runner, self._leftovers = runner, leftovers
        self._campaign, self._pool = runner.campaign, runner.pool
        self._answered = answered
        self._databases = ReusedDatabases(runner.campaign, runner.mark)
        self._quota = allowance().get(QUOTA)
        """The CPU quota that this program had when the campaign began."""

    def away(self, together: Sequence[QueuedRun]) -> dict[str, Message]:
        """Which of the servers of some runs cannot be had as wanted, and why; the others are ready.
        A server and its twin stand for themselves."""
        away: dict[str, Message] = {}
        arrangement = arrangement_of(self._campaign, together[0].cell.case)
        for name in self._pool.places(each.cell for each in together):
            try:
                self._make_ready(name)
                self._pool.arrange(name, arrangement)
            except CipherbenchError as error:
                away[name] = error.advice
        return away

    def carry_out(
        self, together: Sequence[QueuedRun], others: OtherHosts | None
    ) -> list[RunFinished]:
        """One run, or those that take turns, on servers that are ready, and with `others` that send
        the same load; their ends."""
        first = together[0]
        names = [self._pool.place(each.cell) for each in together]
        servers = [self._pool.servers[each] for each in names if each in self._pool.servers]
        trails = {each.spec.name: Trail(each) for each in servers}
        turned = bool(servers) and order_of(self._campaign, first.cell.case) is Order.LOCKSTEP
        with _with_other_hosts(others, first, turned=turned) as (hosts, ends):
            if turned:
                ends.extend(self._in_lockstep(together, servers, hosts))
            else:
                ends.append(self._alone(first, servers[0] if servers else None, hosts))
        for name, end in zip(names, ends, strict=True):
            if end.status is Status.FAILED:
                self._pool.doubt(name)
        return [
            replace(each, why=trails[name].explain(each.why))
            if name in trails and each.status is Status.FAILED and not each.broken_off
            else each
            for name, each in zip(names, ends, strict=True)
        ]

    def _in_lockstep(
        self,
        together: Sequence[QueuedRun],
        servers: Sequence[Server],
        hosts: HostsRun | None,
    ) -> list[RunFinished]:
        """`servers` has that of each run."""
        databases = [self._databases.lend(each.cell) for each in together]
        endpoints = [each.endpoint for each in servers]
        left: set[Cell] = set()
        try:
            lockstep = Lockstep(self._runner, together, endpoints, self._quota, databases, hosts)
            ends = lockstep.until_over()
            left = {run.cell for run, side in lockstep.with_runs if side.left_for_next}
        except CipherbenchError as error:  # the system has no room for a worker
            now = wall_time()
            ends = [RunFinished(each.run.id, Status.FAILED, now, error.advice) for each in together]
        finally:
            for each in together:
                if each.cell in left:
                    self._databases.take_back(each.cell)
            self.give_up([each.cell for each in together if each.cell not in left])
        return ends

    def _alone(
        self, queued: QueuedRun, server: Server | None, hosts: HostsRun | None
    ) -> RunFinished:
        left = False
        try:
            watch = self._watch(queued, server, hosts)
            finished = watch.until_over()
            left = watch.left_for_next
        except CipherbenchError as error:  # the system has no room for a worker
            return RunFinished(queued.run.id, Status.FAILED, wall_time(), error.advice)
        finally:
            if left:
                self._databases.take_back(queued.cell)
            else:
                self.give_up([queued.cell])
        if watch.gave_up:
            self._pool.doubt(self._pool.place(queued.cell))
        return finished

    def _watch(
        self, queued: QueuedRun, server: Server | None, hosts: HostsRun | None
    ) -> RunSupervision:
        """Raises: CipherbenchError where the system has no room for it"""
        if server is None:
            return BareSupervision(self._runner, queued, self._quota)
        database = self._databases.lend(queued.cell)
        return RunSupervision(self._runner, queued, server.endpoint, self._quota, database, hosts)

    def give_up(self, cells: Iterable[Cell]) -> None:
        """Have the databases of these cells dropped, where any were kept."""
        for cell, database in self._databases.give_up(cells):
            self._runner.leave(self._pool.place(cell), database)

    def give_up_all(self) -> None:
        """Leave every database that was kept to be dropped."""
        for cell, database in self._databases.give_up(self._databases.cells()):
            self._leftovers.add(self._pool.place(cell), database)

    def _make_ready(self, name: str) -> None:
        """See that a server answers, and that nothing is left on it of a run that failed."""
        anew = self._pool.ensure(name, self._runner.apply_command, self._runner.sink)
        self._answered(name)
        if anew:
            self.give_up(each for each in self._databases.cells() if self._pool.place(each) == name)
            again = phrase("{server} answers again", server=name)
            if self._pool.servers[name].spec.ours:
                again = phrase("{server} was restarted", server=name)
            self._runner.sink(Noted(again, "warning", wall_time()))
        self._leftovers.drop(name)


@contextmanager
def _with_other_hosts(
    others: OtherHosts | None, first: QueuedRun, *, turned: bool
) -> Iterator[tuple[HostsRun | None, list[RunFinished]]]:
    """The same runs on other hosts, where there are any, and a list for the ends of these.
    Where one does not go well, the repetition is over for all hosts."""
    ends: list[RunFinished] = []
    if others is None:
        yield None, ends
        return
    hosts = HostsRun(others, _name_on_hosts(first, turned=turned), first.run.position)
    try:
        yield hosts, ends
    finally:
        well = bool(ends) and all(each.status is Status.DONE for each in ends)
        hosts.close(well=well)


def _name_on_hosts(queued: QueuedRun, *, turned: bool) -> str:
    """A run, or those that take turns with it, by a name that is the same on all hosts."""
    cell = queued.cell
    known = [cell.server, cell.size, cell.case_name, queued.run.repetition, queued.run.warmup]
    return json.dumps(known if turned else [*known, cell.protection.name])
