"""Detects encryption below a data directory: an encrypting file system or disk, or none.

Told from /proc/self/mountinfo, /sys and the directory itself, with no special rights. What a drive
does by itself, or a host below a virtual machine, cannot be seen from here.
"""

from __future__ import annotations

import json
import os
import re
import struct
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from engines.contract.endpoint import Endpoint
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher
from engines.platform.volumes import Mount, fscrypt_mode, mounts

MODE = "filesystem"


class Layer(StrEnum):
    """What encrypts under a directory; UNKNOWN where nobody here can tell whether anything does."""

    DM_CRYPT = "dm-crypt"
    FSCRYPT = "fscrypt"
    GOCRYPTFS = "gocryptfs"
    LUKS = "luks"
    ECRYPTFS = "ecryptfs"
    ENCFS = "encfs"
    CRYFS = "cryfs"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class EncryptionLayer:
    """One layer that encrypts. `detail` is its cipher or format, `bits` its key length where it
    is told (dm-crypt tells root only, encfs and cryfs nobody): else 0."""

    kind: Layer
    detail: str = ""
    bits: int = 0

    def __str__(self) -> str:
        return f"{self.kind} ({self.detail})" if self.detail else str(self.kind)


@dataclass(frozen=True)
class Layers:
    """What lies under a directory: a file system, the `device` it is mounted from, and what
    encrypts, from the top. An UNKNOWN layer stands for what cannot be looked into. There is no file
    system where this machine does not see the data, or the server does not tell their place."""

    filesystem: str = ""
    device: str = ""
    mount_point: str = ""
    layers: tuple[EncryptionLayer, ...] = ()

    @property
    def kind(self) -> Layer:
        """The uppermost layer that is known to encrypt; else UNKNOWN or NONE."""
        kinds = [layer.kind for layer in self.layers]
        return next((kind for kind in kinds if kind is not Layer.UNKNOWN), (*kinds, Layer.NONE)[0])

    @property
    def ciphers(self) -> frozenset[Cipher]:
        """The encrypting layers, as storage ciphers."""
        return frozenset(Cipher(layer.kind.value, layer.bits, MODE) for layer in self._known)

    @property
    def code(self) -> str:
        """File system and encrypting layers, to be compared at another time; empty where they are
        not seen. A device's name is given anew at each boot, and what dm-crypt is in detail is told
        to root alone: neither is in it."""
        if not self.filesystem:
            return ""
        own = [each.kind if each.kind is Layer.DM_CRYPT else str(each) for each in self._known]
        place = "" if self.device.startswith("/dev/") else self._source
        return ";".join((",".join(own) or self.kind, self.filesystem, place))

    @property
    def description(self) -> Message:
        if not self.filesystem:
            return phrase("unknown: not visible from here")
        where = {"filesystem": self.filesystem, "device": self._source}
        if self._known:
            layers = ", ".join(map(str, self._known))
            return phrase("encrypted by {layers}; {filesystem} on {device}", layers=layers, **where)
        if self.kind is Layer.NONE:
            return phrase("not encrypted; {filesystem} on {device}", **where)
        return phrase("encryption unknown; {filesystem} on {device}", **where)

    @property
    def _source(self) -> str:
        """The device as a text that can be stored, whatever bytes it is named by."""
        return os.fsencode(self.device).decode(errors="backslashreplace")

    @property
    def _known(self) -> list[EncryptionLayer]:
        return [layer for layer in self.layers if layer.kind is not Layer.UNKNOWN]


def layers_under(path: Path, root: Path = Path("/")) -> Layers:
    """What lies under `path`; `root` holds the `proc`, `sys` and `dev` to look into."""
    try:
        path = path.resolve()
        mount = _mount_of(path, root)
    except (OSError, ValueError):  # no Linux, or a mountinfo that nobody can read
        return Layers(layers=(_UNTOLD,))
    layers = _policy_of(path, mount) + _layers_of(mount, root)
    return Layers(mount.type.removeprefix("fuse."), mount.source, mount.point, layers)


