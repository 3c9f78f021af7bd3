"""Passwords of database servers and of the store, and PINs and tokens of key services: from the
environment, the system's keyring, or a prompt.

They are kept in memory and in the keyring and nowhere else. What the environment holds is taken out
of it before anything is started, so that no other process inherits it. A keyring may ask its user
to unlock it, or hang on a dead D-Bus: so each call has a time limit, and whatever goes wrong with
it only means that a password is kept for this session.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from app.system.threads import in_thread
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeySource
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret
from engines.platform.erasing import erase_variables

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

    from engines.servers.server import ServerSpec

KEYRING_SERVICE = "cipherbench"
_KEYRING_TIMEOUT_S = 20.0
"""How long a keyring may take; unlocking it is up to a person."""

_OWN_PREFIX = "CIPHERBENCH_PASSWORD_"
_STORE_VARIABLES = {"postgresql": "PGPASSWORD", "mysql": "MYSQL_PWD", "mariadb": "MYSQL_PWD"}
"""Where clients of these databases look for a password that an address does not hold."""
_PASSWORD_VARIABLES = frozenset({*_STORE_VARIABLES.values(), "PGPASSFILE", "ISC_PASSWORD"})

_secrets: dict[str, str] = {}
"""Secrets from the environment, by names of variables, and secrets that were typed, by accounts,
which look unlike any name of a variable."""

_accounts_without_password: set[str] = set()
"""Accounts whose password was found nowhere, while nobody could be asked for it."""

log = logging.getLogger(__name__)


def take_passwords() -> None:
    """Take all passwords out of the environment, which every process that is started inherits.

    The system keeps a copy of what the program was started with (/proc/PID/environ), for its user
    and for root to read: it is written over.
    """
    found = {name: value for name, value in os.environ.items() if _holds_password(name)}
    for name, value in found.items():
        del os.environ[name]
        if name != "PGPASSFILE":
            register_secret(value)
    if found:
        erase_variables(found)
    _secrets.update(found)


def known_secrets() -> dict[str, str]:
    """What environment and user gave, to be sent through a pipe to a process that opens the
    store."""
    return dict(_secrets)


def adopt_secrets(found: Mapping[str, str]) -> None:
    """Adopt the secrets that the process that started this one knows."""
    _secrets.update(found)
    for name, value in found.items():
        if name != "PGPASSFILE":
            register_secret(value)


def login_of_store(database: str) -> dict[str, str]:
    """`password` and `passfile` for a kind of database, as far as its own variables held them.

    Only the store's own server gets them, which the user has named; those that are measured have
    passwords of their own, and a plan of somebody else's may name them.
    """
    wanted = {"password": _STORE_VARIABLES.get(database, "")}
    if database == "postgresql":
        wanted["passfile"] = "PGPASSFILE"
    return {key: _secrets[name] for key, name in wanted.items() if name in _secrets}


def _holds_password(name: str) -> bool:
    return name.startswith(_OWN_PREFIX) or name in _PASSWORD_VARIABLES


class Keyring:
    """The system's keyring. Every method may wait: call them off the GUI thread."""

    def __init__(self, seconds: float = _KEYRING_TIMEOUT_S) -> None:
        self._seconds = seconds
        self._stuck = False

    def name(self) -> str:
        """What the keyring calls itself; empty where there is none that keeps secrets safe."""
        return self._ask(lambda keyring: str(keyring.name)) or ""

    def recall(self, spec: ServerSpec | KeySource) -> str | None:
        return self._ask(lambda keyring: keyring.get_password(KEYRING_SERVICE, account_of(spec)))

    def remember(self, spec: ServerSpec | KeySource, password: str) -> bool:
        """Keep a server's password; False where it could not be kept."""

        def keep(keyring: KeyringBackend) -> bool:
            keyring.set_password(KEYRING_SERVICE, account_of(spec), password)
            return True

        return self._ask(keep) or False

    def forget(self, spec: ServerSpec | KeySource) -> None:
        """Remove a server's password, if there is one."""

        def remove(keyring: KeyringBackend) -> None:
            if keyring.get_password(KEYRING_SERVICE, account_of(spec)) is not None:
                keyring.delete_password(KEYRING_SERVICE, account_of(spec))

        self._ask(remove)

    def _ask[T](self, question: Callable[[KeyringBackend], T]) -> T | None:
        """The answer; None without a safe keyring, when it fails, and once it was too slow."""
        if self._stuck:
            return None
        try:
            return in_thread(lambda: _answer(question)).result(self._seconds)
        except TimeoutError:
            self._stuck = True
            log.warning("the keyring did not answer within %s s", self._seconds)
            return None


