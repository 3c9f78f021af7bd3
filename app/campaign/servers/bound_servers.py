"""Binds servers to the cores that a campaign chose for them, restores them at the end, and records
the cores that each server and worker really had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import psutil

from app.campaign.machine.cores import Cores, CoreShares, bind, own_cores, parse_cores
from app.campaign.machine.cpu_allowance import core_ranges
from app.plan.campaign import Placement
from app.results.events import Noted
from app.results.records import RunCores, RunRecord
from app.system.wall_time import wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.process_counters import processes_under
from engines.platform.scheduling import cores_of
from engines.servers.server import Server

_AT_ADDRESS = phrase("The server is at an address, so it is not bound to a core. Its worker is.")
_UNSEEN = phrase("The server's processes are not visible from here.")
_NOT_BOUND = phrase("The operating system kept the server on cores {had}.")
_REPORTED = phrase("{server} is not bound to core {wanted}: it runs on {had}")


@dataclass(frozen=True)
class _BoundServer:
    """A running server that was bound: its first process, its cores before, and the cpuset of its
    container."""

    process: psutil.Process
    endpoint: Endpoint
    before: Cores
    cpuset: str = ""

    def restore(self) -> None:
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
        self._moved: list[_BoundServer] = []
        self._last_cores: dict[str, Cores] = {}

    def bind_lent(self, server: Server) -> None:
        """Bind a running server that is lent to the campaign; its new processes inherit that.
        `unbound_note` says if it did not work.

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
            moved = _BoundServer(
                process, endpoint, own if left else had, "" if left else _cpuset(endpoint)
            )
            if wanted is not None:
                self._moved.append(moved)
                _move(endpoint, wanted)
            elif left:
                moved.restore()

    def restore(self) -> None:
        """Give each server that was bound while it ran its former cores back."""
        for each in self._moved:
            each.restore()
        self._moved.clear()

    def unbound_note(self, server: Server) -> Noted | None:
        """The warning for a server that is not on its cores; None where it is."""
        wanted, had = self.shares.server, _cores_of(server.endpoint)
        if wanted is None or had in (None, wanted) or not server.spec.managed:
            return None
        message = _REPORTED.with_values(
            server=server.spec.name, wanted=core_ranges(wanted), had=core_ranges(had or ())
        )
        return Noted(message, "warning", wall_time())

    def run_cores(self, server: Server | None) -> RunCores:
        """The cores of a run on this server, as last seen; `server` is None if it could not be
        opened."""
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
            self._last_cores[server.spec.name] = now
        return self._last_cores.get(server.spec.name)

    def _why_not(self, server: Server, had: Cores | None) -> Message:
        if self.shares.server is None or server.endpoint.in_process or had == self.shares.server:
            return NOTHING
        if not server.spec.managed:
            return _AT_ADDRESS
        return _UNSEEN if had is None else _NOT_BOUND.with_values(had=core_ranges(had))


def previous_cores(asked: Placement, runs: Iterable[RunRecord]) -> Cores:
    """The cores that most runs of a campaign were bound to; empty if unknown, or if none were
    bound."""
    found = Counter(
        _bound(asked, run_cores)
        for run in runs
        if (run_cores := RunCores.from_mapping(run.placement)) and run_cores.asked == asked.value
    )
    return max(found, key=lambda cores: (len(cores), found[cores]), default=frozenset())


def _bound(asked: Placement, run_cores: RunCores) -> Cores:
    """The cores that a server and its worker were bound to. Lists of several cores were not bound
    by us, as of a server at an address."""
    core_lists = {
        Placement.ONE_CORE: [run_cores.worker],
        Placement.TWO_CORES: [run_cores.server, run_cores.worker],
    }.get(asked, [])
    cores: Cores = frozenset()
    for each in core_lists:
        with suppress(ValueError):
            read = parse_cores(each)
            cores |= read if len(read) == 1 else frozenset()
    return cores


def _cores_of(endpoint: Endpoint) -> Cores | None:
    """The cores of a server's first process, or of the process that encrypts its folder; None if it
    is gone, or not visible from here."""
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
