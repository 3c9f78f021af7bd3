"""The cores that a container may use."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from docker.errors import DockerException
from docker.models.containers import Container
from requests.exceptions import RequestException

from engines.container.daemon import daemon
from engines.contract.errors import CipherbenchError

_ONLINE = Path("/sys/devices/system/cpu/online")


def bind_container(container: str, cores: Collection[int]) -> None:
    """Give a container other cores by its id; its processes move at once. Nothing happens where
    the daemon refuses that or the container is gone."""
    with suppress(DockerException, RequestException, CipherbenchError), daemon() as client:
        set_cores(client.containers.get(container), cores)


def cpuset_of(container: str) -> str:
    """The cores that a container was given, as they were written; empty where it may use them all,
    or nothing is to be learnt."""
    with suppress(DockerException, RequestException, CipherbenchError), daemon() as client:
        return str(client.containers.get(container).attrs["HostConfig"].get("CpusetCpus") or "")
    return ""


def restore_cpuset(container: str, before: str) -> None:
    """Give a container the cores back that `cpuset_of` told. A daemon takes nothing for no change,
    so that where it had none set it gets all of the machine's."""
    with suppress(DockerException, RequestException, CipherbenchError, OSError), daemon() as client:
        found = client.containers.get(container)
        found.update(cpuset_cpus=before or _ONLINE.read_text(encoding="ascii").strip())


def set_cores(container: Container, cores: Collection[int]) -> None:
    """The same for one at hand, which may not have begun yet."""
    with suppress(DockerException, RequestException):
        container.update(cpuset_cpus=",".join(map(str, sorted(cores))))
