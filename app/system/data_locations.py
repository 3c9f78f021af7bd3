"""Lists what the program stores on this machine, with sizes, and the commands that remove it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from app.system.desktop import entries as desktop_files
from app.system.folders import (
    config_folder,
    core_locks_folder,
    default_store_file,
    log_file,
    spool_folder,
)
from engines.keeping.home import chosen_home
from engines.keeping.locked_folders import short_folders
from engines.keeping.service_user import SERVICE_USER
from engines.platform.file_access import removal_command
from engines.platform.users import account_named, is_root

NAMING_VARIABLES = ("CIPHERBENCH_HOME", "CIPHERBENCH_CONFIG")
"""By which a user names a folder, where other things may lie as well."""


@dataclass(frozen=True)
class DataLocation:
    """A file or folder; `what` says in a few words what it holds. `bytes` is None where it is not
    there."""

    what: str
    path: Path
    bytes: int | None


@dataclass(frozen=True)
class DataLocations:
    """All places, and the commands that remove them, in their order."""

    places: tuple[DataLocation, ...]
    commands: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        places = [
            {"what": each.what, "path": str(each.path), "bytes": each.bytes} for each in self.places
        ]
        return {"places": places, "commands": list(self.commands)}


def stored() -> DataLocations:
    """What is kept now. Makes nothing, and follows no links."""
    places = tuple(DataLocation(what, path, _size(path)) for what, path in _places())
    return DataLocations(places, tuple(_commands()))


def _places() -> Iterator[tuple[str, Path]]:
    yield "results", default_store_file()
    yield "results not stored yet", spool_folder()
    yield "settings, servers, studies, lessons", config_folder()
    yield "log", log_file().parent if log_file().parent != chosen_home() else log_file()
    yield "data of servers", chosen_home() / "servers"
    yield "a coordinator's results and certificate", chosen_home() / "coordinator"
    yield "programs of servers", chosen_home() / "runtime"
    yield "the key that signs databases", chosen_home() / "identity.key"
    for each in short_folders():
        yield "sockets of servers", each
    yield "cores in use", core_locks_folder()
    for each in desktop_files.installed():
        yield "desktop", each
    yield "the program", _program()


def _commands() -> Iterator[str]:
    """What removes all of it: first what only the program itself can, the program last."""
    if desktop_files.installed():
        yield "cipherbench desktop --remove"
    log = log_file().parent
    folders = [
        default_store_file().parent,
        chosen_home(),
        user_data_path("cipherbench"),
        config_folder(),
        log.parent if log.name == "log" else log,
        core_locks_folder().parent,
        *short_folders(),
    ]
    there = [str(each) for each in _outermost(folders) if each.is_dir()]
    if there:
        yield removal_command(there)
    if is_root() and _has_account():
        yield f"userdel {SERVICE_USER}"
    yield _uninstall()


def _outermost(folders: Iterable[Path]) -> list[Path]:
    """The paths without duplicates and without paths inside others."""
    each_once = list(dict.fromkeys(folders))
    return [x for x in each_once if not any(x != y and x.is_relative_to(y) for y in each_once)]


def _has_account() -> bool:
    with suppress(KeyError):
        account_named(SERVICE_USER)
        return True
    return False


def _program() -> Path:
    """The environment of its own where it has one, else the folder of its packages."""
    own = Path(sys.prefix)
    return own if sys.prefix != sys.base_prefix else Path(__file__).parents[2]


def _uninstall() -> str:
    """By what it was installed with, as that has noted in the environment."""
    environment = Path(sys.prefix)
    if (note := environment / "uninstall.txt").exists():  # a package's own
        return note.read_text().strip()
    if (program := environment.parent / "uninstall.exe").exists():
        return f'"{program}"'
    if (environment / "uv-receipt.toml").exists():
        return "uv tool uninstall cipherbench"
    if (environment / "pipx_metadata.json").exists():
        return "pipx uninstall cipherbench"
    python = shlex.quote(sys.executable)
    if find_spec("pip") is None:
        return f"uv pip uninstall --python {python} cipherbench"
    return f"{python} -m pip uninstall cipherbench"


def _size(path: Path) -> int | None:
    """Bytes of a file with those that SQLite has beside it, or of all files in a folder."""
    if not os.path.lexists(path):
        return None
    if not path.is_dir():
        with_companions = path.parent.glob(f"{path.name}*")
        return sum(each.lstat().st_size for each in with_companions if each.is_file())
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            with suppress(OSError):
                total += (Path(folder) / name).lstat().st_size
    return total
