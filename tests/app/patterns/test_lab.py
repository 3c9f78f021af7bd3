"""Pictures through real servers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.patterns.base.key_material import KeyMaterial, key_material_from_hex
from app.patterns.pictures.encrypted_pictures import PictureEncryptor, check_protection_count
from app.patterns.pictures.picture_loading import open_shipped_picture
from app.patterns.pictures.picture_view import PictureView
from app.patterns.pictures.pixels import PixelFormat, Raster, to_raster
from engines.contract.errors import InputError, Unsupported
from engines.contract.protection import Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.patterns.ciphers import KEY, VECTOR, encrypt
from tests.engines.offers import capabilities_of
from tests.requirements import NEWER

_MATERIAL = KeyMaterial(KEY, VECTOR)
_MODES = ("ecb", "cbc", "cfb", "ofb", "ctr")
_SERVERS = {
    "postgresql": ("ecb", "cbc", "cfb"),
    NEWER: ("ecb", "cbc", "ctr"),
    "firebird": _MODES,
    "mariadb": ("ecb",),
}
"""Which modes of AES-128 each has; the older MariaDB knows ECB alone."""


@pytest.fixture(scope="module")
def logo() -> Raster:
    return to_raster(open_shipped_picture("logo"), PixelFormat.PALETTE)


def native(mode: str | None) -> Protection:
    return Protection(f"aes-128-{mode}", ProtectionKind.NATIVE, "aes", 128, mode)


def client(algorithm: str, bits: int, mode: str) -> Protection:
    return Protection(f"{algorithm}-{mode}", ProtectionKind.CLIENT, algorithm, bits, mode)


def interrupt(done: int, total: int) -> None:
    raise KeyboardInterrupt


def bench(server: Server) -> PictureEncryptor:
    return PictureEncryptor(
        server.spec.name, server.engine, server.endpoint, capabilities_of(server)
    )


@pytest.mark.parametrize("name", _SERVERS)
def test_that_a_key_and_a_vector_give_the_same_picture_everywhere(
    servers: Any, logo: Raster, name: str
) -> None:
    seen = []
    with bench(servers[name]) as lab:
        for mode in _SERVERS[name]:
            picture = lab.encrypt(logo, native(mode), _MATERIAL)
            assert picture.ciphertext == encrypt(mode, logo.pixels), mode
            assert picture.padding == (16 if mode in ("ecb", "cbc") else 0)
            assert picture.vector == (b"" if mode == "ecb" else VECTOR)
            assert (picture.key, picture.tag) == (KEY, b"")
            share = picture.statistics.distinct_blocks / picture.statistics.blocks
            assert share < 0.3 if mode == "ecb" else share > 0.999
            assert picture.as_image().image.size == (640, 480)
            seen.append(picture.protection.mode)
    assert tuple(seen) == _SERVERS[name]


@pytest.mark.parametrize("name", _SERVERS)
def test_that_nothing_is_left_on_a_server(servers: Any, logo: Raster, name: str) -> None:
    server = servers[name]
    before = server.engine.catalogue.owned_databases(server.endpoint)
    with pytest.raises(KeyboardInterrupt), bench(server) as lab:
        lab.encrypt(logo, native("ecb"), _MATERIAL, interrupt)
    with bench(server) as lab:
        picture = lab.encrypt(logo, native("ecb"), KeyMaterial.drawn())
    assert picture.key != KEY and len(picture.key) == 16
    assert server.engine.catalogue.owned_databases(server.endpoint) == before


@pytest.mark.slow
def test_that_a_protection_without_a_mode_takes_the_engines_own(servers: Any, logo: Raster) -> None:
    for name, mode in (("postgresql", "cbc"), ("mariadb", "ecb"), ("firebird", "ofb")):
        with bench(servers[name]) as lab:
            picture = lab.encrypt(logo, native(None), _MATERIAL)
        assert picture.protection.mode == mode
        assert picture.ciphertext == encrypt(mode, logo.pixels)


def test_that_what_a_server_cannot_do_is_refused_in_its_own_words(
    servers: Any, logo: Raster
) -> None:
    with bench(servers["postgresql"]) as lab:
        with pytest.raises(Unsupported, match="No such cipher algorithm"):
            lab.encrypt(logo, native("ctr"), _MATERIAL)
        with pytest.raises(InputError, match="does not change values"):
            lab.encrypt(logo, Protection("plaintext"), _MATERIAL)


@pytest.mark.parametrize(
    ("protection", "front", "tag"),
    [
        (client("aes", 128, "gcm"), 12, 16),
        (client("aes", 256, "gcm-siv"), 12, 16),
        (client("chacha20", 256, "poly1305"), 12, 16),
        (client("aes", 256, "siv"), 16, 0),
        (client("aes", 128, "cbc-hmac-sha256"), 16, 32),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_that_nonce_and_tag_are_cut_off_what_the_application_encrypts(
    servers: Any, logo: Raster, protection: Protection, front: int, tag: int
) -> None:
    server = servers["sqlite"]
    with bench(server) as lab:
        picture = lab.encrypt(logo, protection, KeyMaterial.drawn())
    assert (len(picture.vector), len(picture.tag)) == (front, tag)
    assert picture.padding == (16 if "cbc" in protection.name else 0)
    encryptor = server.engine.encryption.encryptor(
        protection, KeyMaterial(picture.key, b"").keying(protection)
    )
    whole = picture.vector + picture.ciphertext + picture.tag
    assert encryptor.decrypt_value(whole, b"bulk") == logo.pixels
    assert picture.statistics.distinct_blocks / picture.statistics.blocks > 0.999


def test_that_blocks_of_eight_bytes_are_counted_as_such(servers: Any, logo: Raster) -> None:
    blowfish = Protection("blowfish", ProtectionKind.NATIVE, "blowfish", 128, "ecb")
    with bench(servers["firebird"]) as lab:
        picture = lab.encrypt(logo, blowfish, _MATERIAL)
        cbc = Protection("xtea", ProtectionKind.NATIVE, "xtea", 128, "cbc")
        assert lab.encrypt(logo, cbc, _MATERIAL).vector == VECTOR[:8]
    assert picture.statistics.block_size == 8
    assert picture.statistics.blocks == len(logo.pixels) // 8 + 1
    view = PictureView(picture.raster, picture.blocks, picture)
    fact = view.block_at(0, 0)
    assert fact is not None and fact.box == (0, 0, 8, 1)
    assert (fact.before, fact.after) == (logo.pixels[:8], picture.ciphertext[:8])


def test_that_a_stream_cipher_gives_a_whole_picture(servers: Any, logo: Raster) -> None:
    chacha = Protection("chacha20", ProtectionKind.NATIVE, "chacha20", 256, "stream")
    with bench(servers["firebird"]) as lab:
        picture = lab.encrypt(logo, chacha, KeyMaterial.drawn())
    assert picture.padding == 0 and len(picture.vector) == 12
    assert picture.statistics.distinct_blocks / picture.statistics.blocks > 0.999


@pytest.mark.parametrize(
    ("give", "text"),
    [
        (lambda: key_material_from_hex([native("ecb")], "00" * 15), "15 bytes; 16 are needed"),
        (lambda: key_material_from_hex([native("ecb")], None, "00" * 8), "8 bytes; 16 are needed"),
        (
            lambda: key_material_from_hex([native("ecb")], "xyz"),
            "must consist of hexadecimal digits",
        ),
        (lambda: check_protection_count([native("ecb")] * 7), "Choose 1 to 6 protections"),
        (lambda: check_protection_count([]), "Choose 1 to 6 protections"),
    ],
)
def test_that_what_cannot_be_used_is_reported(give: Callable[[], object], text: str) -> None:
    with pytest.raises(InputError, match=text):
        give()


def test_that_a_shorter_key_is_the_beginning_of_the_longest() -> None:
    long = client("aes", 256, "gcm")
    material = key_material_from_hex([native("ecb"), long], bytes(range(32)).hex(), VECTOR.hex())
    assert material.keying(long).key == bytes(range(32))
    assert material.keying(native("ecb")).key == KEY
    assert material.keying(native("cbc")).iv == VECTOR
    assert KEY.hex() not in repr(material) and "\\x01" not in repr(material)
