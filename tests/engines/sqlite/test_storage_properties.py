"""What is claimed of storage protections, held against what becomes of the files they encrypt."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.contract.protection import Cipher, Protection, ProtectionKind
from engines.properties import REUSED_STREAM, Exclusion, Properties, properties_of
from engines.servers.server import Server
from engines.sqlite.encrypted_files import FILES
from tests.engines.sqlite.ciphers import EVERY_CIPHER, SECRET

type Make = Callable[..., tuple[Endpoint, str]]

PAGE = 4096
EMPTY_PAGES = 10
EDGE = 128
"""More than a page begins and ends with of its own: the number of the next, a nonce, a tag."""


def output(cipher: Cipher) -> Properties:
    protection = Protection(
        "p", ProtectionKind.STORAGE, cipher.algorithm, cipher.bits or None, cipher.mode
    )
    return properties_of(protection, cipher.mode, fixed_iv=False)


@pytest.fixture
def filled(sqlite: Server, make: Make) -> Callable[[Cipher], tuple[Endpoint, str]]:
    """Makes encrypted databases with pages of zeros, and others full of the secret."""

    def fill(cipher: Cipher) -> tuple[Endpoint, str]:
        endpoint, name = make(cipher)
        with sqlite.engine.driver.connect(endpoint, name) as session:
            session.execute(f"create table zeros as select zeroblob({EMPTY_PAGES * PAGE}) as word")
            text = f"'{SECRET * (2 * PAGE // len(SECRET))}'"
            session.execute(f"create table secrets as select {text} as word")
        return endpoint, name

    return fill


def pages_of(path: Path, size: int = PAGE) -> list[bytes]:
    """The file page by page, without what stands at the edges of each."""
    raw = path.read_bytes()
    return [raw[start + EDGE : start + size - EDGE] for start in range(0, len(raw), size)]


def flip(path: Path, at: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1
    path.write_bytes(raw)


@EVERY_CIPHER
def test_that_a_flipped_byte_of_a_file_is_refused_only_where_it_is_stated_to_be_authenticated(
    sqlite: Server,
    filled: Callable[[Cipher], tuple[Endpoint, str]],
    cipher: Cipher,
) -> None:
    endpoint, name = filled(cipher)
    flip(FILES.path_of(endpoint, name), EMPTY_PAGES // 2 * PAGE + PAGE // 2)
    try:
        with sqlite.engine.driver.connect(endpoint, name) as session:
            [(word,)] = session.fetch("select word from zeros")
    except StatementFailed:
        assert output(cipher).authenticated
    else:
        assert word != bytes(EMPTY_PAGES * PAGE) and not output(cipher).authenticated


@EVERY_CIPHER
def test_that_pages_give_each_other_away_only_where_it_is_stated(
    filled: Callable[[Cipher], tuple[Endpoint, str]], cipher: Cipher
) -> None:
    pages = pages_of(FILES.path_of(*filled(cipher)))
    alike = len(set(pages)) < len(pages) - EMPTY_PAGES // 2
    read = any(SECRET.encode() in xor(*pair) for pair in combinations(pages, 2))
    claim = output(cipher)
    assert (alike, read) == (not claim.hides_equality, claim.reuses_keystream)
    assert read == (claim.disk is not Exclusion.FULL) == (REUSED_STREAM in claim.marks)


def xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=False))


def test_that_gocryptfs_hides_equal_blocks_and_refuses_a_flipped_byte_as_it_is_stated(
    gocryptfs: tuple[Path, Path],
) -> None:
    plain, cipher = gocryptfs
    before = {each for each in cipher.rglob("*") if each.is_file()}
    file = plain / "zeros"
    file.write_bytes(bytes(EMPTY_PAGES * PAGE))
    claim = output(Cipher("gocryptfs", 256, "filesystem"))
    try:
        [below] = [e for e in cipher.rglob("*") if e not in before and e.stat().st_size > PAGE]
        blocks = [below.read_bytes()[at : at + PAGE] for at in range(18, EMPTY_PAGES * PAGE, 4128)]
        assert (len(set(blocks)) == len(blocks)) == claim.hides_equality
        flip(below, EMPTY_PAGES * PAGE // 2)
        with file.open("rb") as handle:
            os.posix_fadvise(handle.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            with pytest.raises(OSError, match="Input/output error"):
                handle.read()
        assert claim.authenticated
    finally:
        file.unlink()


@pytest.mark.parametrize(
    ("algorithm", "mode"),
    [("aes", "tablespace"), ("aegis", "file"), ("rc4", "file"), ("gocryptfs", "filesystem")],
)
def test_that_a_protection_without_a_mode_is_reported_like_one_with_it(
    algorithm: str, mode: str
) -> None:
    bare = Protection("p", ProtectionKind.STORAGE, algorithm)
    assert properties_of(bare, None, fixed_iv=False) == output(Cipher(algorithm, 0, mode))
