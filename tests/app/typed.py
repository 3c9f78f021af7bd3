"""The program, called as a user types it."""

from __future__ import annotations

import atexit
import inspect
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import reduction
from pathlib import Path
from typing import IO, Any

from app.plan.campaign import Campaign
from app.plan.plan_file import write_plan
from engines.servers.server import ServerSpec
from tests.app.quick import plaintext_campaign
from tests.patience import PATIENCE

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class CommandResult:
    """What one call gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The last line of stderr."""
        return self.err.strip().splitlines()[-1]


class Started(subprocess.Popen[Any]):
    """The program with these words, started as by `subprocess.Popen`, of which it knows streams,
    `env` and `start_new_session`; see `typing_process`. Seen from outside it has that one's command
    line, and its environment is not shown. `network` is the file of a network namespace, where it
    is to be in another one; without `binds` it may choose no cores, nor may what it starts;
    with `terminal` stdin is its session's terminal, and it is told when that hangs up. After
    `-c` as the first word comes a program in Python that runs in place of ours. `limits` are the
    system's for it, by their numbers in `resource`."""

    _answers: socket.socket

    def __init__(
        self,
        *words: object,
        network: str = "",
        binds: bool = True,
        terminal: bool = False,
        limits: Mapping[int, int] | None = None,
        **more: Any,
    ) -> None:
        self._network, self._binds, self._terminal = network, binds, terminal
        self._limits = limits or {}
        super().__init__([sys.executable, "-m", "app", *map(str, words)], **more)

    def _execute_child(self, *given: Any) -> None:
        asked = inspect.signature(subprocess.Popen._execute_child).bind(self, *given).arguments  # type: ignore[attr-defined]
        left_out = ("executable", "preexec_fn", "pass_fds", "cwd", "shell", "uid", "gid", "gids")
        assert not any(asked[each] for each in left_out), "the typing process knows none of these"
        theirs = asked["p2cread"], asked["c2pwrite"], asked["errwrite"]
        self._answers, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        umask = os.umask(0)
        os.umask(umask)
        order = {
            "words": asked["args"][3:],
            "environment": dict(os.environ if asked["env"] is None else asked["env"]),
            "folder": str(Path.cwd()),
            "umask": umask,
            "cores": sorted(os.sched_getaffinity(0)),
            "session": bool(asked["start_new_session"]),
            "terminal": self._terminal,
            "network": self._network,
            "binds": self._binds,
            "limits": [*self._limits.items()],
        }
        streams = [own if stream < 0 else stream for own, stream in enumerate(theirs)]
        with its:
            _typist().send(order, [*streams, its.fileno()])
        self.pid = int(self._answers.recv(_LONGEST))
        self._child_created = True
        self._close_pipe_fds(  # type: ignore[attr-defined]
            *(asked[end] for end in ("p2cread", "p2cwrite", "c2pread", "c2pwrite")),
            *(asked[end] for end in ("errread", "errwrite")),
        )

    def _internal_poll(self, _deadstate: int | None = None) -> int | None:
        if self.returncode is None and self._waitpid_lock.acquire(blocking=False):  # type: ignore[attr-defined]
            try:
                pid, status = self._try_wait(os.WNOHANG)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
            finally:
                self._waitpid_lock.release()  # type: ignore[attr-defined]
        return self.returncode

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        """Of a process that another one has forked, and waits for."""
        self._answers.setblocking(not wait_flags & os.WNOHANG)
        try:
            status = self._answers.recv(_LONGEST)
        except BlockingIOError:
            return 0, 0
        self._answers.close()
        return self.pid, int(status)


_LONGEST = 64
"""Bytes of a number."""


class _Typist:
    """The process that forks them."""

    def __init__(self) -> None:
        self._orders, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = threading.Lock()
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.app.typing_process", str(its.fileno())],
                cwd=_ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
            )

    def send(self, order: dict[str, Any], descriptors: list[int]) -> None:
        with self._one_at_a_time:
            self._orders.sendall(json.dumps(order).encode())
            reduction.sendfds(self._orders, descriptors)

    def close(self) -> None:
        self._orders.close()
        self._process.wait()


@cache
def _typist() -> _Typist:
    made = _Typist()
    atexit.register(made.close)
    return made


def cipherbench(*words: object, seconds: float = 300) -> CommandResult:
    """What the program says to these words, in a process that is forked; see `typing_process`.

    One that is killed since it takes longer than so many seconds ends with -9.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        program = Started(*words, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        try:
            code = program.wait(seconds * PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            code = program.wait()
        output = CommandResult(code, _read(out), _read(err))
    assert "Traceback" not in output.err + output.out
    return output


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def cipherbench_anew(*words: object, seconds: float = 300) -> CommandResult:
    """As `cipherbench`, by a program that is started as a user starts it: what it was started with,
    as its environment, can be seen from outside."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=seconds * PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return CommandResult(done.returncode, done.stdout, done.stderr)


def saved(planned: Campaign, folder: Path) -> Path:
    """The campaign as a plan file in that folder."""
    path = folder / "plan.toml"
    path.write_text(write_plan(planned))
    return path


def plan_of(folder: Path, *specs: ServerSpec, size: int = 1500, **changes: Any) -> Path:
    """A plan file: three runs of plaintext on each of these servers."""
    plain = plaintext_campaign("cut", *specs, size=size, repetitions=3)
    return saved(replace(plain, **changes), folder)
