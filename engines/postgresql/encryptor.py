"""pgcrypto: the SQL that encrypts and decrypts with it, and a test of each of its ciphers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.base.capability import cipher_candidates
from engines.base.late_imports import late_driver
from engines.client_encryption.client_schemes import key_pair, probe_pair
from engines.contract.errors import Unsupported
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying
from engines.postgresql.pgp import (
    PGP,
    RSA_BITS,
    SYMMETRIC,
    RsaEncryptor,
    SymmetricEncryptor,
    utf8_of,
)
from engines.postgresql.server_messages import first_line
from engines.sql.statement import USUAL_BYTES, Encryptor, Role

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")

_ALGORITHMS = {
    "aes": (128, 192, 256),
    "3des": (192,),
    "bf": (128, 256),
    "des": (64,),
    "cast5": (128,),
}

_MODES = ("cbc", "ecb", "cfb", "ofb", "ctr", "gcm")

BLOCK_BYTES = {"aes": 16, "3des": 8, "bf": 8, "des": 8, "cast5": 8}


@dataclass(frozen=True)
class PgcryptoEncryptor(Encryptor):
    """pgcrypto's raw `encrypt_iv` and `decrypt_iv`.

    The server silently truncates keys above 32 bytes and zero-pads short ones, so callers check
    their length. CBC and ECB pad by PKCS#7, the other modes keep the length. `text_columns` stores
    hexadecimal text that is cast to bytes at each reading, as the published study did.
    """

    algorithm: str
    mode: str
    keying: Keying
    text_columns: bool = False

    @property
    def stores_text(self) -> bool:  # type: ignore[override]
        return self.text_columns

    @property
    def handed_key(self) -> bytes:  # type: ignore[override]
        return self.keying.key

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return BLOCK_BYTES[self.algorithm] if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def encrypted_size(self, size: int) -> int:
        block = BLOCK_BYTES[self.algorithm]
        padded = (size // block + 1) * block if self.mode in ("cbc", "ecb") else size
        ciphertext_size = padded + self.iv_size
        return len("\\x") + 2 * ciphertext_size if self.text_columns else ciphertext_size

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return self.to_column(self._encrypt(placeholder))

    def to_column(self, encrypted: str) -> str:
        return f"({encrypted})::text" if self.text_columns else encrypted

    def from_column(self, column: str) -> str:
        return f"{column}::bytea" if self.text_columns else column

    def _encrypt(self, placeholder: Callable[[Role], str]) -> str:
        if self.mode == "ecb":
            return f"encrypt({placeholder(Role.ENCRYPTED)}, {self._key}, {self._cipher})"
        if self._fresh:
            iv, value = placeholder(Role.IV), placeholder(Role.ENCRYPTED)
            return f"({iv} || encrypt_iv({value}, {self._key}, {iv}, {self._cipher}))"
        return f"encrypt_iv({placeholder(Role.ENCRYPTED)}, {self._key}, {self._iv}, {self._cipher})"

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        # Without its COLLATE it has “C”, from the name of the encoding: upper('é') is 'é' then.
        return f"convert_from({self.decrypt_bytes_sql(column)}, 'UTF8') collate \"default\""

    def decrypt_bytes_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        column = self.from_column(column)
        if self.mode == "ecb":
            return f"decrypt({column}, {self._key}, {self._cipher})"
        if self._fresh:
            front = self.iv_size
            return (
                f"decrypt_iv(substring({column} from {front + 1}), {self._key}, "
                f"substring({column} from 1 for {front}), {self._cipher})"
            )
        return f"decrypt_iv({column}, {self._key}, {self._iv}, {self._cipher})"

    can_reencrypt = True

    def reencrypt_sql(self, text: str) -> str:
        if not self._fresh:
            return super().reencrypt_sql(text)
        called = f"cipherbench_seal({text}, {self._key}, {self._cipher}, {self.iv_size})"
        return self.to_column(called)

    def preparations(self) -> Sequence[str]:
        return (_ENCRYPT,) if self._fresh else ()

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return utf8_of(text)

    @property
    def _fresh(self) -> bool:
        return self.keying.fresh_iv and self.mode != "ecb"

    @property
    def _key(self) -> str:
        return f"'\\x{self.keying.key.hex()}'::bytea"

    @property
    def _iv(self) -> str:
        assert self.keying.iv is not None
        return f"'\\x{self.keying.iv[: BLOCK_BYTES[self.algorithm]].hex()}'::bytea"

    @property
    def _cipher(self) -> str:
        return f"'{self.algorithm}-{self.mode}'"


_ENCRYPT = (
    "create or replace function cipherbench_seal(value bytea, key bytea, cipher text, size int) "
    "returns bytea volatile language plpgsql as $$ declare iv bytea := gen_random_bytes(size); "
    "begin return iv || encrypt_iv(value, key, iv, cipher); end $$"
)
"""A function, since PostgreSQL evaluates an uncorrelated subquery once: all rows had one IV."""


def pgcrypto_encryptor(cipher: Cipher, keying: Keying, *, text_columns: bool = False) -> Encryptor:
    """Whether the server supports the cipher is not checked here.

    Raises: Unsupported for one that pgcrypto never has
    """
    if cipher.mode == PGP and cipher.algorithm == "rsa" and cipher.bits in RSA_BITS:
        return RsaEncryptor(key_pair(keying.key, cipher.bits))
    if cipher.mode == PGP and (name := SYMMETRIC.get((cipher.algorithm, cipher.bits))):
        return SymmetricEncryptor(name, keying.key)
    if cipher.mode != PGP and cipher.algorithm in BLOCK_BYTES:
        return PgcryptoEncryptor(cipher.algorithm, cipher.mode, keying, text_columns)
    raise Unsupported(
        phrase("Unknown algorithm"),
        phrase("pgcrypto does not support {algorithm}-{bits}-{mode}."),
        phrase("Choose another protection; `cipherbench engines` lists those of each server."),
        algorithm=cipher.algorithm,
        bits=cipher.bits,
        mode=cipher.mode,
    )


def try_ciphers(
    connection: psycopg.Connection[tuple[object, ...]],
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """Supported ciphers, and the refusals of the others. Each is tried in a transaction that is
    rolled back, so pgcrypto stays uninstalled."""
    native: set[Cipher] = set()
    refused: dict[Cipher, Message] = {}
    tried = encryptors_to_try()
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("create extension if not exists pgcrypto")
            for cipher, encryptor in tried.items():
                try:
                    with connection.transaction():
                        fault = _round_trip(connection, encryptor)
                except psycopg.Error as error:
                    fault = Message(first_line(error))
                if fault is None:
                    native.add(cipher)
                else:
                    refused[cipher] = fault
    except psycopg.Error as error:
        refused = dict.fromkeys(tried, Message(first_line(error)))
    return frozenset(native), refused


def encryptors_to_try() -> dict[Cipher, Encryptor]:
    """Every cipher that pgcrypto may have."""
    symmetric = cipher_candidates(_ALGORITHMS, _MODES)
    symmetric += [Cipher(algorithm, bits, PGP) for algorithm, bits in SYMMETRIC]
    tried = {
        cipher: pgcrypto_encryptor(cipher, Keying(bytes(range(cipher.bits // 8)), bytes(16)))
        for cipher in symmetric
    }
    return tried | {Cipher("rsa", bits, PGP): RsaEncryptor(probe_pair(bits)) for bits in RSA_BITS}


def _round_trip(
    connection: psycopg.Connection[tuple[object, ...]], encryptor: Encryptor
) -> Message | None:
    """What is wrong, or None. A correct decryption is not enough: without OpenSSL's legacy provider
    PostgreSQL 15 “encrypts” with OpenPGP's Blowfish and CAST5 into plaintext."""
    value = b"probe value"
    encrypted = encryptor.encrypt_sql(lambda role: f"'\\x{value.hex()}'::bytea")
    query = (
        f"select v, {encryptor.decrypt_sql('v')} from (select {encrypted} as v offset 0) as once"
    )
    row = connection.execute(query.encode()).fetchone()
    if row is None or row[1] != value.decode():
        return phrase("the decrypted value is not the original")
    if value in row[0]:  # type: ignore[operator]
        return phrase("the ciphertext is the plaintext")
    return None
