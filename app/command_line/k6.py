"""`cipherbench export-k6` and `serve-api`: a plan's load as a script for k6, and its API to run
that against."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.common.campaign_execution import campaign_executor
from app.command_line.common.options import DONE, json_option
from app.command_line.common.terminal import print_json, say, show

if TYPE_CHECKING:
    from workloads.app_server import ApiAccess

protection_option = click.option(
    "--protection", metavar="NAME", help="Protection of the plan; default: the first."
)


case_option = click.option(
    "--case",
    metavar="NAME",
    help="Case of the plan, such as “api mixed”; default: the first.",
)


@click.command(name="export-k6")
@click.argument("plan")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path))
@protection_option
@case_option
def export_k6(plan: str, output: Path, protection: str | None, case: str | None) -> None:
    """Write the load of PLAN as a script for k6.

    The script sends requests to the API that `serve-api` serves.
    """
    from app.campaign.api_for_k6 import served_cell
    from app.plan.plan_file import read_plan
    from app.report.files.export import write_file

    cell = served_cell(read_plan(plan), protection, case)
    script = cell.k6_script()
    write_file(output, script.text)
    say(f"Wrote {output}")
    if cell.other_cases:
        say(f"The script has only the load of “{cell.name}”. Choose another with --case: "
            f"{', '.join(cell.other_cases)}.")  # fmt: skip
    if cell.further_sizes:
        say("The script has the first rate of the plan.")
    if script.caution:
        say(str(script.caution))


@click.command(name="serve-api")
@click.argument("plan")
@protection_option
@click.option("--server", metavar="NAME", help="Server of the plan; default: the first.")
@json_option
def serve_api(plan: str, protection: str | None, server: str | None, as_json: bool) -> int:
    """Serve the API of PLAN on a filled database until Ctrl+C.

    Ctrl+C drops the database. Address and token are printed in the form k6 reads from its
    environment.
    """
    from app.campaign.api_for_k6 import serve, served_cell
    from app.plan.plan_file import read_plan

    cell = served_cell(read_plan(plan), protection, server=server)

    def print_access(access: ApiAccess) -> None:
        if as_json:
            print_json({"url": access.url, "token": access.token, "path": access.path})
        else:
            show(f"export CIPHERBENCH_API_URL={access.url}")
            show(f"export CIPHERBENCH_API_TOKEN={access.token}")
        say(f"{cell.protection.name} on {cell.server.name} at {access.path}; Ctrl+C stops it")

    with campaign_executor(None, cell.campaign) as executor:
        serve(executor, cell, print_access)
    return DONE
