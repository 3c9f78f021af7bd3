"""What is mounted where, as the kernel tells this process."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

_ARE_LISTED = sys.platform == "linux"


@dataclass(frozen=True)
class Mount:
    """A line of mountinfo (proc_pid_mountinfo(5)); `number` is the device's major:minor, `root` the
    folder of its file system that is seen. Names are as `os.fsdecode` has them: any bytes."""

    number: str
    root: str
    point: str
    type: str
    source: str
    options: tuple[str, ...]
    """Of the file system, as `size=4m`."""


def mounts(root: Path = Path("/")) -> list[Mount]:
    """All that this process sees, the last mounted last; none on a system that does not list them.
    `root` holds the `proc` to look into.

    Raises: OSError where there is no `proc`
    """
    if not _ARE_LISTED:
        return []
    mountinfo = os.fsdecode((root / "proc/self/mountinfo").read_bytes())
    return [
        _parsed(line) for line in mountinfo.split("\n") if line
    ]  # a name may have what ends lines


def mounts_below(folder: str) -> list[tuple[str, str, str]]:
    """What is mounted in a folder: type, source and mount point of each.

    Raises: OSError as `mounts` does
    """
    below = (each for each in mounts() if each.point.startswith(f"{folder}/"))
    return [(each.type, each.source, each.point) for each in below]


def is_mounted(kind: str, source: str, point: str) -> bool:
    """Whether the last that was mounted there is our encrypted folder, and nobody else's."""
    there = [each for each in mounts_below(os.path.dirname(point)) if each[2] == point]  # noqa: PTH120
    return bool(there) and there[-1] == (kind, source, point)


def _parsed(line: str) -> Mount:
    front, _, back = line.partition(" - ")
    _, _, number, root, point, *_ = front.split(" ")
    kind, source, options = back.split(" ", 2)
    named = tuple(options.split(","))
    return Mount(number, _unescaped(root), _unescaped(point), kind, _unescaped(source), named)


def _unescaped(text: str) -> str:
    """Spaces, tabs, new lines and backslashes are written as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


if sys.platform == "win32":

    def fscrypt_mode(path: Path) -> int | None:
        """Raises: OSError: there is no fscrypt here"""
        raise OSError(f"{path} is on a system without fscrypt")

else:
    import fcntl
    import struct

    _GET_POLICY = 0xC0096616
    """FS_IOC_GET_ENCRYPTION_POLICY_EX of <linux/fscrypt.h>: _IOWR('f', 22, __u8[9])."""
    _POLICY_BYTES = 24

    def fscrypt_mode(path: Path) -> int | None:
        """The mode of contents of fscrypt, which encrypts single directories of a file system; each
        tells its policy itself. None where it has none.

        Raises: OSError where it cannot be opened
        """
        # struct fscrypt_get_policy_ex_arg: the size, then version, mode of contents, …
        answer = bytearray(struct.pack(f"Q{_POLICY_BYTES}x", _POLICY_BYTES))
        handle = os.open(path, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _GET_POLICY, answer)
        except OSError:  # ENODATA: no policy; ENOTTY and EOPNOTSUPP: made or built without fscrypt
            return None
        finally:
            os.close(handle)
        return answer[9]
