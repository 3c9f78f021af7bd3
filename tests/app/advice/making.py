"""Protections as advice judges them, with a cost and with what evidence found."""

from __future__ import annotations

from dataclasses import replace

from app.advice.candidate import Candidate, Finding
from app.evidence.threats import with_evidence
from app.findings.cost import Cost, VerdictKind
from app.plan.requirements import Withstand
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from engines.contract.data_place import PlaceName
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import properties_of

NATIVE, CLIENT, STORAGE = ProtectionKind.NATIVE, ProtectionKind.CLIENT, ProtectionKind.STORAGE
CBC = Protection("cbc", NATIVE, "aes", 128, "cbc")
ECB = Protection("ecb", NATIVE, "aes", 128, "ecb")
DES = Protection("3des", NATIVE, "3des", 168, "cbc")
RSA = Protection("rsa", NATIVE, "rsa", 1024, "oaep")
PGP = Protection("pgp", NATIVE, "aes", 256, "pgp")
GCM = Protection("gcm", CLIENT, "aes", 256, "gcm")
SIV = Protection("siv", CLIENT, "aes", 256, "siv")
TABLE = Protection("table", STORAGE, "aes", 256, "tablespace")
FILE = Protection("file", STORAGE, "aes256cbc", None, "file")
AEGIS = Protection("aegis", STORAGE, "aegis", None, "file")
RC4 = Protection("rc4", STORAGE, "rc4", None, "file")
TLS = Protection("tls", ProtectionKind.TRANSIT, "tls")
FOLDER = Protection("folder", STORAGE, "gocryptfs", None, "filesystem")


def known(percent: float, half: float = 1.0) -> Cost:
    """A cost that was told."""
    verdict = VerdictKind.COSTS
    return Cost(percent, percent - half, percent + half, 1.0, verdict=verdict)


UNTOLD = Cost(12.0, -8.0, 40.0, 1.0, verdict=VerdictKind.TOO_NOISY)


def candidate(
    protection: Protection,
    cost: Cost,
    *found: Finding,
    engine: str = "postgresql",
    server: str = "",
    fixed_iv: bool = False,
    has_blind_index: bool = False,
    looked: bool = False,
) -> Candidate:
    """`found` is corrected as a report corrects what is claimed; `looked`: evidence was there."""
    good = properties_of(protection, protection.mode, fixed_iv=fixed_iv)
    if found or looked:
        good = with_evidence(good, [_trace(each) for each in found] or [_nothing()])
    return Candidate(
        Message(protection.name),
        server or engine,
        engine,
        protection.name,
        protection.kind,
        good,
        protection.algorithm,
        protection.bits,
        protection.mode,
        frozenset(found),
        has_blind_index,
        cost,
    )


def _trace(found: Finding) -> EvidenceFinding:
    subject = SearchSubject.KEY if found.key else SearchSubject.MARKER
    ground = SearchArea.LOGIN if found.threat is Withstand.LOGIN else SearchArea.FILES
    if found.threat is Withstand.OS_LOGIN:
        ground = SearchArea.MEMORY
    if found.threat is Withstand.NETWORK:
        ground = SearchArea.NETWORK
    return EvidenceFinding("s", "p", ground, subject, found.place, True, NOTHING)


def _nothing() -> EvidenceFinding:
    return replace(
        _trace(Finding(Withstand.DISK, False, PlaceName.DATA)), found=False, message=NOTHING
    )
