"""AES_ENCRYPT as MariaDB has it: the mode is an argument."""

from __future__ import annotations

from collections.abc import Callable

from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor

_DERIVATIONS = {
    "hkdf": "'cipherbench', 'hkdf'",
    "pbkdf2": f"{PBKDF2_ITERATIONS}, 'pbkdf2_hmac'",
}
"""Key derivations → what KDF takes between salt and bits."""

MODES = (
    "ecb", "cbc", "ctr", "cfb", "ofb", "gcm",
    *(f"{mode}-{name}" for mode in ("cbc", "ctr") for name in _DERIVATIONS),
)  # fmt: skip
"""Modes worth trying."""


class AesEncryptFunction(AesEncryptor):
    """AES-128-ECB is written with two arguments, which every version understands. An IV that is too
    short would be answered with NULL."""

    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        if self.mode == "ecb" and self.bits == 128:
            return f"{function}({value}, {self.key})"
        key = self.key
        if derivation := _DERIVATIONS.get(self.derivation):
            key = f"kdf({key}, {iv()}, {derivation}, {self.bits})"
        return f"{function}({value}, {key}, {iv()}, 'aes-{self.bits}-{self.block_mode}')"
