"""Real processes of other users: begun as root, with all that they need loaded, and then theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from engines.keeping.service_user import service_account
from engines.platform.users import Account, account_named

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")

_BECOME = """
import os, sys
def become():
    user, group = int(sys.argv[1]), int(sys.argv[2])
    os.setgroups([]), os.setresgid(group, group, group), os.setresuid(user, user, user)
"""


def nobody() -> Account:
    return account_named("nobody")


OTHERS: dict[str, Callable[[], Account]] = {
    "nobody": nobody,
    "service user": service_account,
}


def run_as(account: Account, code: str, *words: str) -> str:
    """What a program prints that calls `become()` when it has loaded what it needs; its own words
    begin at `sys.argv[3]`."""
    numbers = (str(account.number), str(account.group))
    done = subprocess.run(
        [sys.executable, "-c", _BECOME + code, *numbers, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
