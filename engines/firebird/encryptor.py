"""Firebird's functions ENCRYPT, DECRYPT and RSA_…: their SQL for each cipher, and which of them a
server has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from engines.base.capability import cipher_candidates, try_each
from engines.client_encryption.client_schemes import key_pair, probe_pair
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying
from engines.firebird.session import FirebirdSession, octets
from engines.sql.statement import USUAL_BYTES, Encryptor, Role

# RSA_ENCRYPT and RSA_DECRYPT: values encrypted whole by RSA, as long as they are short.

OAEP = "oaep"
"""Name of the mode in plans."""

RSA_BITS = (1024, 2048, 3072, 4096)

_HASH_BYTES = 32

_FRONT = b"\x01"


class OaepEncryptor(Encryptor):
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

    def encrypted_size(self, size: int) -> int:
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

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return f"rsa_encrypt({placeholder(Role.ENCRYPTED)} key x'{self._public}' hash sha256)"

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        opened = f"rsa_decrypt({column} key x'{self._private}' hash sha256)"
        return f"substring({opened} from {len(_FRONT) + 1})"

    def decrypt_text_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"cast({self.decrypt_sql(column, size)} as varchar({size}) character set utf8)"


BLOCK_BYTES = {
    "aes": 16, "anubis": 16, "blowfish": 8, "khazad": 8, "rc5": 8, "rc6": 16, "safer+": 16,
    "twofish": 16, "xtea": 8,
}  # fmt: skip

_LENGTHS = (128, 192, 256)

_BLOCK_MODES = ("ecb", "cbc", "cfb", "ofb", "ctr")

# Of ChaCha20's two forms the one of RFC 8439: 12 random bytes seldom meet twice, 8 might.
STREAM_IV_BYTES = {"chacha20": 12, "rc4": 0, "sober128": 16}

_STREAM = "stream"

_PADDED = ("ecb", "cbc")


@dataclass(frozen=True)
class EncryptFunction(Encryptor):
    """ENCRYPT and DECRYPT.

    Keys and IVs must have exactly their length. The server pads nothing: for ECB and CBC the
    client pads by PKCS#7, and a function in our own database takes the padding off again. There
    are two such functions: the one for long values takes twice the time for any value.
    """

    algorithm: str
    mode: str
    keying: Keying

    @property
    def handed_key(self) -> bytes:  # type: ignore[override]
        return self.keying.key

    @property
    def iv_size(self) -> int:  # type: ignore[override]
        return self._iv_bytes if self._fresh else 0

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        return not self._fresh

    def encrypted_size(self, size: int) -> int:
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
        if self.mode not in _PADDED:
            return ()
        return tuple(
            _UNPAD.format(name=name, octets=octets(size)) for name, size in (_SHORT, _LONG)
        )

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        if self._fresh:
            front = placeholder(Role.IV)
            call = self._call("encrypt", placeholder(Role.ENCRYPTED), placeholder(Role.IV))
            return f"{front} || {call}"
        return self._call("encrypt", placeholder(Role.ENCRYPTED), self._fixed_iv)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        if self._fresh:
            front = self._iv_bytes
            # NULL has no IV in front of it, and without one DECRYPT fails.
            iv = f"coalesce(substring({column} from 1 for {front}), x'{bytes(front).hex()}')"
            opened = self._call(
                "decrypt",
                f"substring({column} from {front + 1})",
                f"cast({iv} as {octets(front)})",
            )
        else:
            opened = self._call("decrypt", column, self._fixed_iv)
        return self._unpadded(opened, size) if self.mode in _PADDED else opened

    def decrypt_text_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return f"cast({self.decrypt_sql(column, size)} as varchar({size}) character set utf8)"

    @property
    def can_reencrypt(self) -> bool:  # type: ignore[override]
        return not self._fresh and self.mode not in _PADDED  # the client pads

    def bytes_of(self, text: str, size: int = USUAL_BYTES) -> str:
        return f"cast(({text}) as {octets(size)})"

    def _unpadded(self, opened: str, size: int) -> str:
        name, most = _SHORT
        if self.encrypted_size(size) <= most:
            return f"{name}({opened})"
        # Narrow again: the columns of a row may take 64 kB together.
        return f"cast({_LONG[0]}({opened}) as {octets(size)})"

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


_SHORT = "cipherbench_unpad", 1024

_LONG = "cipherbench_unpad_long", 32_765

_UNPAD = (
    "create function {name} (padded {octets}) "
    "returns {octets} deterministic as begin return substring(padded from 1 for "
    "octet_length(padded) - ascii_val(substring(padded from octet_length(padded) for 1))); end"
)


def firebird_encryptor(cipher: Cipher, keying: Keying) -> Encryptor:
    """The encryptor of a cipher; whether a server has it is not asked here (`try_ciphers`).

    Raises: Unsupported
    """
    known = (
        (cipher.algorithm in BLOCK_BYTES and cipher.mode in _BLOCK_MODES)
        or (cipher.algorithm in STREAM_IV_BYTES and cipher.mode == _STREAM)
    )  # fmt: skip
    if known:
        return EncryptFunction(cipher.algorithm, cipher.mode, keying)
    if (cipher.algorithm, cipher.mode) == ("rsa", OAEP) and cipher.bits in RSA_BITS:
        return OaepEncryptor(key_pair(keying.key, cipher.bits))
    raise Unsupported(
        phrase("Unknown algorithm"),
        phrase("Firebird does not support {algorithm}-{bits}-{mode}."),
        phrase("Choose another protection; `cipherbench engines` lists those of each server."),
        algorithm=cipher.algorithm,
        bits=cipher.bits,
        mode=cipher.mode,
    )


def try_ciphers(session: FirebirdSession) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    functions = EncryptFunction("aes", "cbc", Keying(b"")).preparations()
    for statement in functions:
        session.execute(statement)
    encryptors = _to_try()
    return try_each(encryptors, lambda cipher: _round_trip(session, encryptors[cipher]))


def _round_trip(session: FirebirdSession, encryptor: Encryptor) -> Message | None:
    """The fault found by encrypting and decrypting a probe value; None without one."""
    value = b"probe value"
    made = encryptor.encrypt_sql(lambda role: f"x'{encryptor.encode(value).hex()}'")
    encrypted, opened = session.fetch(
        f"select {made}, {encryptor.decrypt_sql(made)} from rdb$database"
    )[0]
    if not isinstance(encrypted, bytes) or value in encrypted:
        return phrase("the ciphertext is the plaintext")
    return None if opened == value else phrase("the decrypted value is not the original")


def _to_try() -> dict[Cipher, Encryptor]:
    symmetric = cipher_candidates(dict.fromkeys(BLOCK_BYTES, _LENGTHS), _BLOCK_MODES)
    symmetric += cipher_candidates(dict.fromkeys(STREAM_IV_BYTES, _LENGTHS), (_STREAM,))
    tried = {
        cipher: firebird_encryptor(cipher, Keying(bytes(range(cipher.bits // 8)), bytes(16)))
        for cipher in symmetric
    }
    return tried | {Cipher("rsa", bits, OAEP): OaepEncryptor(probe_pair(bits)) for bits in RSA_BITS}
