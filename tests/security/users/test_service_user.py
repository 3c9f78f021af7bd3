"""The user that root's servers run as: made once, proved, and nobody else in its place. In an /etc
of their own, so that no user of this machine is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engines.keeping.server_folder import may_write
from engines.keeping.service_user import SERVICE_USER, program_user, service_account
from tests.places import new_home
from tests.requirements import lacking
from tests.security.people import root_only

pytestmark = root_only

_IN_AN_ETC_OF_ITS_OWN = """
set -e
cp -a /etc "$1/etc"
mount --bind "$1/etc" /etc
sed -i "/^cipherbench[:,]/d" /etc/passwd /etc/shadow /etc/group /etc/gshadow
eval "$2"
shift 2
exec "$@"
"""

_ASK = r"""
import sys
from dataclasses import astuple
from engines.contract.errors import CipherbenchError
from engines.keeping.service_user import service_account
try:
    sys.stdout.write(" ".join(map(str, astuple(service_account()))) + "\n")  # in one piece
except CipherbenchError as error:
    print(error.title, "|", error)
"""


def report(folder: Path, before: str, *command: str) -> str:
    """What a program prints where /etc knows no service user but what `before` has made."""
    asked = subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True)
    if asked.returncode:
        lacking("tmpfs", "nothing can be mounted here")
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", _IN_AN_ETC_OF_ITS_OWN, "sh", str(folder), before, *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


_SIX_AT_ONCE = """
for n in 1 2 3 4 5 6; do "$0" -c "$1" & done
wait
echo
grep cipherbench /etc/passwd /etc/shadow
"""


@pytest.mark.slow
def test_that_programs_that_start_at_once_make_one_user(tmp_path: Path) -> None:
    output = report(tmp_path, "true", "bash", "-c", _SIX_AT_ONCE, sys.executable, _ASK)
    accounts, _, files = output.partition("\n\n")
    lines = accounts.splitlines()
    assert len(lines) == 6 and len(set(lines)) == 1
    name, uid, gid, home, shell = lines[0].split()
    assert (name, home, shell) == (SERVICE_USER, "/nonexistent", "/usr/sbin/nologin")
    assert 0 < int(uid) < 1000 and 0 < int(gid) < 1000
    assert files.count(f"/etc/passwd:{SERVICE_USER}:") == 1
    assert f"/etc/shadow:{SERVICE_USER}:!" in files, "no password opens it"


_SYSTEM = "useradd --system -M -d /nonexistent -s /usr/sbin/nologin"
_OURS = f"{_SYSTEM} --user-group {SERVICE_USER}"


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (f"useradd -M -d /nonexistent -s /usr/sbin/nologin {SERVICE_USER}", "number"),
        (f"useradd --system --user-group -M -d /nonexistent -s /bin/sh {SERVICE_USER}", "/bin/sh"),
        (f"{_OURS.replace('/nonexistent', '/usr')}", "home /usr"),
        (f"{_SYSTEM} -g daemon {SERVICE_USER}", "group is daemon"),
        (f"{_OURS}; {_SYSTEM} -g {SERVICE_USER} other", "with other"),
        (f"{_OURS}; {_SYSTEM} -N -o -u $(id -u {SERVICE_USER}) other", "with other"),
        (f"{_OURS}; usermod -aG {SERVICE_USER} daemon", "with daemon"),
    ],
)
def test_that_a_user_of_that_name_who_is_not_ours_alone_is_refused(
    tmp_path: Path, before: str, why: str
) -> None:
    output = report(tmp_path, before, sys.executable, "-c", _ASK)
    assert output.startswith("User already exists")
    assert why in output


def test_that_a_user_who_somebody_made_for_us_is_taken(tmp_path: Path) -> None:
    assert report(tmp_path, _OURS, sys.executable, "-c", _ASK).startswith(f"{SERVICE_USER} ")


_START = """
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.opening import open_server
from engines.servers.server import ServerSpec
from engines.keeping.home import servers_folder
for engine in ("postgresql", "sqlite"):
    try:
        open_server(ServerSpec("x", Source.EMBEDDED, engine)).close()
        print(engine, "served")
    except CipherbenchError as error:
        print(error.title, "|", error)
"""


def test_that_no_server_is_started_as_another_where_no_user_can_be_made(tmp_path: Path) -> None:
    output = report(tmp_path, "mount -o remount,bind,ro /etc", sys.executable, "-c", _START)
    refused, served = output.splitlines()
    assert refused.startswith("User not created")
    assert "useradd" in refused and "ordinary user" in refused
    assert served == "sqlite served"


def test_that_this_programs_user_is_known_by_name() -> None:
    assert program_user() == "root"


@pytest.mark.parametrize("setpriv", [True, False])
def test_that_a_user_is_let_into_a_folder_by_all_above_it_with_and_without_setpriv(
    setpriv: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which not every system has."""
    user = service_account()
    above = new_home()
    mine = above / "mine"
    mine.mkdir()
    if setpriv:
        assert shutil.which("setpriv", path=os.defpath)
    else:
        monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    seen = [may_write(mine, user)]
    os.chown(mine, user.number, user.group)
    seen.append(may_write(mine, user))
    above.chmod(0o700)
    seen.append(may_write(mine, user))
    shutil.rmtree(above)
    assert seen == [False, True, False]
