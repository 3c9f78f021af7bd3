"""The workloads, one line each."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from workloads.contract import Workload

_WORKLOADS = {
    "hospital": "workloads.hospital:Hospital",
}


def workload_names() -> tuple[str, ...]:
    """Names of all workloads."""
    return tuple(_WORKLOADS)


@cache
def workload_named(name: str) -> Workload:
    """The workload called `name`; KeyError where there is none (plans are checked before)."""
    module, _, attribute = _WORKLOADS[name].partition(":")
    workload: Workload = getattr(import_module(module), attribute)()
    return workload
