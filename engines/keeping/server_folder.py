"""The directory of a server that we start, in two parts.

The outer folder is the program's user's alone to write: lock, mark, the process's number, the log.
The inner one is the serving user's: sockets, data, secrets. So whatever gets hold of a server, or
of the user it runs as, changes nothing that the program trusts. What is ours to remove carries a
signed mark (`engines/keeping/signatures.py`); all else is left alone, whatever it looks like.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.launch import EncryptedMount
from engines.contract.message import phrase
from engines.inspection.filesystem import mount_of
from engines.keeping import home
from engines.keeping.locked_folders import LockedFolder, new_short_folder
from engines.keeping.programs import ProgramFailed, call_program
from engines.keeping.removal import remove
from engines.keeping.signatures import signature, verify
from engines.platform.children import INHERITED_FILES_KEEP_LOCKS
from engines.platform.file_access import OpenFolder, mode_of, open_file, opened, set_mode
from engines.platform.locks import lock
from engines.platform.streams import LOCAL_SOCKETS
from engines.platform.users import Account, change_owner, is_ours

INNER = "run"
LOCK = "keeper.lock"
LOG = "log.txt"
PID = "server.pid"
MARK = "mark"
DATA = "data.path"
"""Names the folder of data that lie elsewhere and what is mounted there, for tidying up."""

ENCRYPTED_FOLDER = "encrypted.folder"
"""What our encrypted folder is mounted as, and the command that unmounts it, likewise."""

SWEEP = "sweep.command"
"""The command that removes what lies outside any folder, likewise."""

TOKEN_VARIABLE = "CIPHERBENCH_SERVER"
"""By what it holds in a process's environment we know that we started it."""

_MOST_BYTES = 8192
"""Upper limit for a control file."""


@dataclass(frozen=True)
class ServerFolder:
    """A fresh directory. Its lock is held until `close`, or as long as by whom it was handed to;
    `log` and `pid` are open files. `short` is a second one, for sockets, where the first one's path
    is too long or too odd for them."""

    path: Path
    token: str
    lock: int
    log: int
    pid: int
    short: LockedFolder | None = None

    @property
    def inner(self) -> Path:
        """The folder that the server's user can write to."""
        return self.path / INNER

    @property
    def sockets(self) -> Path:
        """Where sockets go, which the serving user may write to as well."""
        return self.short.path / INNER if self.short else self.inner

    @property
    def handed_down(self) -> tuple[int, ...]:
        """The open files, and the locks that go on with them, for whoever keeps the server."""
        return (*(self._locks if INHERITED_FILES_KEEP_LOCKS else ()), self.log, self.pid)

    @property
    def _locks(self) -> tuple[int, ...]:
        return self.lock, *([self.short.lock] if self.short else [])

    def new_folder(self, name: str) -> Path:
        """One beside the inner folder, which this user's program alone can write to."""
        made = self.path / name
        made.mkdir(mode=0o700)
        return made

    @property
    def log_file(self) -> Path:
        """Where the server's messages go."""
        return self.path / LOG

    def note_data(self, data: Path) -> None:
        """Write down that the data lie in a folder of ours elsewhere."""
        with opened(self.path) as folder:
            _write_signed(folder, self.path.name, DATA, json.dumps([str(data), mount_of(data)]))

    def note_mounts(self, mount: EncryptedMount) -> None:
        """Write down what is mounted in here, before it is."""
        text = json.dumps(mount.mounts)
        with opened(self.path) as folder:
            _write_signed(folder, self.path.name, ENCRYPTED_FOLDER, text)

    def note_sweep(self, command: Sequence[str]) -> None:
        """Write down what removes what a killed server leaves outside its folders."""
        if command:
            with opened(self.path) as folder:
                _write_signed(folder, self.path.name, SWEEP, json.dumps(command))

    def write_secrets(self, files: Mapping[str, str], user: Account | None) -> None:
        """Files in the inner folder for the user who serves alone."""
        with opened(self.inner) as folder:
            for name, text in files.items():
                handle = _create(folder, name)
                with os.fdopen(handle, "w") as file:
                    file.write(text)
                    if user is not None:
                        change_owner(handle, user.number, user.group)

    def hand_over(self, user: Account) -> None:
        """Give the inner folder to the user who serves.

        Raises: ServerUnavailable where the way there is closed to that user.
        """
        for inner in {self.inner, self.sockets}:
            give(inner, user)
            with opened(inner.parent) as parent:
                parent.set_mode(0o711)
        if not may_write(self.inner, user):
            raise _closed(self.path, user)

    def close(self) -> None:
        """Leave the directory to whom its files were handed down."""
        for handle in (*self._locks, self.log, self.pid):
            os.close(handle)

    def remove(self, data: Path | None = None, seconds: float = 0.0) -> None:
        """Before a keeper does: with data that lie elsewhere, tried again for so many seconds."""
        if self.short:
            shutil.rmtree(self.short.path, ignore_errors=True)
        remove(self.path, self.inner, str(data) if data else None, seconds)

    def discard(self, data: Path | None = None) -> None:
        """Close and remove one that no keeper was handed."""
        self.close()
        self.remove(data)


