"""What is no ordinary file is refused in one sentence, at once."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.plan.plan_file import write_plan
from engines.servers.server import ServerSpec
from tests.app.typed import CommandResult, cipherbench, plan_of

pytestmark = pytest.mark.slow


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Makes what is no file, by its kind."""
    opened: list[socket.socket] = []

    def make(kind: str) -> Path:
        path = tmp_path / f"odd-{kind}.png"
        match kind:
            case "pipe":
                os.mkfifo(path)
            case "socket":
                opened.append(socket.socket(socket.AF_UNIX))
                opened[-1].bind(str(path))
            case "folder":
                path.mkdir()
            case "device":
                path.symlink_to("/dev/zero")
            case "endless line":
                with path.open("wb") as file:
                    file.truncate(3_000_000_000)  # zeros that take no room
        return path

    yield make
    for each in opened:
        each.close()


KINDS = [
    "pipe",
    "device",
    *(pytest.param(each, marks=pytest.mark.exhaustive) for each in ("socket", "folder")),
]
WORDS = {
    "pipe": "it is a pipe",
    "socket": "it is a socket",
    "folder": "it is a folder",
    "device": "it is a device",
}


def refused(*words: object) -> CommandResult:
    output = cipherbench(*words, seconds=60)
    assert output.code == 2, output.err
    assert len(output.err.strip().splitlines()) == 1
    return output


@pytest.mark.parametrize("kind", KINDS)
def test_that_an_odd_plan_is_refused(kind: str, odd: Callable[[str], Path]) -> None:
    path = odd(kind)
    assert WORDS[kind] in refused("run", path).sentence
    assert WORDS[kind] in refused("pattern", "logo", "--server", "x", "--plan", path).sentence


def test_that_standard_input_is_no_plan() -> None:
    assert "/dev/stdin cannot be read" in refused("run", "/dev/stdin").sentence


@pytest.mark.parametrize("kind", KINDS)
def test_that_odd_times_are_refused(kind: str, odd: Callable[[str], Path]) -> None:
    assert WORDS[kind] in refused("cost", odd(kind)).sentence


@pytest.mark.parametrize("kind", KINDS)
def test_that_an_odd_picture_is_refused(kind: str, odd: Callable[[str], Path]) -> None:
    assert WORDS[kind] in refused("pattern", odd(kind), "--server", "sqlite").sentence


@pytest.mark.parametrize("kind", KINDS)
def test_that_a_picture_is_written_into_no_odd_file(kind: str, odd: Callable[[str], Path]) -> None:
    output = refused("pattern", "logo", "--server", "firebird", "--mode", "cbc", "-o", odd(kind))
    assert WORDS[kind] in output.sentence


@pytest.mark.parametrize("kind", KINDS)
def test_that_odd_data_are_refused(
    kind: str,
    odd: Callable[[str], Path],
    spec_for: Callable[..., ServerSpec],
    tmp_path: Path,
) -> None:
    assert WORDS[kind] in refused("run", with_data(odd(kind), spec_for, tmp_path)).sentence


def with_data(data: Path, spec_for: Callable[..., ServerSpec], folder: Path) -> Path:
    plan = plan_of(folder, spec_for("sqlite"), size=20)
    plan.write_text(plan.read_text().replace("sizes", f'data = "{data}"\nsizes'))
    return plan


def test_that_files_without_an_end_of_a_line_fill_no_memory(
    odd: Callable[[str], Path], spec_for: Callable[..., ServerSpec], tmp_path: Path
) -> None:
    endless = odd("endless line")
    output = refused("run", with_data(endless, spec_for, tmp_path))
    assert "a line of it has more than 1,000,000 characters" in output.sentence
    assert "200 MB are read at most" in refused("cost", endless).sentence
    assert "1 MB are read at most" in refused("run", endless).sentence
    assert "1,000 MB are read at most" in refused("pattern", endless, "--server", "x").sentence


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_that_odd_files_of_tls_are_refused(
    kind: str, odd: Callable[[str], Path], tmp_path: Path
) -> None:
    from dataclasses import replace

    from app.plan.plan_file import read_plan
    from engines.contract.endpoint import Source, TlsMode

    away = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1, user="x")
    spec = replace(away, tls=TlsMode.VERIFY_FULL, tls_ca=str(odd(kind)))
    plan = plan_of(tmp_path, spec)
    assert write_plan(read_plan(plan)) == plan.read_text()
    output = cipherbench("run", plan, "--store", tmp_path / "s.sqlite", seconds=60)
    assert output.code == 2 and WORDS[kind] in output.sentence


def test_that_a_file_that_is_not_ours_makes_no_store(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("not private")
    output = cipherbench("import", tmp_path / "other", "--store", tmp_path / "s.sqlite")
    assert output.code == 2 and "not a Cipherbench file" in output.err
    assert not (tmp_path / "s.sqlite").exists()
