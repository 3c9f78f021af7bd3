"""A registry of images on this machine."""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engines.container.daemon import daemon
from tests.engines.containers import need, no_containers


@contextmanager
def registry_with_an_image(folder: Path) -> Iterator[str]:
    """An image of 6 MB in two layers that a registry of this machine has, and we have not."""
    need(no_containers())
    program = shutil.which("docker-registry")
    need(None if program else "The package docker-registry is not installed.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    (folder / "config.yml").write_text(
        f"version: 0.1\nstorage: {{filesystem: {{rootdirectory: {folder}/data}}}}\n"
        f"http: {{addr: '{place}'}}\n"
    )
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(program), "serve", str(folder / "config.yml")], stdout=log, stderr=log
        )
    try:
        with daemon() as client:
            _push(client, f"{place}/cipherbench-test/pulled")
        yield f"{place}/cipherbench-test/pulled:1"
    finally:
        process.terminate()
        process.wait()


def _push(client: Any, repository: str) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        member = tarfile.TarInfo("noise")
        member.size = 6_000_000
        archive.addfile(member, io.BytesIO(os.urandom(member.size)))
    client.api.import_image_from_data(content.getvalue(), repository=repository, tag="1")
    deadline = time.monotonic() + 60
    while any("error" in line for line in client.images.push(
        repository, tag="1", stream=True, decode=True
    )):  # fmt: skip
        assert time.monotonic() < deadline, "the registry takes nothing"
        time.sleep(0.2)
    client.images.remove(f"{repository}:1")