def new_server_folder(name: str) -> ServerFolder:
    """Make one. Until the mark is written nobody takes it for ours, from then on it is locked.

    Raises: ServerUnavailable, OSError
    """
    path = Path(tempfile.mkdtemp(prefix=f"{name[:12]}-", dir=home.servers_folder()))
    try:
        return _furnished(path)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def _furnished(path: Path) -> ServerFolder:
    token = secrets.token_hex(16)
    with opened(path) as folder, ExitStack() as files:

        def create(name: str) -> int:
            handle = _create(folder, name)
            files.callback(os.close, handle)
            return handle

        held = create(LOCK)
        lock(held)
        _write_signed(folder, path.name, MARK, token)
        log, pid = create(LOG), create(PID)
        folder.make_folder(INNER)
        made = ServerFolder(path, token, held, log, pid, _short_for(path / INNER))
        files.pop_all()
    return made


def _short_for(inner: Path) -> LockedFolder | None:
    """Another folder for sockets, if they cannot be in this one."""
    fits = _PLAIN.fullmatch(str(inner)) and len(os.fsencode(inner)) <= _LONGEST
    if fits or not LOCAL_SOCKETS:
        return None
    short = new_short_folder()
    (short.path / INNER).mkdir(0o700)
    return short


_PLAIN = re.compile(r"[\w./+@:-]*")
_LONGEST = 90
"""Bytes that leave room for a socket's own name: the whole path ends at 107."""


def give(folder: Path, user: Account) -> None:
    """Make a folder the user's; a link in its place is not followed.

    Raises: OSError
    """
    with opened(folder) as found:
        found.give(user.number, user.group)


def give_tree(folder: Path, user: Account) -> None:
    """Make a folder the user's with all that is in it; links are left as they are.

    Raises: OSError
    """
    for place, _, files in folder.walk():
        give(place, user)
        for each in files:
            handle = open_file(place / each)
            try:
                change_owner(handle, user.number, user.group)
            finally:
                os.close(handle)


def may_write(folder: Path, user: Account) -> bool:
    """Whether a user may, asked as that user: folders above, or a FUSE mount, may let nobody else
    in.

    Raises: ServerUnavailable where nobody tells
    """
    question: tuple[str, ...] = ("test", "-w", str(folder))
    who: tuple[int, int] | None = (user.number, user.group)
    if change := shutil.which("setpriv", path=os.defpath):
        # Python itself would first make a copy of this process, which takes ten times as long.
        ids = (f"--reuid={user.number}", f"--regid={user.group}", "--clear-groups")
        question, who = (change, *ids, *question), None
    try:
        return call_program(question, {"PATH": os.defpath}, any_code=True, user=who).code == 0
    except ProgramFailed as error:  # a mount may be there and answer nobody
        raise ServerUnavailable(*error.messages) from error


def read_control(folder: OpenFolder, name: str) -> bytes:
    """What a control file in an open folder holds; empty where there is none that only we write.

    Raises: OSError
    """
    try:
        handle = folder.open(name)
    except FileNotFoundError:
        return b""
    try:
        status = os.fstat(handle)
        ours = stat.S_ISREG(status.st_mode) and is_ours(status)
        return os.read(handle, _MOST_BYTES) if ours and not mode_of(status) & 0o022 else b""
    finally:
        os.close(handle)


def read_signed(folder: OpenFolder, directory: str, name: str) -> str | None:
    """The text of a control file that this user's program signed for this very directory.

    Raises: OSError, ServerUnavailable if our key cannot be read or created
    """
    try:
        claimed, text = json.loads(read_control(folder, name))
    except ValueError:  # empty, damaged, or not text at all
        return None
    if not (isinstance(claimed, str) and isinstance(text, str)):
        return None
    ours = verify(claimed, "server", directory, folder.status().st_ino, name, text)
    return text if ours else None


def _write_signed(folder: OpenFolder, directory: str, name: str, text: str) -> None:
    signed = signature("server", directory, folder.status().st_ino, name, text)
    with os.fdopen(_create(folder, name), "w") as file:
        json.dump([signed, text], file)


def _create(folder: OpenFolder, name: str) -> int:
    """A new file for this user alone, whatever the umask; nothing that is there is followed."""
    handle = folder.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
    set_mode(handle, 0o600)
    return handle


def _closed(folder: Path, user: Account) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Folder not accessible to servers"),
        phrase("Servers started by root run as the user {user}, who cannot access {folder}."),
        phrase(
            "Give everyone access (`chmod o+x {folder}`), or set CIPHERBENCH_HOME to another "
            "folder."
        ),
        user=user.name,
        folder=home.first_closed(folder) or folder,
    )
