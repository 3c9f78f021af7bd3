"""The places of a server whose files an encrypted file system shows opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName, file_place
from engines.contract.message import phrase
from engines.looking.filesystem import Layer, layers_under
from engines.looking.luks import container_of


def with_layers(places: Iterable[DataPlace], folder: str | None) -> tuple[DataPlace, ...]:
    """Places, and what a file system that encrypts below their folder has written."""
    known = tuple(places)
    layers = layers_under(Path(folder)) if folder else None
    if layers is None or layers.kind in (Layer.NONE, Layer.UNKNOWN):
        return known
    opened = tuple(
        replace(place, opened=place.root is not None and place.root.startswith(folder or "/"))
        for place in known
    )
    return (*opened, _below(layers.kind, layers.device))


_SHOWING_FOLDERS = frozenset({Layer.GOCRYPTFS, Layer.ECRYPTFS, Layer.ENCFS, Layer.CRYFS})


def _below(kind: Layer, device: str) -> DataPlace:
    """The folder of sealed files, or the disk image behind a loop device."""
    if kind in _SHOWING_FOLDERS:
        source = device.rpartition("@")[2]
        if source.startswith("/") and Path(source).is_dir():
            return DataPlace(PlaceName.CIPHER_FOLDER, source)
        return DataPlace(PlaceName.CIPHER_FOLDER, None, reason=_FOLDER_UNREPORTED)
    image = _image_behind(device)
    if image is not None and kind is Layer.LUKS:
        image = container_of(image)
    if image is not None:
        return file_place(PlaceName.DISK, image)
    return DataPlace(PlaceName.DISK, None, reason=_WHOLE_DISK)


def _image_behind(device: str) -> Path | None:
    name = Path(device).resolve().name
    try:
        image = Path(f"/sys/block/{name}/loop/backing_file").read_text().strip()
    except OSError:
        return None
    return Path(image) if Path(image).is_file() else None


_FOLDER_UNREPORTED = phrase("The mount does not show which folder holds the encrypted files.")
_WHOLE_DISK = phrase("Whole disks are not searched.")
