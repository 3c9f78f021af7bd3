"""Runs a module below a guard, which ends all that it starts when the program is told to end.

The program waits; the guard, in a session of its own, is where every process below it goes that
loses its parent, so that none gets away; the module runs as its child, with folders for what it
writes. The guard reads from the program: the end of that is the end of everything, whether a
signal came or the program was killed. Servers have a second to stop in order.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from engines.leftovers import remove_leftovers
from engines.platform.processes import process_handle

_LARGE = "CIPHERBENCH_BENCH_LARGE"
_DISK = "/var/tmp"

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PROGRAM_SECONDS, _IN_ORDER_SECONDS, _LAST_SECONDS = 1.9, 1.0, 0.5
_AGAIN_SECONDS, _REAPING_SECONDS = 0.02, 5.0
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_PREFIX = "cipherbench-bench-"


def guarded(module: str, arguments: Sequence[str]) -> int:
    """Run `python -m MODULE ARGUMENT…`; its exit code, or 128 and the number of the signal that
    ended it, within two seconds."""
    theirs, ours = os.pipe()  # the end of it comes with ours, however we end
    guard: subprocess.Popen[bytes] | None = None
    try:
        for each in _SIGNALS:
            signal.signal(each, _reported)
        with os.fdopen(theirs, "rb") as pipe:
            guard = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.guard", module, *arguments],
                stdin=pipe,
                start_new_session=True,
            )
        return guard.wait()
    except _Interrupted as reported:
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        os.close(ours)
        if guard is not None:
            with suppress(subprocess.TimeoutExpired):
                guard.wait(_PROGRAM_SECONDS)
        return 128 + reported.number


def large_folder() -> str:
    """A folder on the disk, for what is too large for memory."""
    return os.environ.get(_LARGE, _DISK)


class _Interrupted(BaseException):
    """A signal came."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _reported(number: int, frame: FrameType | None) -> None:
    del frame
    raise _Interrupted(number)


def main(module: str, *arguments: str) -> int:
    """The guard, from its first step to its last."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    with _folders() as surroundings:
        try:
            child = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **surroundings},
                preexec_fn=_dying_with(os.getpid()),  # noqa: PLW1509 the guard has one thread
            )
            code = _code_of(child)
        finally:
            _end_all()
    return code


@contextmanager
def _folders() -> Iterator[Mapping[str, str]]:
    """Where everything below us writes, and what tells it so; both go."""
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    large = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_DISK))
    try:
        folder.chmod(0o711)  # for the user that servers of root's run as
        yield {"TMPDIR": str(folder), _LARGE: str(large)}
    finally:
        for each in (folder, large):
            shutil.rmtree(each, ignore_errors=True)


def _dying_with(guard: int) -> Callable[[], None]:
    def arrange() -> None:
        for heard in _SIGNALS:
            signal.signal(heard, signal.SIG_DFL)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:  # killed before the kernel was told
            os._exit(1)

    return arrange


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _code_of(child: subprocess.Popen[bytes]) -> int:
    """Its exit code; 1 where it was killed, or stdin ended before it."""
    handle = process_handle(child.pid)
    try:
        while True:
            ready, _, _ = select.select([0, handle], [], [], _REAPING_SECONDS)
            if handle in ready:
                code = child.wait()
                return code if code >= 0 else 1
            if 0 in ready and not os.read(0, 4096):
                return 1
            _reap(but=child.pid)
    finally:
        os.close(handle)


def _end_all() -> None:
    """End what is left below us: servers by their keepers, while there is time, all else at once;
    and remove what was left by those that did not make it."""
    in_order = time.monotonic() + _IN_ORDER_SECONDS
    last = in_order + _LAST_SECONDS
    while (now := time.monotonic()) < last:
        left = set(_below(os.getpid(), spare_keepers=now < in_order))
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        _reap()
        if not any(_children(os.getpid())):
            break
        time.sleep(_AGAIN_SECONDS)
    remove_leftovers()


def _below(pid: int, *, spare_keepers: bool) -> Iterator[int]:
    """The processes below one, those of keepers left out where these are spared."""
    for child in list(_children(pid)):
        if not (spare_keepers and _is_keeper(child)):
            yield child
            yield from _below(child, spare_keepers=spare_keepers)


def _children(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (task / "children").read_text().split())


def _is_keeper(pid: int) -> bool:
    """Whether it keeps a server: it ends with who started it, and takes the server along."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return any(
            word.endswith((b"engines/keeping/keeper.py", b"container/keeper.py")) for word in words
        )
    return False


def _reap(but: int = 0) -> None:
    for pid in list(_children(os.getpid())):
        if pid != but:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
