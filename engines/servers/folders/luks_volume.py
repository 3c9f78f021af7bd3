"""Shows what a LUKS container in a file holds as a folder, until SIGTERM.

Run as a script of its own by root, on the standard library and what it imports of ours:

    luks_volume.py KEY PID CIPHER POINT QEMU-STORAGE-DAEMON MKFS.EXT4 LOSETUP

CIPHER is a folder of ours with the container `volume.luks`. The daemon opens it with the key in the
file KEY, and shows it as the file `volume` beside it, by FUSE; there a file system is made and
mounted at POINT through a loop device. PID gets SIGUSR1 then. The mount has the source that the
kernel was told, which is `device`, a link to the loop device: by it the mount is known as ours.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

if __name__ == "__main__":  # started alone it sees the interpreter's own modules
    sys.path.append(str(Path(__file__).parents[3]))

from engines.platform.children import inherited_files
from engines.platform.processes import DIES_WITH_US
from engines.platform.signals import OWN_SIGNAL

IMAGE, VOLUME, DEVICE = "volume.luks", "volume", "device"
FILE_SYSTEM = "ext4"
VOLUME_MOUNT = ("fuse", "/dev/fuse")
"""Type and source by which the system tells the mount of `volume`."""

_MS_NOSUID, _MS_NODEV = 2, 4
_MNT_DETACH = 2
_SHOWN_SECONDS = 20.0
_END_SECONDS = 3.0
_AGAIN_SECONDS = 0.01


def main(*arguments: str) -> None:
    """Mount, and unmount in the end."""
    key, pid = arguments[:2]
    cipher, point, daemon, mkfs, losetup = map(Path, arguments[2:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ExitStack() as undone:
        opened = subprocess.Popen(
            [str(daemon), *_wishes(key, cipher)],
            **DIES_WITH_US,  # the daemon holds the key
            **inherited_files(_in_memory(key)),
        )
        undone.callback(_end, opened)
        _await_volume(opened, cipher)
        undone.callback(_take_off, cipher / VOLUME)
        # As a disk has it: with a journal, and nothing kept for root.
        _call(
            mkfs, "-q", "-m", "0", "-E", "lazy_itable_init=1,lazy_journal_init=1", cipher / VOLUME
        )
        loop = _call(losetup, "--find", "--show", cipher / VOLUME)
        try:
            (cipher / DEVICE).symlink_to(loop)
            _mount(cipher / DEVICE, point)
        finally:
            _call(losetup, "--detach", loop)  # as soon as nothing is mounted from it
        undone.callback(_take_off, point)
        undone.callback(partial(signal.signal, signal.SIGTERM, signal.SIG_IGN))
        os.kill(int(pid), OWN_SIGNAL)
        sys.exit(f"error: {daemon.name} ended with {opened.wait()}")


def _wishes(key: str, cipher: Path) -> list[str]:
    """As JSON, in which a comma in a path is nothing but a comma."""
    wished = {
        "--object": {"qom-type": "secret", "id": "key", "file": key},
        "--blockdev": {
            "driver": "luks", "node-name": "opened", "key-secret": "key",
            "file": {"driver": "file", "filename": str(cipher / IMAGE)},
        },
        "--export": {
            "type": "fuse", "id": "shown", "node-name": "opened", "writable": True,
            "mountpoint": str(cipher / VOLUME),
        },
    }  # fmt: skip
    (cipher / VOLUME).touch()
    return [word for name, value in wished.items() for word in (name, json.dumps(value))]


def _in_memory(key: str) -> tuple[int, ...]:
    path = Path(key)
    return (int(path.name),) if path.parent == Path("/dev/fd") else ()


def _await_volume(daemon: subprocess.Popen[bytes], cipher: Path) -> None:
    until = time.monotonic() + _SHOWN_SECONDS
    here = cipher.stat().st_dev
    while (cipher / VOLUME).stat().st_dev == here:
        if (code := daemon.poll()) is not None:
            sys.exit(f"error: qemu-storage-daemon ended with {code}")
        if time.monotonic() > until:
            sys.exit(f"error: qemu-storage-daemon showed nothing within {_SHOWN_SECONDS:g} s")
        time.sleep(_AGAIN_SECONDS)


def _call(program: Path, *arguments: str | Path) -> str:
    """What a program prints; this one ends where that one fails."""
    try:
        done = subprocess.run(
            [str(program), *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False,
            timeout=_SHOWN_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        sys.exit(f"error: {program.name} did not end within {_SHOWN_SECONDS:g} s")
    if done.returncode:
        sys.exit(f"error: {program.name} ended with {done.returncode}")
    return done.stdout.strip()


def _mount(device: Path, point: Path) -> None:
    """By the kernel's own call: the program would name the loop device behind the link."""
    flags = _MS_NOSUID | _MS_NODEV
    source, target = os.fsencode(device), os.fsencode(point)
    if ctypes.CDLL(None, use_errno=True).mount(source, target, FILE_SYSTEM.encode(), flags, b""):
        sys.exit(f"error: not mounted: {os.strerror(ctypes.get_errno())}")


def _take_off(point: Path) -> None:
    """Also where a file is still open; then it is written when that is closed."""
    ctypes.CDLL(None).umount2(os.fsencode(point), _MNT_DETACH)


def _end(daemon: subprocess.Popen[bytes]) -> None:
    daemon.terminate()
    with suppress(subprocess.TimeoutExpired):
        daemon.wait(_END_SECONDS)
        return
    daemon.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
