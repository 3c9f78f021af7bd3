"""Binds servers to the cores that a campaign chose for them, restores them at the end, and records
the cores that each server and worker really had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import psutil

from app.campaign.machine.allowance import core_ranges
from app.campaign.machine.cores import Cores, CoreShares, bind, own_cores, parsed
from app.plan.campaign import Placement
from app.results.events import Noted
from app.results.records import RunRecord
from app.results.run_cores import RunCores
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.counters import processes_under
from engines.platform.scheduling import cores_of
from engines.servers.server import Server

_AT_ADDRESS = phrase("The server is at an address, so it is not bound to a core. Its worker is.")
_UNSEEN = phrase("The server's processes are not visible from here.")
_NOT_BOUND = phrase("The operating system kept the server on cores {had}.")
_REPORTED = phrase("{server} is not bound to core {wanted}: it runs on {had}")


@dataclass(frozen=True)
class _Moved:
    """A running server that was bound: its first process, and its cores before; of a container also
    the cpuset that it had been given."""

    process: psutil.Process
    endpoint: Endpoint
    before: Cores
    cpuset: str = ""

    def set_back(self) -> None:
        if not self.process.is_running():  # or it is another one by the same number
            return
        if self.endpoint.container is not None:
            from engines.container.cpuset import restore_cpuset

            restore_cpuset(self.endpoint.container, self.cpuset)
        else:
            _move(self.endpoint, self.before)


class BoundServers:
    """The cores that one campaign shares out, and the servers that are bound to theirs."""

    def __init__(self, shares: CoreShares | None = None) -> None:
        self.shares = shares or CoreShares(Placement.FREE)
        self._moved: list[_Moved] = []
        self._had: dict[str, Cores] = {}

    def take_in(self, server: Server) -> None:
        """Bind a server that runs already and is lent to the campaign; its new processes inherit
        that. Whether it worked is seen by `missed`.

        One that is on a single core already, though it could have more, was left there by a
        campaign that was killed: it is set free where placement is free, too.
        """
        endpoint, wanted = server.endpoint, self.shares.server
        had, own = _cores_of(endpoint), own_cores()
        if had is None or own is None:
            return
        left = len(had) == 1 < len(own)
        with suppress(psutil.Error):
            process = psutil.Process(endpoint.roots[0])
            moved = _Moved(
                process, endpoint, own if left else had, "" if left else _cpuset(endpoint)
            )
            if wanted is not None:
                self._moved.append(moved)
                _move(endpoint, wanted)
            elif left:
                moved.set_back()

    def give_back(self) -> None:
        """Set every server back that was bound while it ran."""
        for each in self._moved:
            each.set_back()
        self._moved.clear()

    def missed(self, server: Server) -> Noted | None:
        """What is to be told of a server that is not where it should be; None where it is."""
        wanted, had = self.shares.server, _cores_of(server.endpoint)
        if wanted is None or had in (None, wanted) or not server.spec.managed:
            return None
        message = _REPORTED.with_values(
            server=server.spec.name, wanted=core_ranges(wanted), had=core_ranges(had or ())
        )
        return Noted(message, "warning", wall_time())

    def run_cores(self, server: Server | None) -> RunCores:
        """What a run on this server has, or had when its process was last there; None: one that
        could not be had."""
        shares, own = self.shares, own_cores() or frozenset()
        worker = shares.worker or own
        had = self._cores_had(server, worker) if server else None
        return RunCores(
            shares.asked.value,
            core_ranges(had or ()),
            core_ranges(worker),
            core_ranges(shares.program or own),
            str(shares.reason or (self._why_not(server, had) if server else NOTHING)),
        )

    def _cores_had(self, server: Server, worker: Cores) -> Cores | None:
        if server.endpoint.in_process:
            return worker
        now = _cores_of(server.endpoint)
        if now is not None:
            self._had[server.spec.name] = now
        return self._had.get(server.spec.name)

    def _why_not(self, server: Server, had: Cores | None) -> Message:
        if self.shares.server is None or server.endpoint.in_process or had == self.shares.server:
            return NOTHING
        if not server.spec.managed:
            return _AT_ADDRESS
        return _UNSEEN if had is None else _NOT_BOUND.with_values(had=core_ranges(had))


def cores_had(asked: Placement, runs: Iterable[RunRecord]) -> Cores:
    """The cores that the runs of a campaign were bound to, as most of them were; empty where that
    is not known, or none were chosen."""
    found = Counter(
        _bound(asked, run_cores)
        for run in runs
        if (run_cores := RunCores.from_mapping(run.placement)) and run_cores.asked == asked.value
    )
    return max(found, key=lambda cores: (len(cores), found[cores]), default=frozenset())


def _bound(asked: Placement, run_cores: RunCores) -> Cores:
    """Of a server and its worker. One at an address that is not on its worker's core is not ours
    to place."""
    core_lists = {
        Placement.ONE_CORE: [run_cores.worker],
        Placement.TWO_CORES: [run_cores.server, run_cores.worker],
    }.get(asked, [])
    cores: Cores = frozenset()
    for each in core_lists:
        with suppress(ValueError):
            read = parsed(each)
            cores |= read if len(read) == 1 else frozenset()
    return cores


def _cores_of(endpoint: Endpoint) -> Cores | None:
    """Of a server's first process, or of what encrypts the folder of one that has none; None where
    it is gone, or not seen from here."""
    if not endpoint.roots:
        return None
    return cores_of(endpoint.roots[0])


def _cpuset(endpoint: Endpoint) -> str:
    if endpoint.container is None:
        return ""
    from engines.container.cpuset import cpuset_of

    return cpuset_of(endpoint.container)


def _move(endpoint: Endpoint, cores: Cores) -> None:
    """Nothing where the system refuses it, or the server is gone."""
    if endpoint.container is not None:
        from engines.container.cpuset import bind_container

        bind_container(endpoint.container, cores)
    else:
        for root in endpoint.roots:
            bind(partial(processes_under, root), cores)
