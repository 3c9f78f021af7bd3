"""Starts the web API of one cell of a plan without a campaign, for k6 or another load generator."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.campaign.executor import CampaignExecutor
from app.campaign.workers.api_supervision import ServingSupervision
from app.plan.campaign import Campaign
from app.plan.matrix import Cell
from engines.contract.errors import CipherbenchError, FailedAfterRun, InputError
from engines.contract.message import NOTHING, phrase
from engines.contract.protection import Protection
from engines.servers.server import ServerSpec
from workloads.app_server import ApiAccess, HttpServed, K6Script
from workloads.contract import Case, Options
from workloads.registry import workload_named, workload_names


@dataclass(frozen=True)
class ServedCell:
    """A cell of a plan whose workload has an API."""

    campaign: Campaign
    server: ServerSpec
    protection: Protection
    case: Case
    name: str
    """Name of the case, as for `--case`."""
    other_cases: tuple[str, ...] = ()
    """The names of the plan's other cases."""
    further_sizes: int = 0
    """How many more cases of that name there are, of other sizes; the first is served."""

    def k6_script(self) -> K6Script:
        """The load of the cell's runs, as a k6 script."""
        plan = self.campaign.workload
        options = Options(plan, self.case, self.campaign.seed)
        return served_workload(self.campaign).k6_script(options, self.protection)


def served_cell(
    campaign: Campaign,
    protection: str | None = None,
    case: str | None = None,
    server: str | None = None,
) -> ServedCell:
    """The cell of a plan to serve: its first protection, case and server where none are named.

    Raises: InputError
    """
    served_workload(campaign)
    protections = {each.protection.name: each for each in campaign.protections}
    planned = protections[_chosen(protection, protections, "--protection")]
    meant = {each.name: each for each in campaign.servers if planned.meant_for(each.name)}
    spec = meant[_chosen(server, meant, "--server")]
    plan = campaign.workload
    cases: dict[str, list[Case]] = {}
    for each in workload_named(plan.name).cases(plan):
        cases.setdefault(each.kind, []).append(each)
    name = _chosen(case, cases, "--case")
    other_cases = tuple(each for each in cases if each != name)
    first, *more = cases[name]
    return ServedCell(campaign, spec, planned.protection, first, name, other_cases, len(more))


def served_workload(campaign: Campaign) -> HttpServed:
    """The workload of a plan, which has an API.

    Raises: InputError where it has none
    """
    workload = workload_named(campaign.workload.name)
    if not isinstance(workload, HttpServed):
        raise InputError(
            phrase("Not usable with k6"),
            phrase("The workload “{workload}” cannot be run with k6: it has no HTTP API."),
            phrase("Choose a plan with one of these workloads: {served}."),
            workload=workload.name,
            served=", ".join(
                name for name in workload_names() if isinstance(workload_named(name), HttpServed)
            ),
        )
    return workload


def serve(
    executor: CampaignExecutor, cell: ServedCell, on_ready: Callable[[ApiAccess], None]
) -> None:
    """Fill a database, serve its API until the executor is cancelled, and drop it; `on_ready` is
    given the address as soon as the API answers.

    Raises: CipherbenchError, FailedAfterRun for an API that failed when it had answered
    """
    campaign = replace(cell.campaign, servers=(cell.server,))
    answered: list[ApiAccess] = []

    def announce(access: ApiAccess) -> None:
        answered.append(access)
        on_ready(access)

    with executor.pool_of(campaign, executor.sink) as pool:
        pool.open(executor.sink)
        mark = secrets.token_hex(4)
        runner = executor.runner_without_runs(0, mark, campaign, pool, executor.sink)
        spec, protection, case = cell.server, cell.protection, cell.case
        place = pool.server_for(
            Cell(spec.name, spec.engine, protection, case.size, NOTHING, case.name)
        )
        watch = ServingSupervision(runner, pool.servers[place], protection, case, announce)
        over = watch.run_to_end()
        runner.clear_up()
    if over.why:
        kind = FailedAfterRun if answered else CipherbenchError
        raise kind(phrase("API ended"), over.why)


def _chosen(name: str | None, known: Mapping[str, object], option: str) -> str:
    if name is None and known:
        return next(iter(known))
    if name is not None and name in known:
        return name
    raise InputError(
        phrase("Not in the plan"),
        phrase("The plan has no “{name}” for {option}."),
        phrase("It has: {known}."),
        name=name,
        option=option,
        known=", ".join(known),
    )
