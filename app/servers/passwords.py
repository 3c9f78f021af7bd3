"""Passwords of the window's servers in this session: typed, or found in environment and keyring;
they are stored in the keyring on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.servers.jobs import Jobs
from app.system.password_sources import Keyring, account_of, password_in_environment
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret

if TYPE_CHECKING:
    from engines.servers.server import ServerSpec


@dataclass(frozen=True)
class RecalledPasswords:
    """What environment and keyring gave: the keyring's name (empty: there is none), passwords by
    server, and whose of them the keyring has."""

    keyring: str
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    stored: frozenset[str] = frozenset()


@dataclass(frozen=True)
class FormerPassword:
    """A server's password as it was before it was dropped; `stored` says that the keyring had
    it."""

    password: str | None = field(default=None, repr=False)
    stored: bool = False


class Passwords:
    """The keyring is asked in jobs, since it may wait for a person."""

    def __init__(
        self,
        jobs: Jobs,
        local_servers: Callable[[], Iterable[ServerSpec]],
        changed: Callable[[], object],
        failed: Callable[[CipherbenchError], object],
    ) -> None:
        self._jobs, self._local_servers = jobs, local_servers
        self._changed, self._failed = changed, failed
        self._keyring = Keyring()
        self._given: dict[str, str] = {}
        self._to_remember: set[str] = set()
        self._stored: set[str] = set()
        self.asking = 0
        """How many questions the keyring has not answered yet."""
        self.keyring: str | None = None
        """The keyring's name; empty where there is none, None while that is not known."""

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def get(self, name: str) -> str | None:
        """The password of a server; None where none was given, not even an empty one."""
        return self._given.get(name)

    def all(self) -> dict[str, str]:
        return dict(self._given)

    @property
    def passing(self) -> bool:
        """Whether one that was typed is known to this session only."""
        return any(
            word and name not in self._stored and word != password_in_environment(name)
            for name, word in self._given.items()
        )

    def take(self, name: str, password: str, remember: bool) -> None:
        """Keep a password for this session, and note whether the keyring is to have it."""
        register_secret(password)
        self._given[name] = password
        (self._to_remember.add if remember else self._to_remember.discard)(name)

    def recall(self, specs: Iterable[ServerSpec]) -> None:
        """Look in environment and keyring for passwords that were not given yet."""
        wanted = [each for each in specs if not each.managed and each.name not in self]
        if wanted or self.keyring is None:
            self.asking += 1
            ask = partial(_recall, self._keyring, wanted)
            self._jobs.run(ask, partial(self._recalled, wanted), self._not_recalled)

    def proved(self, spec: ServerSpec) -> None:
        """A server's password has let us in: the keyring gets it now, if that is wished."""
        if spec.name in self._to_remember:
            self._to_remember.discard(spec.name)
            self._stored.add(spec.name)
            keep = partial(self._keyring.remember, spec, self._given[spec.name])
            self._jobs.run(keep, self._remembered, self._failed, awaited=True)

    def forget(self, spec: ServerSpec) -> FormerPassword:
        """Drop a server's password, in the keyring too; what it was, for `restore`."""
        given = FormerPassword(self._given.pop(spec.name, None), spec.name in self._stored)
        self._stored.discard(spec.name)
        self._to_remember.discard(spec.name)
        if not spec.managed:
            remove = partial(self._keyring.forget, spec)
            self._jobs.run(remove, lambda _: None, self._failed, awaited=True)
        return given

    def restore(self, spec: ServerSpec, given: FormerPassword) -> None:
        """Take a password back that was dropped, into the keyring too if it had it."""
        if given.password is not None:
            self._given[spec.name] = given.password
            if given.stored:
                self._to_remember.add(spec.name)
                self.proved(spec)

    def _not_recalled(self, error: CipherbenchError) -> None:
        self.asking -= 1
        self._failed(error)
        self._changed()

    def _recalled(self, asked: Iterable[ServerSpec], recalled: RecalledPasswords) -> None:
        """A server that went elsewhere while the keyring was asked does not get the answer."""
        self.asking -= 1
        self.keyring = recalled.keyring
        here = {account_of(spec) for spec in self._local_servers()}
        names = {spec.name for spec in asked if account_of(spec) in here}
        found = {name: word for name, word in recalled.passwords.items() if name in names}
        self._given = {**found, **self._given}
        self._stored |= recalled.stored & names
        self._changed()

    def _remembered(self, stored: bool) -> None:
        if not stored:
            self._failed(
                CipherbenchError(
                    phrase("Password not remembered"),
                    phrase(
                        "The keyring did not store the password. It is kept for this session only."
                    ),
                    phrase("Unlock the keyring and connect again."),
                )
            )


def _recall(keyring: Keyring, specs: Iterable[ServerSpec]) -> RecalledPasswords:
    """As the command line does: the environment comes first."""
    name = keyring.name()
    given = {spec.name: password_in_environment(spec.name) for spec in specs}
    asked = {spec.name: keyring.recall(spec) for spec in specs if name and given[spec.name] is None}
    in_keyring = frozenset(server for server, word in asked.items() if word is not None)
    found = {**given, **asked}
    return RecalledPasswords(
        name, {key: word for key, word in found.items() if word is not None}, in_keyring
    )
