"""How the set-ups of a published study and of a campaign differ: sentences that hold for all of
their figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from app.findings.studies.study import Study
from app.results.records import CampaignSnapshot
from engines.contract.message import Message, Number, phrase, plural
from engines.registry import engine_names
from workloads.registry import case_label, workload_named


def set_up_differences(study: Study, snapshot: CampaignSnapshot) -> Iterator[Message]:
    """A sentence each for engines and versions, work, data, machine, method and intervals."""
    yield from _versions(study, snapshot)
    if study.like != snapshot.campaign.workload.name:
        ours = workload_named(snapshot.campaign.workload.name).title
        yield _WORK.with_values(theirs=_clause(study.workload), ours=ours)
    if study.data:
        yield _DATA.with_values(theirs=_clause(study.data), ours=_cases(snapshot))
    machine = phrase("Its machine: {theirs}; here {ours}.")
    yield machine.with_values(theirs=_clause(study.machine), ours=machine_of(snapshot))
    yield plural(
        "Its method: {theirs}; here {n} repetitions, in blocks with a verdict.",
        "Its method: {theirs}; here {n} repetition.",
        snapshot.campaign.repetitions,
        theirs=_clause(study.method),
    )
    yield phrase("Its intervals: {theirs}.", theirs=_clause(study.intervals))
    for each in study.note.splitlines():
        yield phrase("{note}.", note=_clause(each))


_DATA = phrase("Its data: {theirs}; here {ours}.")
_WORK = phrase("Its work: {theirs}; here {ours}.")


def _versions(study: Study, snapshot: CampaignSnapshot) -> Iterator[Message]:
    """Different versions of engines that both have, and engines that only the study has."""
    ours = {each.engine: each.version for each in snapshot.servers}
    for engine, version in study.engines.items():
        if engine in ours and version != ours[engine]:
            versions = {"theirs": version or _UNTOLD, "ours": ours[engine] or _UNTOLD}
            yield _VERSION.with_values(engine=engine, **versions)
        elif engine not in engine_names() or not ours.keys() & study.engines.keys():
            message = phrase("It measured {engine}, which is not measured here.")
            yield message.with_values(engine=f"{engine} {version}".strip())


_VERSION = phrase("Its {engine}: {theirs}; here {ours}.")
_UNTOLD = phrase("not stated")


def _cases(snapshot: CampaignSnapshot) -> Message:
    labels = (case_label(each.workload, each.case) for each in snapshot.cells)
    known = list({str(each): each for each in labels}.values()) or [_UNTOLD]
    return reduce(lambda one, other: phrase("{one}, {other}", one=one, other=other), known)


def machine_of(snapshot: CampaignSnapshot) -> Message:
    """“AMD EPYC, 4 logical cores, 16 GB”."""
    facts = snapshot.environment
    cores, memory = facts.get("logical_cores"), facts.get("memory_bytes")
    if not isinstance(cores, int) or not isinstance(memory, int | float):
        return _UNTOLD
    return phrase(
        "{cpu}, {cores} logical cores, {memory}",
        cpu=facts.get("cpu") or _UNTOLD,
        cores=Number(cores),
        memory=Number(memory / 1e9, 0, "GB"),
    )


def _clause(text: str) -> str:
    return text.strip().rstrip(".")
