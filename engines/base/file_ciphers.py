"""Which ciphers really seal a file: each is tried with a database of our own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engines.base.capability import fits, try_each
from engines.base.database_files import FileCatalogue
from engines.base.encryption import Encryption
from engines.base.ownership import drop_patiently
from engines.contract.endpoint import Endpoint, StorageKey
from engines.contract.errors import ServerUnavailable, Unsupported
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import Session


class FileEncryption(Encryption):
    """Whole files are sealed, by any of the ciphers of `key_bytes`: cipher → bytes of its key."""

    key_bytes: ClassVar[Mapping[Cipher, int]]

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        if protection.kind is not ProtectionKind.STORAGE or protection.below_server:
            return endpoint
        key = file_key(self.driver.title, self.key_bytes, protection, keying)
        return replace(endpoint, storage=key)


type _Enter = Callable[[Endpoint, str], Session]

_MARKER = "plaintext that must not be seen"


def file_key(
    title: str, key_bytes: Mapping[Cipher, int], protection: Protection, keying: Keying
) -> StorageKey:
    """The key of a whole file, as long as its cipher takes it: stretched or shortened by HKDF
    (RFC 5869) where the keying's has another length.

    Raises: Unsupported
    """
    cipher = next((each for each in key_bytes if fits(each, protection)), None)
    if cipher is None:
        raise Unsupported(
            phrase("Unknown file cipher"),
            phrase("{engine} does not support storage encryption by {algorithm}."),
            phrase("Ciphers: {known}."),
            engine=title,
            algorithm="-".join(map(str, filter(None, (protection.algorithm, protection.bits)))),
            known=", ".join(dict.fromkeys(each.algorithm for each in key_bytes)),
        )
    key, length = keying.key, key_bytes[cipher]
    if len(key) != length:
        key = HKDF(SHA256(), length, None, b"cipherbench file").derive(key)
    return StorageKey(cipher.algorithm, key)


def try_file_ciphers(
    catalogue: FileCatalogue[Any],
    endpoint: Endpoint,
    key_bytes: Mapping[Cipher, int],
    enter: _Enter | None = None,
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """The ciphers that sealed a file and opened it again, and why the others did not; of each the
    bytes of the key that it is given. `enter` opens databases, if not as `Driver.connect` does."""

    def fault(cipher: Cipher) -> Message | None:
        key = StorageKey(cipher.algorithm, os.urandom(key_bytes[cipher]))
        return _fault(catalogue, enter or catalogue.driver.connect, replace(endpoint, storage=key))

    return try_each(key_bytes, fault)


def _fault(catalogue: FileCatalogue[Any], enter: _Enter, sealed: Endpoint) -> Message | None:
    """What is wrong with a cipher; None when it holds.

    Raises: ServerUnavailable, StatementFailed
    """
    database = catalogue.create_database(sealed, f"probe_{os.urandom(4).hex()}")
    try:
        with enter(sealed, database) as session:
            session.execute("create table probe (word text)")
            session.execute(f"insert into probe values ('{_MARKER}')")
            if _shows(catalogue, sealed, database):
                return phrase("the write-ahead log contains plaintext")
        if _shows(catalogue, sealed, database):
            return phrase("the file contains plaintext")
        with enter(sealed, database) as session:
            if session.fetch("select word from probe") != [(_MARKER,)]:
                return phrase("the decrypted value is not the original")
        return _opens_wrongly(enter, sealed, database)
    finally:
        drop_patiently(catalogue, sealed, database)


def _shows(catalogue: FileCatalogue[Any], endpoint: Endpoint, database: str) -> bool:
    wanted, path = _MARKER.encode(), catalogue.files.path_of(endpoint, database)
    return any(
        wanted in each.read_bytes() for each in catalogue.files.all_of(path) if each.is_file()
    )


def _opens_wrongly(enter: _Enter, sealed: Endpoint, database: str) -> Message | None:
    assert sealed.storage is not None
    other = replace(sealed.storage, key=bytes(len(sealed.storage.key)))
    wrong, none = (
        phrase("it can be decrypted with a wrong key"),
        phrase("it can be opened without a key"),
    )
    for key, message in ((other, wrong), (None, none)):
        try:
            enter(replace(sealed, storage=key), database).close()
        except ServerUnavailable:
            continue
        return message
    return None
