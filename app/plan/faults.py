"""Checks a plan's servers and protections: a clause for each fault, and the error that lists
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.client_encryption.client_schemes import client_algorithms, client_schemes
from engines.contract.errors import Unfit
from engines.contract.key_source import DataKey
from engines.contract.limits import LONGEST_NAME, Limits, text_faults
from engines.contract.message import Message, first_faults, phrase
from engines.contract.parameter import limit_faults
from engines.contract.protection import TLS, Protection, ProtectionKind
from engines.registry import known_algorithms
from engines.servers.server import ServerSpec


class UnfitPlan(Unfit):
    """A plan that cannot be used, with all its `faults`."""

    def __init__(self, faults: Iterable[Message]) -> None:
        self.faults = tuple({str(each): each for each in faults}.values())
        super().__init__(first_faults(self.faults))


def server_faults(servers: Iterable[ServerSpec]) -> Iterator[Message]:
    """Clauses about what no server can have, as a port beyond 65535."""
    for number, spec in enumerate(servers, 1):
        for fault in spec.faults():
            yield phrase("server.{number}: {fault}", number=number, fault=fault)


def protection_limit_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about texts that are too long, and key bits beyond any cipher's."""
    for key in ("name", "algorithm", "mode"):
        yield from text_faults(key, getattr(protection, key) or "", LONGEST_NAME)
    if protection.bits is not None:
        yield from _BITS.faults("bits", protection.bits)
    if protection.key_source is not None:
        yield from limit_faults(protection.key_source)


_BITS = Limits(most=65_536)


def server_name_faults(names: Sequence[str]) -> Iterator[Message]:
    """Clauses about an empty name, or one that occurs twice."""
    return unique_faults(
        names, phrase("a server has no name"), phrase("two servers are named “{name}”")
    )


def unique_faults(names: Sequence[str], none: Message, twice: Message) -> Iterator[Message]:
    """`none` of each empty name, `twice` of each that occurs again."""
    for name in names:
        if not name.strip():
            yield none
        elif names.count(name) > 1:
            yield twice.with_values(name=name)


def protection_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about a protection that lacks what its kind needs, or names an unknown cipher."""
    if not protection.blind_index and not protection.encrypts_values:
        yield phrase(
            "protection “{name}” has no blind index: only native and client protections have one",
            name=protection.name,
        )
    yield from _key_faults(protection)
    needed = _NEEDED[protection.kind]
    if any(getattr(protection, name) is None for name in needed):
        yield _NEEDS[needed].with_values(name=protection.name)
    else:
        yield from _cipher_faults(protection)
    if protection.bits is not None and (protection.bits < 8 or protection.bits % 8):
        yield phrase(
            "protection “{name}” has {bits} key bits, not a multiple of 8",
            name=protection.name,
            bits=protection.bits,
        )


def shared_key_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about keys of a protection whose loads come from several machines."""
    source = protection.key_source
    if source is not None and source.data_key in (DataKey.TABLE, DataKey.PERSON):
        yield phrase(
            "protection “{name}” has its wrapped data keys in a file of one machine, and several "
            "carry out the load: choose a data key per row",
            name=protection.name,
        )


def _key_faults(protection: Protection) -> Iterator[Message]:
    source = protection.key_source
    if source is None:
        return
    if protection.kind is not ProtectionKind.CLIENT:
        yield phrase(
            "protection “{name}” has a key source: only client protections have one",
            name=protection.name,
        )
    elif source.data_key is DataKey.NONE and (protection.algorithm, protection.mode) != _SERVICES:
        yield phrase(
            "protection “{name}”: key services encrypt values with AES-GCM only",
            name=protection.name,
        )
    if source.fault:
        yield phrase("protection “{name}”: {why}", name=protection.name, why=source.fault)


_SERVICES = "aes", "gcm"
"""Algorithm and mode of key services."""


def _cipher_faults(protection: Protection) -> Iterator[Message]:
    """A cipher that no server has at all. What only some have is asked for where they run."""
    cipher, known = protection.algorithm, frozenset[str]()
    match protection.kind:
        case ProtectionKind.CLIENT:
            cipher = f"{cipher}-{protection.bits}-{protection.mode}"
            known = client_schemes()
        case ProtectionKind.NATIVE | ProtectionKind.STORAGE:
            known = known_algorithms(protection.kind)
        case ProtectionKind.STORED_FORM:
            known = known_algorithms(ProtectionKind.NATIVE) | client_algorithms()
        case ProtectionKind.TRANSIT:
            known = frozenset({TLS.algorithm or ""})
    if known and cipher not in known:
        yield phrase(
            "protection “{name}” names the unknown cipher “{cipher}” (known: {known})",
            name=protection.name,
            cipher=cipher,
            known=", ".join(sorted(known)),
        )


_NEEDED: Mapping[ProtectionKind, tuple[str, ...]] = {
    ProtectionKind.PLAINTEXT: (),
    ProtectionKind.NATIVE: ("algorithm", "bits"),
    ProtectionKind.CLIENT: ("algorithm", "bits", "mode"),
    ProtectionKind.STORAGE: ("algorithm",),
    ProtectionKind.TRANSIT: ("algorithm",),
    ProtectionKind.STORED_FORM: ("algorithm", "bits"),
    ProtectionKind.CIPHER: ("algorithm",),
}

_NEEDS = {
    ("algorithm",): phrase("protection “{name}” needs an algorithm"),
    ("algorithm", "bits"): phrase("protection “{name}” needs an algorithm and bits"),
    ("algorithm", "bits", "mode"): phrase(
        "protection “{name}” needs an algorithm, bits and a mode"
    ),
}
