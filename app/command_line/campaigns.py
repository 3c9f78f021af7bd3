"""Commands that run campaigns."""

from __future__ import annotations

import click

from app.command_line.common.execution import executing, finish
from app.command_line.common.options import json_option, store_option
from app.command_line.common.values import Between
from app.command_line.dry_run import show_dry_run
from app.command_line.hosts import resume_on, run_on
from app.command_line.manual.server_keys import PlanCommand


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
    "tries",
    is_flag=True,
    help="Only try each operation on each server, under each protection. Measures nothing.",
)
@store_option
@json_option
def run_plan(
    plan: str, hosts: str | None, tries: bool, store_url: str | None, as_json: bool
) -> int:
    """Run a campaign.

    PLAN is a plan file, or the name of a plan that ships, such as demo, hospital-study,
    web-users-demo or cipher-speed.
    """
    from app.plan.plan_file import read_plan

    campaign = read_plan(plan)
    if hosts is not None and tries:
        raise click.UsageError("--on cannot be combined with --dry-run.")
    if hosts is not None:
        return run_on(hosts, campaign, store_url, as_json)
    with executing(store_url, campaign) as executor:
        if tries:
            return show_dry_run(executor.dry_run(campaign), campaign, as_json)
        return finish(executor.run(campaign), store_url, as_json)


@click.command()
@click.argument("campaign")
@click.option("--as-new", is_flag=True, help="Run its plan as a new campaign.")
@click.option(
    "--more",
    metavar="REPETITIONS",
    type=Between(0, 10_000),
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
    with executing(store_url, planned) as executor:
        outcome = executor.run_as_new(campaign) if as_new else executor.resume(campaign, more)
        return finish(outcome, store_url, as_json)
