"""Data directories of servers, laid out once a session and copied from then on; programs, unpacked
once; and stores, filled once.

What `initdb` and MariaDB's installer do takes half a second of a core, and the tests start two
hundred servers to run campaigns on; to unpack PostgreSQL takes more than a second, in each home.
Each server still has a data directory of its own, which its user makes: the first of a kind by the
engine's own program, the others as a copy of that, in which the zeros of empty logs take no room.
Workers of one session have these in common; one that needs what another is just laying out waits
for it. Where data lie elsewhere than servers have them by themselves they are laid out as always
unless a test asks, and so they are in tests of that very thing (tests/engines, tests/security).
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from engines.contract.launch import Launch, Launcher
from engines.keeping import home
from engines.keeping.service_user import service_account
from engines.mariadb.servers import LocalMariaDB
from engines.mysql.servers import LocalMySQL
from engines.platform.users import is_root
from engines.postgresql.servers import EmbeddedPostgreSQL, LocalPostgreSQL
from tests.places import NAME, roomy_folder

_NAMED = "CIPHERBENCH_TEST_LAID_OUT"
"""The folder of those that are copied; processes that tests fork copy them as well."""
_ELSEWHERE = f"{_NAMED}_ELSEWHERE"
_KINDS: tuple[type[Launcher], ...] = (
    EmbeddedPostgreSQL,
    LocalPostgreSQL,
    LocalMariaDB,
    LocalMySQL,
)
_COPY = """
whole=$1 making=$2 data=$3
shift 3
exec 9>>"$whole.lock"
flock 9
if ! [ -e "$whole" ]; then
    mkdir -m 700 "$making"
    "$@"
    rm -f "$making/auto.cnf"
    cp -a --sparse=always "$making" "$making-sparse"
    rm -rf "$making"
    mv -T "$making-sparse" "$whole"
fi
exec 9>&-
cp -a "$whole/." "$data"
"""
"""MySQL's auto.cnf holds a server's UUID; a standby with that of its primary follows nothing. Each
server writes one of its own as it starts without."""
_numbers = count()


@contextmanager
def prepared_once(elsewhere: bool = False) -> Iterator[None]:
    """Servers that are started in this block copy their data, here and in what is forked; if asked
    for, also those whose data lie elsewhere than servers have them by themselves."""
    import pytest  # what is forked needs none of it

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(_NAMED, str(prepared_folder()))
        if elsewhere:
            patch.setenv(_ELSEWHERE, "1")
        for kind in _KINDS:
            patch.setattr(kind, "launch", _copying(kind.launch, elsewhere))
        patch.setattr(home, "unpacked_runtime", _unpacked_once)
        yield


def as_in_the_process_before() -> None:
    """Copy in this forked process as the one whose environment it has does."""
    if _NAMED in os.environ:
        for kind in _KINDS:
            kind.launch = _copying(kind.launch, _ELSEWHERE in os.environ)  # type: ignore[method-assign]
        home.unpacked_runtime = _unpacked_once


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """The file of this name, made by the worker of this session that first asks for it; others wait
    until it is there. Nobody may write to it."""
    return _made_in(prepared_folder(), name, make)


def _made_in(folder: Path, name: str, make: Callable[[Path], None]) -> Path:
    whole = folder / name
    with whole.with_suffix(".lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not whole.exists():
            making = whole.with_stem(f"{whole.stem}-{os.getpid()}")
            make(making)
            making.rename(whole)
    return whole


def forget_prepared() -> None:
    """Remove them when the session is over, where it was this process that made the folder."""
    for each in _made:
        shutil.rmtree(each, ignore_errors=True)


_made: list[Path] = []
_handed: list[Path] = []
"""By the process that distributes tests, if this is a worker of it."""


def hand_prepared(report: dict[str, Any]) -> None:
    """Tell a worker the folder, among whatever else it is told."""
    report[_NAMED] = str(prepared_folder())


def take_prepared(report: dict[str, Any]) -> None:
    """Have the folder that this worker was told."""
    _handed.extend(Path(folder) for name, folder in report.items() if name == _NAMED)


def prepared_folder() -> Path:
    """Of this session, made when it is first asked for."""
    if not _made and not _handed:
        made = Path(tempfile.mkdtemp(prefix=f"{NAME}{os.getpid()}-laid-out-", dir=roomy_folder()))
        if is_root():
            user = service_account()
            os.chown(made, user.number, user.group)
        _made.append(made)
    return [*_handed, *_made][0]


def _copying(launch: Any, elsewhere: bool = False) -> Any:
    def copying(
        launcher: Launcher,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        usual: Launch = launch(launcher, installation, directory, data, sockets)
        if data is None or (data.parent != directory and not elsewhere):
            return usual
        [command] = usual.prepare
        if any(str(directory) in word.replace(str(data), "") for word in command):
            return usual  # it goes another way to its data
        whole = Path(os.environ[_NAMED]) / _kind(installation, command, data)
        making = whole.with_suffix(f".{os.getpid()}-{next(_numbers)}")
        first = (word.replace(str(data), str(making)) for word in command)
        copied = ("sh", "-ec", _COPY, "sh", str(whole), str(making), str(data), *first)
        return replace(usual, prepare=(copied,))

    return copying


_runtime = home.unpacked_runtime


def _unpacked_once(name: str, unpack: Callable[[Path], None]) -> Path:
    def make(folder: Path) -> None:
        folder.mkdir()
        unpack(folder)

    def copy(target: Path) -> None:
        whole = _made_in(Path(os.environ[_NAMED]), f"{name}-unpacked", make)
        subprocess.run(["cp", "-a", f"{whole}/.", str(target)], check=True)

    return _runtime(name, copy)


def _kind(installation: Path, command: Sequence[str], data: Path) -> str:
    """Tells data that are laid out otherwise, or by another version in the same place."""
    report = [word.replace(str(data), "") for word in command]
    for program in (Path(command[0]), installation / "postgres", installation / "mariadbd"):
        if program.is_file():
            status = program.stat()
            report += [str(program.resolve()), str(status.st_ino), str(status.st_mtime_ns)]
    return hashlib.sha256("\0".join(report).encode()).hexdigest()[:16]
