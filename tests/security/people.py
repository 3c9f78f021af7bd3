"""Real processes of other users: begun as root, with all that they need loaded, and then theirs."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Callable

import pytest

from engines.keeping.service_user import service_account

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")

_BECOME = """
import os, sys
def become():
    user, group = int(sys.argv[1]), int(sys.argv[2])
    os.setgroups([]), os.setresgid(group, group, group), os.setresuid(user, user, user)
"""


def nobody() -> pwd.struct_passwd:
    return pwd.getpwnam("nobody")


OTHERS: dict[str, Callable[[], pwd.struct_passwd]] = {
    "nobody": nobody,
    "service user": service_account,
}


def run_as(account: pwd.struct_passwd, code: str, *words: str) -> str:
    """What a program prints that calls `become()` when it has loaded what it needs; its own words
    begin at `sys.argv[3]`."""
    numbers = (str(account.pw_uid), str(account.pw_gid))
    done = subprocess.run(
        [sys.executable, "-c", _BECOME + code, *numbers, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
