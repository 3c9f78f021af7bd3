"""Files of a container that has been made and not been started."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping

from docker.errors import NotFound
from docker.models.containers import Container


def read_file(container: Container, path: str) -> bytes | None:
    """What a file in the container holds; None where there is no such file."""
    try:
        chunks, _ = container.get_archive(path)
    except NotFound:
        return None
    with tarfile.open(fileobj=io.BytesIO(b"".join(chunks))) as archive:
        first = archive.next()
        content = archive.extractfile(first) if first is not None and first.isfile() else None
        return content.read() if content is not None else None


def add_files(container: Container, files: Mapping[str, str]) -> None:
    """Put files into the container, content by path, for everybody in there to read."""
    if not files:
        return
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path, text in files.items():
            content = text.encode()
            member = tarfile.TarInfo(path.lstrip("/"))
            member.size, member.mode = len(content), 0o444
            archive.addfile(member, io.BytesIO(content))
    container.put_archive("/", packed.getvalue())
