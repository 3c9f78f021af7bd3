"""Keeps one server alive exactly as long as the program that asked for it.

Run as a script of its own, on the standard library and what it imports of ours (`-S`). It reads one
line of JSON from stdin:

    {"directory", "inner", "data": str | null, "short": str | null, "environment": {name: value},
     "encrypted_mount": {"make": [...], "attempts": int, "mount": [...],
                "mounts": [[type, source, point, [...]], ...],
                "point", "data", "key": file descriptor} | null,
     "prepare": [[...]], "prepare_input", "serve": [...] | null, "user": int | null,
     "group": int | null, "cores": [int, ...] | null, "memory": int, "stop_signal", "sweep": [...],
     "log": file descriptor, "pid": file descriptor}

mounts an encrypted folder if one is asked for (its program tells by SIGUSR1 that it is there),
starts the server, answers with one line, `{"pid": N | null, "folder": N | null}` or
`{"failed": reason}`, and then waits for stdin to end. Until then further lines have the server
started again, on the same data: `{"stop": seconds}` has it end within so many, `{"start": [...]}`
starts it with options behind its own; each is answered like the first.

Stdin ends when the program closes it, and also when the program is killed: then the server
is stopped, its folder unmounted, and its directory and data removed. Should the keeper itself be
killed, the kernel takes the server along (PR_SET_PDEATHSIG), and what holds its folder's key; the
next start tidies the directory, whose lock is free by then.

The directory's lock is held by a file descriptor that the program hands down; log and pid come as
such as well, so the keeper opens nothing by a name that a server could have changed.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

if __name__ == "__main__":  # started alone it sees the interpreter's own modules
    sys.path.append(str(Path(__file__).parents[2]))

from engines.inspection.startup_error import startup_error_line
from engines.keeping.child_environment import NEEDED_ON_WINDOWS
from engines.keeping.removal import folder_identity, remove, sweep, unmount
from engines.platform.children import (
    end_with_group,
    ended_before_stdin,
    ending_with_parent,
    inherited_descriptor,
    inherited_files,
    send,
    wait_until_ended,
)
from engines.platform.file_access import opened, read_at, write_at
from engines.platform.processes import (
    boot_id,
    descendants_of,
    end_group,
    end_with_this_process,
    kill_by_handle,
    process_handle,
    start_time_of,
)
from engines.platform.resource_limits import leave_no_core
from engines.platform.scheduling import set_session_niceness
from engines.platform.signals import HANGUP_SIGNALS, OWN_SIGNAL
from engines.platform.streams import wait_readable
from engines.platform.volumes import is_mounted
from engines.platform.without_admin_rights import without_admin_rights

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading `typing` would take a tenth of the start
    from typing import Any

_STOP_SECONDS = 5.0
_KILLED_SECONDS = 2.0
"""How long one that was killed may wait for its encrypted folder."""
_SIGNAL_SECONDS = 1.0
"""How often a server is told to end meanwhile: one that is just starting may miss it."""
_REMOVAL_SECONDS = 2.0
_AGAIN_SECONDS = 0.02
_MOUNT_SECONDS = 30.0
_PAUSE_SECONDS = 0.2
"""Before a folder's program that failed by chance is called again."""
_NICENESS = 5
"""A third of the time that others get where all want the same core."""
_HIGH_NICENESS = 10
"""A tenth of it."""
_LOG_TAIL = 65_536


