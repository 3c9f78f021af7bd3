"""Servers that a user has added, remembered from one start to the next. Never their passwords."""

from __future__ import annotations

from pathlib import Path

from app.system.folders import config_folder
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import read_text, why_not_read
from engines.platform.private_files import PRIVATE, private_folder, write_atomically
from engines.servers.server import ServerSpec

_MOST_MB = 1


def connections_file() -> Path:
    """A TOML file with the server tables of a plan file, and nothing else."""
    return config_folder() / "connections.toml"


def saved_connections() -> list[ServerSpec]:
    """The servers that were saved, in their order.

    Raises: InputError when the file cannot be read or understood
    """
    from app.plan.plan_file import parse_servers

    path = connections_file()
    try:
        text = read_text(path, _MOST_MB)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Saved connections not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Correct the file, or move it away and save the connections again."),
            path=path,
            reason=why_not_read(error),
        ) from error
    return list(parse_servers(text, str(path)))


def save_connection(spec: ServerSpec) -> None:
    """Save a server; one of the same name is replaced, and moves to the end.

    Raises: InputError when the file cannot be read, understood or written: it then stays as it is
    """
    others = [each for each in saved_connections() if each.name != spec.name]
    _write([*others, spec])


def replace_connection(name: str, spec: ServerSpec) -> None:
    """Save a server in the place of the one that was called `name`; at the end if there is none.

    Raises: InputError
    """
    saved = saved_connections()
    if not any(each.name == name for each in saved):
        saved.append(spec)
    _write([spec if each.name == name else each for each in saved])


def forget_connection(name: str) -> None:
    """Delete a saved connection.

    Raises: InputError
    """
    saved = saved_connections()
    others = [spec for spec in saved if spec.name != name]
    if len(others) < len(saved):
        _write(others)


def _write(specs: list[ServerSpec]) -> None:
    """Replace the file atomically; only its user can read it."""
    from app.plan.plan_file import write_servers

    path = connections_file()
    try:
        private_folder(path.parent)
        write_atomically(path, write_servers(specs), PRIVATE)
    except OSError as error:
        raise InputError(
            phrase("Connection not saved"),
            phrase("{path} cannot be written: {reason}."),
            phrase("The server stays in the list until the program ends."),
            path=path,
            reason=error.strerror or error,
        ) from error
