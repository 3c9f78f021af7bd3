"""AES_ENCRYPT: what a server can do, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.base.capability import candidates, try_each
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying
from engines.mariadb.session import MariaSession
from engines.sql.statement import USUAL_BYTES, Role, Sealer

_BLOCK_BYTES = 16

ALGORITHMS = {"aes": (128, 192, 256)}

_MODES = ("ecb", "cbc", "ctr", "cfb", "ofb", "gcm")

PBKDF2_ITERATIONS = 1000
"""The count that KDF takes where none is given; about 1.3 ms for each value."""

_DERIVATIONS = {
    "hkdf": "'cipherbench', 'hkdf'",
    "pbkdf2": f"{PBKDF2_ITERATIONS}, 'pbkdf2_hmac'",
}
"""Key derivations → what KDF takes between salt and bits. Both work with HMAC-SHA-512."""

_DERIVED = tuple(f"{mode}-{name}" for mode in ("cbc", "ctr") for name in _DERIVATIONS)


@dataclass(frozen=True)
class AesEncryptSealer(Sealer):
    """AES_ENCRYPT and AES_DECRYPT.

    A key of another length would be folded, an IV that is too short answered with NULL: so their
    lengths are ours to keep. ECB and CBC pad by PKCS#7, CTR keeps the length. AES-128-ECB is
    written with two arguments, which every version understands.

    The modes `cbc-hkdf`, `ctr-pbkdf2` and their like have the server derive the key by KDF (HKDF
    of RFC 5869, PBKDF2 of RFC 8018) for every value, with the value's IV as the salt: a fresh IV
    gives each value a key of its own.
    """

    bits: int
    mode: str
    keying: Keying

    @property
    def handed_key(self) -> bytes:  # type: ignore[override]
        return self.keying.key

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return _BLOCK_BYTES if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def sealed_size(self, size: int) -> int:
        padded = size if self._block_mode == "ctr" else (size // _BLOCK_BYTES + 1) * _BLOCK_BYTES
        return padded + self.iv_size

    def seal(self, place: Callable[[Role], str]) -> str:
        if self._fresh:
            front, value = place(Role.IV), place(Role.SEALED)
            sealed = self._call("aes_encrypt", value, lambda: place(Role.IV))
            return f"concat({front}, {sealed})"
        return self._call("aes_encrypt", place(Role.SEALED), lambda: self._fixed_iv)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        if self._fresh:
            front = _BLOCK_BYTES
            return self._call(
                "aes_decrypt", f"substr({column}, {front + 1})", lambda: f"left({column}, {front})"
            )
        return self._call("aes_decrypt", column, lambda: self._fixed_iv)

    def open_text(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"convert({self.open(column, size)} using utf8mb4) collate utf8mb4_bin"

    @property
    def reseals(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return f"convert({text} using utf8mb4)"

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[:_BLOCK_BYTES].hex()}'" if self.keying.iv else "''"

    @property
    def _block_mode(self) -> str:
        return self.mode.partition("-")[0]

    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        key = f"x'{self.keying.key.hex()}'"
        if self.mode == "ecb" and self.bits == 128:
            return f"{function}({value}, {key})"
        if derivation := _DERIVATIONS.get(self.mode.partition("-")[2]):
            key = f"kdf({key}, {iv()}, {derivation}, {self.bits})"
        return f"{function}({value}, {key}, {iv()}, 'aes-{self.bits}-{self._block_mode}')"


def try_ciphers(session: MariaSession) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    def fault(cipher: Cipher) -> Message | None:
        keying = Keying(bytes(range(cipher.bits // 8)), bytes(_BLOCK_BYTES))
        return _round_trip(session, AesEncryptSealer(cipher.bits, cipher.mode, keying))

    return try_each(candidates(ALGORITHMS, (*_MODES, *_DERIVED)), fault)


def _round_trip(session: MariaSession, sealer: Sealer) -> Message | None:
    """What is wrong with what a sealer does; an unknown mode is answered with NULL, not with an
    error."""
    value = b"probe value"
    made = sealer.seal(lambda _: f"x'{value.hex()}'")
    sealed, opened = session.fetch(f"select {made}, {sealer.open(made)}")[0]
    if not isinstance(sealed, bytes) or value in sealed:
        if sealed is None:
            return phrase("the result is NULL")
        return phrase("the ciphertext is the plaintext")
    return None if opened == value else phrase("the decrypted value is not the original")
