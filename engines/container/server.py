"""A server in a container: started, waited for, watched, its log and end reported, and removed."""

from __future__ import annotations

import io
import json
import os
import secrets
import subprocess
import tarfile
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from docker import DockerClient
from docker.errors import APIError, DockerException, ImageNotFound, NotFound
from docker.models.containers import Container
from docker.types import Ulimit
from docker.utils import parse_repository_tag
from requests.exceptions import RequestException

from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.container import keeper
from engines.container.cpuset import set_cores
from engines.container.daemon import LABEL, daemon, daemon_address, own_mark, owner_is_gone
from engines.contract.endpoint import Endpoint
from engines.contract.errors import (
    Cause,
    CipherbenchError,
    InputError,
    ServerGivenUp,
    ServerUnavailable,
    cause_of,
)
from engines.contract.launch import ContainerRecipe
from engines.contract.message import Message, Number, phrase
from engines.keeping.keeper_process import start_keeper
from engines.platform.process_inspection import control_groups
from engines.servers.server import Progress, Server, ServerSpec

# Images: there already, or pulled with progress.

_MB = 1_000_000


def provide_image(client: DockerClient, image: str, progress: Progress) -> str:
    """The id of `image`, which is pulled when it is not on this machine.

    Raises: ServerUnavailable
    """
    try:
        return _id(client, image)
    except ImageNotFound:
        pass
    except APIError as error:
        raise _not_had(image, error.explanation or error) from error
    full = qualified(image)
    try:
        repository, tag = parse_repository_tag(full)
        lines = client.api.pull(repository, tag=tag, stream=True, decode=True)
        _watch(image, lines, progress)
        return _id(client, full)
    except APIError as error:
        raise _not_had(image, error.explanation or error) from error
    except (DockerException, RequestException) as error:
        raise _not_had(image, error) from error


def qualified(image: str) -> str:
    """An image's name with registry and tag, as Docker would fill them in: Podman asks for it."""
    first, slash, _ = image.partition("/")
    if not slash:
        image = f"docker.io/library/{image}"
    elif not ("." in first or ":" in first or first == "localhost"):
        image = f"docker.io/{image}"
    return image if parse_repository_tag(image)[1] else f"{image}:latest"


def _id(client: DockerClient, image: str) -> str:
    return str(client.images.get(image).id)


def _watch(image: str, lines: Iterable[Mapping[str, Any]], progress: Progress) -> None:
    """Layers are downloaded side by side and tell their bytes one by one."""
    progress(phrase("Pulling {image}", image=image), None)
    layers: dict[str, tuple[int, int]] = {}
    for line in lines:
        if "error" in line:
            raise _not_had(image, line["error"])
        detail, layer = line.get("progressDetail") or {}, line.get("id", "")
        if line.get("status") == "Downloading" and detail.get("total"):
            layers[layer] = (detail["current"], detail["total"])
        elif line.get("status") == "Download complete" and layer in layers:
            layers[layer] = (layers[layer][1], layers[layer][1])
        else:
            continue
        _tell(image, layers, progress)


def _tell(image: str, layers: Mapping[str, tuple[int, int]], progress: Progress) -> None:
    done = sum(current for current, _ in layers.values())
    total = sum(size for _, size in layers.values())
    message = phrase(
        "Pulling {image}: {done} of {total} MB",
        image=image,
        done=Number(done / _MB, 0),
        total=Number(total / _MB, 0),
    )
    progress(message, done / total)


def _not_had(image: str, message: object) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Image not available"),
        phrase("The image {image} is not on this machine and could not be pulled: {words}."),
        phrase("Check its name and tag, and that this machine can reach its registry."),
        image=image,
        words=str(message).strip().rstrip("."),
    )


# Files of a container that has been made and not been started.


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


_READY_SECONDS = 90.0
"""Longest wait for an answer: the first start creates the data directory."""

_READY_TIMES = 3
"""Logins in a row that must succeed: images first start a server for set-up."""

_FINAL = frozenset(
    {
        Cause.TLS_MISSING,
        Cause.CLIENT_CERTIFICATE,
        Cause.UNTRUSTED,
        Cause.HOST_NAME,
        Cause.TLS_FILE,
    }
)
"""Causes that do not go away by waiting."""

_LOG_LINES = 5000

_NO_CORE = Ulimit(name="core", soft=1, hard=1)
"""Less than the least core file has, and the one limit that also holds where a program of the host
takes core files by a pipe (core(5))."""


