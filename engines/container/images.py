"""Images: there already, or pulled with progress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from docker.errors import APIError, DockerException, ImageNotFound
from docker.utils import parse_repository_tag
from requests.exceptions import RequestException

from engines.contract.errors import ServerUnavailable
from engines.contract.message import Number, phrase
from engines.servers.server import Progress

if TYPE_CHECKING:
    from docker import DockerClient

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
