"""Programs that stand where another is expected, and do not what that one does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import psutil

from tests.patience import wait_until
from tests.places import roomy_folder

_PIDS = "pids"


class Fake(StrEnum):
    """What one does."""

    HANGS = "hangs"
    RUBBISH = "writes rubbish"
    FAILS = "ends with 1"
    MISSING = "is missing"
    FLOODS = "writes 100 MB"
    CLOSES = "closes its outputs and hangs"
    LOCKED = "may not be run"
    NO_PROGRAM = "is no program"


FAKES = tuple(Fake)

MARIADB = tuple(
    Path(each)
    for each in (
        "/usr/sbin/mariadbd",
        "/usr/bin/mariadb-install-db",
        "/usr/bin/my_print_defaults",
        "/usr/bin/resolveip",
    )
)

_HANG = "sleep 600 & echo $! >> {pids}; wait\nsleep 600\n"
_BODIES = {
    Fake.HANGS: _HANG,
    Fake.RUBBISH: "head -c 3000 /dev/urandom; printf '\\377\\033]0;x\\a\\000\\n'\n",
    Fake.FAILS: "echo it is broken >&2; exit 1\n",
    Fake.FLOODS: "head -c 100000000 /dev/zero | tr '\\000' x\n" + _HANG,
    Fake.CLOSES: "exec >&- 2>&-\n" + _HANG,
    Fake.LOCKED: "exit 0\n",
}


def put(fake: Fake, program: Path, before: str = "") -> Path:
    """Put one at that path; `before` is what it does first. Its processes are noted in the folder,
    which a server's user may write to."""
    program.parent.mkdir(exist_ok=True)
    pids = program.parent / _PIDS
    pids.touch()
    pids.chmod(0o666)
    if fake is Fake.NO_PROGRAM:
        program.write_bytes(b"\x7fnone" * 100)
    elif fake is not Fake.MISSING:
        body = _BODIES[fake].format(pids=pids)
        program.write_text(f"#!/bin/sh\n{before}\necho $$ >> {pids}\n{body}")
    if fake is not Fake.MISSING:
        program.chmod(0o644 if fake is Fake.LOCKED else 0o755)
    return program


def all_gone(folder: Path) -> None:
    """Wait until nothing is left of those in a folder."""
    pids = [int(line) for line in (folder / _PIDS).read_text().split()]
    wait_until(lambda: not any(map(_is_there, pids)))


def _is_there(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


@contextmanager
def among_others(fake: Fake, programs: Iterable[Path], name: str) -> Iterator[Path]:
    """A folder with links to these programs but for the one of that name, in whose place is a fake.
    Whoever serves may pass it, and what belongs to the programs is found beside it."""
    base = Path(mkdtemp(dir=roomy_folder()))
    folder = base / "bin"
    folder.mkdir()
    for each in (base, folder):
        each.chmod(0o755)
    (base / "share").symlink_to("/usr/share")
    (base / "sbin").symlink_to("bin")
    for each in programs:
        if each.name != name:
            (folder / each.name).symlink_to(each)
    try:
        yield put(fake, folder / name).parent
    finally:
        rmtree(base)