@dataclass
class ContainerServer(Server):
    """A server in a container of ours. Its keeper removes it when it is closed."""

    address: str = ""
    image: str = ""
    """The id of the image that it runs; a tag is moved to another one now and then."""
    volumes: tuple[str, ...] = ()
    """The anonymous volumes that the daemon has made for it."""

    def probe(self) -> Capabilities:
        capabilities = super().probe()
        return replace(capabilities, settings={**capabilities.settings, "image": self.image})

    def close(self) -> None:
        """Remove the container and its anonymous volumes."""
        own = self._keeper
        super().close()
        if own is not None and own.returncode:  # killed, or it could not remove it
            with suppress(DockerException, CipherbenchError), daemon(self.address) as client:
                client.containers.get(self.endpoint.container or "").remove(force=True, v=True)
        if own is not None and self.volumes:
            self._remove_volumes()

    def _remove_volumes(self) -> None:
        """They are gone with the container, unless somebody else removed that and left them."""
        with suppress(DockerException, CipherbenchError), daemon(self.address) as client:
            for name in self.volumes:
                with suppress(APIError):
                    client.volumes.get(name).remove()

    def log_tail(self, size: int = 65_536) -> str:
        """The last `size` bytes of the container's log."""
        try:
            with daemon(self.address) as client:
                container = client.containers.get(self.endpoint.container or "")
                return _words(container)[-size:].decode(errors="replace")
        except (DockerException, RequestException, CipherbenchError):
            return ""


def open_container(
    spec: ServerSpec,
    engine: Engine,
    progress: Progress,
    cores: Collection[int] | None = None,
) -> Server:
    """Run a server in a new container, on `cores`, and wait until it answers.

    Raises: ServerUnavailable, InputError
    """
    recipe = engine.servers.container
    if recipe is None:
        raise InputError(
            phrase("Source not available"),
            phrase("{engine} cannot run in a container."),
            phrase("Choose another source."),
            engine=engine.title,
        )
    address = daemon_address()
    with daemon(address) as client:
        try:
            return _run(client, address, spec, engine, recipe, progress, cores)
        except (DockerException, RequestException) as error:
            raise _not_run(spec.image or recipe.image, error) from error


def why_lost(endpoint: Endpoint) -> Message | None:
    """Why a server in a container no longer answers; None while the container runs."""
    try:
        with daemon() as client:
            container = client.containers.get(endpoint.container or "")
            return None if container.status == "running" else _last_words(container)
    except NotFound:
        return _REMOVED
    except (DockerException, RequestException, CipherbenchError) as error:
        # Conflict: while it is being removed its log is told no more.
        leaving = isinstance(error, APIError) and error.status_code == HTTPStatus.CONFLICT
        return _REMOVED if leaving else phrase("The container daemon does not answer.")


_REMOVED = phrase("Its container was removed by someone else.")


def tidy_containers() -> int:
    """Remove containers whose program and keeper were killed; how many there were."""
    removed = 0
    with suppress(DockerException, RequestException, CipherbenchError), daemon() as client:
        for container in client.containers.list(
            all=True, filters={"label": LABEL}, ignore_removed=True
        ):
            if owner_is_gone(container.labels[LABEL], container.name or ""):
                with suppress(APIError):
                    container.remove(force=True, v=True)
                    removed += 1
    return removed


def _run(
    client: DockerClient,
    address: str,
    spec: ServerSpec,
    engine: Engine,
    recipe: ContainerRecipe,
    progress: Progress,
    cores: Collection[int] | None,
) -> Server:
    image = provide_image(client, spec.image or recipe.image, progress)
    password = secrets.token_hex(16)
    name = f"cipherbench-{engine.name}-{secrets.token_hex(4)}"
    endpoint = Endpoint(
        engine.name,
        host="127.0.0.1",
        user=recipe.user,
        password=password,
        database=recipe.database,
        directory=recipe.directory,
        **spec.security,
        connect_seconds=spec.connect_seconds,
        managed=True,
    )
    server = ContainerServer(spec, engine, endpoint, address=address, image=image)
    server._keeper = _start_keeper(address, name)
    try:
        environment = recipe.environment(password, spec.tls is not spec.tls.OFF)
        container = _create(client, image, name, environment, spec, recipe.port)
        _tell_made(server._keeper)
        if cores:
            set_cores(container, cores)
        add_files(container, recipe.files(lambda path: read_file(container, path)))
        server.endpoint = replace(endpoint, container=container.id)
        container.start()
        server.endpoint = _placed(server.endpoint, container, recipe.port)
        server.volumes = tuple(
            each["Name"] for each in container.attrs["Mounts"] if each["Type"] == "volume"
        )
        progress(phrase("Waiting for {engine}", engine=engine.title), None)
        _wait_until_ready(server, container)
        _carry_out(server, recipe.statements)
    except BaseException:
        server.close()
        raise
    return server


