"""The cores that a container may use."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from docker.errors import DockerException
from docker.models.containers import Container
from requests.exceptions import RequestException

from engines.container.daemon import daemon
from engines.contract.errors import CipherbenchError


def bind_container(container: str, cores: Collection[int]) -> None:
    """Give a container other cores by its id; its processes move at once. Nothing happens where
    the daemon refuses that or the container is gone."""
    with suppress(DockerException, RequestException, CipherbenchError), daemon() as client:
        set_cores(client.containers.get(container), cores)


def set_cores(container: Container, cores: Collection[int]) -> None:
    """The same for one at hand, which may not have begun yet."""
    with suppress(DockerException, RequestException):
        container.update(cpuset_cpus=",".join(map(str, sorted(cores))))
