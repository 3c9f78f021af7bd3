"""A program of somebody else's that we start in front of a server of ours: its pooler."""

from __future__ import annotations

import os
import shutil
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import ClassVar

from engines.contract.endpoint import Endpoint, Pooler
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.keeping.side_program import run_side_program

_START_SECONDS = 15.0


class PoolerProgram(ABC):
    """It listens on 127.0.0.1 and enters the server by TCP as well
    (`Launcher.with_tcp_listener`), so that both ways cost what they cost between machines, without
    the cable."""

    title: ClassVar[str]
    program_name: ClassVar[str]
    """The name of the program, and of its package."""

    @property
    def variable(self) -> str:
        """The variable of the environment that names the program, where it is not on PATH."""
        return f"CIPHERBENCH_{self.program_name.upper()}"

    def find(self) -> Path:
        """The path of the program, by its variable or on PATH.

        Raises: ServerUnavailable where it is not there
        """
        named = os.environ.get(self.variable) or shutil.which(self.program_name)
        found = Path(named) if named else Path("/usr/sbin") / self.program_name
        if not found.is_file():
            raise ServerUnavailable(
                phrase("{program} not found"),
                phrase("The program {file} was not found on this machine."),
                phrase("Install the package {file}, or name the program in {variable}."),
                program=self.title,
                file=self.program_name,
                variable=self.variable,
            )
        return found

    @abstractmethod
    def version(self, found: Path) -> str:
        """Of the program; empty where it says none.

        Raises: ProgramFailed
        """

    def check(self, found: Path, pooler: Pooler) -> None:
        """Whether it can pool this way; whatever its version, unless overridden.

        Raises: ServerUnavailable where it cannot, ProgramFailed
        """
        del found, pooler

    @abstractmethod
    def command(self, found: Path) -> Sequence[str]:
        """What starts it in a folder with its files."""

    @abstractmethod
    def files(
        self, endpoint: Endpoint, port: int, pooler: Pooler, tls_files: Mapping[str, str]
    ) -> Mapping[str, str]:
        """What it reads in its folder, to be entered on `port`. `tls_files` are files of a
        certificate and its key, by which clients may enter with TLS."""

    def start(
        self,
        endpoint: Endpoint,
        port: int,
        pooler: Pooler,
        tls_files: Mapping[str, str],
        cleanup: ExitStack,
        cores: Collection[int] | None,
    ) -> Endpoint:
        """The endpoint of a server that answers, entered through it on `port`, which is free, until
        `cleanup` is closed; it is bound to `cores`.

        Raises: ServerUnavailable, ProgramFailed, OSError
        """
        found = self.find()
        self.check(found, pooler)
        files = self.files(endpoint, port, pooler, tls_files)
        side = run_side_program(self.program_name, self.command(found), files, {}, cleanup, cores)
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until and not side.has_ended:
            with suppress(OSError), socket.create_connection((endpoint.host or "", port), 1.0):
                return endpoint.through_pooler(port, side.pid)
            time.sleep(0.02)
        raise ServerUnavailable(
            phrase("{program} did not start"),
            phrase("{program} says: {reason}"),
            program=self.title,
            reason=side.message,
        )

    def described(self, pooler: Pooler) -> str:
        """The program, its version, and how it pools."""
        return f"{self.title} {self.version(self.find())}, {pooler}"
