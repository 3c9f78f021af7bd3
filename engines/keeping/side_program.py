"""A program that serves beside us and is no database: in a folder of its own, which a keeper
removes with it when we are gone."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.inspection.startup_error import startup_error_line
from engines.keeping import keeper
from engines.keeping.keeper_process import close_keeper, order_keeper, start_keeper
from engines.keeping.server_folder import new_server_folder
from engines.keeping.service_user import service_account
from engines.platform.processes import has_ended
from engines.platform.users import is_root


class SideProgram(NamedTuple):
    log: Path
    pid: int

    @property
    def has_ended(self) -> bool:
        return has_ended(self.pid)

    @property
    def message(self) -> str:
        """The line of its log that says why it did not start."""
        return startup_error_line(self.log.read_text(errors="replace"))


def run_side_program(
    name: str,
    command: Sequence[str],
    files: Mapping[str, str],
    environment: Mapping[str, str],
    undone: ExitStack,
    cores: Collection[int] | None = None,
) -> SideProgram:
    """Start a program in its folder, with `files` there, until `undone` is closed; bound to
    `cores` before it runs, where the system lets it: woken on another core than the server's it
    takes a multiple of the CPU time.

    Raises: ServerUnavailable, OSError
    """
    folder = new_server_folder(name)
    try:
        user = service_account() if is_root() else None
        folder.write_secrets(files, user)
        if user is not None:
            folder.hand_over(user)
        process = start_keeper(keeper.__file__, hand_down=folder.handed_down)
    except BaseException:
        folder.discard()
        raise
    undone.callback(close_keeper, process)
    with suppress(BrokenPipeError):  # one that has ended answers nothing
        bound = sorted(cores) if cores else None
        order_keeper(process, folder, user, environment, command, cores=bound)
    folder.close()
    assert process.stdout is not None
    answer = json.loads(process.stdout.readline() or '{"failed": "its monitor process ended"}')
    if "failed" in answer:
        raise ServerUnavailable(phrase("Program not started"), Message(str(answer["failed"])))
    return SideProgram(folder.log_file, answer["pid"])
