"""Which attackers can read the data under each protection, concluded from findings, not claims.

A stolen disk is every file as the disk holds it. A login to the server's machine sees the files as
they are opened there, and the memory of the server's processes. A login to the database sees what
a SELECT gives it without a key. A network listener sees the packets of connections.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from engines.contract.message import NOTHING, Message, listed, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion, Properties


class Threat(StrEnum):
    """An attacker whom a protection may have to keep out."""

    DISK = "stolen disk"
    OS_LOGIN = "OS login"
    DATABASE_LOGIN = "database login"
    NETWORK = "network listener"


class WorstFinding(StrEnum):
    """The worst of what was found; KEY is ciphertext and, elsewhere, the key that opens it."""

    PLAINTEXT = "plaintext"
    KEY = "the key"
    NOTHING = "nothing"
    UNKNOWN = "unable to tell"


SEEN = {
    WorstFinding.PLAINTEXT: phrase("plaintext"),
    WorstFinding.KEY: phrase("the key"),
    WorstFinding.NOTHING: phrase("nothing"),
    WorstFinding.UNKNOWN: phrase("unable to tell"),
}
"""Their words."""


@dataclass(frozen=True)
class ThreatRow:
    """What an attacker with this access can read."""

    server: str
    protection: str
    threat: Threat
    seen: WorstFinding
    message: Message

    @property
    def detail(self) -> str:
        """The sentence in English."""
        return str(self.message)


def threats(evidence: Iterable[EvidenceFinding]) -> list[ThreatRow]:
    """A row for each threat to each server and protection, in the order of the evidence; of a
    network listener only where packets were to be read."""
    groups: dict[tuple[str, str], list[EvidenceFinding]] = {}
    for trace in evidence:
        groups.setdefault((trace.server, trace.protection), []).append(trace)
    return [
        _row(server, protection, threat, [each for each in traces if reaches(threat, each)])
        for (server, protection), traces in groups.items()
        for threat in Threat
        if threat is not Threat.NETWORK or any(reaches(threat, each) for each in traces)
    ]


def concerns_network(kinds: Iterable[str], evidence: Iterable[EvidenceFinding]) -> bool:
    """Whether a campaign tells of a network listener: a protection of it is of connections, or
    packets were to be read."""
    return ProtectionKind.TRANSIT in kinds or any(reaches(Threat.NETWORK, e) for e in evidence)


def threats_in(rows: Iterable[ThreatRow]) -> tuple[Threat, ...]:
    present = {each.threat for each in rows}
    return tuple(each for each in Threat if each in present)


def with_evidence(known: Properties, evidence: Iterable[EvidenceFinding]) -> Properties:
    """What holds in general of a protection, overruled by what was found of it on one server.

    `evidence` is that of this server and protection. This is the one rule: what was found wins
    over what is claimed, in every table. Where nothing was found, what is claimed to keep nobody
    out keeps them out in part, and no claim becomes better than that: files that a failing
    statement would have written were not there to be searched.
    """
    if not (traces := list(evidence)):
        return known
    seen = [[each for each in traces if reaches(threat, each)] for threat in Threat]
    overruled = [
        _overruled(claimed, each, nothing)
        for claimed, each, nothing in zip(
            (*known.at_rest, known.network), seen, _NOTHING, strict=True
        )
    ]
    (disk, disk_found), (os_login, os_found), (database_login, database_found) = overruled[:3]
    network, heard = overruled[3]
    return replace(
        known,
        disk=disk,
        os_login=os_login,
        database_login=database_login,
        protects=_PROTECTS.with_values(known=known.protects, found=disk_found)
        if disk_found and disk is Exclusion.NONE
        else known.protects,
        found_here=(disk_found, os_found, database_found),
        looked_here=(_is_conclusive(seen[0]), _is_conclusive(seen[1]), _is_conclusive(seen[2])),
        network=network,
        network_found_here=heard,
        network_looked_here=_is_conclusive(seen[3]),
    )


_PROTECTS = phrase("In general: {known} Found here: {found}.")


_NOTHING = (
    phrase("nothing"), phrase("nothing"), phrase("nothing without the key"), phrase("nothing")
)  # fmt: skip


def _overruled(
    claimed: Exclusion, seen: Sequence[EvidenceFinding], nothing: Message
) -> tuple[Exclusion, Message]:
    """What a protection keeps, corrected by the evidence; and the finding that corrected it."""
    found = _where(seen)
    if claimed is Exclusion.NONE and not found and _is_conclusive(seen):
        return Exclusion.PARTLY, nothing
    return (
        (Exclusion.NONE, found) if found and claimed is not Exclusion.NONE else (claimed, NOTHING)
    )


def _is_conclusive(seen: Sequence[EvidenceFinding]) -> bool:
    """Whether somebody has looked, and could tell."""
    return bool(_where(seen)) or (bool(seen) and all(each.found is False for each in seen))


def _where(seen: Sequence[EvidenceFinding]) -> Message:
    """Where plaintext or the key was found; nothing where neither was."""
    plain, keys = _places(seen, SearchSubject.MARKER), _places(seen, SearchSubject.KEY)
    if plain and str(plain) == str(keys):
        return phrase("plaintext and the key in {places}", places=plain)
    if plain and keys:
        return phrase("plaintext in {plain}; the key in {keys}", plain=plain, keys=keys)
    if plain:
        return phrase("plaintext in {plain}", plain=plain)
    return phrase("the key in {keys}", keys=keys) if keys else NOTHING


def reaches(threat: Threat, trace: EvidenceFinding) -> bool:
    """Whether that attacker can look there."""
    if trace.subject is SearchSubject.DELETED:
        return False
    match threat:
        case Threat.DISK:
            return trace.ground is SearchArea.FILES and not trace.opened
        case Threat.OS_LOGIN:
            return trace.ground in (SearchArea.FILES, SearchArea.MEMORY)
        case Threat.DATABASE_LOGIN:
            return trace.ground is SearchArea.LOGIN
        case Threat.NETWORK:
            return trace.ground is SearchArea.NETWORK


def _row(
    server: str, protection: str, threat: Threat, seen: Sequence[EvidenceFinding]
) -> ThreatRow:
    plain = _places(seen, SearchSubject.MARKER)
    keys = _places(seen, SearchSubject.KEY)
    unknown = [each for each in seen if each.found is None]
    if plain or keys:
        worst, sentence = (
            (WorstFinding.PLAINTEXT if plain else WorstFinding.KEY),
            _found(plain, keys),
        )
    elif unknown:
        first = unknown[0]
        worst = WorstFinding.UNKNOWN
        sentence = phrase("{place}: {words}", place=first.where, words=first.message)
    elif not seen:
        worst, sentence = WorstFinding.UNKNOWN, phrase("Nothing was searched.")
    else:
        worst, sentence = WorstFinding.NOTHING, _nothing(seen)
    if threat is Threat.DATABASE_LOGIN and seen:
        sentence = seen[0].message
    return ThreatRow(server, protection, threat, worst, sentence)


def _found(plain: Message, keys: Message) -> Message:
    if plain and keys:
        return phrase("Plaintext in {plain}; the key in {keys}.", plain=plain, keys=keys)
    if plain:
        return phrase("Plaintext in {plain}.", plain=plain)
    return phrase("The key in {keys}.", keys=keys)


def _places(seen: Iterable[EvidenceFinding], subject: SearchSubject) -> Message:
    """Where it was found; nothing where it was not."""
    return _listed(each for each in seen if each.found and each.subject is subject)


def _listed(seen: Iterable[EvidenceFinding]) -> Message:
    return listed({each.place: each.where for each in seen}.values())


def _nothing(seen: Sequence[EvidenceFinding]) -> Message:
    places = _listed(each for each in seen if each.subject is SearchSubject.MARKER)
    return phrase("Neither plaintext nor key in {places}.", places=places)
