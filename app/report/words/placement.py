"""The processor cores on which a campaign was measured: what its plan asked for, and what each
server had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from app.plan.campaign import Placement
from app.results.records import RunCores, RunRecord
from engines.contract.message import Message, phrase

PLACEMENT_TEXTS: Mapping[str, Message] = {
    Placement.ONE_CORE: phrase("server and worker share one dedicated core"),
    Placement.TWO_CORES: phrase("server and worker each have a dedicated core"),
    Placement.FREE: phrase("no fixed cores"),
}

SHARING = phrase(
    "All servers of a campaign share these cores, with all their processes and parallel workers."
)


@dataclass(frozen=True)
class PlacementRuns:
    name: str
    cores: RunCores
    runs: int


def cores_by_server(runs: Iterable[RunRecord]) -> list[PlacementRuns]:
    """The cores of each server, in the order of the runs; several entries for a server if its cores
    changed. Runs without a record of cores are left out."""
    counts: dict[tuple[str, RunCores], int] = {}
    for run in runs:
        cores = RunCores.from_mapping(run.placement)
        if cores is not None:
            counts[run.server, cores] = counts.get((run.server, cores), 0) + 1
    return [PlacementRuns(name, cores, count) for (name, cores), count in counts.items()]


def is_bound(found: Iterable[PlacementRuns]) -> bool:
    return any(each.cores.asked != Placement.FREE for each in found)


def placement_json(asked: Placement, runs: Iterable[RunRecord]) -> dict[str, object]:
    found = cores_by_server(runs)
    had = [{"name": each.name, **_without_asked(each.cores), "runs": each.runs} for each in found]
    return {"asked": asked.value, "had": had, "sharing": str(SHARING) if is_bound(found) else ""}


def _without_asked(cores: RunCores) -> dict[str, str]:
    return {name: value for name, value in asdict(cores).items() if name != "asked"}
