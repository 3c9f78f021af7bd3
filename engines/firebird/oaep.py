"""RSA_ENCRYPT and RSA_DECRYPT: values sealed whole by RSA, as long as they are short."""

from __future__ import annotations

from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.sql.statement import USUAL_BYTES, Role, Sealer

OAEP = "oaep"
"""Name of the mode in plans."""

RSA_BITS = (1024, 2048, 3072, 4096)

_HASH_BYTES = 32

_FRONT = b"\x01"


class OaepSealer(Sealer):
    """RSA with OAEP and SHA-256 (RFC 8017), the keys as DER in the form of PKCS#1.

    An empty value would come out as NULL, so one byte is put in front of every value and taken
    off again. A value longer than what OAEP leaves of the modulus is refused before it is sent.
    """

    deterministic = False
    lasting = False

    def __init__(self, pair: RSAPrivateKey) -> None:
        self._bytes = pair.key_size // 8
        self.most_bytes = self._bytes - 2 * _HASH_BYTES - 2 - len(_FRONT)
        self._public = pair.public_key().public_bytes(Encoding.DER, PublicFormat.PKCS1).hex()
        self.handed_key = pair.private_bytes(
            Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption()
        )
        self._private = self.handed_key.hex()

    def sealed_size(self, size: int) -> int:
        return self._bytes

    def encode(self, value: bytes) -> bytes:
        assert self.most_bytes is not None
        if len(value) > self.most_bytes:
            raise StatementFailed(
                phrase("Value too long"),
                phrase("RSA with {bits} bits encrypts {most} bytes at most; a value has {size}."),
                phrase("Choose more bits, another protection, or shorter values."),
                bits=self._bytes * 8,
                most=self.most_bytes,
                size=len(value),
            )
        return _FRONT + value

    def seal(self, place: Callable[[Role], str]) -> str:
        return f"rsa_encrypt({place(Role.SEALED)} key x'{self._public}' hash sha256)"

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        opened = f"rsa_decrypt({column} key x'{self._private}' hash sha256)"
        return f"substring({opened} from {len(_FRONT) + 1})"

    def open_text(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"cast({self.open(column, size)} as varchar({size}) character set utf8)"
