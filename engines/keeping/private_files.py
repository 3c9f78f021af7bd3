"""Files that nobody else may read or redirect, and files put in place whole.

The modes hold whatever the umask is. No link that somebody else has put in the way is followed:
what stands at the name must be an ordinary file.
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import secrets
import stat
from contextlib import suppress
from pathlib import Path

_NEVER_ELSEWHERE = os.O_NOFOLLOW | os.O_CLOEXEC
_ITSELF = os.O_PATH | _NEVER_ELSEWHERE
_MOST_LINKS = 40  # as the kernel has it
PRIVATE, READABLE = 0o600, 0o644
"""Modes: for us alone; for others to read, as far as the umask lets them."""


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for us alone; one that is there stays as
    it is.

    Raises: OSError as `true_file` does, too
    """
    _make_private(true_file(folder))


def _make_private(folder: Path) -> None:
    if folder.is_dir():
        return
    if folder.parent != folder:
        _make_private(folder.parent)
    try:
        folder.mkdir(0o700)
    except FileExistsError:
        if not folder.is_dir():  # another process may have been quicker
            raise
    else:
        folder.chmod(0o700)  # an odd umask takes away what even we need


def open_private(path: Path | str, flags: int) -> int:
    """A descriptor of a file of ours, made where it is missing; mode 0600 also if it was wider.

    Raises: OSError, also for a link, for what is no ordinary file, and for one with several names
    """
    # Not waiting: to open a FIFO would, for as long as nobody writes to it.
    wanted = flags | os.O_CREAT | os.O_NONBLOCK | _NEVER_ELSEWHERE
    handle = os.open(path, wanted, PRIVATE)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "It is not an ordinary file", str(path))
    if status.st_nlink > 1:
        os.close(handle)
        raise OSError(errno.EMLINK, "It is a file with several names", str(path))
    if status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) != PRIVATE:
        os.fchmod(handle, PRIVATE)
    return handle


def true_file(path: Path) -> Path:
    """The file that a path leads to, past links of the user's own and of the system's.

    What is missing of the path is taken as it stands.

    Raises: OSError, also for a link that another user may have put there
    """
    folder, true, left = _walked(path)
    os.close(folder)
    return Path(os.path.normpath(true.joinpath(*left)))


def write_whole(path: Path, data: bytes | str, mode: int = READABLE) -> None:
    """Put a file in place at once: whoever reads it finds the old one or the whole new one.

    A new file gets `mode` within the umask, and `PRIVATE` whatever the umask; one of ours that is
    there keeps its own. Where the user's path is a link, what it leads to is replaced.

    Raises: OSError, also for what is there and no ordinary file, and as `true_file` does; what was
    there before then stays
    """
    content = data.encode() if isinstance(data, str) else data
    folder, _, left = _walked(path)
    try:
        if len(left) > 1:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        _put(folder, left[0], content, mode)
    finally:
        os.close(folder)


def _put(folder: int, name: str, content: bytes, mode: int) -> None:
    mode_there = _stored_mode(folder, name)
    if mode == PRIVATE:
        mode_there = PRIVATE
    fresh = f".cipherbench-{secrets.token_hex(8)}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NEVER_ELSEWHERE
    handle = os.open(fresh, flags, mode, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if mode_there is not None:
                os.fchmod(file.fileno(), mode_there)
        os.rename(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(fresh, dir_fd=folder)
        raise


def _stored_mode(folder: int, name: str) -> int | None:
    """The mode of a file of ours that is to be replaced; None where there is none, or another's.

    Raises: OSError for a pipe or a device: the system's own /dev/null would be replaced, for one
    """
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "It is not an ordinary file", name)
    return status.st_mode & 0o777 if status.st_uid == os.geteuid() else None


def trusted_users() -> set[int]:
    """Root and we; in a sandbox that knows one user alone, whatever number root then has."""
    trusted = {0, os.geteuid()}
    try:
        everybody = Path("/proc/self/uid_map").read_text().split() == ["0", "0", "4294967295"]
        unknown = int(Path("/proc/sys/kernel/overflowuid").read_text())
    except (OSError, ValueError):
        return trusted
    return trusted if everybody else trusted | {unknown}


def others_may_write(status: os.stat_result) -> bool:
    """Whether anybody but root and us may write to what has this status."""
    return (
        status.st_uid not in trusted_users()
        or bool(status.st_mode & stat.S_IWOTH)
        or bool(status.st_mode & stat.S_IWGRP and not _is_our_group(status.st_gid))
    )


def _is_our_group(number: int) -> bool:
    """Whether a group is root's, or the one that most systems make for a user alone."""
    if number == 0:
        return True
    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    members = {each.pw_name for each in pwd.getpwall() if each.pw_gid == number}
    is_users_own = (group.gr_gid, group.gr_name) == (user.pw_gid, user.pw_name)
    return is_users_own and members.union(group.gr_mem) <= {user.pw_name}


def _walked(path: Path) -> tuple[int, Path, list[str]]:
    """The last folder on the way to a file, opened; its path without links; and what is left: the
    file's name, or more where a folder is missing.

    Each step is taken from an open folder, so that nobody can change what has been looked at.
    """
    folder, true = os.open("/", _ITSELF), Path("/")
    left, links = list(path.absolute().parts), 0
    try:
        while left and (found := _next(folder, left[0], enter=len(left) > 1)) is not None:
            name = left.pop(0)
            if isinstance(found, int):
                os.close(folder)
                folder, true = found, true.parent if name == ".." else true / name
                continue
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
            left[:0] = found.parts
    except BaseException:
        os.close(folder)
        raise
    return folder, true, left


def _next(folder: int, name: str, *, enter: bool) -> int | Path | None:
    """What a name in an open folder is: a folder to be entered, opened; where a link leads; None
    where the way ends.

    Raises: OSError for a link that another user may have put there
    """
    try:
        if enter:
            with suppress(NotADirectoryError):
                return os.open(name, os.O_DIRECTORY | _ITSELF, dir_fd=folder)
        found = os.open(name, _ITSELF, dir_fd=folder)
    except FileNotFoundError:
        return None
    try:
        status = os.fstat(found)
        if not stat.S_ISLNK(status.st_mode):
            return None
        _check_link(status, os.fstat(folder), name)
        return Path(os.readlink("", dir_fd=found))
    finally:
        os.close(found)


def _check_link(link: os.stat_result, folder: os.stat_result, name: str) -> None:
    """A link of root's that others could have moved here is as bad as one of theirs.

    Raises: OSError
    """
    if link.st_uid != os.geteuid() and (
        link.st_uid not in trusted_users() or others_may_write(folder)
    ):
        raise OSError(errno.EPERM, "It leads through a link that is not yours", name)
