"""Keyrings of tests."""

from __future__ import annotations

from typing import ClassVar

import keyring.backend
import keyring.errors


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring without files, which people's own could be."""

    priority: ClassVar[float] = 5

    def __init__(self) -> None:
        super().__init__()
        self.stored: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.stored.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.stored[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.stored:
            raise keyring.errors.PasswordDeleteError("not there")
        del self.stored[service, username]
