"""`cipherbench pattern`, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.command_line.main import run
from app.patterns.pictures.picture_loading import open_shipped_picture
from tests.conftest import Servers
from tests.requirements import NEWER, spec_of

pytestmark = pytest.mark.usefixtures("data_prepared_once")

type Run = Callable[..., tuple[int, str, str]]

_KEY, _IV = "000102030405060708090a0b0c0d0e0f", "6465666768696a6b6c6d6e6f70717273"
_KEYS = [
    "blocks", "distinct_blocks", "repeated_percent", "entropy_bits_per_byte", "chi2_p",
    "compressed_percent",
]  # fmt: skip


@pytest.fixture
def pattern(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(["pattern", *map(str, arguments)])
        text = capsys.readouterr()
        return code, text.out, text.err

    return call


def plan(folder: Path) -> Path:
    """A plan with the newer MariaDB in it."""
    path = folder / "plan.toml"
    path.write_text(
        '[campaign]\nname = "lab"\n[workload]\nname = "hospital"\nsizes = [10]\n'
        '[[server]]\nname = "mine"\nsource = "local"\nengine = "mariadb"\n'
        f'binaries = "{spec_of(NEWER).binaries}"\n[[protection]]\nname = "plaintext"\n'
    )
    return path


def test_that_shipped_pictures_are_listed(pattern: Run) -> None:
    code, out, _ = pattern("--list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["logo", "form", "phantom", "flag"]


@pytest.mark.slow
@pytest.mark.parametrize("server", ["postgresql", "mariadb", "firebird"])
def test_that_the_figures_of_ecb_are_the_promised_ones(
    pattern: Run, server: str, tmp_path: Path
) -> None:
    spec_of(server)
    written = tmp_path / "out.png"
    code, out, err = pattern(
        "logo", "--server", server, "--algorithm", "aes", "--bits", 128, "--mode", "ecb",
        "--key", _KEY, "-o", written, "--json",
    )  # fmt: skip
    assert code == 0, err
    found = json.loads(out)
    assert list(found)[:6] == _KEYS
    assert found["blocks"] == 640 * 480 // 16 + 1
    assert found["distinct_blocks"] < 0.3 * found["blocks"]
    assert (found["key"], found["iv"], found["padding"]) == (_KEY, None, 16)
    with Image.open(written) as image:
        assert image.width == 640 + 2 * 24 and image.height > 480
        shown = np.asarray(image)
    logo = np.asarray(open_shipped_picture("logo").convert("RGB"))
    places = [shown[top : top + 480, 24:664] for top in range(image.height - 480)]
    assert not any(np.array_equal(place, logo) for place in places)


@pytest.mark.slow
def test_that_a_server_of_a_plan_encrypts_several_modes_onto_a_sheet(
    pattern: Run, tmp_path: Path
) -> None:
    written = tmp_path / "sheet.svg"
    code, out, err = pattern(
        "logo", "--server", "mine", "--plan", plan(tmp_path), "--mode", "ecb", "--mode", "cbc",
        "--mode", "ctr", "--iv", _IV, "--key", _KEY, "-o", written, "--json",
    )  # fmt: skip
    assert code == 0, err
    found = json.loads(out)
    assert [each["mode"] for each in found] == ["ecb", "cbc", "ctr"]
    assert [each["iv"] for each in found] == [None, _IV, _IV]
    share = [each["distinct_blocks"] / each["blocks"] for each in found]
    assert share[0] < 0.3 and min(share[1:]) > 0.999
    assert written.read_text().count("<image ") == 4


def test_that_a_file_of_the_users_own_is_encrypted_by_the_application(
    pattern: Run, tmp_path: Path
) -> None:
    own = tmp_path / "own.png"
    Image.new("RGB", (50, 40), "red").save(own)
    command = (own, "--server", "sqlite", "--kind", "client", "--mode", "gcm")
    code, out, _ = pattern(*command)
    assert code == 0
    assert "AES-128-GCM on sqlite" in out and "No block occurs twice" in out
    code, out, _ = pattern(*command, "--pixels", "grey", "--json")
    assert json.loads(out)["bytes"] == 64 * 40  # rows filled up to whole blocks


@pytest.mark.slow
def test_that_a_column_is_looked_at(pattern: Run, servers: Servers, tmp_path: Path) -> None:
    end = servers["postgresql"].endpoint
    of_a_plan = tmp_path / "plan.toml"
    of_a_plan.write_text(
        '[campaign]\nname = "lab"\n[workload]\nname = "hospital"\nsizes = [10]\n'
        f'[[server]]\nname = "pg"\nsource = "address"\nengine = "postgresql"\nuser = "{end.user}"\n'
        f'socket = "{end.socket}"\nport = {end.port}\n[[protection]]\nname = "plaintext"\n'
    )
    there = ("--server", "pg", "--plan", of_a_plan)
    command = ("--column", "estado.nome", *there, "--mode", "cbc", "--json")
    code, out, err = pattern(*command, "--records", 2000)
    assert code == 0, err
    found = json.loads(out)
    assert list(found)[:6] == _KEYS
    assert found["records"] == 2000
    assert found["distinct_plaintexts"] == found["distinct_ciphertexts"] == 27
    assert found["recovered_percent"] >= 50 > found["chance_percent"]
    code, out, _ = pattern(*command, "--records", 500, "--profile", "sound")
    found = json.loads(out)
    assert found["distinct_ciphertexts"] == 500
    assert found["recovered_percent"] < found["chance_percent"]
    assert not any("length" in key for key in found)


def test_that_the_share_by_length_alone_is_reported_next_to_that_by_frequency(pattern: Run) -> None:
    command = ("--column", "estado.nome", *_GCM, "--records", 1000)
    code, out, err = pattern(*command)
    assert code == 0, err
    (line,) = [line.strip() for line in out.splitlines() if "by length alone" in line]
    share, text = line.split(" % ")
    assert 74 < float(share) < 78
    assert text.endswith("ciphertexts reveal lengths; pad all values to one length")


_SQLITE = ("--server", "sqlite")
_ECB = (*_SQLITE, "--mode", "ecb")
_GCM = (*_SQLITE, "--kind", "client", "--mode", "gcm")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("logo",), "Name a server"),
        (_SQLITE, "either an image or a column"),
        (("logo", "--column", "a.b", *_SQLITE), "either an image or a column"),
        (("cat", *_SQLITE), "Choose one of: logo, form, phantom, flag"),
        (("none.png", *_SQLITE), "none.png cannot be read"),
        (("logo", "--server", "nowhere"), "no server named “nowhere”"),
        (("logo", *_ECB), "The server does not support aes-128-ecb"),
        (("logo", *_ECB, "-o", "x.gif"), "not as “.gif”"),
        (("logo", *_ECB, "--key", "0g"), "hexadecimal"),
        (("logo", *_SQLITE, "--kind", "magic"), "magic"),
        (("logo", *_SQLITE, *("--mode", "ecb") * 7), "Choose 1 to 6 protections"),
        (("--column", "a.b", *_GCM, "--records", "0"), "0 is not a whole number"),
        (("--column", "a.b", *_GCM, "--records", "5"), "no protected column “a.b”"),
    ],
)
def test_that_bad_input_is_one_sentence_and_exit_code_2(
    pattern: Run,
    arguments: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = pattern(*arguments)
    assert (code, out) == (2, "")
    assert text in err and len(err.strip().splitlines()) == 1
    assert list(tmp_path.glob("*.gif")) == []
