"""The key and IV that all compared pictures share: random, or given by the user as hexadecimal
digits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection

_MOST_KEY_BYTES = 64
_IV_BYTES = 16


@dataclass(frozen=True)
class KeyMaterial:
    """Bytes of a key and an IV; a protection with a shorter key or IV takes the first bytes."""

    key: bytes = field(repr=False)
    vector: bytes = field(repr=False)

    @classmethod
    def drawn(cls) -> KeyMaterial:
        """Random bytes, enough for any protection."""
        return cls(os.urandom(_MOST_KEY_BYTES), os.urandom(_IV_BYTES))

    def keying(self, protection: Protection) -> Keying:
        return Keying(self.key[: _key_bytes(protection)], self.vector)


def key_material_from_hex(
    protections: Sequence[Protection], key: str | None = None, vector: str | None = None
) -> KeyMaterial:
    """Key and vector given in hexadecimal digits, random where they are None.

    The key must be as long as the longest that the protections take.

    Raises: InputError
    """
    drawn = KeyMaterial.drawn()
    return KeyMaterial(
        drawn.key if key is None else _bytes("key", key, max(map(_key_bytes, protections))),
        drawn.vector if vector is None else _bytes("IV", vector, _IV_BYTES),
    )


def _key_bytes(protection: Protection) -> int:
    return (protection.bits or 0) // 8


def _bytes(what: str, digits: str, wanted: int) -> bytes:
    try:
        given = bytes.fromhex(digits)
    except ValueError as error:
        raise InputError(
            phrase("Not hexadecimal"),
            phrase("The {what} must consist of hexadecimal digits."),
            what=what,
        ) from error
    if len(given) != wanted:
        raise InputError(
            phrase("Wrong length"),
            phrase("The {what} has {given} bytes; {wanted} are needed."),
            phrase("Give {digits} hexadecimal digits, or omit it for a random one."),
            what=what,
            given=len(given),
            wanted=wanted,
            digits=2 * wanted,
        )
    return given
