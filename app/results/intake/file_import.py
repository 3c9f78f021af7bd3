"""Imports a file into a store: an archive or a spool, by its first bytes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from app.results.archive.archive_import import import_archive, is_archive
from app.results.records import ImportResult
from app.results.spool.spool import is_spool
from app.results.spool.spool_import import import_spool
from app.results.store.store import Store, open_store
from app.results.strict_reading import open_regular_file, unreadable
from engines.contract.message import phrase

type _Reader = Callable[[Store, Path], ImportResult]

_READERS: tuple[tuple[Callable[[bytes], bool], _Reader], ...] = (
    (is_spool, import_spool),
    (is_archive, import_archive),
)


def import_into_store(path: Path, store_url: str | None) -> ImportResult:
    """Import a file into the store at a URL, which is created if missing: all of it or nothing.

    Raises: InputError as `import_file` does; no store is created for another kind of file
    """
    check_is_importable(path)
    with open_store(store_url, write=True) as store:
        store.check_pages()
        return import_file(store, path)


def import_file(store: Store, path: Path) -> ImportResult:
    """Import a file into a store that is open to write: all of it or nothing.

    Raises: InputError if it is neither archive nor spool, does not fit, or another program works on
        its campaign
    """
    return _reader_of(path)(store, path)


def check_is_importable(path: Path) -> None:
    """Check by its first bytes that a file is an archive or a spool; no store is needed.

    Raises: InputError if it is neither
    """
    _reader_of(path)


def _reader_of(path: Path) -> _Reader:
    handle = open_regular_file(path)
    try:
        start = os.read(handle, 64)
    finally:
        os.close(handle)
    for is_one, take in _READERS:
        if is_one(start):
            return take
    raise unreadable(path, phrase("it is not a Cipherbench file"))
