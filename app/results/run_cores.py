"""The processor cores on which a run's server, worker and program ran, and the placement that its
plan asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class RunCores:
    """Sets of cores in the kernel's notation (“0-3, 6”), empty if unknown. An engine inside the
    worker has the worker's cores. `reason` says why the placement that was `asked` for (a
    `Placement`) was not fully possible."""

    asked: str
    server: str = ""
    worker: str = ""
    program: str = ""
    reason: str = ""

    @property
    def one_core(self) -> bool:
        """Whether server and worker shared a single core."""
        return self.worker.isdigit() and self.server in ("", self.worker)

    def to_mapping(self) -> dict[str, str]:
        """For the store: all fields that are not empty."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def from_mapping(cls, stored: Mapping[str, str] | None) -> RunCores | None:
        """From the store; None if nothing was recorded."""
        if not stored or "asked" not in stored:
            return None
        known = cls.__dataclass_fields__
        return cls(**{name: value for name, value in stored.items() if name in known})
