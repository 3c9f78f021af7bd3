"""Users, their accounts and groups, and what others may change."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Account:
    """An account of this machine and its own group, by number."""

    name: str
    number: int
    group: int
    home: str = ""
    shell: str = ""


if sys.platform == "win32":

    def user_number() -> int:
        """The number that the files of this program's user bear: here all files bear it, and access
        lists say whose they are."""
        return 0

    def is_root() -> bool:
        """Whether what this program starts must run as another user; nothing has to here."""
        return False

    def account_named(name: str) -> Account:
        """Raises: KeyError where there is none of that name"""
        raise KeyError(name)

    def own_account() -> Account:
        """The account that this program runs as.

        Raises: KeyError where it has no name
        """
        return Account(os.environ["USERNAME"], 0, 0)

    def accounts() -> Iterator[Account]:
        """All that are listed."""
        yield from ()

    def group_named(number: int) -> tuple[str, frozenset[str]]:
        """A group's name and the names of its members.

        Raises: KeyError
        """
        raise KeyError(number)

    def trusted_users() -> set[int]:
        """Those whose files are as good as ours, by number."""
        return {0}

    def others_may_write(status: os.stat_result) -> bool:
        """Whether anybody but root and us may write to what has this status. Here its bits do not
        tell: a folder of a user's profile has an access list that others are not on."""
        del status
        return False

    def change_owner(handle: int, number: int, group: int) -> None:
        """Give an open file to a user and a group, by number.

        Raises: OSError
        """
        raise PermissionError(f"{handle} cannot be given to {number}:{group} here")

else:
    import grp
    import pwd

    user_number = os.geteuid

    def is_root() -> bool:
        """Whether what this program starts must run as another user."""
        return os.geteuid() == 0

    def account_named(name: str) -> Account:
        """Raises: KeyError where there is none of that name"""
        return _account(pwd.getpwnam(name))

    def own_account() -> Account:
        """The account that this program runs as.

        Raises: KeyError where it has no name
        """
        return _account(pwd.getpwuid(os.geteuid()))

    def accounts() -> Iterator[Account]:
        """All that are listed."""
        yield from map(_account, pwd.getpwall())

    def _account(found: pwd.struct_passwd) -> Account:
        return Account(found.pw_name, found.pw_uid, found.pw_gid, found.pw_dir, found.pw_shell)

    def group_named(number: int) -> tuple[str, frozenset[str]]:
        """A group's name and the names of its members.

        Raises: KeyError
        """
        found = grp.getgrgid(number)
        return found.gr_name, frozenset(found.gr_mem)

    def trusted_users() -> set[int]:
        """Root and we; in a sandbox that knows one user alone, whatever number root then has."""
        trusted = {0, os.geteuid()}
        try:
            everybody = Path("/proc/self/uid_map").read_text().split() == ["0", "0", "4294967295"]
            unknown = int(Path("/proc/sys/kernel/overflowuid").read_text())
        except (OSError, ValueError):
            return trusted
        return trusted if everybody else trusted | {unknown}

    def others_may_write(status: os.stat_result) -> bool:
        """Whether anybody but root and us may write to what has this status."""
        return (
            status.st_uid not in trusted_users()
            or bool(status.st_mode & stat.S_IWOTH)
            or bool(status.st_mode & stat.S_IWGRP and not _is_our_group(status.st_gid))
        )

    def _is_our_group(number: int) -> bool:
        """Whether a group is root's, or the one that most systems make for a user alone."""
        if number == 0:
            return True
        try:
            user, (name, members) = own_account(), group_named(number)
        except KeyError:
            return False
        of_group = {each.name for each in accounts() if each.group == number}
        is_users_own = (number, name) == (user.group, user.name)
        return is_users_own and members | of_group <= {user.name}

    change_owner = os.fchown


def is_ours(status: os.stat_result) -> bool:
    """Whether what has this status belongs to the user of this program."""
    return status.st_uid == user_number()
