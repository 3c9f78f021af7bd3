"""The table `[workload]` of a plan: the parameters of the workload that it names."""

from __future__ import annotations

from typing import Any

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from engines.contract.parameter import all_parameters_of
from workloads.contract import Parameters
from workloads.registry import workload_named, workload_names
from workloads.toml.values import as_table, short, structured

USUAL_WORKLOAD = "hospital"
"""The workload of a plan that names none."""


def parameters_in(value: Any) -> Parameters:
    """A table of `[workload]`, which is another one for each workload."""
    name = as_table(value).get("name", USUAL_WORKLOAD)
    if name not in workload_names():
        raise Unfit(
            phrase(
                "unknown workload “{workload}” (known: {known})",
                workload=short(str(name)),
                known=", ".join(workload_names()),
            )
        )
    kind = workload_named(name).parameters
    return structured(_with_lists(value, kind), kind)


def _with_lists(table: dict[str, Any], kind: type) -> dict[str, Any]:
    """A table in which a single number stands for a list of that one."""
    lists = {each.name for each in all_parameters_of(kind).values() if each.item in (int, float)}
    alone = {key for key in lists & table.keys() if isinstance(table[key], (int, float))}
    return table | {key: [table[key]] for key in alone}
