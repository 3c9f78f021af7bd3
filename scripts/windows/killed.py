"""Whether what a program has started ends with it, though it is killed.

killed.py      on Windows; calls itself for the program that is killed, its child, and the child's
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

from engines.platform.processes import end_with_us, has_ended

_LASTS_SECONDS = 100
_PATIENCE_SECONDS = 10


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
        end_with_us(os.getpid())
    child = started("child")
    if way == "child":
        end_with_us(child.pid)
    assert child.stdin is not None
    child.stdin.write("\n")
    tell(f"{child.pid} {answer(child)}")
    time.sleep(_LASTS_SECONDS)


def child() -> None:
    sys.stdin.readline()  # until it is in the job
    tell(str(started("last").pid))
    time.sleep(_LASTS_SECONDS)


def main() -> int:
    """The number of ways in which something was left."""
    wrong = 0
    for way in ("itself", "child"):
        killed = started("program", way)
        below = [int(each) for each in answer(killed).split()]
        before = running(below)
        killed.kill()
        until = time.monotonic() + _PATIENCE_SECONDS
        while (left := running(below)) and time.monotonic() < until:
            time.sleep(0.1)
        tell(f"killed, {way} in a job: {len(before)} ran below it, {len(left)} are left")
        wrong += len(before) != 2 or bool(left)
    return wrong


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
        case _:
            sys.exit(main())
