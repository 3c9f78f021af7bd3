"""The program, called as a user types it."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from engines.contract.protection import PLAINTEXT
from engines.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Said:
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


class _Typist:
    """Command lines, each in a process forked from one that has imported the program."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.typing_process"],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def type(self, words: Sequence[str], seconds: float) -> Said:
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            out.touch()
            err.touch()
            code = self._carried_out(words, {"out": str(out), "err": str(err)}, seconds)
            return Said(code, out.read_text(), err.read_text())

    def _carried_out(self, words: Sequence[str], streams: dict[str, str], seconds: float) -> int:
        umask = os.umask(0)
        os.umask(umask)
        order = {
            **streams,
            "words": words,
            "environment": dict(os.environ),
            "folder": str(Path.cwd()),
            "umask": umask,
            "cores": sorted(os.sched_getaffinity(0)),
        }
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        guard = threading.Timer(seconds, os.kill, (child, signal.SIGKILL))
        guard.start()
        try:
            return int(self._process.stdout.readline())
        finally:
            guard.cancel()

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait()


@cache
def _typist() -> _Typist:
    made = _Typist()
    atexit.register(made.close)
    return made


def cipherbench(*words: object, seconds: float = 300) -> Said:
    """What the program says to these words, in a process that is forked; see `typing_process`.

    One that is killed since it takes longer than so many seconds ends with -9.
    """
    said = _typist().type([str(each) for each in words], seconds)
    assert "Traceback" not in said.err + said.out
    return said


def cipherbench_anew(*words: object, seconds: float = 300) -> Said:
    """As `cipherbench`, by a program that is started as a user starts it: what it was started with,
    as its environment, can be seen from outside."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return Said(done.returncode, done.stdout, done.stderr)


def saved(planned: Campaign, folder: Path) -> Path:
    """The campaign as a plan file in that folder."""
    path = folder / "plan.toml"
    path.write_text(write_plan(planned))
    return path


def plan_of(folder: Path, *specs: ServerSpec, size: int = 1500, **changes: Any) -> Path:
    """A plan file: three runs of plaintext on each of these servers."""
    plain = quick_campaign(
        "cut",
        specs,
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(size,)),
        repetitions=3,
        warmups=0,
    )
    return saved(replace(plain, **changes), folder)
