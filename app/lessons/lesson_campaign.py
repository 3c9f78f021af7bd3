"""The campaign that a lesson runs, its server, and the protections that it offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from app.lessons.lesson import CAMPAIGNS, Module, Run
from app.plan.campaign import Campaign, PlannedProtection
from app.servers.entry import ServerEntry, ServerState
from app.servers.protection_offers import offers, with_stored_forms
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import DataKey
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection
from engines.keys.registry import key_sources
from engines.servers.server import ServerSpec
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters


def server_of(run: Run, entries: Iterable[ServerEntry]) -> ServerEntry | None:
    """The server of the lesson's engine; an embedded one first."""
    found = [
        each
        for each in entries
        if each.spec.engine == run.server and each.state is not ServerState.UNAVAILABLE
    ]
    return min(found, key=lambda each: each.spec.source is not Source.EMBEDDED, default=None)


def no_server(run: Run) -> CipherbenchError:
    return CipherbenchError(
        phrase("Server not found"),
        phrase("This lesson needs {server}, which was not found on this machine."),
        phrase("Add it on the Servers page."),
        server=run.server,
    )


def offered_protections(run: Run, entry: ServerEntry, default_mode: str) -> dict[str, Protection]:
    """Protections of a probed server by the names that a lesson can use: for a campaign all, with
    plaintext in their stored forms; for the pattern lab those that encrypt values."""
    found = offers([entry], {entry.name: default_mode})
    if run.module in CAMPAIGNS:
        named = [each.protection for each in run.on]
        found = with_stored_forms(found, named)
        known = {each.name: each.protection for each in found}
        return known | _with_key_services(known, named)
    return {each.name: each.protection for each in found if each.encrypts_in_named_mode}


def _with_key_services(
    known: Mapping[str, Protection], named: Sequence[str]
) -> dict[str, Protection]:
    """Each cipher with each kind of data key from our own key services, for services that `named`
    uses: `client-aes-256-gcm pkcs11 person`."""
    found: dict[str, Protection] = {}
    for source in key_sources().values():
        for name, protection in known.items():
            begin = f"{name} {source.source} "
            if source().managed and any(each.startswith(begin) for each in named):
                for data_key in DataKey:
                    keyed = replace(protection, key_source=source(data_key=data_key))
                    found[begin + data_key] = replace(keyed, name=begin + data_key)
    return found


_SEEDS = 2**31
"""Seeds of a plan are smaller; a lesson's may be up to twice that."""
_EVIDENCE_RECORDS = 10
"""Records of the run before an evidence search, which stores records of its own."""


def lesson_campaign(
    name: str, run: Run, server: ServerSpec, protections: Sequence[Protection], seed: int
) -> Campaign:
    """Plaintext and these protections on the hospital workload; before an evidence search as short
    as possible."""
    fresh = any(each.fresh for each in run.on)
    evidence = run.module is Module.EVIDENCE
    encrypted = [each for each in protections if each != PLAINTEXT]
    campaign = Campaign(
        name=name,
        servers=(server,),
        protections=tuple(map(PlannedProtection, (PLAINTEXT, *encrypted))),
        workload=HospitalParameters(
            sizes=(_EVIDENCE_RECORDS if evidence else run.records,),
            profile=Profile.SOUND if fresh else Profile.STUDY,
        ),
        repetitions=run.repetitions,
        seed=seed % _SEEDS,
        target_percent=0,
    )
    if not evidence:
        return campaign
    return replace(campaign, repetitions=1, warmups=0, control=False, evidence=True)