def account_of(spec: ServerSpec | KeySource) -> str:
    """The keyring's account for a server's password: name, user and address, so that a password
    never goes to another server of the same name. For a key service: its address."""
    if isinstance(spec, KeySource):
        return f"{spec.source} {spec.place}"
    return f"{spec.name} {login_key(spec)}"


def login_key(spec: ServerSpec) -> str:
    """User and address: what a password belongs to, whatever the server is called."""
    place = spec.socket or f"{spec.host or '127.0.0.1'}:{spec.port or ''}"
    return f"{spec.user or ''}@{place}"


def passwords_for(
    specs: Iterable[ServerSpec], prompt: Callable[[ServerSpec], str] | None = None
) -> dict[str, str]:
    """Passwords by server, of those that need one: environment first, then keyring, then `prompt`.

    The variable is CIPHERBENCH_PASSWORD_<NAME>: the name in capitals, other signs as underscores.
    """
    take_passwords()
    keyring = Keyring()
    passwords = {}
    for spec in specs:
        if spec.managed or not spec.user:
            continue
        password = password_in_environment(spec.name)
        if password is None:
            password = keyring.recall(spec)
        if password is None and prompt is not None:
            password = prompt(spec)
        if password is not None:
            register_secret(password)
            passwords[spec.name] = password
        elif prompt is None:
            _accounts_without_password.add(account_of(spec))
    return passwords


def with_variable_named(error: CipherbenchError, spec: ServerSpec) -> CipherbenchError:
    """The error of a server that did not let us in; where no password of it was found and nobody
    could be asked for one, with the variable that holds it."""
    if account_of(spec) not in _accounts_without_password:
        return error
    title, message, hint = error.messages
    named = phrase("There is no terminal to type a password. Set {variable} to the password.")
    named = named.with_values(variable=variable_of(spec.name))
    return error.reworded(title, message, phrase("{named} {hint}", named=named, hint=hint))


def key_secret(source: KeySource) -> str:
    """PIN or token of a key service: what was typed for its place, then environment, then keyring;
    empty without any."""
    take_passwords()
    secret = _secrets.get(account_of(source), _secrets.get(source.secret_variable))
    if secret is None:
        secret = Keyring().recall(source) or ""
    register_secret(secret)
    return secret


def remember_key_secret(source: KeySource, secret: str) -> None:
    """Remember a key service's PIN or token that was typed while this program runs; it is stored
    nowhere else."""
    register_secret(secret)
    _secrets[account_of(source)] = secret


def password_in_environment(server: str) -> str | None:
    """The password of a server that the program was started with; None without one."""
    return _secrets.get(variable_of(server))


def variable_of(name: str) -> str:
    """The environment variable that holds the password of a server, or of a role of the shared
    store, of that name."""
    signs = (sign if sign.isalnum() else "_" for sign in name.upper())
    return _OWN_PREFIX + "".join(signs)


def _answer[T](question: Callable[[KeyringBackend], T]) -> T | None:
    try:
        keyring = _safe_keyring()
        return question(keyring) if keyring else None
    except Exception:  # backends raise what their D-Bus libraries raise
        log.warning("the keyring failed", exc_info=True)
        return None


def _safe_keyring() -> KeyringBackend | None:
    """The keyring in force; none of those that only fail, forget, or write plain text, which all
    rank below 1."""
    import keyring
    from keyring.core import recommended

    chosen = keyring.get_keyring()
    return chosen if recommended(chosen) else None
