"""Numbers of processes that servers name: looked at, and waited for by nobody."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import pytest

from engines.inspection.processes import number_in


def test_that_a_servers_file_of_its_number_is_read_if_it_is_one(tmp_path: Path) -> None:
    file, pipe = tmp_path / "pid", tmp_path / "pipe"
    os.mkfifo(pipe)
    file.write_text("123\n")
    assert number_in(file) == 123
    for other in (pipe, Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match="not an ordinary file"):
            number_in(other)
    file.write_bytes(b"\xff" * 100_000)
    with pytest.raises(ValueError, match="invalid literal"):
        number_in(file)


IN_OPEN = 0x20


def test_that_what_is_no_file_is_not_opened_to_find_that_out(tmp_path: Path) -> None:
    """To open some devices does something: a watchdog, or a tape."""
    file, pipe = tmp_path / "pid", tmp_path / "pipe"
    os.mkfifo(pipe)
    file.write_text("123")
    (tmp_path / "link").symlink_to(pipe)
    system = ctypes.CDLL(None, use_errno=True)
    watch = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        assert system.inotify_add_watch(watch, bytes(pipe), IN_OPEN) > 0
        for name in ("pipe", "link"):
            with pytest.raises(OSError, match="not an ordinary file"):
                number_in(tmp_path / name)
        with pytest.raises(BlockingIOError):
            os.read(watch, 100)
        assert system.inotify_add_watch(watch, bytes(file), IN_OPEN) > 0
        assert number_in(file) == 123
        assert os.read(watch, 100), "an opened file is told of"
    finally:
        os.close(watch)
