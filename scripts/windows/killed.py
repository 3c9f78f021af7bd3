"""Whether what a program has started ends with it, though it is killed.

killed.py PLAN      on Windows; calls itself for the program that is killed, its child, and the
                    child's; PLAN starts a PostgreSQL server
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import psutil

from engines.keeping import home
from engines.platform.processes import end_with_this_process, has_ended

_LASTS_SECONDS = 600
_PATIENCE_SECONDS = 60
_START_SECONDS = 1200
_WHILE_PREPARED = 2
"""Processes of PostgreSQL while its data are laid out: a server that serves has more."""


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-X", "utf8", __file__, *words]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def program(way: str) -> None:
    """Has a child end with it, by the job of the child or by its own."""
    if way == "itself":
        end_with_this_process(os.getpid())
    child = started("child")
    if way == "child":
        end_with_this_process(child.pid)
    assert child.stdin is not None
    child.stdin.write("\n")
    tell(f"{child.pid} {answer(child)}")
    time.sleep(_LASTS_SECONDS)


def child() -> None:
    sys.stdin.readline()  # until it is in the job
    tell(str(started("last").pid))
    time.sleep(_LASTS_SECONDS)


def main(plan: str) -> int:
    """The number of ways in which something was left."""
    wrong = int(with_server(plan))
    for way in ("itself", "child"):
        killed = started("program", way)
        below = [int(each) for each in answer(killed).split()]
        before = running(below)
        killed.kill()
        within(_PATIENCE_SECONDS, partial(none_runs, below))
        left = running(below)
        tell(f"killed, {way} in a job: {len(before)} ran below it, {len(left)} are left")
        wrong += len(before) != 2 or bool(left)
    return wrong


def with_server(plan: str) -> bool:
    """Whether a server, or its folder, outlasts a campaign that is killed."""
    command = [sys.executable, "-X", "utf8", "-m", "app", "--store", "killed.sqlite", "run", plan]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    if not within(_START_SECONDS, lambda: len(servers()) > _WHILE_PREPARED):
        tell("no server was started")
        return True
    program.kill()
    folder = home.servers_folder()
    gone = within(3 * _PATIENCE_SECONDS, lambda: not servers() and not any(folder.iterdir()))
    tell(f"killed with a server: {len(servers())} are left, {len(list(folder.iterdir()))} folders")
    return not gone


def servers() -> list[int]:
    found = []
    for pid in psutil.pids():
        with suppress(psutil.Error, OSError):  # it has ended meanwhile
            if psutil.Process(pid).name() == "postgres.exe":
                found.append(pid)
    return found


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Whether it comes true within so many seconds."""
    until = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < until:
        time.sleep(0.1)
    return holds


def none_runs(pids: list[int]) -> bool:
    return not running(pids)


def running(pids: list[int]) -> list[int]:
    return [each for each in pids if not has_ended(each)]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["program", way]:
            program(way)
        case ["child"]:
            child()
        case ["last"]:
            time.sleep(_LASTS_SECONDS)
        case [plan]:
            sys.exit(main(plan))
