"""The place of the ciphertext on disk when an encrypted file system holds a server's data.

The server's own files then read as plaintext (`DataPlace.opened`); what the disk holds is in a
folder of ciphertext files (stacked file systems) or in the image of a loop device (dm-crypt, LUKS).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName, file_place
from engines.contract.message import phrase
from engines.inspection.filesystem import Layer, container_path, layers_under


def with_ciphertext_place(places: Iterable[DataPlace], folder: str | None) -> tuple[DataPlace, ...]:
    """If `folder` is on an encrypted file system: the places, those in it marked as `opened`
    (decrypted by the mount), and the place of the ciphertext. Else the places as they are."""
    known = tuple(places)
    if not folder:
        return known
    layers = layers_under(Path(folder))
    if layers.kind in (Layer.NONE, Layer.UNKNOWN):
        return known
    opened = tuple(
        replace(place, opened=place.root is not None and Path(place.root).is_relative_to(folder))
        for place in known
    )
    return (*opened, _ciphertext_place(layers.kind, layers.device))


_STACKED_FILE_SYSTEMS = frozenset({Layer.GOCRYPTFS, Layer.ECRYPTFS, Layer.ENCFS, Layer.CRYFS})
"""Those that keep ciphertext as files in another folder, which their mount shows decrypted."""


def _ciphertext_place(kind: Layer, device: str) -> DataPlace:
    """The folder of ciphertext files, or the disk image of a loop device."""
    if kind in _STACKED_FILE_SYSTEMS:
        source = device.rpartition("@")[2]
        if source.startswith("/") and Path(source).is_dir():
            return DataPlace(PlaceName.CIPHER_FOLDER, source)
        return DataPlace(PlaceName.CIPHER_FOLDER, None, reason=_FOLDER_NOT_SHOWN)
    image = _loop_image(device)
    if image is not None and kind is Layer.LUKS:
        image = container_path(image)
    if image is not None:
        return file_place(PlaceName.DISK, image)
    return DataPlace(PlaceName.DISK, None, reason=_WHOLE_DISK)


def _loop_image(device: str) -> Path | None:
    name = Path(device).resolve().name
    try:
        image = Path(f"/sys/block/{name}/loop/backing_file").read_text().strip()
    except OSError:
        return None
    return Path(image) if Path(image).is_file() else None


_FOLDER_NOT_SHOWN = phrase("The mount does not show which folder holds the encrypted files.")
_WHOLE_DISK = phrase("Whole disks are not searched.")
