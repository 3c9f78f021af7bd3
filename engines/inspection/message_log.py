"""The file that a server's error stream is written to, where it keeps no log file of its own."""

from __future__ import annotations

from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName, file_place
from engines.contract.endpoint import Endpoint
from engines.contract.message import Message, phrase
from engines.platform.processes import error_stream_of


def message_log(endpoint: Endpoint) -> DataPlace:
    """The file behind a server's error stream, or why it cannot be read."""
    if endpoint.log is not None:
        return file_place(PlaceName.SERVER_LOG, Path(endpoint.log))
    if endpoint.container is not None:
        return unread_log(_HELD_BY_DAEMON)
    if endpoint.pid is None:
        return unread_log(_ELSEWHERE)
    try:
        file = error_stream_of(endpoint.pid)
    except OSError:
        return unread_log(_NOT_OURS)
    is_file = file.is_absolute() and file.is_file()  # else a pipe, a terminal or /dev/null
    return file_place(PlaceName.SERVER_LOG, file) if is_file else unread_log(_NO_FILE)


def unread_log(reason: Message) -> DataPlace:
    """A log that exists but cannot be read."""
    return DataPlace(PlaceName.SERVER_LOG, None, reason=reason)


_HELD_BY_DAEMON = phrase("The container daemon keeps the server's log.")
_ELSEWHERE = phrase("The server's log is on another machine.")
_NOT_OURS = phrase("The server's processes belong to another user.")
_NO_FILE = phrase("The server writes no log file that can be read here.")