def _create(
    client: DockerClient,
    image: str,
    name: str,
    environment: Mapping[str, str],
    spec: ServerSpec,
    port: int,
) -> Container:
    """Swap counts as memory, and the password goes by the daemon's socket, on no command line."""
    limits: dict[str, Any] = {}
    if spec.cpus:
        limits["nano_cpus"] = round(spec.cpus * 1e9)
    if spec.memory_mb:
        limits["mem_limit"] = limits["memswap_limit"] = spec.memory_mb * 1_000_000
    return client.containers.create(
        image,
        name=name,
        environment=dict(environment),
        labels={LABEL: own_mark(name)},
        ulimits=[_NO_CORE],
        ports={f"{port}/tcp": ("127.0.0.1", None)},
        **limits,
    )


def _start_keeper(address: str, name: str) -> subprocess.Popen[str]:
    process = start_keeper(keeper.__file__, "DOCKER_", packages=True)
    assert process.stdin is not None and process.stdout is not None
    order = {"address": address, "name": name, "label": LABEL, "mark": own_mark(name)}
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    process.stdout.readline()
    return process


def _tell_made(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("made\n")
    process.stdin.flush()


def _placed(endpoint: Endpoint, container: Container, port: int) -> Endpoint:
    """Where the daemon has published the server, and which process it is on this machine."""
    container.reload()
    if container.status != "running":
        raise _ended(container)
    published = container.ports.get(f"{port}/tcp")
    if not published:
        raise ServerUnavailable(
            phrase("Port not published"),
            phrase("The daemon has not published port {port} of container {name}."),
            phrase("Check that Docker's bridge network is enabled: containers need it."),
            port=port,
            name=container.name,
        )
    pid = int(container.attrs["State"].get("Pid") or 0)
    here = _runs_here(pid, str(container.id))
    return replace(
        endpoint,
        port=int(published[0]["HostPort"]),
        pid=pid if here else None,
        log=_readable_log(container) if here else None,
    )


def _readable_log(container: Container) -> str | None:
    """The file that the daemon keeps a container's messages in, which is root's; other logging
    drivers than Docker's usual ones have none."""
    path: str = container.attrs.get("LogPath") or ""
    return path if path and os.access(path, os.R_OK) else None


def _runs_here(pid: int, container: str) -> bool:
    """Whether a process of this machine has that number and is the container's: a daemon in a
    virtual machine counts its own."""
    try:
        return container in control_groups(pid).decode(errors="replace")
    except OSError:
        return False


def _wait_until_ready(server: ContainerServer, container: Container) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    answered = 0
    while answered < _READY_TIMES:
        try:
            server.engine.servers.check_connection(server.endpoint)
            answered += 1
        except CipherbenchError as error:
            answered = 0
            _check_running(container, error)
            if (
                isinstance(error, (InputError, ServerGivenUp))
                or cause_of(error) in _FINAL
                or time.monotonic() > deadline
            ):
                raise
            time.sleep(0.1)


def _check_running(container: Container, error: CipherbenchError) -> None:
    try:
        container.reload()
    except NotFound:
        raise ServerUnavailable(
            phrase("Container removed"),
            phrase("Another program or user removed the container {name} while it was starting."),
            phrase("Start the server again."),
            name=container.name,
        ) from error
    if container.status != "running":
        raise _ended(container) from error


def _carry_out(server: Server, statements: tuple[str, ...]) -> None:
    if statements:
        server.engine.servers.carry_out(server.endpoint, statements)


def _ended(container: Container) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Container ended"),
        phrase("{reason}"),
        phrase(
            "Read the container's log. The image may need other settings than the official one."
        ),
        reason=_last_words(container),
    )


def _last_words(container: Container) -> Message:
    if container.status == "paused":
        return phrase(
            "Its container is paused. Resume it: `docker unpause {name}`.", name=container.name
        )
    if container.attrs["State"].get("OOMKilled"):
        return phrase("The container exceeded its memory limit and was killed. Raise the limit.")
    lines = _words(container).decode(errors="replace").strip().splitlines()
    code = container.attrs["State"].get("ExitCode")
    if not lines:
        return phrase("The container ended (exit code {code}); its log is empty.", code=code)
    return phrase(
        "The container ended (exit code {code}); its log ends with “{line}”.",
        code=code,
        line=lines[-1].strip(),
    )


def _words(container: Container) -> bytes:
    log: bytes = container.logs(tail=_LOG_LINES)
    return log


def _not_run(image: str, error: Exception) -> ServerUnavailable:
    message = error.explanation if isinstance(error, APIError) else None
    return ServerUnavailable(
        phrase("Container did not start"),
        phrase("The daemon could not run {image}: {words}."),
        phrase("Check the daemon: `docker info`."),
        image=image,
        words=str(message or error).strip().rstrip("."),
    )
