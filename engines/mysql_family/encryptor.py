"""The SQL of AES_ENCRYPT and AES_DECRYPT that MariaDB and MySQL share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engines.base.capability import cipher_candidates, try_each
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying
from engines.mysql_family.session import FamilySession
from engines.sql.statement import USUAL_BYTES, Encryptor, Role

BLOCK_BYTES = 16
AES_BITS = (128, 192, 256)
PBKDF2_ITERATIONS = 1000
"""The least that MySQL takes, and MariaDB's own where none is named: 1.3 ms for each value."""

_PADDED = frozenset({"ecb", "cbc"})


@dataclass(frozen=True)
class AesEncryptor(Encryptor):
    """AES_ENCRYPT and AES_DECRYPT.

    A key of another length would be folded: its length is ours to keep, as is that of the IV. ECB
    and CBC pad by PKCS#7, other modes keep the length.

    In modes such as `cbc-hkdf` and `cbc-pbkdf2` the server derives the key for every value (HKDF of
    RFC 5869, PBKDF2 of RFC 8018, with HMAC-SHA-512), with the value's IV as the salt: a fresh IV
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
        return BLOCK_BYTES if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def encrypted_size(self, size: int) -> int:
        padded = self.block_mode in _PADDED
        return self.iv_size + ((size // BLOCK_BYTES + 1) * BLOCK_BYTES if padded else size)

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        if self._fresh:
            front, value = placeholder(Role.IV), placeholder(Role.ENCRYPTED)
            encrypted = self._call("aes_encrypt", value, lambda: placeholder(Role.IV))
            return f"concat({front}, {encrypted})"
        return self._call("aes_encrypt", placeholder(Role.ENCRYPTED), lambda: self._fixed_iv)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        if self._fresh:
            front = BLOCK_BYTES
            return self._call(
                "aes_decrypt", f"substr({column}, {front + 1})", lambda: f"left({column}, {front})"
            )
        return self._call("aes_decrypt", column, lambda: self._fixed_iv)

    def decrypt_text_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"convert({self.decrypt_sql(column, size)} using utf8mb4) collate utf8mb4_bin"

    can_reencrypt = True

    def reencrypt_sql(self, text: str) -> str:
        if not self._fresh:
            return super().reencrypt_sql(text)
        # From a subquery all rows would have one vector.
        drawn = f"@cipherbench_iv := random_bytes({BLOCK_BYTES})"
        encrypted = self._call("aes_encrypt", text, lambda: "@cipherbench_iv")
        return f"concat({drawn}, {encrypted})"

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return f"convert({text} using utf8mb4)"

    @property
    def block_mode(self) -> str:
        """The mode without what derives the key."""
        return self.mode.partition("-")[0]

    @property
    def derivation(self) -> str:
        """What derives the key; empty where nothing does."""
        return self.mode.partition("-")[2]

    @property
    def key(self) -> str:
        return f"x'{self.keying.key.hex()}'"

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _fixed_iv(self) -> str:
        return f"x'{self.keying.iv[:BLOCK_BYTES].hex()}'" if self.keying.iv else "''"

    @abstractmethod
    def _call(self, function: str, value: str, iv: Callable[[], str]) -> str:
        """The call of a function; `iv` gives the place of the IV, as often as it is asked."""


def try_ciphers(
    session: FamilySession,
    modes: Iterable[str],
    encryptor: Callable[[int, str, Keying], AesEncryptor],
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """Which of the modes a server encrypts and decrypts with, in every length."""

    def fault(cipher: Cipher) -> Message | None:
        keying = Keying(bytes(range(cipher.bits // 8)), bytes(BLOCK_BYTES))
        return _round_trip(session, encryptor(cipher.bits, cipher.mode, keying))

    return try_each(cipher_candidates({"aes": AES_BITS}, modes), fault)


def _round_trip(session: FamilySession, encryptor: Encryptor) -> Message | None:
    """What is wrong with what an encryptor does; an unknown mode may be answered with NULL, not
    with an error."""
    value = b"probe value"
    session.make_ready(encryptor)
    made = encryptor.encrypt_sql(lambda _: f"x'{value.hex()}'")
    encrypted, opened = session.fetch(f"select {made}, {encryptor.decrypt_sql(made)}")[0]
    if not isinstance(encrypted, bytes) or value in encrypted:
        if encrypted is None:
            return phrase("the result is NULL")
        return phrase("the ciphertext is the plaintext")
    return None if opened == value else phrase("the decrypted value is not the original")
