"""Opening, reading and marking files and folders where systems differ."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading `typing` would take a tenth of a keeper's start
    from _typeshed import StrPath

if sys.platform == "win32":

    def open_file(path: StrPath, flags: int = os.O_RDONLY, mode: int = 0o777) -> int:
        """A descriptor of a file that no child inherits; opening never waits, and no link is
        followed.

        Raises: OSError
        """
        refuse_link(path)
        handle = os.open(path, flags | os.O_NOINHERIT | os.O_BINARY, mode)
        try:
            refuse_link(path)  # put there meanwhile
        except OSError:
            os.close(handle)
            raise
        return handle

    def refuse_link(path: StrPath) -> None:
        """Raises: OSError for a link, or another reparse point"""
        try:
            found = Path(path).lstat()
        except FileNotFoundError:
            return
        if found.st_file_attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT:
            raise OSError(errno.ELOOP, "It is a link", str(path))

    def open_following_links(path: StrPath, flags: int = os.O_RDONLY, mode: int = 0o777) -> int:
        """As `open_file`, past links.

        Raises: OSError
        """
        return os.open(path, flags | os.O_NOINHERIT | os.O_BINARY, mode)

    def open_regular_file(path: StrPath) -> int:
        """A descriptor of a plain file, to be read.

        Raises: OSError, also for what is none
        """
        handle = open_file(path)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise OSError(errno.EINVAL, "It is not an ordinary file", str(path))
        return handle

    def read_at(handle: int, size: int, offset: int) -> bytes:
        """Bytes from an offset on. Here it moves the place in the file as well.

        Raises: OSError
        """
        os.lseek(handle, offset, os.SEEK_SET)
        return os.read(handle, size)

    def read_into(handle: int, buffer: memoryview, offset: int) -> int:
        """Fill a buffer from an offset on; how many bytes there were.

        Raises: OSError
        """
        found = read_at(handle, len(buffer), offset)
        buffer[: len(found)] = found
        return len(found)

    def write_at(handle: int, data: bytes, offset: int) -> int:
        """Raises: OSError"""
        os.lseek(handle, offset, os.SEEK_SET)
        return os.write(handle, data)

    def stored_ranges(handle: int) -> Iterator[tuple[int, int]]:
        """Begin and end of what is stored of a file; holes read as zeros.

        Raises: OSError
        """
        if size := os.fstat(handle).st_size:
            yield 0, size

    def set_mode(handle: int, mode: int) -> None:
        """Nothing here: a file has the access list of the folder that it was made in."""
        del handle, mode

    def mode_of(status: os.stat_result) -> int:
        """Who may read, write and enter, as far as the system tells it by such bits: here what its
        owner may."""
        return stat.S_IMODE(status.st_mode) & 0o700

    SHARING_VIOLATIONS: tuple[type[OSError], ...] = (PermissionError,)
    """What is raised for a file that another program, or another handle, has to itself."""

    CAN_DROP_CACHE = False
    """Whether the system takes the wish to keep nothing of a file in memory."""

    def drop_from_cache(handle: int) -> None:
        """Have the system keep nothing of a file in memory."""
        raise NotImplementedError(handle)

    def removal_command(folders: list[str]) -> str:
        """What removes folders, to be typed."""
        return " & ".join(f'rmdir /s /q "{each}"' for each in folders)

    def remove_open(path: Path, close: Callable[[], None]) -> None:
        """Remove a file that is open, and close it: here first, since none that is open can go."""
        close()
        path.unlink(missing_ok=True)

    class OpenFolder:
        """A folder in which files are opened and made by name. Here by its path: what stands there
        must be the same folder each time."""

        def __init__(self, path: Path) -> None:
            """Raises: OSError, also for a link"""
            self._path = path
            refuse_link(path)
            if not path.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
            self._number = path.lstat().st_ino

        def close(self) -> None:
            """Nothing is held."""

        def status(self) -> os.stat_result:
            found = self._path.lstat()
            if found.st_ino != self._number:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))
            return found

        def open(self, name: str, flags: int = os.O_RDONLY, mode: int = 0o600) -> int:
            """Raises: OSError, also for a link"""
            self.status()
            return open_file(self._path / name, flags, mode)

        def make_folder(self, name: str) -> None:
            self.status()
            (self._path / name).mkdir(0o700)

        def set_mode(self, mode: int) -> None:
            """Nothing here, as `set_mode`."""

        def give(self, number: int, group: int) -> None:
            """Raises: PermissionError: here nothing is given away"""
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(self._path))

else:
    _SAFELY = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    if sys.platform == "linux":
        _LOOKING, _OWN_FILES = os.O_PATH, "/proc/self/fd"
    else:
        _LOOKING, _OWN_FILES = os.O_NONBLOCK, "/dev/fd"

    def open_file(path: StrPath, flags: int = os.O_RDONLY, mode: int = 0o777) -> int:
        """A descriptor of a file that no child inherits; opening never waits, and no link is
        followed.

        Raises: OSError
        """
        return os.open(path, flags | _SAFELY, mode)

    def open_following_links(path: StrPath, flags: int = os.O_RDONLY, mode: int = 0o777) -> int:
        """As `open_file`, past links.

        Raises: OSError
        """
        return os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK, mode)

    def open_regular_file(path: StrPath) -> int:
        """A descriptor of a plain file, to be read.

        Somebody else says which file: it may be a pipe that never ends, or a device that does
        something when it is opened. So the file is looked at first, and that very one is opened.

        Raises: OSError, also for what is none
        """
        place = os.open(path, _LOOKING | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if not stat.S_ISREG(os.fstat(place).st_mode):
                raise OSError(errno.EINVAL, "It is not an ordinary file", str(path))
            return open_following_links(f"{_OWN_FILES}/{place}")
        finally:
            os.close(place)

    read_at: Callable[[int, int, int], bytes] = os.pread

    def read_into(handle: int, buffer: memoryview, offset: int) -> int:
        """Fill a buffer from an offset on; how many bytes there were.

        Raises: OSError
        """
        return os.preadv(handle, [buffer], offset)

    write_at: Callable[[int, bytes, int], int] = os.pwrite

    def stored_ranges(handle: int) -> Iterator[tuple[int, int]]:
        """Begin and end of what is stored of a file; holes read as zeros.

        Raises: OSError
        """
        size, position = os.fstat(handle).st_size, 0
        while position < size:
            try:
                begin = os.lseek(handle, position, os.SEEK_DATA)
            except OSError as error:
                if error.errno != errno.ENXIO:  # no data any more
                    raise
                return
            position = os.lseek(handle, begin, os.SEEK_HOLE)
            if begin < position:
                yield begin, position

    set_mode: Callable[[int, int], None] = os.fchmod

    def mode_of(status: os.stat_result) -> int:
        """Who may read, write and enter, as far as the system tells it by such bits."""
        return stat.S_IMODE(status.st_mode)

    SHARING_VIOLATIONS: tuple[type[OSError], ...] = ()
    """What is raised for a file that another program, or another handle, has to itself: none has
    here."""

    CAN_DROP_CACHE = sys.platform == "linux"
    """Whether the system takes the wish to keep nothing of a file in memory."""

    def drop_from_cache(handle: int) -> None:
        """Have the system keep nothing of a file in memory."""
        if sys.platform == "linux":
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)

    def removal_command(folders: list[str]) -> str:
        """What removes folders, to be typed."""
        import shlex

        return f"rm -r {shlex.join(folders)}"

    def remove_open(path: Path, close: Callable[[], None]) -> None:
        """Remove a file that is open, and close it."""
        path.unlink(missing_ok=True)
        close()

    class OpenFolder:
        """A folder itself, held open: files are opened and made in it whatever stands at its path
        later."""

        def __init__(self, path: Path) -> None:
            """Raises: OSError, also for a link"""
            self.handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

        def close(self) -> None:
            os.close(self.handle)

        def status(self) -> os.stat_result:
            return os.fstat(self.handle)

        def open(self, name: str, flags: int = os.O_RDONLY, mode: int = 0o600) -> int:
            """Raises: OSError, also for a link"""
            return os.open(name, flags | _SAFELY, mode, dir_fd=self.handle)

        def make_folder(self, name: str) -> None:
            os.mkdir(name, 0o700, dir_fd=self.handle)

        def set_mode(self, mode: int) -> None:
            os.fchmod(self.handle, mode)

        def give(self, number: int, group: int) -> None:
            """Raises: OSError"""
            os.fchown(self.handle, number, group)


@contextmanager
def opened(folder: Path) -> Iterator[OpenFolder]:
    """A folder itself, never what a link in its place leads to.

    Raises: OSError
    """
    found = OpenFolder(folder)
    try:
        yield found
    finally:
        found.close()
