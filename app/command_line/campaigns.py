"""`cipherbench run` (with --dry-run) and `resume`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from app.command_line.common.campaign_execution import STOPPED, campaign_executor, finish
from app.command_line.common.options import (
    DONE,
    RUN_FAILED,
    IntegerBetween,
    json_option,
    store_option,
)
from app.command_line.common.terminal import print_json, print_table, say, show
from app.command_line.hosts import resume_on, run_on
from app.command_line.manual.command_help import PlanCommand
from app.system.interruption import STOPPED_CODE

if TYPE_CHECKING:
    from app.plan.campaign import Campaign
    from app.plan.matrix import Cell
    from app.results.events import DryRunFinished


def show_dry_run(found: DryRunFinished, campaign: Campaign, as_json: bool) -> int:
    """Print the result. Returns the exit code: RUN_FAILED if a server refused a statement, or no
    cell can be measured, STOPPED_CODE if it was stopped."""
    from app.campaign.executor import unsupported_messages

    if found.cancelled:
        say(STOPPED)
        return STOPPED_CODE
    has_supported = any(not cell.why for cell in found.cells)
    if as_json:
        print_json([_as_json(cell, campaign) for cell in found.cells])
    else:
        rows = [
            (cell.server, cell.protection.name, str(cell.case), _working_count(cell, campaign))
            for cell in found.cells
        ]
        print_table(("server", "protection", "case", "works"), rows, left=(0, 1))
        for message in unsupported_messages(found.cells):
            show(str(message))
    return DONE if has_supported and not found.faults else RUN_FAILED


def _operations(cell: Cell, campaign: Campaign) -> tuple[str, ...]:
    from workloads.registry import workload_named

    workload = workload_named(campaign.workload.name)
    return workload.operations(campaign.workload, cell.case, cell.protection)


def _working_count(cell: Cell, campaign: Campaign) -> str:
    names = _operations(cell, campaign)
    refused = {each.operation for each in cell.refused}
    return f"{0 if cell.why else sum(name not in refused for name in names)} of {len(names)}"


def _as_json(cell: Cell, campaign: Campaign) -> dict[str, object]:
    refused = {each.operation: each for each in cell.refused}
    return {
        "server": cell.server,
        "protection": cell.protection.name,
        "size": cell.size,
        "case": cell.case_name,
        "unsupported": cell.reason or None,
        "operations": {
            name: {"works": not cell.why and name not in refused}
            | (
                {"why_code": refused[name].code, "why": str(refused[name].message)}
                if name in refused
                else {}
            )
            for name in _operations(cell, campaign)
        },
    }


@click.command(name="run", cls=PlanCommand)
@click.argument("plan")
@click.option(
    "--on",
    "hosts",
    metavar="NAMES",
    help="Run on these hosts, each with its own servers: rack1,rack2, or all.",
)
@click.option(
    "--dry-run",
    "dry_run",
    is_flag=True,
    help="Only try each operation on each server, under each protection. Measures nothing.",
)
@store_option
@json_option
def run_plan(
    plan: str, hosts: str | None, dry_run: bool, store_url: str | None, as_json: bool
) -> int:
    """Run a campaign.

    PLAN is a plan file, or the name of a plan that ships, such as demo, hospital-study,
    web-users-demo or cipher-speed.
    """
    from app.plan.plan_file import read_plan

    campaign = read_plan(plan)
    if hosts is not None and dry_run:
        raise click.UsageError("--on cannot be combined with --dry-run.")
    if hosts is not None:
        return run_on(hosts, campaign, store_url, as_json)
    with campaign_executor(store_url, campaign) as executor:
        if dry_run:
            return show_dry_run(executor.dry_run(campaign), campaign, as_json)
        return finish(executor.run(campaign), store_url, as_json)


@click.command()
@click.argument("campaign")
@click.option("--as-new", is_flag=True, help="Run its plan as a new campaign.")
@click.option(
    "--more",
    metavar="REPETITIONS",
    type=IntegerBetween(0, 10_000),
    default=0,
    help="Add repetitions to every cell, also of a finished campaign. Whole runs need an even "
    "number.",
)
@click.option(
    "--on",
    "hosts",
    metavar="NAMES",
    help="Continue on these hosts what they have not finished of the plan: rack1,rack2, or all.",
)
@store_option
@json_option
def resume(
    campaign: str,
    as_new: bool,
    more: int,
    hosts: str | None,
    store_url: str | None,
    as_json: bool,
) -> int:
    """Continue a campaign at its first unfinished run.

    CAMPAIGN is a name or a number. Servers, machine, drivers and data must be the same as at its
    start.
    """
    from app.results.store.store import open_store

    if hosts is not None and (as_new or more):
        raise click.UsageError(
            "--on cannot be combined with --as-new or --more: repeat the plan with run PLAN --on."
        )
    if hosts is not None:
        return resume_on(hosts, campaign, store_url, as_json)
    if as_new and more:
        raise click.UsageError(
            "--as-new runs the plan unchanged and cannot be combined with --more."
        )
    with open_store(store_url, write=False) as store:
        planned = store.load(store.find(campaign)).campaign
    with campaign_executor(store_url, planned) as executor:
        outcome = executor.run_as_new(campaign) if as_new else executor.resume(campaign, more)
        return finish(outcome, store_url, as_json)
