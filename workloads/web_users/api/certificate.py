"""A certificate that an API makes for itself as it starts; whoever is told it trusts it alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engines.platform.shared_memory import memory_holding, memory_path
from engines.servers.tls_entrance import SelfSigned, address_name, self_signed

_VALID = timedelta(days=30)


@dataclass(frozen=True)
class Certificate:
    """A certificate and its private key."""

    made: SelfSigned

    @property
    def der(self) -> bytes:
        """What is told to who is to trust it."""
        return self.made.der

    def files(self) -> dict[str, Any]:
        """uvicorn's settings. It wants the names of files: these have none in any folder, so that
        nothing is left of them whoever is killed."""
        return {
            "ssl_certfile": _in_memory(self.made.pem),
            "ssl_keyfile": _in_memory(self.made.key),
        }


def make_certificate(host: str) -> Certificate:
    return Certificate(self_signed("Cipherbench API", [address_name(host)], _VALID))


def _in_memory(content: bytes) -> str:
    """The path of a file in memory, for this process as long as it lives."""
    return memory_path(memory_holding(content))