def mount_of(path: Path) -> str:
    """What is mounted where `path` lies, by which it is known again when it has been mounted anew;
    empty where nobody tells."""
    try:
        mount = _mount_of(Path(os.path.realpath(path)), Path("/"))
    except (OSError, ValueError):
        return ""
    return f"{mount.type} {mount.source} {mount.point}"


def layers_below(endpoint: Endpoint) -> Layers:
    """What lies under a server's data directory; unknown where its place is not known."""
    data = endpoint.data or (endpoint.directory if endpoint.in_process else None)
    return layers_under(Path(data)) if data else Layers(layers=(_UNTOLD,))


_UNTOLD = EncryptionLayer(Layer.UNKNOWN)


def _mount_of(path: Path, root: Path) -> Mount:
    """The mount that holds `path`: of the longest mount points above it the one mounted last."""
    above = [each for each in reversed(mounts(root)) if path.is_relative_to(each.point)]
    return max(above, key=lambda mount: len(Path(mount.point).parts))


def _layers_of(mount: Mount, root: Path) -> tuple[EncryptionLayer, ...]:
    """What encrypts below a mounted file system, and that file system itself."""
    match mount.type:
        case "fuse.gocryptfs":
            layer = EncryptionLayer(Layer.GOCRYPTFS, _gocryptfs_cipher(Path(mount.source)), 256)
            below = mount.source
        case "ecryptfs":
            bits = 8 * int(_option(mount, "ecryptfs_key_bytes") or 0)
            layer = EncryptionLayer(Layer.ECRYPTFS, _option(mount, "ecryptfs_cipher"), bits)
            below = mount.source
        case "fuse.encfs" | "fuse.cryfs":
            layer = EncryptionLayer(Layer(mount.type.removeprefix("fuse.")))
            below = mount.source.rpartition("@")[2]
        case "fuse" if found := mounted_container(Path(mount.point), mount.type, mount.source):
            layer, below = EncryptionLayer(Layer.LUKS, found.cipher, found.bits), str(found.file)
        case "overlay":  # the folder below is the host's, out of a container's sight
            return _layers_below(_option(mount, "upperdir"), root)
        case "tmpfs" | "ramfs":
            return ()
        case _:
            return _device_layers(mount, root)
    return (layer, *_layers_below(below, root))


def _option(mount: Mount, name: str) -> str:
    """Its value, empty where there is none."""
    pairs = (each.partition("=") for each in mount.options)
    return next((value for key, _, value in pairs if key == name), "")


def _layers_below(folder: str, root: Path) -> tuple[EncryptionLayer, ...]:
    if not folder.startswith("/") or not Path(folder).exists():
        return (_UNTOLD,)
    return layers_under(Path(folder), root).layers


_GOCRYPTFS_FLAGS = {"XChaCha20Poly1305": "XChaCha20-Poly1305", "AESSIV": "AES-256-SIV"}


def _gocryptfs_cipher(encrypted: Path) -> str:
    """The cipher that its configuration names; AES-256-GCM is what it means by naming none."""
    try:
        flags = json.loads((encrypted / "gocryptfs.conf").read_text())["FeatureFlags"]
    except (OSError, ValueError, KeyError):
        return ""
    return next(
        (_GOCRYPTFS_FLAGS[flag] for flag in flags if flag in _GOCRYPTFS_FLAGS), "AES-256-GCM"
    )


_SELF_ENCRYPTING = frozenset({"bcachefs", "zfs", "apfs"})
"""They can encrypt by themselves and do not tell it here."""


def _device_layers(mount: Mount, root: Path) -> tuple[EncryptionLayer, ...]:
    devices = [root / "sys/dev/block" / mount.number]
    if mount.source.startswith("/dev/"):  # btrfs has a number that is no device's
        name = (root / mount.source.lstrip("/")).resolve().name
        devices.append(root / "sys/class/block" / name)
    device = next((each for each in devices if each.exists()), None)
    if device is None or mount.type in _SELF_ENCRYPTING:
        return (_UNTOLD,)
    return _block_layers(device.resolve(), root)


