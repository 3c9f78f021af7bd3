"""What every engine must do, with the program run by an ordinary user whose umask is 000.

Root's own run under the usual umask is the rest of the tests; what root's servers leave open under
another is looked at in tests/security/files/test_home.py.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.security.people import root_only

pytestmark = pytest.mark.slow

_ROOT = Path(__file__).parents[3]
_FILES = [f"tests/engines/{name}.py" for name in ("keeping/test_servers", "sqlite/test_sqlite")]
"""What has to do with files and processes; encrypting gives the same bytes for everybody."""
_SESSIONS = "tests/engines/contract/test_conformance.py"
"""What a server does for whom it lets in, who is another than root's."""
_ONCE = (
    "not newer and not (killed and (mariadb or mysql or firebird or sqlite)) "
    "and not (cipher or algorithm or values_of_every_type or keeps_what_was_fetched)"
)
"""Both MariaDBs are started, entered and ended alike, one keeper ends whatever it keeps, and what a
server encrypts and what a session holds of its rows are those of any user."""
_ALIKE = "die_with_the_program"
"""What a killed program leaves is tidied up as what a killed keeper leaves is."""
_PYTEST = [
    *("-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--timeout=120", "--reruns", "1"),
    *("-m", ""),
]
_NEEDS_ROOT = {"containers", "gocryptfs", "tmpfs"}

_OF_THE_ENGINE = re.compile(
    r"this server has no |nobody but this process can be inside|in a folder of its own|has no aes-"
)
"""Reasons to skip a test that hold for whoever runs it."""
_OF_NO_MYSQL = re.compile(r"No MySQL server \(mysqld\) was found")


def run_suite(*command: str, least: int, **how: Any) -> None:
    required = set(os.environ.get("CIPHERBENCH_REQUIRE", "").split(",")) - _NEEDS_ROOT
    done = subprocess.run(
        command,
        cwd=_ROOT,
        env=os.environ | {"CIPHERBENCH_REQUIRE": ",".join(required)},
        capture_output=True,
        text=True,
        check=False,
        timeout=550,
        **how,
    )
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{done.stderr[-2000:]}"
    skipped = re.findall(r"^SKIPPED \[\d+\] \S+: (.*)$", done.stdout, re.MULTILINE)
    unmet = [why for why in skipped if not _OF_THE_ENGINE.search(why)]
    if "mysql" not in required:
        unmet = [why for why in unmet if not _OF_NO_MYSQL.search(why)]
    assert unmet == []
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None and int(passed[1]) > least


@root_only
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("engines", "least"),
    [
        pytest.param(("postgresql", "sqlite"), 25, id="a server and a file"),
        pytest.param((), 90, id="every engine", marks=pytest.mark.exhaustive),
    ],
)
def test_that_engines_conform_for_an_ordinary_user_under_a_umask_of_zero(
    engines: tuple[str, ...], least: int
) -> None:
    which = f"({_ONCE}) and ({' or '.join(engines)}) and not {_ALIKE}" if engines else _ONCE
    run_suite("scripts/as_user", *_PYTEST, "-k", which, *_FILES, _SESSIONS, least=least, umask=0)
