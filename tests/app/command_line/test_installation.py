"""What Cipherbench puts on a machine beside itself: desktop files, completion, what it keeps."""

from __future__ import annotations

import configparser
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.system.data_locations import stored
from tests.app.streams import led
from tests.app.typed import cipherbench

FILES = {
    "applications/cipherbench.desktop",
    "icons/hicolor/scalable/apps/cipherbench.svg",
    "icons/hicolor/128x128/apps/cipherbench.png",
    "mime/packages/cipherbench.xml",
    "man/man1/cipherbench.1",
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    folder = tmp_path / "share"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


def in_it(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file()
    }


def test_that_a_desktop_finds_menu_entry_icon_types_and_manual(data: Path) -> None:
    assert cipherbench("desktop").sentence.endswith("Nothing is installed.")
    assert cipherbench("desktop", "--install").code == 0
    assert in_it(data).keys() >= FILES
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(data / "applications/cipherbench.desktop", encoding="utf-8")
    output = entry["Desktop Entry"]
    program, *words = shlex.split(output["Exec"])
    assert words == ["open", "%f"] and os.access(program, os.X_OK) and output["TryExec"] == program
    types = ElementTree.parse(data / "mime/packages/cipherbench.xml").getroot()
    assert {each.get("type") for each in types} == set(output["MimeType"].rstrip(";").split(";"))
    assert set(cipherbench("desktop").out.split()) == {str(data / each) for each in FILES}
    if man := shutil.which("man"):
        page = ["-l", str(data / "man/man1/cipherbench.1")]
        done = subprocess.run(
            [man, "--warnings", *page], capture_output=True, text=True, check=True
        )
        assert "cipherbench compare" in done.stdout.replace("\b", "") and not done.stderr


def test_that_a_removal_leaves_what_was_there_and_nothing_else(data: Path) -> None:
    before = {"applications/other.desktop": b"[Desktop Entry]\n", "notes.txt": b"mine"}
    for name, content in before.items():
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_bytes(content)
    for _ in range(2):  # a second installation is none
        assert cipherbench("desktop", "--install").code == 0
    assert cipherbench("desktop", "--remove").code == 0
    left = in_it(data)
    left.pop("applications/mimeinfo.cache", None)  # the other entry has one as well
    assert left == before
    assert {each.name for each in data.iterdir()} == {"applications", "notes.txt"}


def test_that_nobody_elses_file_is_replaced_or_removed(data: Path) -> None:
    entry = data / "applications/cipherbench.desktop"
    entry.parent.mkdir()
    entry.write_text("of a distribution")
    output = cipherbench("desktop", "--install")
    assert output.code == 2 and f"{entry} exists already" in output.sentence
    assert in_it(data) == {"applications/cipherbench.desktop": b"of a distribution"}
    entry.unlink()
    assert cipherbench("desktop", "--install").code == 0
    entry.write_text("changed by hand")
    assert "was changed after installation" in cipherbench("desktop", "--remove").err
    assert entry.read_text() == "changed by hand"


def test_that_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    output = cipherbench("desktop", "--install")
    assert output.code == 2 and str(tmp_path / "file") in output.sentence
    assert output.sentence.startswith("cipherbench: Desktop files not written: ")
    assert cipherbench("desktop", "--remove").sentence.endswith("Nothing is installed.")


def test_that_a_note_of_files_elsewhere_removes_none(data: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    cipherbench("desktop", "--install")
    note = data / "cipherbench/desktop.json"
    noted = json.loads(note.read_text())
    digest = "71f3f3c5c6cbd2b8bd9f1c1f7cfb2ba1bd0e7dd9ca1a0e0a8b5e6f0ccf3fbd0c"
    noted["files"] = {str(mine): digest, str(data / "../mine.txt"): digest}
    noted["folders"] = [str(tmp_path)]
    note.write_text(json.dumps(noted))
    assert cipherbench("desktop", "--remove").code == 0
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_that_a_shell_reads_its_completion(shell: str, tmp_path: Path) -> None:
    output = cipherbench("completion", shell)
    assert output.code == 0 and f"_CIPHERBENCH_COMPLETE={shell}_complete" in output.out
    if program := shutil.which(shell):
        (tmp_path / "script").write_text(output.out)
        subprocess.run([program, "-n", tmp_path / "script"], check=True)


def test_that_bash_completes_commands() -> None:
    answered = subprocess.run(
        [sys.executable, "-m", "app"],
        env={**os.environ, "_CIPHERBENCH_COMPLETE": "bash_complete", "COMP_CWORD": "1",
             "COMP_WORDS": "cipherbench comp"},
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    assert answered.stdout.split() == ["plain,compare", "plain,completion"]


def test_that_what_is_retained_is_reported_with_its_size(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, config = tmp_path / "home", tmp_path / "settings"
    home.mkdir(mode=0o711)
    monkeypatch.setenv("CIPHERBENCH_HOME", str(home))
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(config))
    for path, size in (("cipherbench.sqlite", 3000), ("cipherbench.sqlite-wal", 500),
                       ("runtime/x/lib", 700), ("coordinator/data/cluster/base/1", 900),
                       ("coordinator/coordinator.crt", 60)):  # fmt: skip
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_bytes(bytes(size))
    cipherbench("desktop", "--install")
    report = cipherbench("home", "--json").json
    assert isinstance(report, dict)
    sizes = {each["path"]: each["bytes"] for each in report["places"]}
    assert sizes[str(home / "cipherbench.sqlite")] == 3500
    assert sizes[str(home / "runtime")] == 700
    assert sizes[str(home / "coordinator")] == 960
    assert sizes[str(home / "spool")] is None and sizes[str(config)] is None
    assert {str(data / each) for each in FILES} <= sizes.keys()
    first, removal, *_ = report["commands"]
    assert first == "cipherbench desktop --remove"
    assert shlex.split(removal)[:2] == ["rm", "-r"]
    assert {str(home), str(data / "cipherbench")} <= set(shlex.split(removal))
    assert not home.joinpath("spool").exists() and not config.exists()  # asking makes nothing
    output = cipherbench("home").out
    assert (
        "0.0  " + str(home / "runtime") in output and "check first what else it contains" in output
    )


@pytest.mark.parametrize(
    ("file", "content", "command"),
    [
        ("python/uninstall.txt", "sudo apt purge cipherbench\n", "sudo apt purge cipherbench"),
        ("uninstall.exe", "MZ", '"{folder}/uninstall.exe"'),
    ],
)
def test_that_a_package_says_how_it_is_removed(
    file: str, content: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / file).write_text(content)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "python"))
    assert stored().commands[-1] == command.format(folder=tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        "completion bash",
        "studies --markdown",
        *(pytest.param(each, marks=pytest.mark.exhaustive) for each in ("home", "--help")),
    ],
)
def test_that_a_reader_who_leaves_ends_the_program_cleanly(words: str) -> None:
    code, came, output = led("| head -1", *words.split())
    assert came and (code, output) == (0, "")
