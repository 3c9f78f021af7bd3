"""A file system that encrypts, mounted for tests."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.contract.protection import Protection, ProtectionKind
from tests.requirements import lacking

GOCRYPTFS = Protection("gocryptfs", ProtectionKind.STORAGE, "gocryptfs", 256, "filesystem")


def run(*command: str | Path, **more: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")
    return str(done.stdout)


def unmounting() -> str:
    """The program that takes such a mount off."""
    return "fusermount3" if shutil.which("fusermount3") else "fusermount"


@contextmanager
def mounted(folder: Path) -> Iterator[tuple[Path, Path]]:
    """A gocryptfs mount in that folder, and the folder with its ciphertext."""
    if not shutil.which("gocryptfs") or not os.access("/dev/fuse", os.W_OK):
        lacking("gocryptfs", "gocryptfs or /dev/fuse is missing")
    plain, cipher, password = folder / "plain", folder / "cipher", folder / "password"
    plain.mkdir()
    cipher.mkdir()
    password.write_text(secrets.token_hex())
    password.chmod(0o600)
    run("gocryptfs", "-init", "-q", "-scryptn", "10", "-passfile", password, cipher)
    try:
        # What root starts serves as another user, who must get in.
        others = ["-allow_other"] if os.geteuid() == 0 else []
        run("gocryptfs", "-q", *others, "-passfile", password, cipher, plain)
    except OSError as error:
        lacking("gocryptfs", f"FUSE does not mount here: {error}")
    plain.chmod(0o711)
    yield plain, cipher
    run(unmounting(), "-u", plain)
