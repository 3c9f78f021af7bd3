"""AES_ENCRYPT as MySQL has it: the mode is a variable of the session, the fourth argument derives
the key."""

from __future__ import annotations

from collections.abc import Callable

from engines.mysql_family.encryptor import PBKDF2_ITERATIONS, AesEncryptor

_BLOCK_MODES = {"cfb": "cfb128"}
"""Modes that other engines call otherwise → MySQL's name."""

_DERIVATIONS: dict[str, Callable[[str], str]] = {
    "hkdf": lambda salt: f"'hkdf', {salt}, 'cipherbench'",
    "pbkdf2": lambda salt: f"'pbkdf2_hmac', {salt}, '{PBKDF2_ITERATIONS}'",
}
"""Key derivations → the arguments behind the IV, given the salt."""

MODES = (
    "ecb", "cbc", "cfb1", "cfb8", "cfb", "ofb", "ctr", "gcm", "ccm", "xts",
    *(f"{mode}-{name}" for mode in ("cbc", "cfb", "ofb") for name in _DERIVATIONS),
)  # fmt: skip
"""Modes worth trying."""


class AesEncryptFunction(AesEncryptor):
    """`block_encryption_mode` holds for a session, so that each is told it before its first
    statement. ECB takes no IV, and warns of one."""

    @property
    def session_setting(self) -> str:  # type: ignore[override]
        mode = _BLOCK_MODES.get(self.block_mode, self.block_mode)
        return f"set session block_encryption_mode = 'aes-{self.bits}-{mode}'"

    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        arguments = [value, self.key]
        if self.block_mode != "ecb":
            arguments.append(iv())
        if derivation := _DERIVATIONS.get(self.derivation):
            arguments.append(derivation(iv()))
        return f"{function}({', '.join(arguments)})"
