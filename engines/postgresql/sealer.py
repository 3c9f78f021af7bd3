"""pgcrypto: what it can do, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import psycopg
from psycopg import sql

from engines.capability import Cipher, candidates
from engines.protection import Keying
from engines.statement import (
    USUAL_BYTES,
    Role,
    Sealer,
)

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
class PgcryptoSealer(Sealer):
    """pgcrypto's raw `encrypt_iv` and `decrypt_iv`.

    Keys are cut above 32 bytes and zero-padded silently by the server, so their length is ours
    to keep. CBC and ECB pad by PKCS#7, the other modes keep the length. `text_columns` stores
    hexadecimal text that is cast to bytes at each reading, as the published study did.
    """

    algorithm: str
    mode: str
    keying: Keying
    text_columns: bool = False

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return BLOCK_BYTES[self.algorithm] if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def seal(self, place: Callable[[Role], str]) -> str:
        sealed = self._seal(place)
        return f"({sealed})::text" if self.text_columns else sealed

    def _seal(self, place: Callable[[Role], str]) -> str:
        if self.mode == "ecb":
            return f"encrypt({place(Role.SEALED)}, {self._key}, {self._cipher})"
        if self._fresh:
            iv, value = place(Role.IV), place(Role.SEALED)
            return f"({iv} || encrypt_iv({value}, {self._key}, {iv}, {self._cipher}))"
        return f"encrypt_iv({place(Role.SEALED)}, {self._key}, {self._iv}, {self._cipher})"

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        if self.text_columns:
            column = f"{column}::bytea"
        if self.mode == "ecb":
            opened = f"decrypt({column}, {self._key}, {self._cipher})"
        elif self._fresh:
            front = self.iv_size
            opened = (
                f"decrypt_iv(substring({column} from {front + 1}), {self._key}, "
                f"substring({column} from 1 for {front}), {self._cipher})"
            )
        else:
            opened = f"decrypt_iv({column}, {self._key}, {self._iv}, {self._cipher})"
        return f"convert_from({opened}, 'UTF8')"

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


def try_ciphers(
    connection: psycopg.Connection[tuple[object, ...]],
) -> tuple[frozenset[Cipher], dict[Cipher, str]]:
    """Every cipher once, in a transaction that is rolled back: pgcrypto stays uninstalled."""
    native: set[Cipher] = set()
    refused: dict[Cipher, str] = {}
    tried = candidates(_ALGORITHMS, _MODES)
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("create extension if not exists pgcrypto")
            for cipher in tried:
                try:
                    with connection.transaction():
                        _round_trip(connection, cipher)
                    native.add(cipher)
                except psycopg.Error as error:
                    refused[cipher] = first_line(error)
    except psycopg.Error as error:
        refused = dict.fromkeys(tried, first_line(error))
    return frozenset(native), refused


def _round_trip(connection: psycopg.Connection[tuple[object, ...]], cipher: Cipher) -> None:
    key, iv = bytes(range(cipher.bits // 8)), bytes(BLOCK_BYTES[cipher.algorithm])
    name = f"{cipher.algorithm}-{cipher.mode}"
    row = connection.execute(
        sql.SQL("select decrypt_iv(encrypt_iv(%s::bytea, %s, %s, %s), %s, %s, %s)"),
        (b"probe value", key, iv, name, key, iv, name),
    ).fetchone()
    if row != (b"probe value",):
        raise psycopg.DataError("what was sealed did not open again")


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
