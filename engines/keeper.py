"""Keeps one server alive exactly as long as the program that asked for it.

Run as a script of its own, standard library only. It reads one line of JSON from stdin:

    {"directory", "data": str | null, "files": {name: text}, "environment": {name: value},
     "prepare": [[...]], "prepare_input", "serve": [...] | null, "user": str | null,
     "stop_signal", "log"}

answers with one line, `{"pid": N | null}` or `{"failed": reason}`, and then waits for stdin to
end. That happens when the program closes it, and also when the program is killed: then the server
is stopped and its directory and data removed. Should the keeper itself be killed, the kernel takes
the server along (PR_SET_PDEATHSIG), and the next start tidies the directory, whose lock is free by
then.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

LOCK_NAME = "keeper.lock"
PID_NAME = "server.pid"
DATA_NAME = "data.path"
"""Names the folder of data that lies elsewhere, for tidying up."""
_PR_SET_PDEATHSIG = 1
_STOP_SECONDS = 5.0


def main() -> None:
    """Serve until stdin ends."""
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    order = json.loads(sys.stdin.readline())
    directory = Path(order["directory"])
    lock = (directory / LOCK_NAME).open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    server: subprocess.Popen[bytes] | None = None
    try:
        with Path(order["log"]).open("ab") as log:
            server = _start(order, log)
        _answer({"pid": server.pid if server else None})
        _wait_for_end_of_input()
    except _Failed as failure:
        _answer({"failed": str(failure)})
    finally:
        if server is not None:
            _stop(server, getattr(signal, order["stop_signal"]))
        if order["data"]:
            shutil.rmtree(order["data"], ignore_errors=True)
        shutil.rmtree(directory, ignore_errors=True)


class _Failed(Exception):
    pass


def _start(order: dict[str, Any], log: IO[bytes]) -> subprocess.Popen[bytes] | None:
    for name, text in order["files"].items():
        _write_secret(Path(order["directory"]) / name, text, order["user"])
    for command in order["prepare"]:
        try:
            done = subprocess.run(
                command,
                input=order["prepare_input"].encode(),
                stdout=log,
                stderr=log,
                **_surroundings(order),
                check=False,
            )
        except OSError as error:
            raise _Failed(str(error)) from error
        if done.returncode:
            name = Path(command[0]).name
            raise _Failed(f"{name} ended with {done.returncode}: {_last_line(order['log'])}")
    if not order["serve"]:
        return None
    try:
        server = subprocess.Popen(
            order["serve"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=_die_with_me,  # noqa: PLW1509 the keeper has one thread
            **_surroundings(order),
        )
    except OSError as error:
        raise _Failed(str(error)) from error
    (Path(order["directory"]) / PID_NAME).write_text(f"{server.pid} {_started(server.pid)}")
    return server


def _write_secret(path: Path, text: str, user: str | None) -> None:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        if user:
            shutil.chown(path, user, _group(user))
    except OSError as error:
        raise _Failed(str(error)) from error


def _surroundings(order: dict[str, Any]) -> dict[str, Any]:
    common: dict[str, Any] = {
        "cwd": order["directory"],
        "env": {
            "PATH": os.environ.get("PATH", os.defpath),
            "LC_ALL": "C.UTF-8",
            **order["environment"],
        },
        "start_new_session": True,
    }
    if order["user"]:
        common |= {"user": order["user"], "group": _group(order["user"]), "extra_groups": []}
    return common


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def _die_with_me() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _started(pid: int) -> str:
    """The start time of a process in clock ticks since boot, which tells it from a later one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def _answer(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _last_line(log: str) -> str:
    lines = Path(log).read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def _wait_for_end_of_input() -> None:
    while True:
        select.select([sys.stdin], [], [])
        if not os.read(sys.stdin.fileno(), 4096):
            return


def _stop(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if server.poll() is None:
        server.send_signal(how)
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
