"""Which ciphers really seal a file: each is tried with a database of our own."""

from __future__ import annotations

import os
from dataclasses import replace

from engines.base.capability import try_each
from engines.base.engine import Engine
from engines.base.ownership import drop_patiently
from engines.contract.endpoint import Endpoint, StorageKey
from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher
from engines.sqlite.ciphers import FILE_CIPHERS, key_bytes
from engines.sqlite.files import files_of, path_of

_MARKER = "plaintext that must not be seen"


def try_file_ciphers(
    engine: Engine, endpoint: Endpoint
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """The ciphers that sealed a file and opened it again, and why the others did not."""

    def fault(cipher: Cipher) -> Message | None:
        key = StorageKey(cipher.algorithm, os.urandom(key_bytes(cipher)))
        return _fault(engine, replace(endpoint, storage=key))

    return try_each(FILE_CIPHERS, fault)


def _fault(engine: Engine, sealed: Endpoint) -> Message | None:
    """What is wrong with a cipher; None when it holds.

    Raises: ServerUnavailable, StatementFailed
    """
    database = engine.create_database(sealed, f"probe_{os.urandom(4).hex()}")
    try:
        with engine.connect(sealed, database) as session:
            session.execute("create table probe (word text)")
            session.execute(f"insert into probe values ('{_MARKER}')")
            if _shows(sealed, database):
                return phrase("the write-ahead log contains plaintext")
        if _shows(sealed, database):
            return phrase("the file contains plaintext")
        with engine.connect(sealed, database) as session:
            if session.fetch("select word from probe") != [(_MARKER,)]:
                return phrase("the decrypted value is not the original")
        return _opens_wrongly(engine, sealed, database)
    finally:
        drop_patiently(engine, sealed, database)


def _shows(endpoint: Endpoint, database: str) -> bool:
    wanted = _MARKER.encode()
    return any(wanted in each.read_bytes() for each in files_of(path_of(endpoint, database)))


def _opens_wrongly(engine: Engine, sealed: Endpoint, database: str) -> Message | None:
    assert sealed.storage is not None
    other = replace(sealed.storage, key=bytes(len(sealed.storage.key)))
    wrong, none = (
        phrase("it can be decrypted with a wrong key"),
        phrase("it can be opened without a key"),
    )
    for key, said in ((other, wrong), (None, none)):
        try:
            engine.connect(replace(sealed, storage=key), database).close()
        except ServerUnavailable:
            continue
        return said
    return None
