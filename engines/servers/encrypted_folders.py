"""What can encrypt the folder that a server of ours has its data in: gocryptfs, or LUKS.

gocryptfs has a file of ciphertext for each file, and needs no special rights. LUKS in a file is one
volume of blocks, as a disk has it, for root only; it works in user space (`luks_volume.py`), so its
cost is not that of dm-crypt in the kernel.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.launch import EncryptedMount, FolderMount
from engines.contract.message import phrase
from engines.platform.users import is_root
from engines.servers import luks_volume

_FUSE = Path("/dev/fuse")
_SBIN = "/usr/sbin:/sbin"
"""Where an ordinary user's PATH does not look."""


def program_path(program: str) -> str | None:
    """Where a program is that administrators have."""
    return shutil.which(program, path=f"{os.environ.get('PATH') or os.defpath}:{_SBIN}")


def fusermount() -> str:
    """The program that takes such a mount off.

    Raises: ServerUnavailable, where it is missing or this user cannot mount
    """
    program = program_path("fusermount3") or program_path("fusermount")
    if program is None or not os.access(_FUSE, os.R_OK | os.W_OK):
        raise ServerUnavailable(
            phrase("FUSE not available"),
            phrase("An encrypted folder cannot be mounted: this user cannot use {lacking}."),
            phrase(
                "Install the package fuse3. In a container, start it with --device /dev/fuse and "
                "--cap-add SYS_ADMIN."
            ),
            lacking=_FUSE if program else "fusermount3",
        )
    return program


def check_gocryptfs() -> None:
    """Raises: ServerUnavailable, where what it needs is not here."""
    _gocryptfs()
    fusermount()


def gocryptfs_folder(cipher: Path, point: Path) -> EncryptedMount:
    """How it is made and mounted.

    Raises: ServerUnavailable
    """
    program, cipher = _gocryptfs(), Path(os.path.realpath(cipher))
    # Stretching is for passwords: this key has all its bits.
    common = (program, "-q", "-passfile", "{key}")
    # Root's servers run as another user.
    others = ("-allow_other",) if is_root() else ()
    places = str(cipher), str(point)
    # A comma would end an option of mount.
    source = str(cipher).replace(",", "_")
    unmount = (fusermount(), "-u", "-z", str(point))
    return EncryptedMount(
        cipher,
        point,
        (FolderMount("fuse.gocryptfs", source, str(point), unmount),),
        make=(*common, "-init", "-scryptn", "10", str(cipher)),
        mount=(*common, "-fg", "-nosyslog", "-notifypid", "{pid}", *others, *places),
    )


def _gocryptfs() -> str:
    """Raises: ServerUnavailable"""
    if (program := shutil.which("gocryptfs")) is None:
        raise ServerUnavailable(
            phrase("gocryptfs not found"),
            phrase("The server's encrypted folder needs gocryptfs, which is not installed."),
            phrase("Install the package gocryptfs, or choose a plain folder."),
        )
    return program


_PACKAGES = {
    "qemu-img": "qemu-utils",
    "qemu-storage-daemon": "qemu-system-common",
    "mkfs.ext4": "e2fsprogs",
    "losetup": "mount",
    "umount": "mount",
}
"""Programs that it needs → Debian's package."""
_LOOPS = Path("/dev/loop-control")
_SHARE_OF_ROOM, _MOST_BYTES = 0.8, 64 << 30
_BLOCK = 1 << 20
_ATTEMPTS = 5
"""qemu-img before 9.2.1 fails by chance (“Unable to get accurate CPU usage”): whatever `iter-time`
is, it times PBKDF2, and gives up where the kernel reports no CPU time for the first 10 ms or so. It
empties a container that is there already."""


def check_luks() -> None:
    """Raises: ServerUnavailable, where what it needs is not here."""
    if not is_root():
        raise ServerUnavailable(
            phrase("LUKS needs root"),
            phrase("Only root can mount an encrypted volume."),
            phrase("Start Cipherbench as root, or choose gocryptfs."),
        )
    if missing := [program for program in _PACKAGES if program_path(program) is None]:
        packages = dict.fromkeys(_PACKAGES[each] for each in missing)
        raise ServerUnavailable(
            phrase("Programs for LUKS not found"),
            phrase("The server's encrypted folder needs {programs}."),
            phrase("Install the packages {packages}, or choose a plain folder."),
            programs=", ".join(missing),
            packages=" ".join(packages),
        )
    fusermount()
    if not _LOOPS.exists():
        raise ServerUnavailable(
            phrase("Loop devices not available"),
            phrase("An encrypted volume cannot be mounted: there is no {lacking}."),
            phrase("In a container, start it with --privileged."),
            lacking=_LOOPS,
        )


def luks_folder(cipher: Path, point: Path) -> EncryptedMount:
    """How the volume in the folder `cipher` is made and mounted at `point`; it grows as it fills.

    Raises: ServerUnavailable
    """
    check_luks()
    cipher = Path(os.path.realpath(cipher))
    volume, device = cipher / luks_volume.VOLUME, cipher / luks_volume.DEVICE
    room = min(_MOST_BYTES, int(_SHARE_OF_ROOM * shutil.disk_usage(cipher).free))
    programs = [_path(each) for each in ("qemu-storage-daemon", "mkfs.ext4", "losetup")]
    script = sys.executable, "-I", "-S", luks_volume.__file__
    return EncryptedMount(
        cipher,
        point,
        (
            FolderMount(luks_volume.FILE_SYSTEM, str(device), str(point), _taking_off(point)),
            FolderMount(*luks_volume.VOLUME_MOUNT, str(volume), _taking_off(volume)),
        ),
        # Stretching is for passwords: this key has all its bits.
        make=(
            _path("qemu-img"), "create", "-q", "-f", "luks",
            "--object", "secret,id=key,file={key}", "-o", "key-secret=key,iter-time=10",
            str(cipher / luks_volume.IMAGE), str(room // _BLOCK * _BLOCK),
        ),
        mount=(*script, "{key}", "{pid}", str(cipher), str(point), *programs),
        attempts=_ATTEMPTS,
    )  # fmt: skip


def _path(program: str) -> str:
    return program_path(program) or program


def _taking_off(point: Path) -> tuple[str, ...]:
    return _path("umount"), "-l", str(point)