def main() -> None:
    """Serve until stdin ends."""
    os.umask(0o077)  # what a server makes is its user's alone
    for ignored in (signal.SIGINT, *HANGUP_SIGNALS):
        signal.signal(ignored, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    leave_no_core()
    end_with_this_process(os.getpid())
    set_session_niceness(_NICENESS)
    order = json.loads(sys.stdin.readline())
    order |= {name: inherited_descriptor(order[name]) for name in ("log", "pid")}
    server: subprocess.Popen[bytes] | None = None
    folder: subprocess.Popen[bytes] | None = None
    place = folder_identity(order["data"])
    try:
        folder = _mounted(order) if order["encrypted_mount"] else None
        server = _start(order)
        pids = {"folder": folder.pid if folder else None}
        _answer({"pid": server.pid if server else None, **pids})
        for wish in _requests():
            if server is not None and "stop" in wish:
                _stop(server, getattr(signal, order["stop_signal"]), folder, wish["stop"])
            elif "start" in wish:
                server = _serve(order, wish["start"])
            _answer({"pid": server.pid if server else None})
    except _Failed as failure:
        _answer({"failed": str(failure)})
    finally:
        set_session_niceness(_HIGH_NICENESS)
        if server is not None and _stop(server, getattr(signal, order["stop_signal"]), folder):
            sweep(order["sweep"])
        if order["encrypted_mount"]:
            _close_folder(order["encrypted_mount"], folder)
        if order["short"]:
            shutil.rmtree(order["short"], ignore_errors=True)
        for each in ("log", "pid"):
            os.close(order[each])
        folders = Path(order["directory"]), Path(order["inner"])
        remove(*folders, order["data"], _REMOVAL_SECONDS, place)


class _Failed(Exception):
    pass


def _mounted(order: dict[str, Any]) -> subprocess.Popen[bytes]:
    """Make an encrypted folder and mount it; the program that holds its key.

    It works for the server, on the server's cores; the key is nobody's but its own from here on.
    """
    mount_order = order["encrypted_mount"]
    as_program = {
        "cwd": "/", "env": {"PATH": f"{os.environ.get('PATH') or os.defpath}:{os.defpath}"},
        "stdout": order["log"], "stderr": order["log"], **inherited_files((mount_order["key"],)),
    }  # fmt: skip
    _make_folder(mount_order, as_program)
    ready: list[int] = []
    signal.signal(OWN_SIGNAL, lambda number, _: ready.append(number))
    command = [each.replace("{pid}", str(os.getpid())) for each in mount_order["mount"]]
    try:
        folder = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            **ending_with_parent(order["cores"]),
            **as_program,
        )
    except OSError as error:
        raise _Failed(str(error)) from error
    try:
        _await_mount(folder, order, ready)
        os.close(mount_order["key"])
        os.chmod(mount_order["point"], 0o711)  # noqa: PTH101 who serves has to pass
        os.mkdir(mount_order["data"], 0o700)  # noqa: PTH102
        if order["user"] is not None:
            with opened(Path(mount_order["data"])) as data:
                data.give(order["user"], order["group"])
    except BaseException as error:
        _close_folder(mount_order, folder)
        if isinstance(error, OSError):
            raise _Failed(str(error)) from error
        raise
    return folder


def _make_folder(mount_order: dict[str, Any], as_program: dict[str, Any]) -> None:
    for left in reversed(range(mount_order["attempts"])):
        if not (code := _prepared(mount_order["make"], b"", as_program)):
            return
        if not left:
            raise _not_encrypted(mount_order["make"], code, as_program["stderr"])
        if wait_readable([sys.stdin.fileno()], _PAUSE_SECONDS):
            sys.exit(0)  # the program has gone meanwhile


def _await_mount(folder: subprocess.Popen[bytes], order: dict[str, Any], ready: list[int]) -> None:
    """Until the program says so: whoever enters a mount before that may wait for ever."""
    mount_order, until = order["encrypted_mount"], time.monotonic() + _MOUNT_SECONDS
    while not ready:
        if (code := folder.poll()) is not None:
            raise _not_encrypted(mount_order["mount"], code, order["log"])
        if time.monotonic() > until:
            name = Path(mount_order["mount"][0]).name
            raise _Failed(f"{name} did not mount within {_MOUNT_SECONDS:g} s")
        if wait_readable([sys.stdin.fileno()], _AGAIN_SECONDS):
            sys.exit(0)  # the program has gone meanwhile
    if not is_mounted(*mount_order["mounts"][0][:3]):
        raise _Failed(f"nothing of ours is mounted at {mount_order['point']}")


def _not_encrypted(command: list[str], code: int, log: int) -> _Failed:
    return _Failed(f"{Path(command[0]).name} ended with {code}: {_reason(log)}")


def _close_folder(mount_order: dict[str, Any], folder: subprocess.Popen[bytes] | None) -> None:
    """Have the program unmount what it has mounted, and end; else without it."""
    if folder is not None:
        folder.terminate()
        try:
            folder.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            folder.kill()
            with suppress(subprocess.TimeoutExpired):  # on a disk that has died
                folder.wait(_KILLED_SECONDS)
    unmount(mount_order["mounts"])


