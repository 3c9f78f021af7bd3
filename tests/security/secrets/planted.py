"""Imported into a program that a test types, and so into its workers: a key that is known, and a
keyring whose passwords lie in a file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import ClassVar

import keyring
from keyring.backend import KeyringBackend

_FOLDER = Path(os.environ["PLANTED"])
_drawn = os.urandom


class Vault(KeyringBackend):
    """Has what the file says."""

    priority: ClassVar[float] = 5

    def get_password(self, service: str, username: str) -> str | None:
        found: str | None = json.loads((_FOLDER / "vault.json").read_text()).get(username)
        return found

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


def _planted(size: int) -> bytes:
    """Keys of the sound profile, in whatever process draws one."""
    if sys._getframe(1).f_globals.get("__name__") != "workloads.hospital.workload":
        return _drawn(size)
    (_FOLDER / "drawn").touch()
    return bytes.fromhex(os.environ["PLANTED_KEY"])[:size]


os.urandom = _planted
keyring.set_keyring(Vault())
