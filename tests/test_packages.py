"""What a source archive and a wheel hold."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

from tests.app.prepared_servers import made_once

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow
_MADE = {"PKG-INFO"}
GUIDE = "assets/guide/"
LOOP = "engines/native/timed.so"
TRANSLATIONS = "assets/translations/"


def packages() -> Path:
    """The folder with the wheel, for the tests of the guide as well."""
    return made_once("packages", lambda folder: _build("wheel", folder))


def _build(target: str, folder: Path) -> None:
    with _tools_fetched():
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )


@contextmanager
def _tools_fetched() -> Iterator[None]:
    """As `make setup` fetches some."""
    tools = ROOT / ".venv-tools" / "test-fetched"
    tools.mkdir(parents=True, exist_ok=True)
    try:
        (tools / "program").write_bytes(b"fetched")
        yield
    finally:
        (tools / "program").unlink()
        tools.rmdir()


@pytest.fixture(scope="module")
def built() -> Path:
    return packages()


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    (path,) = built.glob("*.whl")
    return set(zipfile.ZipFile(path).namelist())


def ours() -> set[str]:
    """The files of the repository, also those that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("this is no clone")
    return {each for each in listed.stdout.split("\0") if each and (ROOT / each).exists()}


def test_that_a_source_archive_takes_the_repository_and_nothing_else() -> None:
    """As its builder finds what it will pack, beside what every archive has."""
    with _tools_fetched():
        found = [
            each.distribution_path for each in SdistBuilder(str(ROOT)).recurse_included_files()
        ]
    assert {*found, "pyproject.toml"} == ours()


@pytest.mark.exhaustive
def test_that_a_source_archive_holds_the_repository_and_nothing_else(tmp_path: Path) -> None:
    _build("sdist", tmp_path)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    assert inside - _MADE == ours()


def test_that_a_wheel_holds_the_program_and_its_assets_alone(wheel: set[str]) -> None:
    program = ("app/", "assets/", "engines/", "widgets/", "workloads/")
    built = (GUIDE, TRANSLATIONS)
    inside = {each for each in wheel if ".dist-info/" not in each and not each.startswith(built)}
    known = {each for each in ours() if each.startswith(program)}
    assert inside - {LOOP} == {each for each in known if not each.startswith(TRANSLATIONS)}


def test_that_a_wheel_with_the_compiled_loop_is_for_this_system_alone(built: Path) -> None:
    (path,) = built.glob("*.whl")
    held = zipfile.ZipFile(path).namelist()
    assert (LOOP in held) is (shutil.which(os.environ.get("CC", "cc")) is not None)
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert path.stem.endswith(f"-py3-none-{system if LOOP in held else 'any'}")


def test_that_a_wheel_carries_the_guide_with_its_pictures(wheel: set[str]) -> None:
    carried = {each.removeprefix(GUIDE) for each in wheel if each.startswith(GUIDE)}
    assert {"index.html", "guide/servers.html", "searchindex.js"} <= carried
    assert any(each.endswith("servers-light.webp") for each in carried)


def test_that_a_wheel_carries_each_translation_for_window_and_reports(wheel: set[str]) -> None:
    written = {ROOT / each for each in ours() if each.endswith(".ts")}
    carried = {each for each in wheel if each.startswith(TRANSLATIONS)}
    made = {f"{each.stem}.qm" for each in written}
    made |= {each.name for each in written}
    assert written and carried == {TRANSLATIONS + each for each in made}


def test_that_a_wheel_carries_the_licences_of_its_fonts(wheel: set[str]) -> None:
    licences = {each.partition("/licenses/")[2] for each in wheel if "/licenses/" in each}
    fonts = {f"assets/fonts/{each}.txt" for each in ("OFL", "NotoSansJP", "DejaVu")}
    assert licences == {"LICENSE", *fonts}
