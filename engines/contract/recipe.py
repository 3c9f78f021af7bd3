"""How an engine's server is run in a container: image, port, variables and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

STUDY_CPUS = 1.0
"""CPU cores of a container set up *as in the study*."""

STUDY_MEMORY_MB = 4000
"""Memory of a container *as in the study*, in 10⁶ bytes."""

type ReadFile = Callable[[str], bytes | None]
"""The content of an image's file, by its path in there; None where there is none."""


def _no_files(read: ReadFile) -> Mapping[str, str]:
    del read
    return {}


@dataclass(frozen=True)
class ContainerRecipe:
    """How the images of an engine are run.

    `port` is where the server listens inside. `environment` takes the administrator's password and
    whether the connection is to be encrypted, and gives the image's environment variables. `files`
    gives what is put into the container before it starts, content by path; it may look into the
    image. `statements` are run once, as the administrator, when the server answers. `directory` is
    where a Firebird server may write database files.
    """

    image: str
    port: int
    user: str
    environment: Callable[[str, bool], Mapping[str, str]]
    database: str | None = None
    directory: str | None = None
    files: Callable[[ReadFile], Mapping[str, str]] = _no_files
    statements: tuple[str, ...] = ()
