"""What is read of the header of a container file that is mounted decrypted."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engines.inspection.filesystem import Container, container_path, mounted_container

MAGIC = b"LUKS\xba\xbe"
LUKS1 = struct.pack(">6sH32s32s32sII", MAGIC, 1, b"aes", b"xts-plain64", b"sha256", 4096, 64)
LUKS2 = struct.pack(">6sHQQ48s32s64s40s", MAGIC, 2, 16384, 3, b"a label", b"sha256", b"salt", b"id")
"""Binary header of LUKS2 On-Disk Format Specification 1.1.3, section 2.1: magic, version, size of
the header, sequence number, label, checksum's algorithm, salt, UUID."""


@pytest.mark.parametrize(
    ("header", "expected"), [(LUKS1, ("aes-xts-plain64", 256)), (LUKS2, None)], ids=("1", "2")
)
def test_that_the_cipher_is_read_of_a_header_of_luks1_alone(
    header: bytes, expected: tuple[str, int] | None, tmp_path: Path
) -> None:
    file = container_path(tmp_path / "volume")
    file.write_bytes(header.ljust(4096, b"\0"))
    found = mounted_container(tmp_path / "volume", "fuse", "/dev/fuse")
    assert found == (Container(file, *expected) if expected else None)
