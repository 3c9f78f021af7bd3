"""A self-signed certificate that the API makes at its start; its clients trust this one only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engines.platform.shared_memory import memory_holding, memory_path
from engines.servers.tcp_access import SelfSigned, address_name, self_signed

_VALID = timedelta(days=30)


@dataclass(frozen=True)
class Certificate:
    """A certificate and its private key."""

    made: SelfSigned

    @property
    def der(self) -> bytes:
        """The certificate as clients receive it, in order to trust it."""
        return self.made.der

    def files(self) -> dict[str, Any]:
        """uvicorn's settings, which are names of files: these exist in memory only, so that nothing
        is left of them after a kill."""
        return {
            "ssl_certfile": _in_memory(self.made.pem),
            "ssl_keyfile": _in_memory(self.made.key),
        }


def make_certificate(host: str) -> Certificate:
    return Certificate(self_signed("Cipherbench API", [address_name(host)], _VALID))


def _in_memory(content: bytes) -> str:
    """The path of a file in memory, valid in this process."""
    return memory_path(memory_holding(content))
