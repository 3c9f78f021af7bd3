"""The key services of a campaign: their PINs and tokens, and a folder for wrapped data keys."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from app.processes.deadlines import Cancellation
from app.processes.errands import Errand, HelperProcess
from app.system.passwords import key_secret
from engines.contract.key_source import KeyAccess, KeySource
from engines.contract.message import phrase
from engines.contract.protection import Protection
from engines.contract.secrecy import keep_secret
from engines.keeping.home import own_folder
from engines.platform.files import open_file
from engines.platform.locks import lock, try_lock

_LOCK = "lock"


class KeyAccesses:
    """Made ready when a protection first needs them, once for each service."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._lock = -1
        self._known: dict[str, KeyAccess] = {}
        self._made = ExitStack()

    def check(self, protections: Iterable[Protection], cancellation: Cancellation) -> None:
        """Use the key of each protection once, so that what is wrong is known before anything runs.

        Raises: CipherbenchError
        """
        for source in [each.key_source for each in map(self.opened, protections)]:
            if source is None:
                continue
            helper = HelperProcess(source.title, cancellation)
            try:
                trying = Errand(phrase("trying its key"), source.check_seconds)
                helper.carry_out(trying, type(source).check, source)
            finally:
                helper.stop()

    def opened(self, protection: Protection) -> Protection:
        """The protection with what its key service takes.

        Raises: CipherbenchError
        """
        source = protection.key_source
        if source is None:
            return protection
        return replace(protection, key_source=source.with_access(self._access(source)))

    def _access(self, source: KeySource) -> KeyAccess:
        name = f"{source.source} {source.place}"
        if name not in self._known:
            secret = secrets.token_hex(16) if source.ours else key_secret(source)
            keep_secret(secret)
            access = KeyAccess(secret, str(self._own_folder()))
            self._known[name] = source.with_access(access).prepare(self._made)
        return self._known[name]

    def _own_folder(self) -> Path:
        if self._folder is None:
            parent = own_folder("keys", 0o700)
            _tidy(parent)
            while not (folder := self._locked(parent)).is_dir():
                os.close(self._lock)  # another program took it for one that was left
            self._folder = folder
        return self._folder

    def _locked(self, parent: Path) -> Path:
        folder = parent / secrets.token_hex(8)
        folder.mkdir(mode=0o700)
        self._lock = open_file(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        lock(self._lock)
        return folder

    def close(self) -> None:
        """Delete the folder: without its wrapped keys nothing of the campaign is readable."""
        folder, self._folder = self._folder, None
        self._known.clear()
        self._made.close()
        if folder is not None:
            rmtree(folder, ignore_errors=True)
            os.close(self._lock)


def _tidy(parent: Path) -> None:
    """Delete the folders of programs that were killed: nobody holds their lock."""
    for folder in parent.iterdir():
        with suppress(OSError):
            handle = open_file(folder / _LOCK, os.O_RDWR)
            try:
                try_lock(handle)
                rmtree(folder, ignore_errors=True)
            finally:
                os.close(handle)
