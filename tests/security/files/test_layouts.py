"""A layout of one's own reads what lies in its folder and nothing else, and reaches no network."""

from __future__ import annotations

import io
import os
import re
import socket
import threading
import time
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Cover
from app.report.document.formats import logo as logo_of_reports
from app.report.document.formats import pdf, typesetting
from app.report.document.formats.docx import docx_report
from app.report.document.formats.html import html_report
from app.report.document.formats.pdf import pdf_report
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from app.system.bounded_process import OutOfBounds, ResourceBounds, bounded
from app.system.offline import _SOCKET, offline
from engines.contract.errors import InputError
from tests.app.report.document.reading import pdf_words
from tests.app.results.noisy import costly_campaign, store_costs

pytestmark = pytest.mark.usefixtures("children_forked")

SECRET = "TOPSECRET"
HEAD = "#let report = json(bytes(sys.inputs.report))\n#set document(title: report.title)\n"
PIXEL = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
LINKED = PIXEL.format('<image href="{}" width="9" height="9"/>')


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    path = tmp_path_factory.mktemp("layout") / "s.sqlite"
    with open_store(str(path), write=True) as store:
        number = store_costs(store, costly_campaign(1, repetitions=2), {})
        return report_on(store, number, latencies=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The layout's, with a file and links of all kinds; what it must not read lies beside it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text(SECRET)
    (tmp_path / "outside" / "secret.typ").write_text(f'#let said = "{SECRET}"')
    (tmp_path / "outside" / "secret.svg").write_text(PIXEL.format(f"<text>{SECRET}</text>"))
    made = tmp_path / "layout"
    (made / "parts").mkdir(parents=True)
    (made / "in.txt").write_text("INSIDE")
    (made / "parts" / "part.typ").write_text('#let said = read("text.txt")')
    (made / "parts" / "text.txt").write_text("BELOW")
    (made / "alias.txt").symlink_to("parts/text.txt")
    for kind in ("txt", "typ", "svg"):
        (made / f"link.{kind}").symlink_to(tmp_path / "outside" / f"secret.{kind}")
    (made / "linked").symlink_to(tmp_path / "outside")
    (made / "passwords.txt").symlink_to("/etc/passwd")
    (made / "through.svg").write_text(LINKED.format("link.svg"))
    os.mkfifo(made / "pipe.txt")
    return made


def prepared(report: CampaignReport, folder: Path, source: str) -> str:
    layout = folder / "own.typ"
    layout.write_text(HEAD + source)
    return pdf_words(pdf_report(report, ReportOptions(sections=("limits",), template=layout)))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('#read("in.txt")', "INSIDE"),
        ('#read("/in.txt")', "INSIDE"),
        ('#import "parts/part.typ": said\n#said', "BELOW"),
        ('#read("parts/../in.txt")', "INSIDE"),
        ('#read("alias.txt")', "BELOW"),
        ('#include "own2.typ"', "INSIDE"),
    ],
)
def test_that_a_layout_reads_what_lies_in_its_folder(
    report: CampaignReport, folder: Path, source: str, text: str
) -> None:
    (folder / "own2.typ").write_text('#read("in.txt")')
    assert prepared(report, folder, source) == text


@pytest.mark.parametrize(
    "source",
    [
        '#read("link.txt")',
        '#read("linked/secret.txt")',
        '#read("passwords.txt")',
        '#read("../outside/secret.txt")',
        '#read("parts/../../outside/secret.txt")',
        '#read("{outside}/secret.txt")',
        '#read("/etc/passwd")',
        '#read("/proc/self/environ")',
        '#import "link.typ": said\n#said',
        '#import "linked/secret.typ": said\n#said',
        '#include "../outside/secret.typ"',
        '#image("link.svg", alt: "x")',
        '#image("through.svg", alt: "x")',
        f'#image(bytes("{LINKED.format("link.svg").replace(chr(34), chr(92) + chr(34))}"), '
        'format: "svg", alt: "x")',
        '#read("pipe.txt")',
    ],
)
def test_that_a_layout_reads_nothing_outside_of_its_folder(
    report: CampaignReport, folder: Path, source: str
) -> None:
    source = source.replace("{outside}", str(folder.parent / "outside"))
    with pytest.raises(InputError) as caught:
        prepared(report, folder, source)
    assert caught.value.title == "Report not made"
    assert "only files in its own folder" in caught.value.hint
    assert SECRET not in str(caught.value)


def test_that_files_of_any_kind_may_lie_next_to_a_layout(
    report: CampaignReport, folder: Path
) -> None:
    with open_store(str(folder / "store.sqlite"), write=True):
        pass
    (folder / "latin.txt").write_bytes("é".encode("latin-1"))
    Image.new("RGB", (40, 20), "red").save(folder / "picture.png")
    assert prepared(report, folder, '#image("picture.png", alt: "red") DONE') == "DONE"
    read = '#str(read("store.sqlite", encoding: none).slice(0, 15))'
    assert prepared(report, folder, read) == "SQLiteformat3"


