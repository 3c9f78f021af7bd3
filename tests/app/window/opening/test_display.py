"""No display, or a library of Qt that is missing: a sentence instead of an abort."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import PySide6
import pytest

from tests.app.typed import CommandResult, cipherbench_anew

_QT = Path(PySide6.__file__).parent / "Qt"
_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu")
_OF_EVERY_SYSTEM = (
    "libc",
    "libm",
    "libstdc++",
    "libgcc_s",
    "libdl",
    "libpthread",
    "librt",
    "ld-linux-x86-64",
)
HIDDEN = """
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/over" "$1/work"
mknod "$1/over/$2" c 0 0
mount -t overlay overlay -o "lowerdir=$3,upperdir=$1/over,workdir=$1/work" "$3"
shift 3
exec "$@"
"""
"""Runs a program for which a library is not there; nobody else sees that."""


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(each, raising=False)


def one_sentence(output: CommandResult) -> str:
    """What was said instead of an abort."""
    assert output.code == 2, output
    assert not output.out and output.err.startswith("cipherbench: ") and output.err.count("\n") == 1
    return output.err


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"QT_QPA_PLATFORM": "xcb"}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ":77"}, "The display “:77” does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-9"}, "The display “wayland-9” does not answer"),
        ({"XDG_SESSION_TYPE": "wayland"}, "The display “wayland-0” does not answer"),
        (
            {"QT_QPA_PLATFORM": "beamer"},
            "QT_QPA_PLATFORM is set to “beamer”, which Qt does not support",
        ),
    ],
)
def test_that_no_display_is_a_sentence(
    variables: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    output = one_sentence(cipherbench_anew())
    assert sentence in output
    assert "apt-get" not in output  # as Qt guesses


@pytest.mark.parametrize(
    ("library", "package"), [("libEGL.so.1", "libegl1"), ("libxcb-cursor.so.0", "libxcb-cursor0")]
)
def test_that_a_missing_library_is_named_with_its_package(
    library: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (_LIBRARIES / library).exists():
        pytest.skip(f"{library} is elsewhere here")
    hidden = ["unshare", "-m", "bash", "-c", HIDDEN, "-", str(tmp_path), library, str(_LIBRARIES)]
    if subprocess.run([*hidden, "true"], check=False, capture_output=True).returncode:
        pytest.skip("a library can be hidden only where one may mount")
    monkeypatch.setenv("DISPLAY", ":77")
    done = subprocess.run(
        [*hidden, sys.executable, "-m", "app"], capture_output=True, text=True, check=False
    )
    output = one_sentence(CommandResult(done.returncode, done.stdout, done.stderr))
    assert f"{library}: cannot open shared object file" in output
    if Path("/etc/debian_version").exists():
        assert output.endswith(f"apt-get install -y --no-install-recommends {package}`.\n")


def test_that_a_library_that_is_no_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libEGL.so.1").write_bytes(b"\x7fELF")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    assert "libEGL.so.1: file too short" in one_sentence(cipherbench_anew())


def test_that_every_library_that_qt_takes_from_the_system_has_its_package() -> None:
    named = (files("assets") / "qt-libraries.txt").read_text("utf-8")
    wheels = {each.name for each in (_QT / "lib").iterdir()}
    plugins = ("libqxcb.so", "libqwayland.so", "libqoffscreen.so")
    used = [_QT / "lib" / f"libQt6{part}.so.6" for part in ("Core", "Gui", "Widgets", "XcbQpa")]
    used += [_QT / "lib" / "libQt6DBus.so.6", *(_QT / "plugins/platforms" / p for p in plugins)]
    for each in used:
        for library in needed_by(each) - wheels:
            assert library.partition(".so")[0] in _OF_EVERY_SYSTEM or f"\n{library} " in named


def needed_by(file: Path) -> set[str]:
    """What the loader must find for it."""
    readelf = shutil.which("readelf")
    if readelf is None:
        pytest.skip("binutils has readelf")
    output = subprocess.run([readelf, "-d", file], capture_output=True, text=True, check=True)
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", output.stdout))
