"""The cores that a run's server, worker and program had, and the placement that its plan asked
for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class RunCores:
    """Sets of cores are written as the kernel writes them (“0-3, 6”), and empty where they are not
    known. An engine inside the worker has the worker's. `reason` says why not all that was `asked`
    (a `Placement`) was had, or why the server was left where it is."""

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
