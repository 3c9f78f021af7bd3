"""A gocryptfs for tests of what lies on it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.gocryptfs import run
from tests.patience import wait_until


@dataclass
class Mount:
    """A gocryptfs that is mounted and unmounted as a test goes on."""

    plain: Path
    cipher: Path
    password: Path

    def mount(self) -> None:
        # What root starts serves as another user, who must get in.
        others = ["-allow_other"] if os.geteuid() == 0 else []
        run("gocryptfs", "-q", *others, "-passfile", self.password, self.cipher, self.plain)
        self.plain.chmod(0o711)

    def unmount(self) -> None:
        """Also when a server still works there."""
        command = "fusermount3" if shutil.which("fusermount3") else "fusermount"
        run(command, "-u", "-z", self.plain)

    def kill(self) -> None:
        """End the program behind it: the mount stays, and answers nobody."""
        for process in self.processes():
            process.kill()
        wait_until(lambda: self.is_dead)

    def processes(self) -> list[psutil.Process]:
        """The program behind it."""
        everybody = psutil.process_iter(["cmdline"])
        return [each for each in everybody if str(self.cipher) in (each.info["cmdline"] or ())]

    @property
    def is_dead(self) -> bool:
        try:
            os.listdir(self.plain)  # noqa: PTH208 whatever the error
        except OSError:
            return True
        return False
