"""The protections that the chosen servers offer, and what each is known for. Free of widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.campaign.plan import PlannedProtection
from app.pages.servers_capabilities import ordered_modes
from app.pages.servers_entries import DeskEntry
from engines.capability import Cipher
from engines.protection import PLAINTEXT, Protection, ProtectionKind

STUDY_BITS = 128
_STREAM_LIKE = frozenset({"ofb", "ctr", "gcm", "stream"})
_WITHOUT_IV = frozenset({"rc4"})
"""Stream ciphers that take no initialisation vector at all."""


@dataclass(frozen=True)
class Offer:
    """One protection; `modes` is the mode it takes on each server that has it.

    `planned` marks one that came with a plan and keeps the plan's own choice of servers.
    """

    protection: Protection
    modes: Mapping[str, str]
    planned: PlannedProtection | None = None

    @property
    def name(self) -> str:
        """The name that plans and results use."""
        return self.protection.name

    @property
    def suggested(self) -> bool:
        """Whether it is shown before anybody searches: AES, and what a plan brought."""
        return self.planned is not None or self.protection.algorithm in (None, "aes")

    def words(self) -> str:
        """What a search looks through."""
        cipher = self.protection
        return f"{cipher.name} {cipher.algorithm} {cipher.bits} {cipher.mode}".lower()

    def fits(self, chosen: Sequence[str]) -> bool:
        """Whether it is meant for any of the `chosen` servers."""
        return self.planned is None or any(map(self.planned.meant_for, chosen))

    def to_plan(self, chosen: Sequence[str]) -> PlannedProtection:
        """This protection for the `chosen` servers; named only where not all of them have it."""
        if self.planned is not None:
            kept = tuple(name for name in self.planned.servers if name in chosen)
            return PlannedProtection(self.protection, kept)
        able = tuple(name for name in chosen if name in self.modes)
        everywhere = self.protection.kind is ProtectionKind.PLAINTEXT or len(able) == len(chosen)
        return PlannedProtection(self.protection, () if everywhere else able)


def offers(
    chosen: Sequence[DeskEntry],
    default_modes: Mapping[str, str],
    planned: Iterable[PlannedProtection] = (),
) -> list[Offer]:
    """Plaintext, a plan's own, AES-128 in each engine's study mode, AES, then all others."""
    asked = [entry for entry in chosen if entry.capabilities is not None]
    own = [_planned_offer(each, asked, default_modes) for each in planned]
    taken = {_identity(offer.protection) for offer in own}
    made = [_study_offer(asked, default_modes), *_cipher_offers(asked)]
    fresh = [offer for offer in made if offer.modes and _identity(offer.protection) not in taken]
    names = {offer.name for offer in own}
    plaintext = [] if PLAINTEXT.name in names else [Offer(PLAINTEXT, {})]
    return plaintext + own + [offer for offer in fresh if offer.name not in names]


def weaknesses(offer: Offer, *, sound: bool) -> list[str]:
    """Keys of what an offer is known for: `keystream`, `equality`, `iv`, `authenticated`, `open`.

    A fixed IV lets equal values be recognised in every mode, and where the mode makes a key stream
    the same stream seals every value (NIST SP 800-38A, section 6 and appendix C).
    """
    if not offer.protection.seals:
        return []
    modes = set(offer.modes.values()) or {offer.protection.mode or ""}
    without_iv = modes <= {"ecb"} or offer.protection.algorithm in _WITHOUT_IV
    keys = []
    if offer.protection.algorithm in _WITHOUT_IV or (not sound and modes & _STREAM_LIKE):
        keys.append("keystream")
    if not sound or "ecb" in modes or offer.protection.algorithm in _WITHOUT_IV:
        keys.append("equality")
    if sound and not without_iv:
        keys.append("iv")
    keys.append("authenticated" if modes <= {"gcm"} else "open")
    return keys


def _planned_offer(
    planned: PlannedProtection, asked: Sequence[DeskEntry], default_modes: Mapping[str, str]
) -> Offer:
    able = {
        entry.name: planned.protection.mode or default_modes.get(entry.spec.engine, "")
        for entry in asked
        if planned.meant_for(entry.name)
        and _can(entry, planned.protection, default_modes.get(entry.spec.engine, ""))
    }
    plain = planned.protection.kind is ProtectionKind.PLAINTEXT
    return Offer(planned.protection, {} if plain else able, planned)


def _study_offer(asked: Sequence[DeskEntry], default_modes: Mapping[str, str]) -> Offer:
    protection = _native("aes", STUDY_BITS, None)
    able = {
        entry.name: mode
        for entry in asked
        if (mode := default_modes.get(entry.spec.engine, "")) and _can(entry, protection, mode)
    }
    return Offer(protection, able)


def _cipher_offers(asked: Sequence[DeskEntry]) -> list[Offer]:
    ciphers = {c for entry in asked if entry.capabilities for c in entry.capabilities.native}
    order = ordered_modes({cipher.mode for cipher in ciphers})
    ranked = sorted(
        ciphers, key=lambda c: (c.algorithm != "aes", c.algorithm, c.bits, order.index(c.mode))
    )
    return [_cipher_offer(cipher, asked) for cipher in ranked]


def _cipher_offer(cipher: Cipher, asked: Sequence[DeskEntry]) -> Offer:
    able = {
        entry.name: cipher.mode
        for entry in asked
        if entry.capabilities and cipher in entry.capabilities.native
    }
    return Offer(_native(cipher.algorithm, cipher.bits, cipher.mode), able)


def usual_name(protection: Protection) -> str:
    """The name that a native protection gets here, such as `aes-128-cbc`."""
    return "-".join(filter(None, (protection.algorithm, str(protection.bits), protection.mode)))


def _native(algorithm: str, bits: int, mode: str | None) -> Protection:
    unnamed = Protection("", ProtectionKind.NATIVE, algorithm, bits, mode)
    return replace(unnamed, name=usual_name(unnamed))


def _can(entry: DeskEntry, protection: Protection, default_mode: str) -> bool:
    answers = entry.capabilities
    return answers is not None and answers.why_not(protection, default_mode) is None


def _identity(protection: Protection) -> tuple[object, ...]:
    return protection.kind, protection.algorithm, protection.bits, protection.mode
