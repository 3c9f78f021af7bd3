"""The dry run of a campaign: before its first run each operation is tried under each protection on
each server, so that no run begins that is known to fail.

What a server refuses in plaintext is unsupported on it under whatever protection.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from app.campaign.servers.server_pool import ServerPool
from app.campaign.trial import TrialOutcome, TrialResult, trial_helper, try_protection
from app.plan.campaign import Campaign
from app.plan.matrix import Cell, Unworkable, judged
from app.results.events import Activity, Event, Noted
from app.system.wall_time import wall_time
from engines.contract.errors import CipherbenchError, DiskFull, InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from workloads.contract import Options, Refusal
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload

FAULTS = frozenset({TrialOutcome.REFUSED.value, TrialOutcome.DIFFERS.value})
"""Codes of refusals that are no protection's limit, but a statement's or a server's fault."""


def dry_run(
    campaign: Campaign,
    cells: Sequence[Cell],
    pool: ServerPool,
    sink: Callable[[Event], None],
    mark: str,
    unfinished: Collection[int] | None = None,
    *,
    everywhere: bool = False,
) -> dict[int, Unworkable]:
    """What cannot be done, by index of the cell, for cells of which more turns out to be impossible
    than was known without a server.

    `unfinished` are the indices of cells with runs to come (None: all). `mark` begins the names of
    the databases that are created. Statements of our own workloads are tried on servers that we
    start only if `everywhere`; a user's own statements are tried on every server.

    Cells of a server that does not answer stay as they are: their runs will report it.

    Raises: InputError for data that cannot be used
    """
    workload = workload_named(campaign.workload.name)
    if not isinstance(workload, DatabaseWorkload):
        return {}
    everywhere = everywhere or workload.users_statements
    asked = {each.name for each in campaign.servers if everywhere or not each.managed}
    cells_by_options: dict[Options[Any], list[int]] = {}
    for index, cell in enumerate(cells):
        if not cell.why and cell.server in asked and (unfinished is None or index in unfinished):
            options = workload.scaled_down(Options(campaign.workload, cell.case, campaign.seed))
            cells_by_options.setdefault(options, []).append(index)
    return _DryRun(cells, pool, sink, f"{mark}_trial", cells_by_options).run()


type _Protections = dict[Protection, list[int]]
"""Protection → indices of the cells."""


class _DryRun:
    """`cells_by_options`: indices of the cells that are tried together, by the trial's options."""

    def __init__(
        self,
        cells: Sequence[Cell],
        pool: ServerPool,
        sink: Callable[[Event], None],
        purpose: str,
        cells_by_options: Mapping[Options[Any], Sequence[int]],
    ) -> None:
        self._cells, self._pool, self._sink, self._purpose = cells, pool, sink, purpose
        self._trials: dict[tuple[str, Options[Any]], _Protections] = {}
        for options, indices in cells_by_options.items():
            for index in indices:
                trial = self._trials.setdefault((cells[index].server, options), {})
                trial.setdefault(cells[index].protection, []).append(index)
        self._total = sum(
            1 + sum(each.kind is not ProtectionKind.PLAINTEXT for each in protections)
            for protections in self._trials.values()
        )
        self._done = 0

    def run(self) -> dict[int, Unworkable]:
        found: dict[int, Unworkable] = {}
        for (server, options), protections in self._trials.items():
            found |= self._on_server(server, options, protections)
        return found

    def _on_server(
        self, server: str, options: Options[Any], protections: _Protections
    ) -> dict[int, Unworkable]:
        plain = self._try(server, options, PLAINTEXT)
        if plain is None:
            return {}
        if isinstance(plain, Unworkable):
            return {index: plain for each in protections.values() for index in each}
        refused, found = _refusals(plain), dict[int, Unworkable]()
        for protection, indices in protections.items():
            if protection.kind is ProtectionKind.PLAINTEXT:
                found |= self._with_more_refused(indices, options, refused)
                continue
            server_name = self._pool.server_for(self._cells[indices[0]])
            tried = self._try(server_name, options, protection, plain.digests)
            if isinstance(tried, Unworkable):
                found |= dict.fromkeys(indices, tried)
            elif tried is not None:
                found |= self._with_more_refused(indices, options, {**_refusals(tried), **refused})
        return found

    def _try(
        self,
        server_name: str,
        options: Options[Any],
        protection: Protection,
        plaintext_digests: Mapping[str, str] = MappingProxyType({}),
    ) -> TrialResult | Unworkable | None:
        """The result; an Unworkable where no database can be created, None where the server does
        not answer."""
        server = self._pool.servers.get(server_name)
        if server is None or self._pool.cancellation.asked:
            return None
        doing = phrase(
            "trying statements on {server}: {protection}",
            server=server_name,
            protection=protection.title,
        )
        self._sink(Activity(doing, self._done, self._total))
        self._done += 1
        try:
            with trial_helper(server) as helper:
                opened = self._pool.keys.opened(protection)
                return try_protection(
                    server, helper, options, opened, plaintext_digests, self._purpose
                )
        except InputError:
            raise
        except (ServerUnavailable, DiskFull) as error:
            if not self._pool.cancellation.asked:
                message = phrase(
                    "{server}: statements were not tried: {why}",
                    server=server_name,
                    why=error.advice,
                )
                self._sink(Noted(message, "warning", wall_time()))
            return None
        except CipherbenchError as error:
            return Unworkable(error.advice)

    def _with_more_refused(
        self, indices: Sequence[int], options: Options[Any], refused: Mapping[str, Refusal]
    ) -> dict[int, Unworkable]:
        """The cells of which more is `refused` than was known, each with all that is refused."""
        found = {}
        for index in indices:
            cell, parameters = self._cells[index], options.parameters
            known = {each.operation: each for each in cell.refused}
            if refused.keys() <= known.keys():
                continue
            workload = workload_named(parameters.name)
            all_refused = workload.all_refused(parameters, tuple({**refused, **known}.values()))
            found[index] = judged(parameters, cell.case, cell.protection, all_refused)
        return found


def _refusals(tried: TrialResult) -> dict[str, Refusal]:
    """The operations that a server refused, or that returned other rows than plaintext."""
    return {
        each.operation: Refusal(each.operation, each.outcome.value, each.reason)
        for each in tried.operations
        if each.outcome.value in FAULTS
    }