ENDLESS = {
    "twice as often at each level": "#let f(n) = if n > 0 { [#f(n - 1) #f(n - 1)] }\n#f(60)",
    "gigabytes": '#let a = "x" * 100000000\n#range(90).map(n => a + str(n)).len()',
    "a hundred million letters": "#for n in range(100000000) { [a] }",
    "three hundred thousand cells": "#grid(columns: 3000, ..range(300000).map(n => [#n]))",
}


@pytest.mark.in_every_run("twice as often at each level", "gigabytes")  # time, and memory
@pytest.mark.parametrize("kind", ENDLESS)
def test_that_a_layout_has_bounds(
    report: CampaignReport, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "BOUNDS", ResourceBounds(seconds=3, megabytes=300))
    with pytest.raises(InputError, match=r"takes more than (3 s|300 MB)") as caught:
        prepared(report, folder, ENDLESS[kind])
    assert "own.typ cannot be used" in str(caught.value)


@pytest.mark.parametrize(
    "source", ["#box[" * 3000 + "]" * 3000, "#let f() = f()\n#f()", "#[", "#\0"]
)
def test_that_a_layout_that_makes_no_sense_is_refused(
    report: CampaignReport, folder: Path, source: str
) -> None:
    with pytest.raises(InputError, match="Report not made"):
        prepared(report, folder, source)


def test_that_a_layout_says_little_of_itself(report: CampaignReport, folder: Path) -> None:
    with pytest.raises(InputError, match=r"panicked with: .x1b.2J") as caught:
        prepared(report, folder, '#panic("\\u{1b}[2J\\u{202e}" + "x" * 1000000)')
    assert len(str(caught.value)) < 2_000 and "\u202e" not in str(caught.value)


def svg(inside: str = "", side: object = 90) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">{inside}</svg>'
    ).encode()


ALL_OF_IT = '<rect width="5000" height="5000" {}/>'
TENFOLD = "".join(f'<g id="a{n + 1}">{f"""<use href="#a{n}"/>""" * 10}</g>' for n in range(9))
LAUGHS = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
LOGOS: Mapping[str, bytes] = {
    "endless noise": svg(
        '<filter id="f"><feTurbulence numOctaves="1000000"/></filter>'
        + ALL_OF_IT.format('filter="url(#f)"'),
        5000,
    ),
    "a large blur": svg(
        '<filter id="f"><feGaussianBlur stdDeviation="900"/></filter>'
        + '<g filter="url(#f)">' * 300 + ALL_OF_IT.format("") + "</g>" * 300,
        5000,
    ),
    "more nodes than are taken": svg("<g>" * 50_000 + "</g>" * 50_000),
    "copies of copies": svg(f'<g id="a0">{ALL_OF_IT.format("")}</g>{TENFOLD}'),
    "entities": f'<!DOCTYPE x [<!ENTITY e0 "ha">{LAUGHS}]>'.encode() + svg("&e9;"),
    "a file": svg('<image href="link.svg" width="9" height="9"/>'),
    "the network": svg('<image href="http://127.0.0.1/x.png" width="9" height="9"/>'),
    "no size": svg(side=0),
    "Latin-1": svg("<text>é</text>").decode().encode("latin-1"),
    "cut off": svg()[:40],
    "NUL": svg("\0"),
    "a damaged PNG": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "a damaged JPEG": b"\xff\xd8\xff\xe0" + bytes(100),
    "text": b"no picture",
    "nothing": b"",
}  # fmt: skip


@pytest.mark.parametrize("kind", LOGOS)
def test_that_a_logo_that_cannot_be_drawn_is_refused_in_a_sentence(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logo_of_reports, "BOUNDS", ResourceBounds(seconds=2, megabytes=300))
    path = folder / "logo.svg"
    path.write_bytes(LOGOS[kind])
    with pytest.raises(InputError) as caught:
        logo_of_reports.load_logo(path)
    assert caught.value.title in ("Logo not usable", "Picture not read")
    assert SECRET not in str(caught.value)


DRAWN = svg('<script>alert(1)</script><a href="javascript:x"><rect width="9" height="9"/></a>')


