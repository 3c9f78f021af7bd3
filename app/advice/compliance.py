"""Which articles and requirements a protection may support, in one table. Not legal advice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.advice.candidate import Candidate
from app.advice.predicates import is_weak
from app.plan.requirements import Regulation, Withstand
from engines.contract.message import Message, phrase
from engines.contract.protection import FILE_SYSTEMS, ProtectionKind
from engines.properties import Exclusion


class Support(StrEnum):
    """How a protection stands to a provision."""

    SUPPORTS = "may support"
    PARTLY = "may support in part"
    NOT_ALONE = "not by itself"


@dataclass(frozen=True)
class Provision:
    """A provision: what it is about, its reference, and how a protection stands to it."""

    regulation: Regulation
    place: str
    message: Message
    reference: str
    support: Callable[[Candidate], Support]


def _against_disk(candidate: Candidate) -> Support:
    return _BY_EXCLUSION[candidate.exclusion_of(Withstand.DISK)]


def _integrity(candidate: Candidate) -> Support:
    """Noticing changed values is a part of it: the provision also names availability and
    resilience of systems."""
    return Support.PARTLY if candidate.properties.authenticated else Support.NOT_ALONE


def _unintelligible(candidate: Candidate) -> Support:
    """Data that a thief of files cannot read, as far as was seen here; what is weak is none."""
    if is_weak(candidate):
        return Support.NOT_ALONE
    return _BY_EXCLUSION[candidate.exclusion_of(Withstand.DISK)]


def _account_numbers(candidate: Candidate) -> Support:
    """A disk that stays in its machine needs another protection: so says 3.5.1.2."""
    below_server = candidate.algorithm in FILE_SYSTEMS
    return Support.NOT_ALONE if below_server else _unintelligible(candidate)


def _beyond_disk(candidate: Candidate) -> Support:
    """Encryption of disks and files alone is not enough for what is read while it is mounted."""
    known = _unintelligible(candidate)
    if candidate.kind is not ProtectionKind.STORAGE:
        return known
    if candidate.exclusion_of(Withstand.OS_LOGIN) is Exclusion.NONE:
        return Support.NOT_ALONE
    return Support.PARTLY if known is Support.SUPPORTS else known


def _keys(candidate: Candidate) -> Support:
    """Keys are apart from the data by design only where the server never has them."""
    separate = candidate.kind is ProtectionKind.CLIENT and not any(
        each.key for each in candidate.found
    )
    return Support.PARTLY if separate else Support.NOT_ALONE


def _controls(candidate: Candidate) -> Support:
    """A rule on the use of cryptography is more than one protection."""
    return Support.NOT_ALONE if is_weak(candidate) else Support.PARTLY


_BY_EXCLUSION = {
    Exclusion.FULL: Support.SUPPORTS,
    Exclusion.PARTLY: Support.PARTLY,
    Exclusion.NONE: Support.NOT_ALONE,
}

PROVISIONS: tuple[Provision, ...] = (
    Provision(
        Regulation.LGPD, "LGPD art. 46",
        phrase("technical measures that protect personal data from unauthorised access"),
        "Lei nº 13.709/2018, art. 46", _against_disk,
    ),
    Provision(
        Regulation.GDPR, "GDPR art. 32(1)(a)",
        phrase("encryption of personal data, appropriate to the risk"),
        "Regulation (EU) 2016/679, art. 32(1)(a)", _against_disk,
    ),
    Provision(
        Regulation.GDPR, "GDPR art. 32(1)(b)",
        phrase("integrity of processing systems"),
        "Regulation (EU) 2016/679, art. 32(1)(b)", _integrity,
    ),
    Provision(
        Regulation.GDPR, "GDPR art. 34(3)(a)",
        phrase("unintelligible data: the persons concerned need not be told of a breach"),
        "Regulation (EU) 2016/679, art. 34(3)(a)", _unintelligible,
    ),
    Provision(
        Regulation.PCI, "PCI DSS 3.5.1",
        phrase("account numbers unreadable wherever they are stored"),
        "PCI DSS v4.0.1, requirement 3.5.1", _account_numbers,
    ),
    Provision(
        Regulation.PCI, "PCI DSS 3.5.1.2",
        phrase("disk encryption: sufficient on removable media only"),
        "PCI DSS v4.0.1, requirement 3.5.1.2", _beyond_disk,
    ),
    Provision(
        Regulation.PCI, "PCI DSS 3.6.1",
        phrase("keys protected from disclosure and misuse"),
        "PCI DSS v4.0.1, requirement 3.6.1", _keys,
    ),
    Provision(
        Regulation.HIPAA, "HIPAA 164.312(a)(2)(iv)",
        phrase("a mechanism to encrypt and decrypt health information"),
        "45 CFR 164.312(a)(2)(iv), addressable", _against_disk,
    ),
    Provision(
        Regulation.ISO, "ISO 27001 A.8.24",
        phrase("rules for the use of cryptography, with key management"),
        "ISO/IEC 27001:2022, Annex A, control 8.24", _controls,
    ),
)  # fmt: skip


def provisions_of(chosen: Iterable[Regulation]) -> tuple[Provision, ...]:
    """Those of the chosen laws and standards, in the order of the table."""
    wanted = set(chosen)
    return tuple(each for each in PROVISIONS if each.regulation in wanted)