def _start(order: dict[str, Any]) -> subprocess.Popen[bytes] | None:
    surroundings = _surroundings(order)
    for command in order["prepare"]:
        code = _prepared(command, order["prepare_input"].encode(), surroundings)
        if code:
            name = Path(command[0]).name
            raise _Failed(f"{name} ended with {code}: {_reason(order['log'])}")
    return _serve(order, []) if order["serve"] else None


def _serve(order: dict[str, Any], options: list[str]) -> subprocess.Popen[bytes]:
    try:
        with without_admin_rights():
            server = subprocess.Popen(
                [*order["serve"], *options],
                stdin=subprocess.DEVNULL,
                **ending_with_parent(
                    order["cores"], memory=order["memory"], data=order["data"] or order["inner"]
                ),
                **_surroundings(order),
            )
    except OSError as error:
        raise _Failed(str(error)) from error
    end_with_this_process(server.pid)
    os.ftruncate(order["pid"], 0)
    write_at(order["pid"], f"{server.pid} {start_time_of(server.pid)} {boot_id()}".encode(), 0)
    return server


def _prepared(command: list[str], stdin: bytes, surroundings: dict[str, Any]) -> int:
    """Carry out a command that prepares; its exit code. One that hangs ends with the program.

    `stdin` is short enough for a pipe.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            **ending_with_parent(prepares=True),
            **surroundings,
        )
    except OSError as error:
        raise _Failed(str(error)) from error
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(stdin)
        process.stdin.close()
    try:
        if not ended_before_stdin(process, sys.stdin.fileno()):
            sys.exit(0)
    finally:
        code = end_with_group(process)
    return code


def _surroundings(order: dict[str, Any]) -> dict[str, Any]:
    common: dict[str, Any] = {
        "cwd": order["inner"],
        "env": {
            "PATH": f"{os.environ.get('PATH') or os.defpath}{os.pathsep}{os.defpath}",
            "LC_ALL": "C.UTF-8",
            **{name: os.environ[name] for name in NEEDED_ON_WINDOWS if name in os.environ},
            **order["environment"],
        },
        "stdout": order["log"],
        "stderr": order["log"],
    }
    if order["user"] is not None:
        common |= {"user": order["user"], "group": order["group"], "extra_groups": []}
    return common


def _answer(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _reason(log: int) -> str:
    end = os.fstat(log).st_size
    return startup_error_line(
        read_at(log, _LOG_TAIL, max(0, end - _LOG_TAIL)).decode(errors="replace")
    )


def _requests() -> Iterator[dict[str, Any]]:
    """What is asked for line by line, until stdin ends."""
    unread = b""
    while piece := os.read(sys.stdin.fileno(), 4096):
        unread += piece
        while b"\n" in unread:
            line, _, unread = unread.partition(b"\n")
            yield json.loads(line)


def _stop(
    server: subprocess.Popen[bytes],
    how: signal.Signals,
    folder: subprocess.Popen[bytes] | None,
    seconds: float = _STOP_SECONDS,
) -> int:
    """By its number, which nobody else can have: it is our child until we have waited for it. Its
    exit status, 0 where it has tidied up after itself.

    One that waits for its encrypted folder, and so cannot be killed, ends when `folder` does.
    """
    if server.returncode is not None:
        return server.returncode
    until = time.monotonic() + seconds
    while not (is_over := wait_until_ended(server, 0.0)) and time.monotonic() < until:
        send(server, how)
        wait_until_ended(server, min(_SIGNAL_SECONDS, seconds))
    # Those that were stopped would not notice that it is gone, and stay for ever.
    below = [] if is_over else list(_handles(descendants_of(server.pid)))
    with suppress(OSError):
        end_group(server.pid)
    for each in below:
        with suppress(ProcessLookupError):
            kill_by_handle(each)
        os.close(each)
    try:
        return server.wait(None if folder is None else _KILLED_SECONDS)
    except subprocess.TimeoutExpired:
        assert folder is not None
        folder.kill()
        return server.wait()


def _handles(pids: list[int]) -> Iterator[int]:
    for pid in pids:
        with suppress(ProcessLookupError):  # it has just ended
            yield process_handle(pid)


if __name__ == "__main__":
    main()
