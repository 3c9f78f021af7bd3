"""The account that servers run as when root starts them: a system user that nobody logs in as.

PostgreSQL and MariaDB refuse to run as root, and `nobody` is also whatever else the machine runs as
nobody. PostgreSQL asks for the name behind its user, so a number without an account does not do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.keeping.programs import ProgramFailed, call_program
from engines.platform.file_access import open_file
from engines.platform.locks import lock
from engines.platform.users import (
    Account,
    account_named,
    accounts,
    group_named,
    is_root,
    own_account,
    user_number,
)

SERVICE_USER = "cipherbench"

_MAKE = (
    "useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
    "--shell", "/usr/sbin/nologin", SERVICE_USER,
)  # fmt: skip
_MAKE_SECONDS = 30.0
"""Generous: useradd waits for locks on the user database."""
_FIRST_PERSON = 1000
"""The first number of accounts that people have (login.defs, UID_MIN)."""
_SHELLS = frozenset({"nologin", "false"})
_RUN = Path("/run")
"""Where only root writes and every program of root's meets the others, whatever its home."""


def service_account() -> Account:
    """The account that root's servers run as, made the first time it is asked for.

    Raises: ServerUnavailable where none can be made, or one of that name is not ours alone.
    """
    with _one_at_a_time():
        try:
            account = account_named(SERVICE_USER)
        except KeyError:
            account = _made()
    why = _why_not_ours(account)
    if why is not None:
        raise ServerUnavailable(
            phrase("User already exists"),
            phrase(
                "Servers started by root run as the user {user}, which exists but is not a service "
                "account: {why}."
            ),
            phrase(
                "Rename or remove that user; Cipherbench then creates its own. Or run Cipherbench "
                "as an ordinary user."
            ),
            user=SERVICE_USER,
            why=why,
        )
    return account


def serving_user() -> int | None:
    """The number of the user that servers we start run as; None while root has no such user."""
    if not is_root():
        return user_number()
    try:
        return account_named(SERVICE_USER).number
    except KeyError:
        return None


def program_user() -> str:
    """The name of the user that this program runs as, by which servers of ours know it.

    Raises: ServerUnavailable for a number without a name
    """
    try:
        return own_account().name
    except KeyError as error:
        raise ServerUnavailable(
            phrase("User without a name"),
            phrase(
                "User number {number} has no name on this machine; servers identify users by name."
            ),
            phrase("Run Cipherbench as a user listed in /etc/passwd."),
            number=user_number(),
        ) from error


def _made() -> Account:
    path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"
    try:
        done = call_program(
            _MAKE, {"PATH": path, "LC_ALL": "C.UTF-8"}, seconds=_MAKE_SECONDS, any_code=True
        )
        message = done.err.strip().rpartition("\n")[2].rstrip(".")
    except ProgramFailed as error:
        raise _not_made(error.messages[1]) from error
    try:
        return account_named(SERVICE_USER)
    except KeyError as error:
        raise _not_made(
            phrase(
                "Servers started by root run as the user {user}, which could not be created: "
                "{words}.",
                user=SERVICE_USER,
                words=message or phrase("useradd gave no reason"),
            )
        ) from error


def _not_made(why: Message) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("User not created"),
        why,
        phrase("Create it (`{command}`), or run Cipherbench as an ordinary user."),
        command=" ".join(_MAKE),
    )


def _why_not_ours(account: Account) -> Message | None:
    """What speaks against an account: that people, or anything but servers, could be behind it."""
    if not 0 < account.number < _FIRST_PERSON:
        return phrase("its number {number} is not a system user's", number=account.number)
    if Path(account.shell).name not in _SHELLS:
        return phrase("it can log in, with the shell {shell}", shell=account.shell or "/bin/sh")
    if account.home != "/" and Path(account.home).exists():
        return phrase("its home {home} exists", home=account.home)
    return _company(account)


def _company(account: Account) -> Message | None:
    """Other accounts with the same user or group number."""
    others = {each.name for each in accounts() if _shares(each, account)} - {SERVICE_USER}
    try:
        name, members = group_named(account.group)
    except KeyError:
        return phrase("its group has no name")
    others |= members - {SERVICE_USER}
    if name != SERVICE_USER:
        return phrase("its group is {group}", group=name)
    if not others:
        return None
    return phrase("it shares its number or group with {others}", others=", ".join(sorted(others)))


def _shares(one: Account, other: Account) -> bool:
    return one.number == other.number or one.group == other.group


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """While one program makes the account the others wait: half of one would look like another's.

    Where there is no /run that takes a lock, useradd's own locking has to do.
    """
    try:
        handle = open_file(_RUN / f"{SERVICE_USER}-user.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        lock(handle)
        yield
    finally:
        os.close(handle)
