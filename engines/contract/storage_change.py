"""How an engine encrypts, decrypts or re-encrypts what it has stored: tables and files that are
there, of a database of ours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.contract.endpoint import Endpoint
from engines.contract.errors import Unsupported
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.session import Session
from engines.contract.transition import Transition


@dataclass(frozen=True)
class StorageChange:
    """What is to be done: a transition of a `table` of a database, which is entered by `before`,
    and by `after` when it is done. Plaintext is rewritten in the same way, and stays as it is."""

    transition: Transition
    protection: Protection
    database: str
    table: str
    before: Endpoint
    after: Endpoint

    @property
    def plain(self) -> bool:
        return self.protection.kind is not ProtectionKind.STORAGE

    @property
    def ends_sealed(self) -> bool:
        return not self.plain and self.transition is not Transition.SWITCH_OFF


def whole_server(engine: str) -> Unsupported:
    """The error for what would change tables of others, on a server that we have not started."""
    return Unsupported(
        phrase("Only on a server of our own"),
        phrase("{engine} would change all tables of the server, not only ours."),
        phrase("Choose a local server, or another way."),
        engine=engine,
    )


class StorageMethod[Entered: Session](ABC):
    """One way of an engine."""

    transitions: ClassVar[frozenset[Transition]] = frozenset(Transition)
    rewrites_plain: ClassVar[bool] = True
    """Whether plaintext can be rewritten in the same way, so that its cost tells what is
    encryption's."""
    alone: ClassVar[bool] = False
    """Whether nobody else may be connected meanwhile."""

    def table_options(self, transition: Transition, protection: Protection) -> str | None:
        """What follows CREATE TABLE before a transition; None: what the engine has for a table
        under the protection then."""
        del transition, protection
        return None

    def prepare(self, session: Entered, change: StorageChange) -> None:  # noqa: B027
        """What goes before, outside any clock.

        Raises: StatementFailed, Unsupported
        """

    @abstractmethod
    def carry_out(self, session: Entered, change: StorageChange) -> None:
        """Do it; the session is in the database then as it is afterwards.

        Raises: StatementFailed, ServerUnavailable
        """

    @abstractmethod
    def is_sealed(self, session: Entered, change: StorageChange) -> bool:
        """Whether what is stored is encrypted, as the engine itself has it.

        Raises: StatementFailed
        """

    def restore(self, session: Entered, change: StorageChange) -> None:  # noqa: B027
        """Put back what else was changed on the server, outside any clock.

        Raises: StatementFailed
        """

    def why_not(self, transition: Transition, protection: Protection) -> Message:
        """Why it cannot be done under a protection; nothing where it can."""
        del transition, protection
        return NOTHING


@dataclass(frozen=True)
class StorageWork:
    """What is to be done, and how."""

    method: StorageMethod[Any]
    change: StorageChange
