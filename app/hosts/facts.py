"""The facts that a host sends when it joins (versions, processor, clock offset), and which of them
must equal the coordinator's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

import cattrs

from app.campaign.environment import environment
from app.results.database.migrate import STORE_VERSION
from app.results.strict_reading import strict_converter
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase, with_semicolons
from engines.registry import engine_names, facts_of

_CONVERTER = strict_converter()


@dataclass(frozen=True)
class Facts:
    """What a machine reports of itself. `drivers` are versions by package; `offset_s` is by how
    much the database's clock is ahead of this machine's, `round_trip_s` the time of a query;
    medians."""

    version: str
    store_version: str
    python: str
    drivers: Mapping[str, str]
    cores: int
    crypto_instructions: tuple[str, ...]
    cpu: str
    offset_s: float | None = None
    round_trip_s: float | None = None

    @property
    def engine_drivers(self) -> list[tuple[str, str]]:
        """(package, version) of the drivers of our engines, in their order."""
        names = dict.fromkeys(each for one in engine_names() for each in facts_of(one).drivers)
        return [(name, self.drivers[name]) for name in names if name in self.drivers]

    @property
    def has_aes(self) -> bool:
        """Whether its processor has instructions for AES."""
        return "aes" in self.crypto_instructions

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, facts: object) -> Self:
        """Raises: InputError for anything else"""
        try:
            if not isinstance(facts, dict):
                raise TypeError
            return _CONVERTER.structure(facts, cls)
        except (cattrs.BaseValidationError, ValueError, TypeError, LookupError) as error:
            raise InputError(
                phrase("Message not understood"),
                phrase("A machine describes itself in a way that this version does not know."),
                phrase("Install the same version of Cipherbench on all machines."),
            ) from error


def facts_of_this_machine() -> Facts:
    """This machine's facts, without the clock offset, which needs a connection."""
    known: dict[str, Any] = environment()
    packages = {name: each for name, each in known["packages"].items() if each is not None}
    return Facts(
        str(known["cipherbench"] or ""),
        STORE_VERSION,
        known["python"],
        packages,
        known["logical_cores"] or 0,
        tuple(known["crypto_instructions"]),
        known["cpu"] or "",
    )


def differences(coordinator: Facts, host: Facts | None) -> Iterator[Message]:
    """Messages on versions that must be the same on all machines and are not. Cores, processor and
    instructions may differ, as comparing them is what several machines are for. `host` is None if
    its facts could not be parsed."""
    if host is None:
        yield phrase("this version does not understand how it describes itself")
        return
    versions = {
        "Cipherbench": (coordinator.version, host.version),
        "store": (coordinator.store_version, host.store_version),
        "Python": (_minor(coordinator.python), _minor(host.python)),
    }
    names = sorted({*coordinator.drivers, *host.drivers})
    versions |= {
        each: (coordinator.drivers.get(each, ""), host.drivers.get(each, "")) for each in names
    }
    for name, (expected, found) in versions.items():
        if expected != found:
            yield phrase(
                "{name} is {ours}, the coordinator has {theirs}",
                name=name,
                ours=found or phrase("missing"),
                theirs=expected or phrase("none"),
            )


def refuse_unlike(coordinator: Facts, host: Facts | None, name: str) -> None:
    """Raises: InputError that names what differs"""
    if found := list(differences(coordinator, host)):
        raise InputError(
            phrase("Host refused"),
            phrase("{name} is not like the coordinator: {what}."),
            phrase("Install the same versions on both machines."),
            name=name,
            what=with_semicolons(found),
        )


def _minor(python: str) -> str:
    return ".".join(python.split(".")[:2])
