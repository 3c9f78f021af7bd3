"""What `cipherbench engines` lists: what is found here, what was saved, and what they can do.

Each call starts every server. In every run neither makes an encrypted container, which takes 2 s of
a core: tests/app/campaign/storage and tests/engines/keeping do.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.servers.saved_connections import save_connection
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.errors import ServerUnavailable
from engines.keeping.home import servers_folder
from engines.platform.volumes import mounts_below
from engines.servers.launched import check_programs
from engines.servers.server import Server, ServerSpec
from tests.app.typed import CommandResult, cipherbench
from tests.engines.fake_programs import Fake, put
from tests.patience import wait_until
from tests.requirements import lacking

pytestmark = pytest.mark.slow

FOUND = {"postgresql", "mariadb", "mysql", "firebird", "sqlite", "duckdb"}
SAVED = {"prod-db", "gone", "without"}


@pytest.fixture(scope="module")
def listed(
    servers: Any, tmp_path_factory: pytest.TempPathFactory
) -> tuple[CommandResult, CommandResult]:
    """As JSON, with the password of one of three connections, where no encrypted container can be
    made; as text, with a wrong one of another."""
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create or replace user 'lister'@'%' identified by 'it''s; päss%s'")
    reached = ServerSpec(
        "prod-db", Source.ADDRESS, "mariadb", socket=server.endpoint.socket, user="lister"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CIPHERBENCH_CONFIG", str(tmp_path_factory.mktemp("saved") / "config"))
        save_connection(reached)
        save_connection(replace(reached, name="gone", socket="/not/there.sock"))
        save_connection(replace(reached, name="without"))
        patch.setenv("CIPHERBENCH_PASSWORD_PROD_DB", "it's; päss%s")
        with pytest.MonkeyPatch.context() as broken:
            folder = tmp_path_factory.mktemp("fakes") / "bin"
            put(Fake.FAILS, folder / "qemu-img")
            broken.setenv("PATH", f"{folder}:{os.environ['PATH']}")
            as_json = cipherbench("engines", "--json")
            patch.setenv("CIPHERBENCH_PASSWORD_WITHOUT", "wrong")
            return as_json, cipherbench("engines")


@pytest.fixture
def report(listed: tuple[CommandResult, CommandResult]) -> dict[str, Any]:
    """Servers by their names."""
    as_json: Any = listed[0].json
    return {each["name"]: each for each in as_json["servers"]}


@pytest.fixture
def lines(listed: tuple[CommandResult, CommandResult]) -> list[str]:
    return listed[1].out.splitlines()


def test_that_it_tells_what_was_found_and_what_it_can_do(
    listed: tuple[CommandResult, CommandResult], report: dict[str, Any]
) -> None:
    assert [output.code for output in listed] == [0, 0], listed
    assert set(report) == FOUND | SAVED
    for each in report.values():
        assert list(each) == [
            "name", "engine", "source", "version", "available", "reason", "native", "client",
            "storage", "transit",
        ]  # fmt: skip
    aes = next(row for row in report["postgresql"]["native"] if row["algorithm"] == "aes")
    assert aes == {"algorithm": "aes", "bits": 128, "modes": ["cbc", "cfb", "ecb", "pgp"]}
    firebird = [row["algorithm"] for row in report["firebird"]["native"]]
    assert {"aes", "twofish", "chacha20", "safer+"} <= set(firebird)
    assert report["sqlite"]["native"] == []
    aegis = {"algorithm": "aegis", "bits": 256, "modes": ["file", "passphrase"]}
    assert aegis in report["sqlite"]["storage"]
    as_json: Any = listed[0].json
    folders = {each["name"]: each for each in as_json["encrypted_folders"]}
    assert set(folders) == {"gocryptfs", "luks"}
    assert not folders["luks"]["available"] and folders["luks"]["reason"]


def test_that_saved_connections_are_listed_with_what_they_can_do_or_why_not(
    report: dict[str, Any], lines: list[str]
) -> None:
    assert report["prod-db"]["available"] and report["prod-db"]["native"]
    assert report["prod-db"]["source"] == "address"
    assert not report["gone"]["available"]
    assert "/not/there.sock" in report["gone"]["reason"]
    assert not report["without"]["available"]
    assert "denied" in report["without"]["reason"]
    assert "Set CIPHERBENCH_PASSWORD_WITHOUT to the password" in report["without"]["reason"]
    [wrong] = [line for line in lines if line.startswith("○ without ")]
    assert "denied" in wrong and "CIPHERBENCH_PASSWORD" not in "".join(lines)


def test_that_it_tells_tls_and_marks_ecb_and_reused_key_streams_with_what_that_means(
    lines: list[str],
) -> None:
    modes = {mode for line in lines if " bits " in line for mode in line.split(" bits ")[1].split()}
    assert {"ecb*", "stream*", "file*", "stream", "file", "cbc", "ofb", "gcm"} <= modes
    assert "ecb" not in modes
    starred = [line for line in lines if line.endswith((" stream*", " file*"))]
    assert len(starred) >= 2 and all(" RC4 " in line for line in starred)
    assert "* ECB: equal blocks stay equal; RC4: one key stream for all values or pages" in lines
    names = [line.split()[1] for line in lines if line[0] in "●○"]
    begins = [at for at, line in enumerate(lines) if line[0] in "●○"]
    own = lines[begins[names.index("postgresql")] : begins[names.index("postgresql") + 1]]
    assert [line.split() for line in own if "TLS" in line] == [["transit", "TLS"]]
    gocryptfs, luks = lines[-2:]
    missing = "○ encrypted folder  {}  not available"
    here = "● encrypted folder  gocryptfs (AES-256-GCM)"
    assert gocryptfs.startswith((here, missing.format("gocryptfs")))
    assert luks.startswith(missing.format("luks"))


@pytest.mark.exhaustive
def test_that_an_encrypted_container_is_tried_and_listed_and_nothing_of_it_is_left(
    home: Path,
) -> None:
    try:
        check_programs(EncryptedFolder.LUKS)
    except ServerUnavailable as error:
        lacking("luks", error.message)
    before = there()
    output = cipherbench("engines")
    assert output.code == 0, output.err
    assert output.out.splitlines()[-1].startswith("● encrypted folder  luks (aes-xts-plain64)")
    wait_until(lambda: there() <= before)


def there() -> set[str]:
    """Folders of servers, and what is mounted below them."""
    folder = servers_folder()
    return {*map(str, folder.iterdir()), *(point for *_, point in mounts_below(str(folder)))}
