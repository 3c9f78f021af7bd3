"""An engine: four contracts, of which each has a page (`driver`, `encryption`, `catalogue`,
`server_control`). What is said of them there holds of every engine; `engines/README.md` has the
order to write them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.base.catalogue import Catalogue
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.server_control import ServerControl
from engines.contract.facts import EngineFacts
from engines.contract.session import Session


@dataclass(frozen=True)
class Engine:
    """A kind of database: how it is entered, what it encrypts, what it holds, how it is run."""

    driver: Driver[Session]
    encryption: Encryption
    catalogue: Catalogue[Any]
    servers: ServerControl[Any]

    @classmethod
    def of(
        cls,
        driver: type[Driver[Any]],
        encryption: type[Encryption],
        catalogue: type[Catalogue[Any]],
        servers: type[ServerControl[Any]],
    ) -> Engine:
        entered = driver()
        encrypts, holds = encryption(entered), catalogue(entered)
        return cls(entered, encrypts, holds, servers(entered, holds, encrypts))

    @property
    def facts(self) -> EngineFacts:
        return self.driver.facts

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def title(self) -> str:
        return self.facts.title

    @property
    def default_mode(self) -> str:
        """The mode of a native protection that names none."""
        return self.facts.default_mode
