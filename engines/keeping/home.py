"""The home folder: servers that we start live there, and programs that are unpacked for them.

An ordinary user's servers live under the user's data folder. Root's live under /var/lib, since
PostgreSQL and MariaDB refuse to run as root and the user that serves in root's place must be able
to pass. CIPHERBENCH_HOME overrides both.

Folders that we create get their mode explicitly, whatever the umask. A home that was there already
is refused where others may write to it, and never changed.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from engines.contract.errors import ServerUnavailable
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.file_access import mode_of, open_file, opened
from engines.platform.locks import lock
from engines.platform.private_files import resolve_trusted, write_atomically
from engines.platform.users import is_ours, is_root, others_may_write, trusted_users

_NEW = ".new-"


def home() -> Path:
    """The folder, made when it is missing and fit to hold servers.

    Raises: ServerUnavailable when it cannot be made, is not ours, or others may write to it.
    """
    folder = chosen_home()
    try:
        folder = resolve_trusted(folder.parent) / folder.name
        _make_with_parents(folder)
    except OSError as error:
        raise ServerUnavailable(
            phrase("Folder not created"),
            phrase("{folder} cannot be created: {why}."),
            phrase("Set CIPHERBENCH_HOME to a folder of your own."),
            folder=folder,
            why=error.strerror or str(error),
        ) from error
    _refuse_unfit(folder)
    return folder


def make_named_home() -> None:
    """Make the folder that CIPHERBENCH_HOME names, if it does: log and store go there, too, and
    nothing is to be written into one that is not fit.

    Raises: ServerUnavailable as `home` does
    """
    if os.environ.get("CIPHERBENCH_HOME"):
        home()


def servers_folder() -> Path:
    """Where each server we start has a directory of its own."""
    return own_folder("servers", 0o711)


def own_folder(name: str, mode: int) -> Path:
    """The folder `name` in our home, made with this mode when it is missing.

    Raises: ServerUnavailable where something else is in its place, or others may write to it.
    """
    folder = home() / name
    _make(folder, mode)
    _refuse_unfit(folder)
    return folder


def unpacked_runtime(name: str, unpack: Callable[[Path], None]) -> Path:
    """The folder `unpacked_runtime/name`, filled by `unpack` the first time it is asked for, and
    again where anything of that is missing or cut short.

    Programs and libraries are loaded from it, so only its owner may write to anything in it.

    Raises: ServerUnavailable where others may.
    """
    parent = own_folder("runtime", 0o755)
    target, listed = parent / name, parent / f"{name}.files"
    with _locked(parent / ".unpacking"):
        if os.path.lexists(target):
            _refuse_unfit_tree(target)
            if _is_whole(target, listed):
                return target
        fresh = Path(tempfile.mkdtemp(prefix=_NEW, dir=parent))
        try:
            unpack(fresh)
            _close_to_others(fresh)
            write_atomically(listed, json.dumps(_sizes(fresh)))
            if os.path.lexists(target):  # whoever runs from there finds all in its place at once
                target.rename(Path(tempfile.mkdtemp(prefix=_NEW, dir=parent)) / name)
            fresh.rename(target)
        finally:
            for left in parent.glob(f"{_NEW}*"):
                shutil.rmtree(left, ignore_errors=True)
    return target


def _is_whole(folder: Path, listed: Path) -> bool:
    """Whether all that was unpacked is there; what has come in addition does not matter."""
    try:
        wanted: dict[str, int] = json.loads(listed.read_text())
        return wanted.items() <= _sizes(folder).items()
    except (OSError, ValueError, AttributeError):
        return False


def _sizes(folder: Path) -> dict[str, int]:
    """The files below a folder, and links, by their sizes; -1 for a folder."""
    return {
        os.path.relpath(path, folder): -1 if stat.S_ISDIR(status.st_mode) else status.st_size
        for path, status in _everything_in(folder)
    }


def first_closed(path: Path) -> Path | None:
    """The first folder on the way to `path` that others may not pass; None where all are open."""
    on_the_way = (*reversed(path.parents), path)
    return next((each for each in on_the_way if not each.stat().st_mode & stat.S_IXOTH), None)


def chosen_home() -> Path:
    """Path of the home folder; it may not exist yet."""
    if named := os.environ.get("CIPHERBENCH_HOME"):
        return Path(named).absolute()
    if is_root():
        return Path("/var/lib/cipherbench")
    return user_data_path("cipherbench")


def _make_with_parents(folder: Path) -> None:
    for missing in reversed([each for each in folder.parents if not each.exists()]):
        _make(missing, 0o755 if is_root() else 0o700)
    _make(folder, 0o711 if is_root() else 0o700)


def _make(folder: Path, mode: int) -> None:
    """Create the folder; an existing one keeps its mode."""
    try:
        folder.mkdir(mode=mode & 0o700)
    except FileExistsError:
        return
    with opened(folder) as made:
        made.set_mode(mode)


def _refuse_unfit(folder: Path) -> None:
    """Raises: ServerUnavailable"""
    status = folder.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise _unfit(phrase("{folder} is a link."), folder)
    if not stat.S_ISDIR(status.st_mode):
        raise _unfit(phrase("{folder} is not a folder."), folder)
    if not is_ours(status):
        raise _unfit(phrase("{folder} belongs to another user."), folder)
    if mode_of(status) & 0o022:
        hint = phrase(
            "If you trust its contents, remove other users' write access: `chmod go-w {folder}`. "
            "Otherwise set CIPHERBENCH_HOME to a folder of your own."
        )
        raise _unfit(phrase("Other users can write to {folder}."), folder, hint)
    for above in folder.parents:
        if not is_safe(above.stat()):
            raise _unfit(
                phrase("Other users can replace {folder}, through {above}."), folder, above=above
            )


def is_safe(above: os.stat_result) -> bool:
    """Whether nobody but root and us can put something else in our folder's place. Where a folder
    is sticky, as /tmp is, others cannot touch what is ours."""
    held = bool(above.st_mode & stat.S_ISVTX) and above.st_uid in trusted_users()
    return held or not others_may_write(above)


def _unfit(
    message: Message, folder: Path, hint: Message = NOTHING, **values: object
) -> ServerUnavailable:
    hint = hint or phrase("Set CIPHERBENCH_HOME to a folder of your own.")
    message = message.with_values(folder=folder, **values)
    return ServerUnavailable(phrase("Folder not private"), message, hint)


def _refuse_unfit_tree(folder: Path) -> None:
    """Raises: ServerUnavailable where anybody else could have changed anything in it."""
    for path, status in _everything_in(folder):
        if not is_ours(status) or (mode_of(status) & 0o022 and not stat.S_ISLNK(status.st_mode)):
            raise ServerUnavailable(
                phrase("Programs not private"),
                phrase("Other users may have changed {path}, from which programs are loaded."),
                phrase("Remove {folder}. It is then unpacked again."),
                path=path,
                folder=folder,
            )


def _everything_in(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """A folder and what lies below it; links are not followed."""
    yield str(folder), folder.lstat()
    left = [str(folder)]
    while left:
        with os.scandir(left.pop()) as entries:
            for entry in entries:
                yield entry.path, entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    left.append(entry.path)


def _close_to_others(fresh: Path) -> None:
    """What has just been unpacked: everybody may read and run it, its owner alone write."""
    for path, status in _everything_in(fresh):
        if stat.S_ISDIR(status.st_mode):
            Path(path).chmod(0o755)
        elif stat.S_ISREG(status.st_mode):
            Path(path).chmod(0o755 if status.st_mode & stat.S_IXUSR else 0o644)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    handle = open_file(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(handle)
        yield
    finally:
        os.close(handle)
