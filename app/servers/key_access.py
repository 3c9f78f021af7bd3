"""The key services of a campaign (KMS, HSM …): their secrets (PIN or token), a trial of each key,
and a folder for wrapped data keys."""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection, Iterable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from app.processes.deadlines import Cancellation
from app.processes.errands import Errand, HelperProcess
from app.system.password_sources import key_secret
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyAccess, KeyServiceFailed, KeySource
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection
from engines.contract.secrecy import register_secret
from engines.keeping.home import own_folder
from engines.platform.file_access import open_file
from engines.platform.locks import lock, try_lock

_LOCK = "lock"


class KeyAccesses:
    """Prepares each key service once, when a protection first needs it. Services that are started
    for that run on `cores`."""

    def __init__(self, cores: Collection[int] | None = None) -> None:
        self._cores = cores
        self._folder: Path | None = None
        self._lock = -1
        self._known: dict[str, KeyAccess] = {}
        self._doubtful: dict[KeySource, Message] = {}
        """Those that runs have failed by, and why."""
        self._made = ExitStack()

    def check(self, protections: Iterable[Protection], cancellation: Cancellation) -> None:
        """Use the key of each protection once, so that what is wrong is known before anything runs.

        Raises: CipherbenchError
        """
        for source in [each.key_source for each in map(self.opened, protections)]:
            if source is not None:
                _use_once(source, HelperProcess(source.title, cancellation))

    def doubt(self, protection: Protection, why: Message) -> None:
        """Have `why_unusable` ask the key service of a protection: a run has failed by it."""
        if protection.key_source is not None:
            self._doubtful[protection.key_source] = why

    def why_unusable(self, protection: Protection, cancellation: Cancellation) -> Message:
        """Why the key of a protection is still not usable; nothing where it is, or no run has
        failed by it. A service that stays silent gets no more time than a silent server."""
        source = protection.key_source
        if source is None or source not in self._doubtful:
            return NOTHING
        helper = HelperProcess(source.title, cancellation)
        helper.distrust()
        try:
            _use_once(self.opened(protection).key_source or source, helper)
        except KeyServiceFailed as error:
            self._doubtful[source] = error.advice
        except CipherbenchError:
            pass  # as silent as before
        else:
            del self._doubtful[source]
        return self._doubtful.get(source, NOTHING)

    def opened(self, protection: Protection) -> Protection:
        """The protection with the access to its key service (its secret, and a folder).

        Raises: CipherbenchError
        """
        source = protection.key_source
        if source is None:
            return protection
        return replace(protection, key_source=source.with_access(self._access(source)))

    def _access(self, source: KeySource) -> KeyAccess:
        name = f"{source.source} {source.place}"
        if name not in self._known:
            secret = secrets.token_hex(16) if source.managed else key_secret(source)
            register_secret(secret)
            access = KeyAccess(secret, str(self._own_folder()))
            self._known[name] = source.with_access(access).prepare(self._made, self._cores)
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


def _use_once(source: KeySource, helper: HelperProcess) -> None:
    """Raises: CipherbenchError"""
    try:
        trying = Errand(phrase("trying its key"), source.check_seconds)
        helper.carry_out(trying, type(source).check, source)
    finally:
        helper.stop()


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
