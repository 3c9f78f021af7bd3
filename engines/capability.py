"""What one live server can do, found by asking it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engines.protection import Protection, ProtectionKind


@dataclass(frozen=True, order=True)
class Cipher:
    """An algorithm with a key length in bits and a mode; stream ciphers have the mode `stream`."""

    algorithm: str
    bits: int
    mode: str


@dataclass(frozen=True)
class Capabilities:
    """The answers of one server.

    `native` holds the ciphers that sealed and opened a probe value; `refused` the server's own
    message for those that did not.
    """

    version: str
    native: frozenset[Cipher] = frozenset()
    refused: Mapping[Cipher, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    probe_seconds: float = 0.0

    def why_not(self, protection: Protection, default_mode: str) -> str | None:
        """Why this server cannot do `protection`; None when it can."""
        match protection.kind:
            case ProtectionKind.PLAINTEXT:
                return None
            case ProtectionKind.NATIVE:
                return self._why_not_native(protection, default_mode)
            case kind:
                return f"This version cannot do {kind} protection."

    def _why_not_native(self, protection: Protection, default_mode: str) -> str | None:
        cipher = Cipher(
            protection.algorithm or "", protection.bits or 0, protection.mode or default_mode
        )
        if cipher in self.native:
            return None
        said = self.refused.get(cipher)
        name = f"{cipher.algorithm}-{cipher.bits}-{cipher.mode}"
        return f"The server refuses {name}: {said}" if said else f"The server has no {name}."

    def table(self) -> list[dict[str, object]]:
        """Native ciphers as rows of `algorithm`, `bits`, `modes`, sorted."""
        return [
            {
                "algorithm": algorithm,
                "bits": bits,
                "modes": sorted(
                    c.mode for c in self.native if (c.algorithm, c.bits) == (algorithm, bits)
                ),
            }
            for algorithm, bits in sorted({(c.algorithm, c.bits) for c in self.native})
        ]


def candidates(algorithms: Mapping[str, Iterable[int]], modes: Iterable[str]) -> list[Cipher]:
    """Every cipher worth trying: each algorithm's key lengths × modes."""
    wanted = list(modes)
    return [
        Cipher(name, bits, mode)
        for name, lengths in algorithms.items()
        for bits in lengths
        for mode in wanted
    ]
