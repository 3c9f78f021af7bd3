"""Finds the container daemon (Docker, Podman), or the reason why there is none."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.keeping.owning_program import has_program_ended, program_identity
from engines.keeping.signatures import signature, verify
from engines.platform import IS_WINDOWS

# The label by which our containers are known, with their program and a signature: no other
# container is ever touched.

LABEL = "cipherbench.owner"


def own_mark(container: str) -> str:
    """The mark of a container that this program makes: the program, and a signature.

    Labels are copied along with an image that is made of a container; the signature is good for a
    container of this name alone.

    Raises: ServerUnavailable if our key cannot be read or created
    """
    program = program_identity()
    return f"{program} {signature('container', container, program)}"


def owner_is_gone(mark: str, container: str) -> bool:
    """Whether a container bears our mark and the program that made it has certainly ended.

    Raises: ServerUnavailable if our key cannot be read or created
    """
    program, _, signed = mark.rpartition(" ")
    return verify(signed, "container", container, program) and has_program_ended(program)


if TYPE_CHECKING:
    from docker import DockerClient

_CALL_SECONDS = 60
_HERE = {"", "localhost", "127.0.0.1", "::1"}


def container_reason() -> Message | None:
    """Why no container can be run here and what to do about it; None when one can.

    Takes a second at most.
    """
    try:
        daemon_address()
    except ServerUnavailable as error:
        return error.advice
    return None


def daemon_address() -> str:
    """The address of a daemon that answers: DOCKER_HOST where it is set, else the socket of
    Docker, or of Podman.

    Raises: ServerUnavailable
    """
    named = os.environ.get("DOCKER_HOST")
    if named and urlsplit(named).scheme != "unix":
        return _checked(named)
    paths = [urlsplit(named).path] if named else _usual_sockets()
    faults: list[OSError] = []
    for path in paths:
        try:
            _ask(path, "/_ping")
        except OSError as error:
            faults.append(error)
        else:
            return f"unix://{path}"
    raise _no_daemon(paths, faults)


def labelled(label: str) -> dict[str, str] | None:
    """Containers of a daemon here that have this label, running or not: by name what it says. None
    where the daemon did not tell.

    Takes a second or two at most, and loads no SDK: every start of the program asks this.
    """
    try:
        address = urlsplit(daemon_address())
    except ServerUnavailable:
        return {}
    if address.scheme != "unix":
        return None
    query = urlencode({"all": 1, "filters": json.dumps({"label": [label]})})
    try:
        text = _ask(address.path, f"/containers/json?{query}")
        if text is not None:
            found = json.loads(text)
            return {each["Names"][0].removeprefix("/"): each["Labels"][label] for each in found}
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        pass
    return None


@contextmanager
def daemon(address: str | None = None) -> Iterator[DockerClient]:
    """A client of the daemon at `address`, or of the first that answers.

    Raises: ServerUnavailable
    """
    import docker

    address = address or daemon_address()
    surroundings = {**os.environ, "DOCKER_HOST": address}
    try:
        client = docker.from_env(timeout=_CALL_SECONDS, environment=surroundings)
    except (docker.errors.DockerException, OSError) as error:
        raise _not_answering(address, error) from error
    try:
        yield client
    finally:
        client.close()


def _usual_sockets() -> list[str]:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    own = [f"{runtime}/docker.sock", f"{runtime}/podman/podman.sock"] if runtime else []
    return ["/var/run/docker.sock", *own, "/run/podman/podman.sock"]


def _ask(path: str, what: str) -> bytes | None:
    """Not through the SDK, which takes a third of a second to load and words every fault alike."""
    from engines.container.unix_http import ask

    return ask(path, what)


def _checked(address: str) -> str:
    place = urlsplit(address)
    if (place.hostname or "") not in _HERE or place.scheme == "ssh":
        raise ServerUnavailable(
            phrase("Containers not available"),
            phrase("DOCKER_HOST points to another machine: {address}."),
            phrase(
                "Unset DOCKER_HOST: a container's port is open on its own machine only. Or start "
                "the server there and connect to it by address."
            ),
            address=address,
        )
    try:
        socket.create_connection((place.hostname or "localhost", place.port or 2375), 1).close()
    except OSError as error:
        raise _not_answering(address, error) from error
    return address


def _no_daemon(paths: list[str], faults: list[OSError]) -> ServerUnavailable:
    """The nearest miss: a socket we may not enter, one where nobody answers, or none at all."""
    for path, fault in zip(paths, faults, strict=True):
        if isinstance(fault, PermissionError):
            return ServerUnavailable(
                phrase("Containers not accessible"),
                phrase("This user may not open {path}."),
                phrase(
                    "Add this user to the group docker (`sudo usermod -aG docker $USER`), then log "
                    "out and in again. This group gives administrator rights."
                ),
                path=path,
            )
    for path, fault in zip(paths, faults, strict=True):
        if not isinstance(fault, FileNotFoundError):
            return _not_answering(path, fault)
    return _not_running()


def _not_running() -> ServerUnavailable:
    if IS_WINDOWS:
        message = phrase("Docker's named pipe is not yet supported on Windows.")
        hint = phrase("Set DOCKER_HOST to a TCP address at which Docker answers on this computer.")
    elif shutil.which("dockerd") or Path("/usr/sbin/dockerd").exists() or shutil.which("docker"):
        message = phrase("Docker is installed but not running.")
        hint = phrase("Start it: `sudo systemctl start docker`.")
    elif shutil.which("podman"):
        message = phrase("Podman is installed, but its socket does not exist.")
        hint = phrase("Start it: `systemctl --user start podman.socket`.")
    else:
        message = phrase("Neither Docker nor Podman is installed.")
        hint = phrase("Install one. On Debian and Ubuntu: `sudo apt install docker.io`.")
    return ServerUnavailable(phrase("Containers not available"), message, hint)


def _not_answering(place: str, error: Exception) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Containers not available"),
        phrase("The container daemon at {place} does not answer: {words}."),
        phrase("Restart it: `sudo systemctl restart docker`."),
        place=place,
        words=error,
    )
