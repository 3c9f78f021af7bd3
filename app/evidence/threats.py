"""Who gets at the data under each protection, told from what was seen and not from what is claimed.

A stolen disk is every file as the disk holds it. A login to the server's machine sees the files as
they are opened there, and the memory of the server's processes. A login to the database sees what
a SELECT gives it without a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.results.traces import Ground, Subject, Trace


class Threat(StrEnum):
    """Whom a protection may have to keep out."""

    DISK = "stolen disk"
    OS_LOGIN = "OS login"
    DATABASE_LOGIN = "database login"


class Seen(StrEnum):
    """The worst of what was found; KEY is ciphertext and, elsewhere, the key that opens it."""

    PLAINTEXT = "plaintext"
    KEY = "the key"
    NOTHING = "nothing"
    UNKNOWN = "unable to tell"


@dataclass(frozen=True)
class ThreatRow:
    """What somebody gets who gets that far."""

    server: str
    protection: str
    threat: Threat
    seen: Seen
    detail: str


def threats(evidence: Iterable[Trace]) -> list[ThreatRow]:
    """Three rows for each server and protection, in the order of the evidence."""
    groups: dict[tuple[str, str], list[Trace]] = {}
    for trace in evidence:
        groups.setdefault((trace.server, trace.protection), []).append(trace)
    return [
        _row(server, protection, threat, [each for each in traces if _reaches(threat, each)])
        for (server, protection), traces in groups.items()
        for threat in Threat
    ]


def _reaches(threat: Threat, trace: Trace) -> bool:
    match threat:
        case Threat.DISK:
            return trace.ground is Ground.FILES and not trace.opened
        case Threat.OS_LOGIN:
            return trace.ground in (Ground.FILES, Ground.MEMORY)
        case Threat.DATABASE_LOGIN:
            return trace.ground is Ground.LOGIN


def _row(server: str, protection: str, threat: Threat, seen: Sequence[Trace]) -> ThreatRow:
    plain = _places(seen, Subject.MARKER)
    keys = _places(seen, Subject.KEY)
    untold = [each for each in seen if each.found is None]
    if plain or keys:
        worst = Seen.PLAINTEXT if plain else Seen.KEY
        said = [f"plaintext in {plain}" if plain else "", f"the key in {keys}" if keys else ""]
        detail = "; ".join(filter(None, said))
        detail = f"{detail[:1].upper()}{detail[1:]}."
    elif untold or not seen:
        worst = Seen.UNKNOWN
        detail = f"{untold[0].place}: {untold[0].detail}" if untold else "Nothing was looked at."
    else:
        worst, detail = Seen.NOTHING, _nothing(seen)
    if threat is Threat.DATABASE_LOGIN and seen:
        detail = seen[0].detail
    return ThreatRow(server, protection, threat, worst, detail)


def _places(seen: Iterable[Trace], subject: Subject) -> str:
    found = [each.place for each in seen if each.found and each.subject is subject]
    return ", ".join(dict.fromkeys(found))


def _nothing(seen: Sequence[Trace]) -> str:
    looked = [each.place for each in seen if each.subject is Subject.MARKER]
    return f"Neither plaintext nor key in {', '.join(dict.fromkeys(looked))}."
