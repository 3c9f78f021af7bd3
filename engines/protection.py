"""How data is kept secret, and with which key and initialisation vector."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class ProtectionKind(StrEnum):
    """Who does the sealing."""

    PLAINTEXT = "plaintext"
    NATIVE = "native"
    CLIENT = "client"
    STORAGE = "storage"


@dataclass(frozen=True)
class Protection:
    """One way to keep data secret; `bits` is the key length.

    A native protection without a mode takes the engine's `default_mode`.
    """

    name: str
    kind: ProtectionKind = ProtectionKind.PLAINTEXT
    algorithm: str | None = None
    bits: int | None = None
    mode: str | None = None

    @property
    def seals(self) -> bool:
        """Whether values are changed on their way into the database."""
        return self.kind in (ProtectionKind.NATIVE, ProtectionKind.CLIENT)


PLAINTEXT = Protection("plaintext")


@dataclass(frozen=True)
class Keying:
    """The key and how initialisation vectors come about.

    `iv` is a fixed vector for every value; None asks for a fresh random one per value, stored in
    front of the ciphertext. Neither is shown by `repr`.
    """

    key: bytes = field(repr=False)
    iv: bytes | None = field(repr=False, default=None)

    @property
    def fresh_iv(self) -> bool:
        """Whether each value gets a vector of its own."""
        return self.iv is None
