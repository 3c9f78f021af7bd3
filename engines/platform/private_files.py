"""Files that nobody else may read or redirect, and files put in place whole.

The modes hold whatever the umask is. No link that somebody else has put in the way is followed:
what stands at the name must be an ordinary file.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

from engines.platform.file_access import mode_of, open_file, set_mode
from engines.platform.users import is_ours, others_may_write, trusted_users

PRIVATE, READABLE = 0o600, 0o644
"""Modes: for us alone; for others to read, as far as the umask lets them."""


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for us alone; one that is there stays as
    it is.

    Raises: OSError as `resolve_trusted` does, too
    """
    _make_private(resolve_trusted(folder))


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
    handle = open_file(path, flags | os.O_CREAT, PRIVATE)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "It is not an ordinary file", str(path))
    if status.st_nlink > 1:
        os.close(handle)
        raise OSError(errno.EMLINK, "It is a file with several names", str(path))
    if is_ours(status) and mode_of(status) != PRIVATE:
        set_mode(handle, PRIVATE)
    return handle


if sys.platform == "win32":
    from engines.platform.file_access import refuse_link

    def resolve_trusted(path: Path) -> Path:
        """The file that a path leads to, past links above it.

        Raises: OSError, also for a link in the file's own place
        """
        true = path.parent.resolve() / path.name
        refuse_link(true)
        return true

    def write_atomically(path: Path, data: bytes | str, mode: int = READABLE) -> None:
        """Put a file in place at once: whoever reads it finds the old one or the whole new one. It
        has the access list of its folder.

        Raises: OSError, also for what is there and no ordinary file; what was there before then
        stays
        """
        del mode
        target = path.parent.resolve(strict=True) / path.name
        with suppress(FileNotFoundError):
            _require_regular_file(target.lstat(), path.name)
        fresh = target.with_name(f".cipherbench-{secrets.token_hex(8)}.part")
        handle = open_file(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data.encode() if isinstance(data, str) else data)
            fresh.replace(target)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise

else:
    _NEVER_ELSEWHERE = os.O_NOFOLLOW | os.O_CLOEXEC
    if sys.platform == "linux":
        _ITSELF = os.O_PATH | _NEVER_ELSEWHERE
    else:
        _ITSELF = os.O_SYMLINK | os.O_NONBLOCK | os.O_CLOEXEC
    _MOST_LINKS = 40  # as the kernel has it

    def resolve_trusted(path: Path) -> Path:
        """The file that a path leads to, past links of the user's own and of the system's.

        What is missing of the path is taken as it stands.

        Raises: OSError, also for a link that another user may have put there
        """
        folder, true, left = _open_parent(path)
        os.close(folder)
        return Path(os.path.normpath(true.joinpath(*left)))

    def write_atomically(path: Path, data: bytes | str, mode: int = READABLE) -> None:
        """Put a file in place at once: whoever reads it finds the old one or the whole new one.

        A new file gets `mode` within the umask, and `PRIVATE` whatever the umask; one of ours that
        is there keeps its own. Where the user's path is a link, what it leads to is replaced.

        Raises: OSError, also for what is there and no ordinary file, and as `resolve_trusted` does;
        what was there before then stays
        """
        content = data.encode() if isinstance(data, str) else data
        folder, _, left = _open_parent(path)
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
        """The mode of a file of ours that is to be replaced; None where there is none, or
        another's.

        Raises: OSError for a pipe or a device: the system's own /dev/null would be replaced, for
        one
        """
        try:
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return None
        _require_regular_file(status, name)
        return status.st_mode & 0o777 if is_ours(status) else None

    def _open_parent(path: Path) -> tuple[int, Path, list[str]]:
        """The last folder on the way to a file, opened; its path without links; and what is left:
        the file's name, or more where a folder is missing.

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
        """What a name in an open folder is: a folder to be entered, opened; where a link leads;
        None where the way ends.

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
            link, of = ("", found) if sys.platform == "linux" else (name, folder)
            return Path(os.readlink(link, dir_fd=of))
        finally:
            os.close(found)

    def _check_link(link: os.stat_result, folder: os.stat_result, name: str) -> None:
        """A link of root's that others could have moved here is as bad as one of theirs.

        Raises: OSError
        """
        if not is_ours(link) and (link.st_uid not in trusted_users() or others_may_write(folder)):
            raise OSError(errno.EPERM, "It leads through a link that is not yours", name)


def _require_regular_file(status: os.stat_result, name: str) -> None:
    """Raises: OSError for a pipe or a device: the system's own /dev/null would be replaced, for
    one"""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "It is not an ordinary file", name)
