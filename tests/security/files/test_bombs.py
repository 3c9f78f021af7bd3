"""Small files that claim to be gigabytes, through every reader of files that come from anywhere.
Each is read in a process of its own, which tells how much memory it took at most."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from _pytest.mark import ParameterSet
from hdrh.histogram import HdrHistogram

from app.plan.status import Status
from app.report.files.export import export_archive
from app.results.archive.archive_writing import STORE, SUMS
from app.results.database.histograms import decode_histogram
from app.results.spool.spool import Spool, spool_head
from app.results.store.store import Store, open_store
from tests.app.results.making import make_campaign, store_campaign, whole_run
from tests.app.typed import cipherbench

ROOT = Path(__file__).parents[3]
GIGA = 1_000_000_000
MOST_MB = 300
"""Beyond what a process has that has imported the program, which takes 100 to 150."""
MOST_MB_OF_PICTURES = 1000
"""A picture of fifty megapixels is taken, and each of its copies has up to 200 MB."""
MOST_MB_OF_REPORTS = 600
"""A hundred million characters take up to four bytes each."""


_MEASURED = """
import re, resource, sys
from importlib import import_module
from pathlib import Path
for name in (
    "app.patterns.pictures.picture_loading",
    "app.report.document.formats.logo",
    "app.results.intake.store_check",
    "app.results.spool.spool_import",
):
    import_module(name)
