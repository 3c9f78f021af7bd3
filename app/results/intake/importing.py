"""Taking a file into a store: an archive or a spool, by what it begins with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from app.results.archive.archive_import import import_archive, is_archive
from app.results.records import ImportResult
from app.results.spool.spool import is_spool
from app.results.spool.spool_import import import_spool
from app.results.store.store import Store, open_store
from app.results.strict import open_plain, unreadable
from engines.contract.message import phrase

type _Reader = Callable[[Store, Path], ImportResult]

_READERS: tuple[tuple[Callable[[bytes], bool], _Reader], ...] = (
    (is_spool, import_spool),
    (is_archive, import_archive),
)


def take_in(path: Path, store_url: str | None) -> ImportResult:
    """Take a file into a store that is made where it is missing: all of it or nothing.

    Raises: InputError as `import_file` does; a file that is none of ours makes no store
    """
    check_kind(path)
    with open_store(store_url, write=True) as store:
        store.check_pages()
        return import_file(store, path)


def import_file(store: Store, path: Path) -> ImportResult:
    """Take a file into a store that is open to write: all of it or nothing.

    Raises: InputError when it is no file of ours or does not fit, or another program works on its
        campaign
    """
    return _reader_of(path)(store, path)


def check_kind(path: Path) -> None:
    """Look whether a file is one of ours by how it begins, before there need be a store for it.

    Raises: InputError when it is not
    """
    _reader_of(path)


def _reader_of(path: Path) -> _Reader:
    handle = open_plain(path)
    try:
        start = os.read(handle, 64)
    finally:
        os.close(handle)
    for is_one, take in _READERS:
        if is_one(start):
            return take
    raise unreadable(path, phrase("it is not a Cipherbench file"))
