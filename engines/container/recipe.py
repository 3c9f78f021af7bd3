"""What an engine must say so that its server can be run in a container."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

STUDY_CPUS = 1.0
"""Cores of a container *as in the study*."""

STUDY_MEMORY_MB = 4000
"""Memory of a container *as in the study*, in 10⁶ bytes."""


@dataclass(frozen=True)
class ContainerRecipe:
    """How the images of an engine are run.

    `port` is where the server listens inside. `environment` takes the administrator's password and
    whether the connection is to be encrypted, and gives the image's environment variables.
    `statements` are run once, as the administrator, when the server answers. `directory` is where
    a Firebird server may write database files.
    """

    image: str
    port: int
    user: str
    environment: Callable[[str, bool], Mapping[str, str]]
    database: str | None = None
    directory: str | None = None
    statements: tuple[str, ...] = ()