def kilobytes(name):
    return int(re.search(rf"{name}:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
before = kilobytes("VmRSS")
resource.setrlimit(resource.RLIMIT_AS, (6 * 10**9,) * 2)  # or a failure costs the machine
try:
    exec(sys.argv[1], {"__name__": "__main__"})
except BaseException as error:
    print(type(error).__name__, error, sep=": ")
largest_child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(max(kilobytes("VmHWM"), largest_child) - before)
"""


def read_in_process(code: str) -> tuple[str, float]:
    """What some code said in a process of its own, and how many MB more than a process that has
    imported the program that had at most."""
    output = cipherbench("-c", _MEASURED, code)
    assert output.code == 0, output
    words, _, peak = output.out.rstrip().rpartition("\n")
    return f"{words}\n{output.err}".strip(), int(peak) * 1024 / 1e6


def few[T](ways: Sequence[T], kinds: Iterable[str], of_others: set[str]) -> list[ParameterSet]:
    """All pairs, of which those of the first way are in every run; of the other ways, by which the
    same is read, those that are named are."""
    return [
        pytest.param(
            way,
            kind,
            marks=() if way == ways[0] or kind in of_others else (pytest.mark.exhaustive,),
            id=f"{' '.join(way) if isinstance(way, tuple) else way}-{kind}",
        )
        for way in ways
        for kind in kinds
    ]


def typed(*words: object) -> str:
    """The code that does what a user types."""
    return f"from app.command_line.main import run; run({[str(each) for each in words]!r})"


PIECE = 1_000_000


@cache
def zeros(size: int) -> bytes:
    """That many zeros, packed by zlib to a thousandth: one piece of them, over and over, since
    none looks back at the one before."""
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    piece = packing.compress(bytes(PIECE)) + packing.flush(zlib.Z_FULL_FLUSH)
    last = packing.compress(bytes(size % PIECE)) + packing.flush()
    adler = size % 65521 << 16 | 1
    return b"\x78\xda" + piece * (size // PIECE) + last + struct.pack(">I", adler)


def test_that_packed_zeros_are_those_of_zlib() -> None:
    for size in (0, 1, PIECE, 3 * PIECE + 17):
        assert zlib.decompress(zeros(size)) == bytes(size)


def histogram_of_zeros() -> bytes:
    """As the library wraps one, of a gigabyte."""
    packed = zeros(GIGA)
    return b64encode(struct.pack(">II", 0x1C849314, len(packed)) + packed)


def histogram_of_five_digits() -> bytes:
    """A small one whose counts take 60 MB once it is unpacked."""
    made: bytes = HdrHistogram(1, 2**62, 5).encode()
    return made


HISTOGRAMS = {"zeros": histogram_of_zeros, "digits": histogram_of_five_digits}


def filled(store: Store) -> int:
    number = store_campaign(store, make_campaign(repetitions=1, warmups=0))
    run = store.load(number).runs[0]
    store.write(number, whole_run(run, {"INSERT": 1.0}))
    return number


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    file = tmp_path / "sound.sqlite"
    with open_store(str(file), write=True) as store:
        filled(store)
    return file


def change(store: Path, *statements: str, values: Sequence[object] = ()) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as changed:
        for statement in statements:
            changed.execute(statement, tuple(values) if "?" in statement else ())


def imported(archive: Path) -> tuple[str, float]:
    """What `import` says of it, and the MB that it took at most."""
    return read_in_process(typed("import", archive, "--store", archive.with_name("new.sqlite")))


def archive_with(sound: Path, *statements: str, values: Sequence[object] = ()) -> Path:
    """An archive of its campaign whose store was changed; sums are right again."""
    target, file = sound.with_name("bomb.zip"), sound.with_name("bomb.sqlite")
    with open_store(str(sound), write=False) as store:
        export_archive(store, 1, target)
    with ZipFile(target) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    file.write_bytes(files[STORE])
    change(file, *statements, values=values)
    files[STORE] = file.read_bytes()
    del files[SUMS]
    sums = "".join(f"{hashlib.sha256(each).hexdigest()}  {name}\n" for name, each in files.items())
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name, each in {**files, SUMS: sums.encode()}.items():
            packed.writestr(name, each)
    return target


MANY_LONG_ROWS = (
    "INSERT INTO events (campaign_id, at, level, message) WITH RECURSIVE more(n) AS (SELECT 1 "
    "UNION ALL SELECT n + 1 FROM more WHERE n < 250) "
    "SELECT 1, 1.0, 'info', '\"' || hex(zeroblob(30000)) || '\"' FROM more"
)
"""A log of 250 lines of sixty kilobytes."""
SCHEMA = "PRAGMA writable_schema = ON"

ARCHIVES: dict[str, tuple[str, ...]] = {
    "wide JSON": (
        "UPDATE operations SET plans = '{\"a\": [[]' || "
        "replace(hex(zeroblob(450000)), '0', ', []') || ']}'",
    ),
    "deep JSON": (
        "UPDATE operations SET plans = replace(hex(zeroblob(200000)), '0', '[') || "
        "replace(hex(zeroblob(200000)), '0', ']')",
    ),
    "many long rows": (MANY_LONG_ROWS,),
    "a long value": ("UPDATE campaigns SET notes = hex(zeroblob(25000000))",),
    "bytes by their number": ("UPDATE operations SET turns = 2000000000",),
    "rows without end": (
        "ALTER TABLE events RENAME TO others",
        "CREATE VIEW events AS WITH RECURSIVE more(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM "
        "more) SELECT id, 1 AS campaign_id, NULL AS run_id, 1.0 AS at, 'info' AS level, 'x' AS "
        "said FROM more",
    ),
    "a check": (
        SCHEMA,
        "UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY (id)', "
        "'CHECK (length(hex(zeroblob(400000000))) > 0), PRIMARY KEY (id)') WHERE name = 'runs'",
    ),
    "a computed index": (
        SCHEMA,
        "CREATE INDEX more ON runs (position)",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX more ON runs (hex(zeroblob(400000000)))' "
        "WHERE name = 'more'",
    ),
}
TAKEN = ("many long rows", "a check")
"""What is not that of its campaign, and harms nobody."""


@pytest.mark.parametrize("bomb", ARCHIVES)
def test_that_an_archive_takes_no_more_memory_than_its_like(bomb: str, sound: Path) -> None:
    made = archive_with(sound, *ARCHIVES[bomb])
    assert made.stat().st_size < 300_000
    output, peak = imported(made)
    assert ("cannot be imported" in output) is (bomb not in TAKEN), output
    assert peak < MOST_MB, output


@pytest.mark.parametrize("kind", HISTOGRAMS)
def test_that_a_histogram_in_an_archive_takes_no_more_memory(kind: str, sound: Path) -> None:
    change = "UPDATE histograms SET encoded = ?"
    made = archive_with(sound, change, values=[HISTOGRAMS[kind]()])
    output, peak = imported(made)
    assert "cannot be imported" in output
    assert peak < MOST_MB, output


def test_that_the_same_archive_without_a_bomb_is_taken_in(sound: Path) -> None:
    made = archive_with(sound)
    output, _ = imported(made)
    assert "cannot" not in output


def test_that_a_member_of_zeros_is_refused(sound: Path) -> None:
    made = sound.with_name("member.zip")
    with (
        ZipFile(made, "w", ZIP_DEFLATED, compresslevel=1) as packed,
        packed.open(STORE, "w") as member,
    ):
        for _ in range(MOST_MB + 100):
            member.write(bytes(1_000_000))
    output, peak = imported(made)
    assert "would unpack to" in output
    assert peak < MOST_MB


def of_many_members(path: Path) -> None:
    entry = b"PK\1\2" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x"
    many, start = 700_000, b"PK\3\4"
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 65535, 65535, many * len(entry), len(start), 0)
    path.write_bytes(start + entry * many + end)


def of_long_sums(path: Path) -> None:
    """Sums that are said to be packed to 800 MB, of which the file has most as a hole."""
    data, more = path.read_bytes(), 800_000_000
    directory, end = data.index(b"PK\1\2"), bytearray(data[data.rindex(b"PK\5\6") :])
    entries = bytearray(data[directory : data.rindex(b"PK\5\6")])
    struct.pack_into("<I", entries, entries.rindex(b"PK\1\2") + 20, more)
    struct.pack_into("<I", end, 16, directory + more)
    with path.open("r+b") as file:
        file.truncate(directory)
        file.seek(directory + more)
        file.write(entries + end)


@pytest.mark.parametrize("made", [of_many_members, of_long_sums])
def test_that_what_an_archive_says_of_itself_takes_no_memory(
    made: Callable[[Path], None], sound: Path
) -> None:
    path = archive_with(sound)
    made(path)
    output, peak = imported(path)
    assert "cannot be imported: it is damaged" in output
    assert peak < MOST_MB, output


@pytest.mark.parametrize(
    ("words", "kind"),
    few(
        [("check",), ("compare", "#1"), ("export", "#1", "--format=json")],
        HISTOGRAMS,
        of_others={"zeros"},
    ),
)
def test_that_a_store_from_anywhere_takes_no_more_memory(
    words: tuple[str, ...], kind: str, sound: Path
) -> None:
    change(sound, "UPDATE histograms SET encoded = ?", values=[HISTOGRAMS[kind]()])
    more = ("-o", sound.with_suffix(".json")) if "export" in words else ()
    output, peak = read_in_process(typed(*words, *more, "--store", sound))
    assert "Internal error" not in output
    assert "check" not in words or "lack operations or histograms" in output
    assert peak < MOST_MB, output


def test_that_the_page_of_latencies_names_a_histogram_that_is_none(sound: Path) -> None:
    change(sound, "UPDATE histograms SET encoded = ?", values=[histogram_of_zeros()])
    code = (
        "from app.results.store.store import open_store\n"
        f"open_store({str(sound)!r}, write=False).histograms(1, [0, 1])"
    )
    output, peak = read_in_process(code)
    assert "a histogram in it cannot be read" in output
    assert peak < MOST_MB


SCHEMAS: Mapping[str, tuple[str, ...]] = {
    "a view": (
        "ALTER TABLE campaigns RENAME TO others",
        "CREATE VIEW campaigns AS SELECT id, zeroblob(1000000000) AS name, status, plan, created_at"
        ", finished_at, ended_by, tags, notes, archived FROM others",
    ),
    "rows without end": (
        "ALTER TABLE events RENAME TO others",
        "CREATE VIEW events AS WITH RECURSIVE more(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM "
        "more) SELECT id, 1 AS campaign_id, NULL AS run_id, 1.0 AS at, 'info' AS level, 'x' AS "
        "said FROM more",
    ),
    "a long value": ("UPDATE campaigns SET name = printf('%.*c', 70000000, 'x')",),
    "a computed column": (
        "ALTER TABLE campaigns RENAME COLUMN name TO others",
        "ALTER TABLE campaigns ADD COLUMN name TEXT GENERATED ALWAYS AS "
        "(printf('%.*c', 900000000, 'x'))",
    ),
}


@pytest.mark.parametrize(
    ("words", "kind"),
    few([("campaigns",), ("check",), ("resume", "#1")], SCHEMAS, of_others={"a view"}),
)
def test_that_a_store_computes_nothing(words: tuple[str, ...], kind: str, sound: Path) -> None:
    change(sound, *SCHEMAS[kind])
    output, peak = read_in_process(typed(*words, "--store", sound))
    assert re.search("which a store never has|is too long", output), output
    assert peak < MOST_MB


def spool_with(store: Path, histogram: bytes) -> Path:
    """A spool of its campaign, whose second run has such a histogram."""
    with open_store(str(store), write=True) as opened:
        spool = Spool.begin(spool_head(opened, 1))
        run = opened.load(1).runs[1]
    for event in whole_run(run, {"INSERT": 1.0}, 5000.0):
        spool.append(event)
    spool.close()
    text = spool.path.read_text()
    one = json.loads(text.splitlines()[2])["histogram"]
    spool.path.write_text(text.replace(one, _reported(histogram)))
    return spool.path


def _reported(histogram: bytes) -> str:
    """As a spool has bytes."""
    return b64encode(histogram).decode()


@pytest.mark.parametrize(
    ("way", "kind"), few(["resume", "import", "check"], HISTOGRAMS, of_others={"digits"})
)
def test_that_a_spool_takes_no_more_memory_than_its_like(
    way: str, kind: str, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_HOME", str(sound.parent / "home"))
    path = spool_with(sound, HISTOGRAMS[kind]())
    code = {
        "import": typed("import", path, "--store", sound),
        "check": typed("check", sound),
        "resume": (
            "from app.results.store.store import open_store\n"
            "from app.results.spool.spool_import import import_leftovers\n"
            f"with open_store({str(sound)!r}, write=True) as store, store.locked(1):\n"
            "    import_leftovers(store, 1, lambda each: print(each.message))"
        ),
    }[way]
    output, peak = read_in_process(code)
    assert ("cannot be" in output or "holds unsaved results" in output) and path.exists(), output
    assert peak < MOST_MB
    with open_store(str(sound), write=False) as store:
        assert [run.status for run in store.runs(1)] == [Status.DONE, Status.PENDING]


SPOOLED = {
    "deep": b"[" * 2_000_000,
    "wide": b"[" + b"[]," * 1_300_000 + b"[]]\n",
    "no end": bytes(20_000_000),
    "no object": b'"x"\n',
    "deep message": b'{"event":"Noted","level":"info","at":1.0,"message":'
    + b'{"template":"{a}","values":{"a":' * 5_000
    + b'"x"'
    + b"}}" * 5_000
    + b"}\n",
}


@pytest.mark.parametrize("line", SPOOLED)
@pytest.mark.parametrize("at", ["first", "later"])
def test_that_a_line_of_a_spool_takes_no_more_memory_than_its_like(
    at: str, line: str, sound: Path
) -> None:
    path = spool_with(sound, b"")
    head = path.read_bytes().splitlines(keepends=True)[0]
    begun = b'{"cipherbench_spool":' if at == "first" else head
    path.write_bytes(begun + SPOOLED[line] + b"\n" + SPOOLED[line] + b"\n")
    output, peak = read_in_process(typed("import", path, "--store", sound))
    assert "cannot be imported" in output, output
    assert peak < MOST_MB
    path.unlink()


def png(width: int, height: int, depth: int, colour: int, *more: bytes) -> bytes:
    """A picture of zeros: `colour` as PNG has it, 0 for grey and 2 for RGB."""
    channels = {0: 1, 2: 3, 6: 4}[colour]
    row = 1 + (width * depth * channels + 7) // 8
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    chunks = [b"IHDR" + head, *more, b"IDAT" + zeros(row * height), b"IEND"]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(each) - 4) + each + struct.pack(">I", zlib.crc32(each))
        for each in chunks
    )


PICTURES: dict[str, Callable[[], bytes]] = {
    "far too large": lambda: png(60_000, 60_000, 1, 0),
    "one pixel wide": lambda: png(1, 50_000_000, 1, 0),
    "text of gigabytes": lambda: png(8, 8, 8, 2, b"zTXtComment\0\0" + zeros(GIGA)),
    "profile of gigabytes": lambda: png(8, 8, 8, 2, b"iCCPname\0\0" + zeros(GIGA)),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_that_a_picture_takes_no_more_memory_than_its_like(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "bomb.png"
    file.write_bytes(PICTURES[kind]())
    assert memory_of(file) < MOST_MB


@pytest.mark.parametrize(
    ("side", "most"),
    [(3500, MOST_MB), pytest.param(7000, MOST_MB_OF_PICTURES, marks=pytest.mark.exhaustive)],
)
def test_that_few_copies_of_a_picture_are_made(side: int, most: int, tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    file.write_bytes(png(side, side, 8, 6))
    assert 3 * 4 * side**2 / 1e6 < memory_of(file) < most, "it was unpacked"


def memory_of(picture: Path) -> float:
    """How many MB it takes at most to make pixels of it."""
    assert picture.stat().st_size < 2_000_000
    code = (
        "from pathlib import Path\n"
        "from app.patterns.pictures.pixels import PixelFormat, to_raster\n"
        "from app.patterns.pictures.picture_loading import open_picture\n"
        f"image, suiting = open_picture(Path({str(picture)!r}))\n"
        "print(to_raster(image, suiting).geometry.size)"
    )
    output, peak = read_in_process(code)
    assert "Memory" not in output
    return peak


def test_that_a_logo_takes_no_more_memory_than_its_like(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(png(50_000, 50_000, 1, 0))
    assert (tmp_path / "bomb.png").stat().st_size < 500_000
    code = (
        "from pathlib import Path; from app.report.document.formats.logo import load_logo\n"
        f"load_logo(Path({str(tmp_path / 'bomb.png')!r}))"
    )
    output, peak = read_in_process(code)
    assert "megapixels are allowed" in output
    assert peak < MOST_MB


def test_that_a_template_that_repeats_its_places_takes_no_more_memory(sound: Path) -> None:
    """A megabyte of them would be a report of gigabytes."""
    template, target = sound.with_name("own.html"), sound.with_name("report.html")
    template.write_text("{{sections}}" * 80_000)
    output, peak = read_in_process(
        typed("export", "#1", "--format=html", "--template", template, "-o", target,
              "--store", sound)
    )  # fmt: skip
    assert "repeats placeholders until the report has more than 100,000,000 characters" in output
    assert peak < MOST_MB_OF_REPORTS and not target.exists()


@pytest.mark.parametrize("size", [300_000_000_000, 3_000_000], ids=["gigabytes", "megabytes"])
@pytest.mark.parametrize("code", [
    "from workloads.hospital.data import read_csv; read_csv(Path({file!r}), 10)",
    "from app.findings.study_method import read_times; read_times({file!r})",
    "from app.findings.studies.study_format import read_study; read_study(Path({file!r}))",
    "from app.plan.plan_file import read_plan; read_plan({file!r})",
    "from app.report.document.formats.logo import load_logo; load_logo(Path({file!r}))",
    "from app.report.document.formats.template_files import template_text; "
    "template_text('report.html', Path({file!r}))",
    "from app.servers.saved_connections import saved_connections; saved_connections()",
], ids=["records", "times", "study", "plan", "logo", "template", "connections"])  # fmt: skip
def test_that_a_line_without_end_takes_no_memory(
    code: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_HOME", str(tmp_path))
    for name in ("endless.html", "endless.csv", "connections.toml"):
        with (tmp_path / name).open("wb") as opened:
            os.truncate(opened.fileno(), size)
    file = tmp_path / ("endless.html" if "template(" in code else "endless.csv")
    output, peak = read_in_process("from pathlib import Path; " + code.format(file=str(file)))
    assert re.match("InputError|Unfit", output) or "saved" in code, output
    assert peak < MOST_MB


def test_that_nothing_else_unpacks() -> None:
    """One place for each kind, where its bound is."""
    known = {
        "HdrHistogram.decode": {"app/results/database/histograms.py"},
        "decompressobj": {"app/results/strict_reading.py"},
        ".decompress(": {"app/results/strict_reading.py"},
        "ZipFile(": {
            "app/report/document/formats/docx.py",  # what it has just written
            "app/report/document/formats/word_template.py",
            "app/results/archive/archive_import.py",
            "app/results/archive/archive_writing.py",
        },
        "Image.open(": {"app/patterns/pictures/picture_loading.py"},
    }
    for folder in ("app", "engines", "workloads", "widgets"):
        for file in (ROOT / folder).rglob("*.py"):
            text, name = file.read_text(), str(file.relative_to(ROOT))
            for word, places in known.items():
                assert word not in text or name in places, f"{name} has {word}"


def test_that_every_histogram_of_ours_is_taken() -> None:
    full = HdrHistogram(1, 3_600_000_000_000, 3)
    for at in range(full.counts_len):
        value = full.get_value_from_index(at)
        if value <= full.highest_trackable_value:
            full.record_value(value, at % 7 + 1)
    assert decode_histogram(full.encode()).get_total_count() == full.get_total_count()
