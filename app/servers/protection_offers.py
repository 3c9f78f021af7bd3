"""The protections that the chosen servers offer, with their properties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.plan.campaign import PlannedProtection
from app.servers.capability_answers import CipherAnswer, answers, in_order
from app.servers.entry import ServerEntry
from engines.base.capability import DATA_LIES_ON, STORAGE_MODES, Capabilities
from engines.client_encryption.client_schemes import cipher_behind
from engines.contract.message import Message, phrase
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.properties import Properties, properties_of

STUDY_BITS = 128
_SUGGESTED = frozenset(
    {
        Cipher("aes", 256, "gcm"),
        Cipher("chacha20", 256, "poly1305"),
        Cipher("aes", 256, "siv"),
    }
)
"""Client-side schemes shown before a search: the usual two, and one that allows searching."""


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
        """Whether it is shown before a search; a plan's protections always are."""
        cipher = self.protection
        if self.planned is not None:
            return True
        match cipher.kind:
            case ProtectionKind.NATIVE:
                return cipher.algorithm == "aes"
            case ProtectionKind.CLIENT:
                scheme = Cipher(cipher.algorithm or "", cipher.bits or 0, cipher.mode or "")
                return scheme in _SUGGESTED
        return True

    @property
    def encrypts_in_named_mode(self) -> bool:
        """Whether it encrypts values, in a mode that it names: the study's AES in each engine's own
        mode is there under its mode's name already."""
        return self.protection.encrypts_values and bool(self.protection.mode)

    def words(self) -> str:
        """The text that a search matches."""
        cipher = self.protection
        parts = cipher.name, cipher.kind, cipher.algorithm, cipher.bits, cipher.mode
        return " ".join(str(part) for part in parts if part).lower()

    def properties(self, *, sound: bool) -> list[Properties]:
        """Its properties in each of its modes; under the study profile native ciphers have a fixed
        IV."""
        modes = dict.fromkeys(self.modes.values()) or [self.protection.mode]
        return [properties_of(self.protection, mode, fixed_iv=not sound) for mode in modes]

    def fits(self, chosen: Sequence[str]) -> bool:
        """Whether it is meant for any of the `chosen` servers."""
        return self.planned is None or not chosen or any(map(self.planned.meant_for, chosen))

    def to_plan(self, chosen: Sequence[str]) -> PlannedProtection:
        """This protection for the `chosen` servers; named only where not all of them have it."""
        if self.planned is not None:
            servers = tuple(name for name in self.planned.servers if name in chosen)
            return PlannedProtection(self.protection, servers)
        able = tuple(name for name in chosen if name in self.modes)
        everywhere = self.protection.kind is ProtectionKind.PLAINTEXT or len(able) == len(chosen)
        return PlannedProtection(self.protection, () if everywhere else able)


def why_no_storage(able: Capabilities) -> Message | None:
    """Why a server offers no storage encryption: its refusal, else what its data directory is
    on."""
    refusals = [why for cipher, why in able.refused.items() if cipher.mode in STORAGE_MODES]
    if refusals:
        return refusals[0]
    lies = able.layers or able.settings.get(DATA_LIES_ON)
    return phrase("its data directory is {lies}", lies=lies) if lies else None


def offers(
    chosen: Sequence[ServerEntry],
    default_modes: Mapping[str, str],
    planned: Iterable[PlannedProtection] = (),
) -> list[Offer]:
    """Plaintext, then by kind a plan's own, AES-128 in each engine's study mode, AES, others."""
    asked = [entry for entry in chosen if entry.capabilities is not None]
    own = [_planned_offer(each, asked, default_modes) for each in planned]
    taken = {_identity(offer.protection) for offer in own}
    made = [_study_offer(asked, default_modes), *_cipher_offers(asked)]
    fresh = [offer for offer in made if offer.modes and _identity(offer.protection) not in taken]
    names = {offer.name for offer in own}
    plaintext = [] if PLAINTEXT.name in names else [Offer(PLAINTEXT, {})]
    new = {offer.name: offer for offer in fresh if offer.name not in names}
    kinds = list(ProtectionKind)
    return sorted(
        [*plaintext, *own, *new.values()], key=lambda offer: kinds.index(offer.protection.kind)
    )


