"""What a dry run found, as a table with its reasons below, or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.command_line.common.execution import STOPPED
from app.command_line.common.options import DONE, RUN_FAILED
from app.command_line.common.terminal import print_json, print_table, say, show

if TYPE_CHECKING:
    from app.plan.campaign import Campaign
    from app.plan.matrix import Cell
    from app.results.events import DryRunFinished


def show_dry_run(found: DryRunFinished, campaign: Campaign, as_json: bool) -> int:
    """The exit code: whether a server refused something, or nothing at all can be measured."""
    from app.campaign.sinks import unsupported

    if found.cancelled:
        say(STOPPED)
        return RUN_FAILED
    able = any(not cell.why for cell in found.cells)
    if as_json:
        print_json([_as_json(cell, campaign) for cell in found.cells])
    else:
        rows = [
            (cell.server, cell.protection.name, str(cell.case), _share(cell, campaign))
            for cell in found.cells
        ]
        print_table(("server", "protection", "case", "works"), rows, left=(0, 1))
        for message in unsupported(found.cells):
            show(str(message))
    return DONE if able and not found.faults else RUN_FAILED


def _operations(cell: Cell, campaign: Campaign) -> tuple[str, ...]:
    from workloads.registry import workload_named

    workload = workload_named(campaign.workload.name)
    return workload.operations(campaign.workload, cell.case, cell.protection)


def _share(cell: Cell, campaign: Campaign) -> str:
    names = _operations(cell, campaign)
    lacking = {each.operation for each in cell.refused}
    return f"{0 if cell.why else sum(name not in lacking for name in names)} of {len(names)}"


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
