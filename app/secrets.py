"""Passwords of servers at an address: from the environment, the system's keyring, or a prompt.

They are kept in memory and in the keyring and nowhere else. A keyring may ask its user to unlock
it, or hang on a dead D-Bus: so each call has a time limit, and whatever goes wrong with it only
means that a password is kept for this session.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from engines.endpoint import Source

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

    from engines.server import ServerSpec

SERVICE = "cipherbench"
_SECONDS = 20.0
"""How long a keyring may take; unlocking it is up to a person."""

log = logging.getLogger(__name__)


class Keyring:
    """The system's keyring. Every method may wait: call them off the GUI thread."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._stuck = False

    def name(self) -> str:
        """What the keyring calls itself; empty where there is none that keeps secrets safe."""
        return self._ask(lambda keyring: str(keyring.name)) or ""

    def recall(self, spec: ServerSpec) -> str | None:
        """The password kept for a server."""
        return self._ask(lambda keyring: keyring.get_password(SERVICE, account_of(spec)))

    def remember(self, spec: ServerSpec, password: str) -> bool:
        """Keep a server's password; False where it could not be kept."""

        def keep(keyring: KeyringBackend) -> bool:
            keyring.set_password(SERVICE, account_of(spec), password)
            return True

        return self._ask(keep) or False

    def forget(self, spec: ServerSpec) -> None:
        """Remove a server's password, if there is one."""

        def remove(keyring: KeyringBackend) -> None:
            if keyring.get_password(SERVICE, account_of(spec)) is not None:
                keyring.delete_password(SERVICE, account_of(spec))

        self._ask(remove)

    def _ask[T](self, question: Callable[[KeyringBackend], T]) -> T | None:
        """The answer; None without a safe keyring, when it fails, and once it was too slow."""
        if self._stuck:
            return None
        answer: Future[T | None] = Future()
        # A daemon thread: one that hangs must not keep the program from ending.
        threading.Thread(target=_answer, args=(question, answer), daemon=True).start()
        try:
            return answer.result(self._seconds)
        except TimeoutError:
            self._stuck = True
            log.warning("the keyring did not answer within %s s", self._seconds)
            return None


def account_of(spec: ServerSpec) -> str:
    """What a server's password is kept under: its name, and user and place, so that a password
    never goes to another server that is given the same name."""
    place = spec.socket or f"{spec.host or '127.0.0.1'}:{spec.port or ''}"
    return f"{spec.name} {spec.user or ''}@{place}"


def passwords_for(
    specs: Iterable[ServerSpec], prompt: Callable[[ServerSpec], str] | None = None
) -> dict[str, str]:
    """Passwords by server, of those that need one: environment first, then keyring, then `prompt`.

    The variable is CIPHERBENCH_PASSWORD_<NAME>: the name in capitals, other signs as underscores.
    """
    keyring = Keyring()
    passwords = {}
    for spec in specs:
        if spec.source is not Source.ADDRESS or not spec.user:
            continue
        password = os.environ.get(_variable(spec.name))
        if password is None:
            password = keyring.recall(spec)
        if password is None and prompt is not None:
            password = prompt(spec)
        if password is not None:
            passwords[spec.name] = password
    return passwords


def _variable(name: str) -> str:
    signs = (sign if sign.isalnum() else "_" for sign in name.upper())
    return "CIPHERBENCH_PASSWORD_" + "".join(signs)


def _answer[T](question: Callable[[KeyringBackend], T], answer: Future[T | None]) -> None:
    try:
        keyring = _safe_keyring()
        answer.set_result(question(keyring) if keyring else None)
    except Exception:  # backends raise what their D-Bus libraries raise
        log.warning("the keyring failed", exc_info=True)
        answer.set_result(None)


def _safe_keyring() -> KeyringBackend | None:
    """The keyring in force; none of those that only fail, forget, or write plain text, which all
    rank below 1."""
    import keyring
    from keyring.core import recommended

    chosen = keyring.get_keyring()
    return chosen if recommended(chosen) else None
