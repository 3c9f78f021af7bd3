"""What is open to others below a home; asked in programs of their own, which pytest would delay."""

from __future__ import annotations

import stat
from functools import cache
from pathlib import Path

from engines.keeping.server_folder import INNER


def ill_modes(home: Path) -> list[str]:
    """What of a home others could write to, or of its secrets and databases read. Firebird gives
    its files to the group, in folders that nobody else can enter."""

    @cache
    def is_closed(folder: Path) -> bool:
        return folder.is_relative_to(home) and (
            not folder.stat().st_mode & 0o077 or is_closed(folder.parent)
        )

    ill = []
    for path in home.rglob("*"):
        mode = path.lstat().st_mode
        may_be_read = path.is_dir() or "runtime" in path.parts
        theirs = 0o007 if is_closed(path.parent) else 0o022 if may_be_read else 0o077
        if mode & theirs and not (stat.S_ISLNK(mode) or stat.S_ISSOCK(mode)):
            ill.append(f"{path}:{stat.S_IMODE(mode):o}")
        if path.name == INNER and stat.S_IMODE(mode) != 0o700:
            ill.append(f"{path}:{stat.S_IMODE(mode):o}")
    return ill
