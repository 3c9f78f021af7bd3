"""Refuses server programs that a plan names in unknown folders: starting a server runs them, and
the plan may come from anybody."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from app.servers.saved_connections import saved_connections
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.servers.server import ServerSpec

_ALLOWED = "CIPHERBENCH_BINARIES"
_OF_THE_SYSTEM = ("/usr", "/opt", "/snap", "/nix", "/Library", "/Applications")
"""Where only an administrator installs."""
_OF_WINDOWS = ("ProgramFiles", "ProgramFiles(x86)")


def refuse_unknown_programs(specs: Iterable[ServerSpec]) -> None:
    """Check the folders of programs that a plan's servers name: they must lie where the system's
    are, or below one that this user has named, in the environment or with a saved server.

    Raises: InputError
    """
    for spec in specs:
        if spec.binaries and not _is_known(Path(spec.binaries).resolve()):
            raise InputError(
                phrase("Programs not started"),
                phrase("The plan's server “{name}” names programs in {folder}."),
                phrase(
                    "If you trust them, save that server on the page Servers, or name the folder "
                    "in {variable}."
                ),
                name=spec.name,
                folder=spec.binaries,
                variable=_ALLOWED,
            )


def _is_known(folder: Path) -> bool:
    return any(folder.is_relative_to(each.resolve()) for each in _known())


def _known() -> Iterator[Path]:
    yield from map(Path, _OF_THE_SYSTEM)
    yield from (Path(os.environ[each]) for each in _OF_WINDOWS if os.environ.get(each))
    yield from map(Path, filter(None, os.environ.get(_ALLOWED, "").split(os.pathsep)))
    with suppress(InputError):
        yield from (Path(each.binaries) for each in saved_connections() if each.binaries)
