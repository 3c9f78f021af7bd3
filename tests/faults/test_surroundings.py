"""Surroundings that are odd but no reason not to work, and those that are one, told truly."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from engines.inspection.startup_error import startup_error_line
from tests.app.typed import Started, cipherbench, plan_of
from tests.places import new_home
from tests.requirements import mount, spec_of

pytestmark = pytest.mark.slow

LONG = "l" * 100


@pytest.fixture(scope="module")
def passable() -> Iterator[Path]:
    """A folder that whoever serves can pass, as pytest's own is not."""
    folder = new_home()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def run(
    plan: Path, *, files: int | None = None, anew: bool = False, **variables: str
) -> tuple[int, str]:
    """Exit code and stderr of a campaign in surroundings of its own, those of the interpreter, too,
    where the number of open files is limited or `anew` is asked for."""
    words = ("run", plan, "--store", plan.with_name("s.sqlite"))
    how: dict[str, Any] = {
        "env": {**os.environ, **variables},
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.PIPE,
        "text": True,
    }
    if files is not None or anew:
        how["preexec_fn"] = partial(limit, files)
        program = subprocess.Popen([sys.executable, "-m", "app", *map(str, words)], **how)
    else:
        program = Started(*words, stdin=subprocess.DEVNULL, **how)
    with program:
        _, output = program.communicate()
    assert "Traceback" not in output and "Internal error" not in output
    return program.returncode, output


def limit(files: int | None) -> None:
    """The number of files that this process may have open."""
    if files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))


@dataclass(frozen=True)
class Odd:
    """What became of a campaign in long and odd folders, with nothing in PATH, and its store."""

    code: int
    message: str
    left: list[Path]
    store: Path


def oddly_run(
    engines: tuple[str, ...],
    passable: Path,
    folder: Path,
    *,
    anew: bool,
) -> Odd:
    temporary = folder / LONG
    temporary.mkdir()
    home = passable / f"it's {LONG}, home"
    plan = plan_of(folder, *map(spec_of, engines), size=20, repetitions=1)
    code, output = run(plan, anew=anew, CIPHERBENCH_HOME=str(home), TMPDIR=str(temporary), PATH="")
    left = [*(home / "servers").iterdir(), *temporary.iterdir()]
    return Odd(code, output, left, plan.with_name("s.sqlite"))


@pytest.fixture(scope="module")
def odd(
    passable: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Odd:
    folder = tmp_path_factory.mktemp("odd")
    return oddly_run(("sqlite", "postgresql", "mariadb"), passable, folder, anew=False)


@pytest.mark.exhaustive
def test_that_long_and_odd_folders_and_an_empty_path_do_no_harm(odd: Odd) -> None:
    assert odd.code == 0, odd.message
    assert odd.left == []


@pytest.mark.exhaustive
def test_that_they_do_no_harm_to_an_interpreter_that_is_started_in_them(
    passable: Path, tmp_path: Path
) -> None:
    alone = oddly_run(("sqlite",), passable, tmp_path, anew=True)
    assert alone.code == 0, alone.message
    assert alone.left == []


def test_that_a_home_that_postgresql_cannot_be_started_in_is_named(
    passable: Path, tmp_path: Path
) -> None:
    plan = plan_of(tmp_path, spec_of("postgresql"), size=20, repetitions=1)
    code, output = run(plan, CIPHERBENCH_HOME=str(passable / 'a"b'))
    assert code == 2
    assert 'the path contains "' in output and "Set CIPHERBENCH_HOME" in output


@pytest.mark.exhaustive
def test_that_too_few_open_files_are_named(tmp_path: Path) -> None:
    """So few that nothing is begun; a few more are a fault of the table, in every run."""
    code, output = run(plan_of(tmp_path, spec_of("sqlite"), size=20, repetitions=1), files=10)
    assert code == 2
    assert (
        "Too many open files" in output
        and "ulimit -n" in output
        and "Free some space" not in output
    )


@pytest.fixture
def measured(odd: Odd) -> Path:
    return odd.store


def test_that_a_name_too_long_for_the_system_is_reported(measured: Path) -> None:
    too_long = measured.with_name(LONG * 3)
    export = ("export", "1", "--format", "csv", "-o")
    for words in ((*export, too_long, "--store", measured), ("campaigns", "--store", too_long)):
        output = cipherbench(*words)
        assert output.code == 2 and "File name too long" in output.sentence


def test_that_a_home_that_nobody_has_is_a_folder_that_is_not_there(
    measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = ("--store", measured)
    for words in (
        ("export", "1", "--format", "csv", "-o", "~nosuchuser/x.csv", *store),
        ("archive", "1", "-o", "~nosuchuser/x.zip", *store),
        ("campaigns", "--store", "~nosuchuser/x.sqlite"),
    ):
        output = cipherbench(*words)
        assert output.code in (0, 2) and "Internal error" not in output.err


def test_that_data_in_a_home_that_nobody_has_are_reported(tmp_path: Path) -> None:
    spec = replace(spec_of("postgresql"), data_directory="~nosuchuser/x")
    code, output = run(plan_of(tmp_path, spec, size=20))
    assert code == 2
    assert "~nosuchuser/x for the server's data does not exist" in output


def test_that_a_store_in_a_folder_that_nobody_may_write_to_is_read(
    measured: Path, tmp_path: Path
) -> None:
    with read_only(measured.parent, tmp_path) as folder:
        output = cipherbench("campaigns", "--store", folder / "s.sqlite", "--json")
        assert [each["name"] for each in cast("list[dict[str, str]]", output.json)] == ["cut"]
        resumed = cipherbench("resume", "1", "--store", folder / "s.sqlite")
        assert resumed.code == 2 and "Read-only file system" in resumed.sentence


def test_that_a_mount_of_any_name_keeps_nobody_from_measuring(tmp_path: Path) -> None:
    """As a stick that was named in another encoding."""
    stick = tmp_path / os.fsdecode(b"M\xfcll")
    stick.mkdir()
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", stick)
    try:
        code, output = run(plan_of(tmp_path, spec_of("sqlite"), size=20, repetitions=1))
    finally:
        subprocess.run(["umount", stick], check=True)
    assert code == 0, output


@contextmanager
def read_only(folder: Path, above: Path) -> Iterator[Path]:
    """The folder where not even root can write to it."""
    place = above / "read-only"
    place.mkdir()
    mount("--bind", folder, place)
    mount("-o", "remount,bind,ro", place)
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize(
    ("log", "report"),
    [
        ("", "it wrote no message"),
        ("a\nb\n\n", "b"),
        ("LOG:  starting\nFATAL:  could not create any Unix-domain sockets\n"
         "LOG:  database system is shut down\n",
         "FATAL:  could not create any Unix-domain sockets"),
        ("[ERROR] Can't start server: Bind on unix socket: File name too long\n[ERROR] Aborting\n",
         "[ERROR] Can't start server: Bind on unix socket: File name too long"),
        ("[ERROR] mariadbd: Disk got full (Errcode: 28)\n[ERROR] Aborting\n"
         "report it at https://mariadb.org/jira\n",
         "[ERROR] mariadbd: Disk got full (Errcode: 28)"),
        ("0 [ERROR] [MY-013236] [Server] The designated data directory /d/ is unusable.\n"
         "0 [ERROR] [MY-010119] [Server] Aborting\n",
         "0 [ERROR] [MY-013236] [Server] The designated data directory /d/ is unusable."),
    ],
)  # fmt: skip
def test_that_of_a_log_the_line_is_reported_that_says_why(log: str, report: str) -> None:
    assert startup_error_line(log) == report
