"""AES_ENCRYPT: what a server can do, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.capability import Cipher, candidates
from engines.errors import StatementFailed
from engines.mariadb.session import MariaSession
from engines.protection import Keying
from engines.statement import (
    USUAL_BYTES,
    Role,
    Sealer,
)

_BLOCK_BYTES = 16

ALGORITHMS = {"aes": (128, 192, 256)}

_MODES = ("ecb", "cbc", "ctr", "cfb", "ofb", "gcm")


@dataclass(frozen=True)
class AesEncryptSealer(Sealer):
    """AES_ENCRYPT and AES_DECRYPT.

    A key of another length would be folded, an IV that is too short answered with NULL: so their
    lengths are ours to keep. ECB and CBC pad by PKCS#7, CTR keeps the length. AES-128-ECB is
    written with two arguments, which every version understands.
    """

    bits: int
    mode: str
    keying: Keying

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return _BLOCK_BYTES if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def sealed_size(self, size: int) -> int:
        padded = size if self.mode == "ctr" else (size // _BLOCK_BYTES + 1) * _BLOCK_BYTES
        return padded + self.iv_size

    def seal(self, place: Callable[[Role], str]) -> str:
        if self._fresh:
            front = place(Role.IV)
            sealed = self._call("aes_encrypt", place(Role.SEALED), place(Role.IV))
            return f"concat({front}, {sealed})"
        return self._call("aes_encrypt", place(Role.SEALED), self._fixed_iv)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        if self._fresh:
            front = _BLOCK_BYTES
            return self._call(
                "aes_decrypt", f"substr({column}, {front + 1})", f"left({column}, {front})"
            )
        return self._call("aes_decrypt", column, self._fixed_iv)

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[:_BLOCK_BYTES].hex()}'" if self.keying.iv else "''"

    def _call(self, function: str, value: str, iv: str) -> str:
        key = f"x'{self.keying.key.hex()}'"
        if self.mode == "ecb" and self.bits == 128:
            return f"{function}({value}, {key})"
        return f"{function}({value}, {key}, {iv}, 'aes-{self.bits}-{self.mode}')"


def try_ciphers(session: MariaSession) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    for cipher in candidates(ALGORITHMS, _MODES):
        key = bytes(range(cipher.bits // 8))
        sealer = AesEncryptSealer(cipher.bits, cipher.mode, Keying(key, bytes(_BLOCK_BYTES)))
        value = b"probe value".hex()
        sealed = sealer.seal(lambda _, value=value: f"x'{value}'")  # type: ignore[misc]
        try:
            opened = session.fetch(f"select {sealer.open(sealed)}")[0][0]
        except StatementFailed as error:
            refused[cipher] = error.values["said"]
        else:
            if opened == b"probe value":
                native.add(cipher)
            else:  # an unknown mode is answered with NULL, not with an error
                refused[cipher] = "the answer is NULL"
    return frozenset(native), refused
