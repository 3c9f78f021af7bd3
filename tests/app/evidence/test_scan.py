"""The search for a marker, in real files."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from app.evidence.memory_search import scan_memory
from engines.inspection.file_search import FileGroup, PlaceState, ScanStopped, scan_places
from engines.inspection.scan import (
    Form,
    Hit,
    MarkerPart,
    Scanner,
    key_needles,
    needles,
    new_marker,
    scan_range,
)

_CHUNK = 1 << 20


@pytest.fixture
def marker() -> str:
    return new_marker()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that anybody may enter, which pytest's own is not."""
    made = Path(tempfile.mkdtemp(prefix="cipherbench-scan-test-", dir="/var/tmp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def nobody() -> Iterator[None]:
    """Without root's right to read everything."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(65534)
    yield
    os.seteuid(mine)


def scan(file: Path, marker: str) -> list[Hit]:
    return list(Scanner(needles(marker)).scan(file))


def test_that_markers_are_drawn_afresh_and_without_runs() -> None:
    drawn = {new_marker() for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(one) == 32 and one.isalnum() and one.isascii() for one in drawn)
    assert not any(a == b for one in drawn for a, b in pairwise(one))


@pytest.mark.parametrize("unfit", ["short", "a" * 15 + "ä" * 10, "with spaces and more of it"])
def test_that_an_unfit_marker_is_refused(unfit: str) -> None:
    with pytest.raises(ValueError, match="16 or more"):
        needles(unfit)


def written(form: Form, marker: str) -> bytes:
    match form:
        case Form.TEXT:
            return marker.encode("latin-1")
        case Form.UTF_16:
            return marker.encode("utf-16-le")
        case Form.HEX_LOWER:
            return marker.encode().hex().encode()
        case Form.HEX_UPPER:
            return marker.encode().hex().upper().encode()
        case _:
            before = {Form.BASE64_0: b"", Form.BASE64_1: b"x", Form.BASE64_2: b"xy"}[form]
            return base64.b64encode(before + marker.encode() + b"more of it")


@pytest.mark.parametrize("form", [form for form in Form if form is not Form.BYTES])
def test_that_a_marker_is_found_in_every_form_it_may_be_written_in(
    form: Form, marker: str, tmp_path: Path
) -> None:
    file = tmp_path / "data"
    file.write_bytes(os.urandom(5000) + written(form, marker) + os.urandom(5000))
    (finding,) = scan(file, marker)
    assert (finding.form, finding.part) == (form, MarkerPart.WHOLE)
    assert 5000 <= finding.offset <= 5004
    assert file.read_bytes()[finding.context_offset :].startswith(bytes.fromhex(finding.context))


def test_that_both_byte_orders_of_utf_16_are_found(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_bytes(
        ("a" + marker).encode("utf-16-be") + b"--" + ("a" + marker).encode("utf-16-le")
    )
    assert [each.form for each in scan(file, marker)] == [Form.UTF_16, Form.UTF_16]


def test_that_context_shows_what_lies_around(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_bytes(b"0123456789" * 3 + marker.encode() + b"abcdefghijklmnopqrstuvwxyz")
    (finding,) = scan(file, marker)
    shown = bytes.fromhex(finding.context)
    assert shown == b"4567890123456789" + marker.encode() + b"abcdefghijklmnop"
    assert (finding.offset, finding.context_offset) == (30, 14)
    file.write_bytes(marker.encode())
    assert bytes.fromhex(scan(file, marker)[0].context) == marker.encode()


def test_that_a_marker_cut_by_the_edge_of_a_page_still_shows(marker: str, tmp_path: Path) -> None:
    for cut in range(1, 32):
        file = tmp_path / "data"
        text = marker.encode()
        file.write_bytes(bytes(100) + text[:cut] + b"\x01page header\x02" + text[cut:] + bytes(100))
        parts = [each.part for each in scan(file, marker)]
        halves = [MarkerPart.FIRST_HALF] * (cut >= 16) + [MarkerPart.SECOND_HALF] * (cut <= 16)
        assert parts == halves, cut


def test_that_no_place_in_a_file_is_missed_where_chunks_meet(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    text = marker.encode()
    scanner = Scanner(needles(marker))
    for offset in range(_CHUNK - 140, _CHUNK + 40, 3):
        with file.open("wb") as handle:
            handle.write(b"\x07" * offset + text + text + b"\x07" * 2000)
        found = [(each.offset, each.part) for each in scanner.scan(file)]
        assert found == [(offset, MarkerPart.WHOLE), (offset + 32, MarkerPart.WHOLE)]


def test_that_several_are_sought_in_one_reading_as_each_by_itself(
    marker: str, tmp_path: Path
) -> None:
    """Of unlike lengths, on both sides of where chunks meet; a cut key is none."""
    file, key = tmp_path / "data", os.urandom(64)
    text = marker.encode()
    scanners = Scanner(needles(marker)), Scanner(key_needles(key), halves_count=False)
    for offset in range(_CHUNK - 140, _CHUNK + 40, 3):
        file.write_bytes(b"\x07" * offset + text + key + text + key[:32] + b"\x07" * 2000)
        with file.open("rb") as handle:
            whole = (0, file.stat().st_size)
            found = list(scan_range(scanners, handle.fileno(), file, *whole))
        for scanner in scanners:
            assert [hit for each, hit in found if each is scanner] == list(scanner.scan(file))
        report = [[hit.offset for each, hit in found if each is scanner] for scanner in scanners]
        assert report == [[offset, offset + 96], [offset + 32]]


@pytest.mark.slow
def test_that_every_marker_of_a_full_file_is_counted_once(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    count = 3 * _CHUNK // 33
    file.write_bytes((marker.encode() + b"|") * count)
    found = scan(file, marker)
    assert [each.offset for each in found] == list(range(0, 33 * count, 33))
    assert {each.part for each in found} == {MarkerPart.WHOLE}


def test_that_the_holes_of_a_sparse_file_cost_nothing(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    with file.open("wb") as handle:
        handle.seek(1 << 40)
        handle.write(marker.encode())
        handle.truncate(1 << 41)
    passed: list[int] = []
    (finding,) = Scanner(needles(marker)).scan(file, passed.append)
    assert finding.offset == 1 << 40
    assert sum(passed) == 1 << 41


def test_that_another_marker_is_not_found(marker: str, tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_bytes(new_marker().encode() * 1000 + os.urandom(3_000_000) + bytes(5000))
    assert scan(file, marker) == []


def test_that_places_are_distinguished_by_patterns(marker: str, tmp_path: Path) -> None:
    for name in ("base/5/100", "base/pgsql_tmp/t1", "pg_wal/0001", "pg_wal/deeper/0002"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes(50) + (marker.encode() if "wal" in name or "tmp" in name else b""))
    places = [
        FileGroup("data files", tmp_path, ("base/*",), ("base/pgsql_tmp/*",)),
        FileGroup("write-ahead log", tmp_path, ("pg_wal/*",)),
        FileGroup("temporary files", tmp_path, ("base/pgsql_tmp/*",)),
        FileGroup("nowhere", tmp_path, ("undo/*",)),
        FileGroup("one file", tmp_path / "pg_wal/0001"),
        FileGroup("no folder", tmp_path / "gone"),
    ]
    results = scan_places(places, needles(marker))
    assert [each.place for each in results] == [each.name for each in places]
    assert [each.found for each in results] == [False, True, True, None, True, None]
    assert [each.count for each in results] == [0, 2, 1, 0, 1, 0]
    assert str(results[0].detail) == "Not found in 1 file (50 bytes)."
    assert "at byte 50 (text, whole)" in str(results[1].detail)
    assert results[3].state is PlaceState.NOTHING_THERE


def test_that_a_folder_behind_a_link_is_searched_once(marker: str, tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    data.mkdir()
    elsewhere.mkdir()
    (elsewhere / "16400").write_text(marker)
    (data / "tablespace").symlink_to(elsewhere)
    (data / "again").symlink_to(elsewhere / "16400")
    (elsewhere / "back").symlink_to(data)
    (data / "dangling").symlink_to(tmp_path / "gone")
    (result,) = scan_places([FileGroup("data files", data)], needles(marker))
    assert (result.count, result.files, result.unreadable) == (1, 1, ())


def test_that_pipes_and_sockets_are_passed_over(marker: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "data").write_text(marker)
    (result,) = scan_places([FileGroup("data files", tmp_path)], needles(marker))
    assert (result.count, result.files) == (1, 1)
    with pytest.raises(OSError, match="not a regular file"):
        scan(tmp_path / "pipe", marker)


def test_that_what_cannot_be_read_leaves_a_place_unjudged(
    marker: str, folder: Path, nobody: None
) -> None:
    mine = os.geteuid()
    os.seteuid(os.getuid())  # as the owner, to make what nobody may read
    for name, mode in (("file", 0o000), ("shut", 0o700), ("readable", 0o644)):
        below = folder / name
        if name == "shut":
            below.mkdir()
            (below / "inside").write_text(marker)
        else:
            below.write_text("nothing of interest")
        below.chmod(0o000 if mode == 0o700 else mode)
    os.seteuid(mine)
    (result,) = scan_places([FileGroup("data files", folder)], needles(marker))
    assert result.state is PlaceState.NOT_READABLE and result.found is None
    report = {each.file.name: str(each.reason) for each in result.unreadable}
    assert report == {"file": "Permission denied", "shut": "Permission denied"}
    assert result.files == 1
    assert str(result.detail).endswith("cannot be read: Permission denied.")
    os.seteuid(os.getuid())
    (folder / "readable").write_text(marker)
    (folder / "shut").chmod(0o700)
    os.seteuid(mine)
    (result,) = scan_places([FileGroup("data files", folder)], needles(marker))
    assert result.state is PlaceState.FOUND and result.unreadable


def test_that_progress_ends_at_the_total_and_can_end_the_scan(marker: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(bytes(range(1, 256)) * 10_000)
    heard: list[tuple[int, int]] = []
    places = [FileGroup("data files", tmp_path)]
    scan_places(places, needles(marker), lambda done, total: heard.append((done, total)))
    assert heard[-1] == (5_100_000, 5_100_000)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
    assert len(heard) >= 6

    def stop(done: int, total: int) -> None:
        raise ScanStopped

    with pytest.raises(ScanStopped):
        scan_places(places, needles(marker), stop)


def test_that_only_the_first_findings_are_retained_and_all_are_counted(
    marker: str, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text(f"{marker} " * 8000)
    (result,) = scan_places([FileGroup("data files", tmp_path)], needles(marker))
    assert (len(result.findings), result.count) == (100, 8000)


def test_that_a_key_is_found_only_whole_and_in_every_form_it_travels_in(tmp_path: Path) -> None:
    key = os.urandom(32)
    file = tmp_path / "data"
    forms = [key, key.hex().encode(), key.hex().upper().encode(), base64.b64encode(key)]
    file.write_bytes(b"--".join(forms) + b"--" + key[:16] + b"--" + key[16:])
    (result,) = scan_places([FileGroup("log", file)], key_needles(key), halves_count=False)
    assert [each.form for each in result.findings] == [
        Form.BYTES, Form.HEX_LOWER, Form.HEX_UPPER, Form.BASE64_0,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="8 bytes"):
        key_needles(b"short")


def test_that_forms_that_share_a_half_are_distinguished_by_the_other(tmp_path: Path) -> None:
    key = bytes.fromhex("1234567890123456") + b"jklmnozJ"  # the first half has no hex letter
    file = tmp_path / "data"
    file.write_bytes(key.hex().upper().encode() + b"--" + key.hex().encode())
    (result,) = scan_places([FileGroup("log", file)], key_needles(key), halves_count=False)
    assert [each.form for each in result.findings] == [Form.HEX_UPPER, Form.HEX_LOWER]


def test_that_a_form_that_equals_another_is_found_once(tmp_path: Path) -> None:
    key = bytes.fromhex("12345678901234561234567890123457")  # nothing to write in capitals
    file = tmp_path / "data"
    file.write_bytes(b"--" + key.hex().encode() + b"--")
    (result,) = scan_places([FileGroup("log", file)], key_needles(key), halves_count=False)
    assert [each.form for each in result.findings] == [Form.HEX_LOWER]


def test_that_only_folders_that_can_hold_a_place_are_entered(marker: str, tmp_path: Path) -> None:
    for name in ("base/5/1", "base/6/1", "others/deep/1", "#sql-1"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(marker)
    (tmp_path / "others").chmod(0)
    places = [
        FileGroup("data files", tmp_path, ("base/5/*",)),
        FileGroup("temporary files", tmp_path, ("#sql*",)),
        FileGroup("all else", tmp_path, without=("base/*", "others/*")),
    ]
    results = scan_places(places, needles(marker))
    (tmp_path / "others").chmod(0o755)
    assert [(each.count, each.unreadable) for each in results] == [(1, ())] * 3


def test_that_a_process_is_seen_to_hold_a_marker_in_its_memory(marker: str) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", "import sys; held = sys.stdin.readline(); print('ready'); "
         "sys.stdout.flush(); sys.stdin.read()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert holder.stdin is not None and holder.stdout is not None
    with holder:
        holder.stdin.write(f"{marker}\n")
        holder.stdin.flush()
        holder.stdout.readline()
        sought = Scanner(needles(marker)), Scanner(needles(new_marker()))
        seen, other = scan_memory(holder.pid, *sought)
        holder.stdin.close()
    if seen.unreadable:
        pytest.skip(f"this system allows no look at other processes: {seen.unreadable[0].reason}")
    assert seen.found and not seen.findings[0].file.is_absolute()
    assert (other.found, other.files) == (False, 1) and other.size > 1_000_000
    assert [each.found for each in scan_memory(holder.pid, *sought)] == [None] * 2  # it has ended


_FORKS = """
import os, sys
held = sys.argv[1:]
child = len(held) and os.fork()
if child or not held:
    print("ready", flush=True)
sys.stdin.read()
"""


def test_that_libraries_of_several_processes_are_looked_at_once(marker: str) -> None:
    """And what each has for itself in each."""
    looked = []
    for words in ([], [marker]):
        with subprocess.Popen(
            [sys.executable, "-c", _FORKS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder:
            assert holder.stdin is not None and holder.stdout is not None
            holder.stdout.readline()
            looked += scan_memory(holder.pid, Scanner(needles(marker)))
            maps = Path(f"/proc/{holder.pid}/maps").read_text()
            holder.stdin.close()
    alone, both = looked
    if alone.unreadable:
        pytest.skip(f"this system allows no look at other processes: {alone.unreadable[0].reason}")
    libraries = sum(
        int(end, 16) - int(begin, 16)
        for begin, end in re.findall(r"^(\w+)-(\w+) r-.p .*/", maps, re.MULTILINE)
    )
    assert (alone.found, alone.files, both.found, both.files) == (False, 1, True, 2)
    assert both.size < 2 * alone.size - 0.9 * libraries
    assert both.count >= 2
