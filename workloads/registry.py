"""The workloads, one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from engines.contract.message import NOTHING, Message, Number, phrase
from workloads.contract import Case
from workloads.workload import BareWorkload, DatabaseWorkload, Workload

_WORKLOADS = {
    "hospital": "workloads.hospital.workload:Hospital",
    "web_users": "workloads.web_users.workload:WebUsers",
    "predicate": "workloads.predicate.workload:Predicate",
    "cipher_speed": "workloads.cipher_speed.workload:CipherSpeed",
    "own": "workloads.own.workload:OwnWorkload",
    "connections": "workloads.connections.workload:Connections",
    "change": "workloads.change.workload:EncryptionChange",
    "tablespace": "workloads.tablespace.workload:Tablespace",
}


def workload_names() -> tuple[str, ...]:
    return tuple(_WORKLOADS)


@cache
def workload_named(name: str) -> Workload[Any]:
    """The workload called `name`; KeyError where there is none (plans are checked before)."""
    module, _, attribute = _WORKLOADS[name].partition(":")
    workload: Workload[Any] = getattr(import_module(module), attribute)()
    return workload


def database_workload(name: str) -> DatabaseWorkload[Any]:
    """The workload called `name`, which works on a database."""
    found = workload_named(name)
    assert isinstance(found, DatabaseWorkload)
    return found


def bare_workload(name: str) -> BareWorkload[Any]:
    """The workload called `name`, which needs no database."""
    found = workload_named(name)
    assert isinstance(found, BareWorkload)
    return found


def has_database(workload: str) -> bool:
    """Whether a workload works on a database; one that is not known here may have."""
    return workload not in _WORKLOADS or isinstance(workload_named(workload), DatabaseWorkload)


def case_label(workload: str, case: Case) -> Message:
    """A case (size and options of a run) in words; of a workload that this version does not know,
    its size and name."""
    if workload in _WORKLOADS:
        return workload_named(workload).case_label(case)
    return phrase("{case}", case=str(case))


def distinct_labels(workload: str, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
    """What cases have in common, in words, and what distinguishes each."""
    if workload in _WORKLOADS:
        return workload_named(workload).distinct_labels(cases)
    return NOTHING, {case: case_label(workload, case) for case in cases}


def cases_label(workload: str, cases: Sequence[Case]) -> Message:
    """Several cases in words; nothing of a workload that is not known here."""
    return workload_named(workload).cases_label(cases) if workload in _WORKLOADS else NOTHING


def rate_of(workload: str, case: Case) -> float | None:
    """The request rate of a case per second; None where that is not one figure."""
    return workload_named(workload).rate(case) if workload in _WORKLOADS else None


def clients_of(workload: str, case: Case) -> int | None:
    """Clients of a closed load, each asking again once answered; None for other cases."""
    return workload_named(workload).clients(case) if workload in _WORKLOADS else None


def size_label(workload: str, size: int) -> Message:
    """The size of a case in words."""
    known = workload in _WORKLOADS
    return workload_named(workload).size_label(size) if known else phrase("{n}", n=Number(size))


def headline_group(workload: str, case: Case) -> str | None:
    """The group whose costs a headline sums up as one figure; None where it leaves a case out."""
    return workload_named(workload).headline_group(case) if workload in _WORKLOADS else case.name


def axis_heading(workload: str) -> Message:
    """What the sizes of a workload's cases count, as a column's heading."""
    return workload_named(workload).axis if workload in _WORKLOADS else phrase("Size")


def axis_in_sentence(workload: str) -> Message:
    """The same within a sentence."""
    if workload in _WORKLOADS:
        return workload_named(workload).axis_in_sentence
    return phrase("“{axis}”", axis=axis_heading(workload))
