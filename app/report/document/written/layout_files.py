"""What lies beside a layout of the user's own, for the layout to name: nothing else can be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engines.looking.reading import open_ordinary

MOST_FILES, MOST_MB = 1000, 64


@dataclass(frozen=True)
class LayoutFiles:
    """Contents by their names from the folder on; not `complete` where the folder has more than
    is taken."""

    contents: dict[str, bytes]
    complete: bool = True


def layout_folder_files(layout: Path) -> LayoutFiles:
    """The ordinary files in a layout's folder and below, the nearest first: hidden ones are left
    out, and whatever a link leads to outside of the folder."""
    folder = Path(os.path.realpath(layout.absolute().parent))
    contents: dict[str, bytes] = {}
    room = MOST_MB * 1_000_000
    for path in _files(folder):
        name = str(path.relative_to(folder))
        with suppress(OSError, UnicodeEncodeError):
            name.encode()
            content = _inside(path, folder)
            if content is None:
                continue
            room -= len(content)
            if room < 0 or len(contents) == MOST_FILES:
                return LayoutFiles(contents, complete=False)
            contents[name] = content
    return LayoutFiles(contents)


def _files(folder: Path) -> Iterator[Path]:
    """Level by level; links to folders are not followed."""
    level = [folder]
    while level:
        below: list[Path] = []
        for each in level:
            with suppress(OSError), os.scandir(each) as found:
                for entry in sorted(found, key=lambda one: one.name):
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        below.append(each / entry.name)
                    elif entry.is_file():
                        yield each / entry.name
        level = below


def _inside(path: Path, folder: Path) -> bytes | None:
    """Its content if what was opened lies in the folder, whatever the path leads to by then.

    Raises: OSError
    """
    with open_ordinary(path, MOST_MB) as file:
        opened = Path(f"/proc/self/fd/{file.fileno()}").readlink()
        return file.read() if opened.is_relative_to(folder) else None
