"""Having the system forget what it holds of files in memory: of those alone, so that nobody else on
the machine is harmed."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from engines.inspection.filesystem import layers_under
from engines.platform.file_access import CAN_DROP_CACHE, drop_from_cache, open_file


def drop_from_page_cache(folder: Path) -> bool:
    """Have the system write what is in a folder and keep none of it in memory; False where it
    cannot be asked for that, or has the files nowhere else.

    Where an encrypting file system shows the files of another folder, both are held.
    """
    layers = layers_under(folder)
    if not CAN_DROP_CACHE or layers.filesystem in _IN_MEMORY:
        return False
    _forget_below(folder)
    if layers.device.startswith("/") and Path(layers.device).is_dir():
        return drop_from_page_cache(Path(layers.device))
    return True


_IN_MEMORY = ("tmpfs", "ramfs")


def _forget_below(folder: Path) -> None:
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # files come and go
                _forget(Path(path) / name)


def _forget(path: Path) -> None:
    if not stat.S_ISREG(path.lstat().st_mode):
        return
    descriptor = open_file(path)
    try:
        os.fsync(descriptor)  # only what is written can be forgotten
        drop_from_cache(descriptor)
    finally:
        os.close(descriptor)
