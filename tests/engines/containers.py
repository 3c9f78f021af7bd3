"""Containers of the images that scripts/test_images builds, for tests.

Without a daemon or an image a test is skipped with the reason; where CIPHERBENCH_REQUIRE names
`containers`, as in CI, it fails. An image of MySQL must be there where it names `mysql`, too.
"""

from __future__ import annotations

import io
import os
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docker.errors import ImageNotFound

from engines.container.daemon import container_reason, daemon
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.requirements import lacking

ENGINES = ("postgresql", "mariadb", "firebird")
"""Those whose images can always be built."""


def image_of(engine: str) -> str:
    return f"cipherbench-test-{engine}"


def container_spec(engine: str, name: str = "", **fields: Any) -> ServerSpec:
    """A server of an engine in a container of its test image; skips or fails without one."""
    need(no_containers())
    if (missing := _no_image(engine)) is not None:
        if engine in ENGINES:
            need(missing)
        lacking(engine, missing)
    named = {"image": image_of(engine), **fields}
    return ServerSpec(name or engine, Source.CONTAINER, engine, **named)


def need(missing: str | None) -> None:
    """Skip, or fail where containers are required, for the reason `missing`."""
    if missing is None:
        return
    if "containers" in os.environ.get("CIPHERBENCH_REQUIRE", "").split(","):
        pytest.fail(f"containers are required here: {missing}")
    pytest.skip(missing)


def no_containers() -> str | None:
    """Why there are none here, as text."""
    reason = container_reason()
    return None if reason is None else str(reason)


@cache
def _no_image(engine: str) -> str | None:
    with daemon() as client:
        try:
            client.images.get(image_of(engine))
        except ImageNotFound:
            return f"There is no image {image_of(engine)}: scripts/test_images builds it."
    return None


def write_authority(image: str, target: Path) -> Path:
    """The CA that signed the certificates of the test images, as a file."""
    with daemon() as client:
        container = client.containers.create(image)
        try:
            chunks, _ = container.get_archive("/etc/tls/ca.pem")
            with tarfile.open(fileobj=io.BytesIO(b"".join(chunks))) as archive:
                member = archive.extractfile("ca.pem")
                assert member is not None
                target.write_bytes(member.read())
        finally:
            container.remove(v=True, force=True)
    return target
