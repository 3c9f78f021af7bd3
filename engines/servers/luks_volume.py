"""A script for root: mounts the file system in a LUKS container file until SIGTERM.

    luks_volume.py KEY PID CIPHER POINT QEMU-STORAGE-DAEMON MKFS.EXT4 LOSETUP

CIPHER is a folder of ours with the container `volume.luks`. qemu-storage-daemon decrypts it with
the key in the file KEY and exports it by FUSE as the file `volume` in the same folder. There a file
system is made and mounted at POINT through a loop device; then PID gets SIGUSR1. The mount's source
is the link `device` to the loop device, by which the mount is recognised as ours.
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
    sys.path.append(str(Path(__file__).parents[2]))

from engines.platform.children import inherited_files
from engines.platform.processes import ENDING_WITH_PARENT
from engines.platform.signals import OWN_SIGNAL

IMAGE, VOLUME, DEVICE = "volume.luks", "volume", "device"
FILE_SYSTEM = "ext4"
VOLUME_MOUNT = ("fuse", "/dev/fuse")
"""Type and source of the mount of `volume` in /proc/self/mountinfo."""

_MS_NOSUID, _MS_NODEV = 2, 4
_MNT_DETACH = 2
_START_SECONDS = 20.0
_END_SECONDS = 3.0
_POLL_SECONDS = 0.01


def main(*arguments: str) -> None:
    key, pid = arguments[:2]
    cipher, point, daemon, mkfs, losetup = map(Path, arguments[2:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ExitStack() as cleanup:
        daemon_process = subprocess.Popen(
            [str(daemon), *_daemon_options(key, cipher)],
            **ENDING_WITH_PARENT,  # the daemon holds the key
            **inherited_files(_inherited_key(key)),
        )
        cleanup.callback(_end, daemon_process)
        _await_volume(daemon_process, cipher)
        cleanup.callback(_unmount, cipher / VOLUME)
        # With a journal, as on a disk, and no blocks reserved for root.
        _call(
            mkfs, "-q", "-m", "0", "-E", "lazy_itable_init=1,lazy_journal_init=1", cipher / VOLUME
        )
        loop = _call(losetup, "--find", "--show", cipher / VOLUME)
        try:
            (cipher / DEVICE).symlink_to(loop)
            _mount(cipher / DEVICE, point)
        finally:
            _call(losetup, "--detach", loop)  # as soon as nothing is mounted from it
        cleanup.callback(_unmount, point)
        cleanup.callback(partial(signal.signal, signal.SIGTERM, signal.SIG_IGN))
        os.kill(int(pid), OWN_SIGNAL)
        sys.exit(f"error: {daemon.name} ended with {daemon_process.wait()}")


def _daemon_options(key: str, cipher: Path) -> list[str]:
    """As JSON: in QEMU's own syntax a comma in a path separates options."""
    options = {
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
    return [word for name, value in options.items() for word in (name, json.dumps(value))]


def _inherited_key(key: str) -> tuple[int, ...]:
    path = Path(key)
    return (int(path.name),) if path.parent == Path("/dev/fd") else ()


def _await_volume(daemon: subprocess.Popen[bytes], cipher: Path) -> None:
    until = time.monotonic() + _START_SECONDS
    here = cipher.stat().st_dev
    while (cipher / VOLUME).stat().st_dev == here:
        if (code := daemon.poll()) is not None:
            sys.exit(f"error: qemu-storage-daemon ended with {code}")
        if time.monotonic() > until:
            sys.exit(f"error: qemu-storage-daemon showed nothing within {_START_SECONDS:g} s")
        time.sleep(_POLL_SECONDS)


def _call(program: Path, *arguments: str | Path) -> str:
    """The program's output; a failure ends this script."""
    try:
        done = subprocess.run(
            [str(program), *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False,
            timeout=_START_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        sys.exit(f"error: {program.name} did not end within {_START_SECONDS:g} s")
    if done.returncode:
        sys.exit(f"error: {program.name} ended with {done.returncode}")
    return done.stdout.strip()


def _mount(device: Path, point: Path) -> None:
    """By mount(2): mount(8) would name the loop device behind the link as source."""
    flags = _MS_NOSUID | _MS_NODEV
    source, target = os.fsencode(device), os.fsencode(point)
    if ctypes.CDLL(None, use_errno=True).mount(source, target, FILE_SYSTEM.encode(), flags, b""):
        sys.exit(f"error: not mounted: {os.strerror(ctypes.get_errno())}")


def _unmount(point: Path) -> None:
    """Lazily: a file that is still open is written when it is closed."""
    ctypes.CDLL(None).umount2(os.fsencode(point), _MNT_DETACH)


def _end(daemon: subprocess.Popen[bytes]) -> None:
    daemon.terminate()
    with suppress(subprocess.TimeoutExpired):
        daemon.wait(_END_SECONDS)
        return
    daemon.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