@pytest.mark.parametrize("kind", ["svg", "png", "jpg"])
def test_that_a_report_holds_a_picture_of_ours_and_not_the_logo_itself(
    report: CampaignReport, folder: Path, kind: str
) -> None:
    path = folder / f"logo.{kind}"
    if kind == "svg":
        path.write_bytes(DRAWN)
    else:
        exif = Image.Exif()
        exif[0x010E] = SECRET
        Image.new("RGB", (4000, 1000), "red").save(path, exif=exif)
    options = ReportOptions(Cover(logo=path), ("limits",))
    html = html_report(report, options)
    found = re.search(r'src="data:image/(png|jpeg);base64,([^"]+)"', html)
    assert found is not None and "image/svg" not in html
    for data in (b64decode(found[2]), *_media(docx_report(report, options))):
        assert SECRET.encode() not in data and b"script" not in data
        picture = Image.open(io.BytesIO(data))
        assert picture.format in ("PNG", "JPEG") and picture.width <= 1200
        assert picture.height == (480 if kind == "svg" else 300)
    assert pdf_report(report, options).startswith(b"%PDF")


def _media(document: bytes) -> list[bytes]:
    with ZipFile(io.BytesIO(document)) as packed:
        return [packed.read(name) for name in packed.namelist() if "/media/" in name]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Who asked the proxy that stands for the network."""
    seen: list[object] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{listening.getsockname()[1]}")
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)

        def answer() -> None:
            while True:
                try:
                    connection, who = listening.accept()
                except OSError:
                    return
                connection.close()
                seen.append(who)

        threading.Thread(target=answer, daemon=True).start()
        yield seen
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("package", ["@preview/cetz:0.3.1", "@local/ours:1.2.3"])
@pytest.mark.parametrize(
    "source", ['#import "{}": *', '#import "{}"', '#include "{}"', '#{ import "{}" }']
)
def test_that_a_package_is_no_way_to_the_network(
    report: CampaignReport, folder: Path, asked: list[object], package: str, source: str
) -> None:
    begun = time.monotonic()
    with pytest.raises(InputError) as caught:
        prepared(report, folder, source.replace("{}", package))
    assert time.monotonic() - begun < 30, "nobody was waited for"
    assert caught.value.message == f"The layout needs {package}, but packages are not downloaded."
    assert "into the folder of the layout" in caught.value.hint
    assert asked == []


def test_that_a_package_whose_name_is_put_together_is_none_either(
    report: CampaignReport, folder: Path, asked: list[object]
) -> None:
    with pytest.raises(InputError, match="no packages, no network"):
        prepared(report, folder, '#let at = str.from-unicode(64)\n#import at + "preview/x:1.0.0"')
    assert asked == []


def test_that_a_folder_with_too_much_says_so_where_something_is_missing(
    report: CampaignReport, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "far").mkdir()
    for number in range(5):
        (folder / "far" / f"{number}.txt").write_text("far away")
    monkeypatch.setattr(pdf, "MOST_FILES", 3)
    assert prepared(report, folder, '#read("in.txt")') == "INSIDE"
    with pytest.raises(InputError, match="a separate folder"):
        prepared(report, folder, '#read("far/4.txt")')


def test_that_folders_without_end_are_not_walked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        (folder / "many" / str(number)).mkdir(parents=True)
    assert pdf.layout_folder_files(folder / "own.typ").complete
    monkeypatch.setattr(pdf, "_MOST_ENTRIES", 25)
    found = pdf.layout_folder_files(folder / "own.typ")
    assert not found.complete and found.contents["in.txt"] == b"INSIDE"


def test_that_only_the_thread_that_is_prevented_from_the_network_is() -> None:
    with pytest.raises(PermissionError):
        offline(opened)
    assert opened() == "a socket"
    assert offline(lambda: "done") == "done"
    with pytest.raises(ZeroDivisionError):
        offline(lambda: str(1 / 0))


def opened() -> str:
    with socket.socket():
        return "a socket"


def test_that_a_process_for_what_others_sent_gets_no_socket() -> None:
    with pytest.raises(PermissionError):
        bounded(ResourceBounds(seconds=5, megabytes=100), opened)


def arranged(folder: Path, filtered: bool) -> int:
    """The length of a PDF, on a system that knows the kernel's filter or does not."""
    if not filtered:
        _SOCKET.clear()
    layout = {"own.typ": b'#set document(title: "x")\nDONE'}
    return len(typesetting._compile_layout("own.typ", layout, {}, str(folder)))


def test_that_no_layout_is_used_where_the_network_cannot_be_blocked(tmp_path: Path) -> None:
    assert bounded(typesetting.BOUNDS, arranged, tmp_path, True) > 1000
    with pytest.raises(OutOfBounds, match="cannot block its network access"):
        bounded(typesetting.BOUNDS, arranged, tmp_path, False)


@pytest.mark.parametrize("what", ["/dev/zero", "pipe"])
def test_that_a_logo_or_layout_that_never_ends_is_refused(
    report: CampaignReport, folder: Path, what: str
) -> None:
    path = folder / "endless.typ"
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(what)
    with pytest.raises(InputError, match="not a file"):
        pdf_report(report, ReportOptions(template=path))
    with pytest.raises(InputError, match="not a file"):
        pdf_report(report, ReportOptions(Cover(logo=path)))
