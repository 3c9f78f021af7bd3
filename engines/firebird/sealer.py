"""ENCRYPT and DECRYPT: what a server can do, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.capability import Cipher, candidates
from engines.errors import StatementFailed
from engines.firebird.session import MOST_BYTES, FirebirdSession
from engines.protection import Keying
from engines.statement import (
    USUAL_BYTES,
    Role,
    Sealer,
)

BLOCK_BYTES = {
    "aes": 16, "anubis": 16, "blowfish": 8, "khazad": 8, "rc5": 8, "rc6": 16, "safer+": 16,
    "twofish": 16, "xtea": 8,
}  # fmt: skip

_LENGTHS = (128, 192, 256)

_BLOCK_MODES = ("ecb", "cbc", "cfb", "ofb", "ctr")

STREAM_IV_BYTES = {"chacha20": 8, "rc4": 0, "sober128": 16}

_STREAM = "stream"

_PADDED = ("ecb", "cbc")


@dataclass(frozen=True)
class EncryptSealer(Sealer):
    """ENCRYPT and DECRYPT.

    Keys and IVs must have exactly their length. The server pads nothing: for ECB and CBC the
    client pads by PKCS#7, and a function in our own database takes the padding off again.
    """

    algorithm: str
    mode: str
    keying: Keying

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return self._iv_bytes if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def sealed_size(self, size: int) -> int:
        block = BLOCK_BYTES.get(self.algorithm, 1)
        padded = (size // block + 1) * block if self.mode in _PADDED else size
        return padded + self.iv_size

    def encode(self, value: bytes) -> bytes:
        if self.mode not in _PADDED:
            return value
        block = BLOCK_BYTES[self.algorithm]
        count = block - len(value) % block
        return value + bytes([count]) * count

    def preparations(self) -> Sequence[str]:
        return (_UNPAD,) if self.mode in _PADDED else ()

    def seal(self, place: Callable[[Role], str]) -> str:
        if self._fresh:
            front = place(Role.IV)
            return f"{front} || " + self._call("encrypt", place(Role.SEALED), place(Role.IV))
        return self._call("encrypt", place(Role.SEALED), self._fixed_iv)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        if self._fresh:
            front = self._iv_bytes
            opened = self._call(
                "decrypt",
                f"substring({column} from {front + 1})",
                f"cast(substring({column} from 1 for {front}) as varbinary({front}))",
            )
        else:
            opened = self._call("decrypt", column, self._fixed_iv)
        return f"cipherbench_unpad({opened})" if self.mode in _PADDED else opened

    @property
    def _iv_bytes(self) -> int:
        if self.mode == "ecb":
            return 0
        return (BLOCK_BYTES | STREAM_IV_BYTES)[self.algorithm]

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self._iv_bytes > 0

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[: self._iv_bytes].hex()}'" if self.keying.iv else ""

    def _call(self, function: str, value: str, iv: str) -> str:
        name = f'"{self.algorithm.upper()}"' if "+" in self.algorithm else self.algorithm
        mode = f" mode {self.mode}" if self.mode != _STREAM else ""
        vector = f" iv {iv}" if self._iv_bytes else ""
        return f"{function}({value} using {name}{mode} key x'{self.keying.key.hex()}'{vector})"


_UNPAD = (
    f"create function cipherbench_unpad (padded varbinary({MOST_BYTES})) "
    f"returns varbinary({MOST_BYTES}) deterministic as begin return substring(padded from 1 for "
    "octet_length(padded) - ascii_val(substring(padded from octet_length(padded) for 1))); end"
)


def try_ciphers(session: FirebirdSession) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    tried = candidates(dict.fromkeys(BLOCK_BYTES, _LENGTHS), _BLOCK_MODES)
    tried += candidates(dict.fromkeys(STREAM_IV_BYTES, _LENGTHS), (_STREAM,))
    for cipher in tried:
        sealer = EncryptSealer(
            cipher.algorithm, cipher.mode, Keying(bytes(range(cipher.bits // 8)), bytes(16))
        )
        value = b"probe value 16by".hex()  # one whole block of every cipher: nothing to pad
        sealed = sealer._call("encrypt", f"x'{value}'", sealer._fixed_iv)
        opened = sealer._call("decrypt", sealed, sealer._fixed_iv)
        try:
            answer = session.fetch(f"select {opened} from rdb$database")[0][0]
        except StatementFailed as error:
            refused[cipher] = error.values["said"]
        else:
            if answer == b"probe value 16by":
                native.add(cipher)
            else:
                refused[cipher] = "what was sealed did not open again"
    return frozenset(native), refused
