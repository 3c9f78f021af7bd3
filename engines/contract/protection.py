"""A protection: how data is encrypted, by whom, with which key and initialisation vector."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engines.contract.key_source import KeySource
from engines.contract.message import Message, phrase


class ProtectionKind(StrEnum):
    """Who encrypts: the server's functions (native), the application (client), the storage below
    tables, or the connection (transit). In the stored form nobody does, and a bare cipher is
    measured without a database."""

    PLAINTEXT = "plaintext"
    NATIVE = "native"
    CLIENT = "client"
    STORAGE = "storage"
    TRANSIT = "transit"
    STORED_FORM = "stored-form"
    CIPHER = "cipher"


@dataclass(frozen=True, order=True)
class Cipher:
    """An algorithm with a key length in bits and a mode; stream ciphers have the mode `stream`.

    `bits` is 0 where the key length of a storage cipher is not known.
    """

    algorithm: str
    bits: int
    mode: str


_IN_APPLICATION = phrase("{cipher} in the application")
_IN_TRANSIT = phrase("{cipher} on the connection")
_WITHOUT_INDEX = phrase("{scheme} without blind index")
_STORED_FORM = phrase("plaintext stored as {form}")
_STORED_BY = {
    "": phrase("{cipher} encryption"),
    "file": phrase("{cipher} file encryption"),
    "passphrase": phrase("{cipher} file encryption by passphrase"),
    "filesystem": phrase("{cipher} filesystem encryption"),
    "tablespace": phrase("{cipher} tablespace encryption"),
}
_STORED = phrase("{cipher} {mode} encryption")
"""For storage modes that are not in `_STORED_BY`."""

FILE_SYSTEMS = frozenset({"dm-crypt", "fscrypt", "gocryptfs", "luks", "ecryptfs", "encfs", "cryfs"})
"""Algorithms of storage protections that lie under a server's data directory."""


def algorithm_title(algorithm: str) -> str:
    """“AES”, “Twofish”, “SQLCipher”."""
    return _ALGORITHMS.get(algorithm, algorithm.upper())


_ALGORITHMS = {
    "chacha20": "ChaCha20",
    "xchacha20": "XChaCha20",
    "sqlcipher": "SQLCipher",
    "gocryptfs": "gocryptfs",
    "luks": "LUKS",
    "fscrypt": "fscrypt",
    "ecryptfs": "eCryptfs",
    "bf": "Blowfish",
    "blowfish": "Blowfish",
    "twofish": "Twofish",
    "anubis": "Anubis",
    "khazad": "Khazad",
    "sober128": "SOBER-128",
    "ascon128": "Ascon-128",
    "aes128cbc": "AES-128-CBC",
    "aes256cbc": "AES-256-CBC",
    "aes256gcm": "AES-256-GCM",
    "aes256ctr": "AES-256-CTR",
}
"""Names that are not simply written in capitals."""


@dataclass(frozen=True)
class Protection:
    """One way to encrypt data; `bits` is the key length.

    A native protection without a mode takes the engine's `default_mode`. One in the stored form is
    plaintext in columns of the type and length that this cipher's ciphertext needs: a second
    baseline, which separates the cost of a cipher from the cost of its form. `blind_index` is
    False where the blind indexes that the workload has are left out.
    """

    name: str
    kind: ProtectionKind = ProtectionKind.PLAINTEXT
    algorithm: str | None = None
    bits: int | None = None
    mode: str | None = None
    blind_index: bool = True
    key_source: KeySource | None = None
    """Where the key of a protection in the application comes from; None: drawn at random for each
    run."""

    def in_database(self, name: str) -> Protection:
        """The same for one database, whose data keys are its own."""
        source = self.key_source
        if source is None or not source.access.folder:
            return self
        access = replace(source.access, database=name)
        return replace(self, key_source=source.with_access(access))

    @property
    def cipher(self) -> Message:
        """Its usual name without the mode of a native cipher: “AES-128”, “AES-256-GCM in the
        application”, “AEGIS file encryption”, “plaintext stored as AES-128-CBC”; its own name
        where it has no algorithm."""
        return self._title_with("")

    @property
    def title(self) -> Message:
        """The same with the mode of a native cipher: “AES-128-CBC”."""
        native = self.kind is ProtectionKind.NATIVE and self.mode
        return self._title_with(f"-{(self.mode or '').upper()}" if native else "")

    def _title_with(self, mode: str) -> Message:
        scheme = self._scheme(mode)
        if self.key_source is not None:
            scheme = self.key_source.titled(scheme)
        return scheme if self.blind_index else _WITHOUT_INDEX.with_values(scheme=scheme)

    def _scheme(self, native_mode: str) -> Message:
        if not self.algorithm or self.kind is ProtectionKind.CIPHER:
            return Message(self.name + native_mode)
        algorithm, mode = algorithm_title(self.algorithm), self.mode or ""
        bits = str(self.bits or "")
        name = algorithm if bits in algorithm else f"{algorithm}-{bits}"
        match self.kind:
            case ProtectionKind.CLIENT:
                tag = "Poly1305" if mode == "poly1305" else mode.upper()
                of = algorithm if mode == "poly1305" else name
                return _IN_APPLICATION.with_values(cipher=f"{of}-{tag}")
            case ProtectionKind.TRANSIT:
                return _IN_TRANSIT.with_values(cipher=algorithm)
            case ProtectionKind.STORAGE:
                text = _STORED_BY.get(mode, _STORED)
                return text.with_values(cipher=name, mode=mode)
            case ProtectionKind.STORED_FORM:
                form = "-".join(filter(None, (name, mode.upper())))
                return _STORED_FORM.with_values(form=form)
        return Message(name + native_mode)

    @property
    def below_server(self) -> bool:
        """Whether the file system or the disk encrypts, without the server knowing."""
        return self.kind is ProtectionKind.STORAGE and self.algorithm in FILE_SYSTEMS

    @property
    def takes_default_mode(self) -> bool:
        """Whether it takes the engine's `default_mode` where it names none."""
        return self.mode is None and self.kind in (
            ProtectionKind.NATIVE,
            ProtectionKind.STORED_FORM,
        )

    @property
    def encrypts_values(self) -> bool:
        """Whether single values are encrypted: by native functions or in the application."""
        return self.kind in (ProtectionKind.NATIVE, ProtectionKind.CLIENT)


PLAINTEXT = Protection("plaintext")

TLS = Protection("tls", ProtectionKind.TRANSIT, "tls")


@dataclass(frozen=True)
class Keying:
    """The key, and where initialisation vectors come from.

    `iv` is a fixed vector for every value; None asks for a fresh random one per value, stored in
    front of the ciphertext. Neither is shown by `repr`.
    """

    key: bytes = field(repr=False)
    iv: bytes | None = field(repr=False, default=None)

    @property
    def fresh_iv(self) -> bool:
        """Whether each value gets its own IV."""
        return self.iv is None

    def with_fresh_key(self) -> Keying:
        """The same with another key, as long as this one."""
        return replace(self, key=os.urandom(len(self.key)))


_SHORT_BLOCKS = frozenset({"3des", "bf", "blowfish", "cast5", "des", "khazad", "rc5", "xtea"})


def block_bytes(algorithm: str | None) -> int:
    """The block size of a cipher in bytes: 8 in the older ones, else the 16 of AES."""
    return 8 if algorithm in _SHORT_BLOCKS else 16