_ENCRYPTING = re.compile(r"CRYPT-(LUKS1|LUKS2|PLAIN|TCRYPT|BITLK|FVAULT2|LOOPAES)-")
"""Of what cryptsetup names so; CRYPT-VERITY and CRYPT-INTEGRITY only check."""


def _block_layers(device: Path, root: Path) -> tuple[EncryptionLayer, ...]:
    """What encrypts a block device: itself, or every device that it is made of."""
    if (device / "partition").exists():
        device = device.parent
    crypt = _ENCRYPTING.match(_text(device / "dm/uuid"))
    own = (EncryptionLayer(Layer.DM_CRYPT, crypt[1]),) if crypt else ()
    if file := _text(device / "loop/backing_file"):
        return own + _layers_below(file, root)
    parts = device / "slaves"
    below = (
        [_block_layers(part.resolve(), root) for part in sorted(parts.iterdir())]
        if parts.is_dir()
        else []
    )
    return own + tuple(
        layer for layer in (below or [()])[0] if all(layer in each for each in below)
    )


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text().strip()
    return ""


_CONTENT_MODES = {
    1: ("AES-256-XTS", 256),
    5: ("AES-128-CBC", 128),
    7: ("SM4-XTS", 128),
    9: ("Adiantum", 256),
}

_WITH_POLICIES = frozenset({"ext4", "f2fs", "ubifs", "ceph"})


def _policy_of(path: Path, mount: Mount) -> tuple[EncryptionLayer, ...]:
    """fscrypt, which encrypts single directories of a file system; each tells its policy itself."""
    if mount.type not in _WITH_POLICIES:
        return ()
    try:
        mode = fscrypt_mode(path)
    except OSError:
        return (_UNTOLD,)
    if mode is None:
        return ()
    return (EncryptionLayer(Layer.FSCRYPT, *_CONTENT_MODES.get(mode, ("", 0))),)


# Reads the LUKS1 header of a container file that our FUSE program
# (`engines.servers.luks_volume`) mounts decrypted, as the file `volume` in its folder.

_MAGIC = b"LUKS\xba\xbe"
_HEADER = struct.Struct(">6sH32s32s32sII")
"""LUKS1 On-Disk Format Specification 1.2.3, section 2.3.1: magic, version, cipher's name and mode,
hash, offset of the data, key bytes."""
_FUSE_MOUNT, _SUFFIX = ("fuse", "/dev/fuse"), ".luks"


class Container(NamedTuple):
    """A container, its cipher (“aes-xts-plain64”), and the bits of its key: for XTS those of one of
    its two keys."""

    file: Path
    cipher: str
    bits: int


def mounted_container(volume: Path, mount_type: str, mount_source: str) -> Container | None:
    """The container whose plaintext is mounted as `volume`, by a file system of that type and
    source; None where it is no LUKS1 container, or cannot be read."""
    file = container_path(volume)
    if (mount_type, mount_source) != _FUSE_MOUNT:
        return None
    try:
        with file.open("rb") as opened:
            header = opened.read(_HEADER.size)
        magic, version, cipher, mode, _, _, key_bytes = _HEADER.unpack(header)
    except (OSError, struct.error):
        return None
    if (magic, version) != (_MAGIC, 1):  # LUKS2 has the same magic
        return None
    cipher_name, cipher_mode = (
        each.rstrip(b"\0").decode("ascii", "replace") for each in (cipher, mode)
    )
    bits = (4 if cipher_mode.startswith("xts") else 8) * key_bytes
    return Container(file, f"{cipher_name}-{cipher_mode}", bits)


def container_path(volume: Path) -> Path:
    """The container's file; the plaintext that `volume` shows is nowhere on disk."""
    return volume.with_name(volume.name + _SUFFIX)