def with_stored_forms(found: Sequence[Offer], chosen: Collection[str]) -> list[Offer]:
    """Add plaintext in the stored form of each native or client-side cipher in `chosen`, or if it
    is chosen itself; at the end, so that no row moves when one is ticked."""
    known = {_identity(offer.protection) for offer in found}
    forms = [
        (offer, form)
        for offer in found
        if cipher_behind(form := _stored_form(offer.protection)).kind is offer.protection.kind
    ]
    wanted = {
        form: Offer(form, offer.modes)
        for offer, form in forms
        if {offer.name, form.name} & set(chosen) and _identity(form) not in known
    }
    return [*found, *wanted.values()]


def _stored_form(cipher: Protection) -> Protection:
    form = replace(cipher, kind=ProtectionKind.STORED_FORM, blind_index=True, key_source=None)
    return _named(form)


def _planned_offer(
    planned: PlannedProtection, asked: Sequence[ServerEntry], default_modes: Mapping[str, str]
) -> Offer:
    able = {
        entry.name: planned.protection.mode or default_modes.get(entry.spec.engine, "")
        for entry in asked
        if planned.meant_for(entry.name)
        and _can(entry, planned.protection, default_modes.get(entry.spec.engine, ""))
    }
    plain = planned.protection.kind is ProtectionKind.PLAINTEXT
    return Offer(planned.protection, {} if plain else able, planned)


def _study_offer(asked: Sequence[ServerEntry], default_modes: Mapping[str, str]) -> Offer:
    protection = _named(Protection("", ProtectionKind.NATIVE, "aes", STUDY_BITS))
    able = {
        entry.name: mode
        for entry in asked
        if (mode := default_modes.get(entry.spec.engine, "")) and _can(entry, protection, mode)
    }
    return Offer(protection, able)


def _cipher_offers(asked: Sequence[ServerEntry]) -> list[Offer]:
    able: dict[tuple[ProtectionKind, Cipher], dict[str, str]] = {}
    for entry in asked:
        for answer in answers(entry.capabilities) if entry.capabilities else ():
            own_folder = entry.spec.encrypted_folder == answer.cipher.algorithm
            if answer.able and not own_folder:  # which is measured without being ticked
                servers = able.setdefault((answer.kind, answer.cipher), {})
                servers[entry.name] = answer.cipher.mode
    order = in_order(CipherAnswer(kind, cipher, able=True) for kind, cipher in able)
    return [Offer(_named(each.protection), able[each.kind, each.cipher]) for each in order]


def usual_name(protection: Protection) -> str:
    """The name that a protection gets here: `aes-128-cbc`, `client-aes-256-gcm`,
    `client-chacha20-poly1305`, `storage-aes-128-tablespace`, `storage-aegis`,
    `storage-aegis-128`, `storage-aegis-passphrase`, `tls`, `plaintext as aes-128-cbc`."""
    kind, bits = protection.kind, str(protection.bits or "")
    if kind is ProtectionKind.STORED_FORM:
        return f"plaintext as {usual_name(replace(protection, kind=ProtectionKind.NATIVE))}"
    first = "" if kind in (ProtectionKind.NATIVE, ProtectionKind.TRANSIT) else kind.value
    mode = protection.mode
    if kind is ProtectionKind.CLIENT and mode == "poly1305":
        bits = ""
    if kind is ProtectionKind.STORAGE and protection.algorithm != "aes":
        bits, mode = shown_bits(protection), mode if mode == "passphrase" else None
    return "-".join(filter(None, (first, protection.algorithm, bits, mode)))


def shown_bits(protection: Protection) -> str:
    """Key bits of a storage cipher; empty if its name implies them or they are the usual 256."""
    bits = str(protection.bits or "")
    return "" if bits == "256" or bits in (protection.algorithm or "") else bits


def _named(unnamed: Protection) -> Protection:
    return replace(unnamed, name=usual_name(unnamed))


def _can(entry: ServerEntry, protection: Protection, default_mode: str) -> bool:
    answers = entry.capabilities
    return answers is not None and answers.why_not(protection, default_mode) is None


def _identity(protection: Protection) -> Protection:
    return replace(protection, name="")
