"""Sorts servers' capabilities for display: by kind, AES first, key bits, modes in textbook
order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.base.capability import STORAGE_MODES, TLS_CIPHER, Capabilities
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.properties import Properties, properties_of

KINDS = (
    ProtectionKind.NATIVE, ProtectionKind.CLIENT, ProtectionKind.STORAGE, ProtectionKind.TRANSIT,
)  # fmt: skip
"""The kinds that have ciphers, from the server outwards."""

MODES = ("ecb", "cbc", "cfb", "ofb", "ctr", "gcm", "gcm-siv", "siv", "stream")
"""The order of modes; others follow by name."""


@dataclass(frozen=True)
class CipherAnswer:
    """One cipher of one kind; `message` is the server's own message where it refused."""

    kind: ProtectionKind
    cipher: Cipher
    able: bool
    message: Message = NOTHING

    @property
    def protection(self) -> Protection:
        """The protection with this cipher, without a name; some layers do not tell their bits."""
        cipher = self.cipher
        mode = cipher.mode or None
        return Protection("", self.kind, cipher.algorithm, cipher.bits or None, mode)

    def properties(self, *, fixed_iv: bool = False) -> Properties:
        """What the protection is good for; with a vector of its own for each value, unless said
        otherwise."""
        return properties_of(self.protection, self.cipher.mode, fixed_iv=fixed_iv)


def answers(capabilities: Capabilities) -> list[CipherAnswer]:
    """Everything that was tried with one server, and what the application can do."""
    able = {
        ProtectionKind.NATIVE: capabilities.native,
        ProtectionKind.CLIENT: capabilities.client,
        ProtectionKind.STORAGE: capabilities.storage,
        ProtectionKind.TRANSIT: capabilities.transit,
    }
    given = [CipherAnswer(kind, cipher, True) for kind in KINDS for cipher in able[kind]]
    refused = [
        CipherAnswer(_refused_kind(cipher), cipher, False, message)
        for cipher, message in capabilities.refused.items()
    ]
    return in_order([*given, *refused])


def in_order(given: Iterable[CipherAnswer]) -> list[CipherAnswer]:
    """By kind, AES first, then algorithm, key bits and mode."""
    found = list(given)
    modes = ordered_modes({answer.cipher.mode for answer in found})
    return sorted(found, key=lambda each: (KINDS.index(each.kind), _place(each.cipher, modes)))


def matrix_axes(given: Iterable[CipherAnswer]) -> tuple[list[tuple[str, int]], list[str]]:
    """Rows (algorithm, key bits) and modes of answers; AES first, then by name."""
    ciphers = [answer.cipher for answer in given]
    rows = sorted({(c.algorithm, c.bits) for c in ciphers}, key=lambda row: (row[0] != "aes", row))
    return rows, ordered_modes({cipher.mode for cipher in ciphers})


def ordered_modes(modes: set[str]) -> list[str]:
    """Modes in the order of MODES, others by name behind them."""
    known: Sequence[str] = [mode for mode in MODES if mode in modes]
    return [*known, *sorted(modes - set(known))]


def _refused_kind(cipher: Cipher) -> ProtectionKind:
    if cipher == TLS_CIPHER:
        return ProtectionKind.TRANSIT
    at_rest = cipher.mode in STORAGE_MODES
    return ProtectionKind.STORAGE if at_rest else ProtectionKind.NATIVE


def _place(cipher: Cipher, modes: Sequence[str]) -> tuple[bool, str, int, int]:
    return cipher.algorithm != "aes", cipher.algorithm, cipher.bits, modes.index(cipher.mode)
