"""A layout of one's own reads what lies in its folder and nothing else, and reaches no network."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.report.document.making import ReportOptions
from app.report.document.parts import Cover
from app.report.document.written import layout_files
from app.report.document.written.pdf import pdf_report
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from app.system.offline import offline
from engines.contract.errors import InputError
from tests.app.report.document.reading import pdf_words
from tests.app.results.noisy import costly_campaign, store_costs

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


def laid_out(report: CampaignReport, folder: Path, source: str) -> str:
    layout = folder / "own.typ"
    layout.write_text(HEAD + source)
    return pdf_words(pdf_report(report, ReportOptions(sections=("limits",), template=layout)))


@pytest.mark.parametrize(
    ("source", "said"),
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
    report: CampaignReport, folder: Path, source: str, said: str
) -> None:
    (folder / "own2.typ").write_text('#read("in.txt")')
    assert laid_out(report, folder, source) == said


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
        laid_out(report, folder, source)
    assert caught.value.title == "Report not made"
    assert "only files in its own folder" in caught.value.hint
    assert SECRET not in str(caught.value)


def test_that_a_logo_brings_no_file_along(report: CampaignReport, folder: Path) -> None:
    logo = folder / "through.svg"
    with pytest.raises(InputError, match="Typst could not lay it out"):
        pdf_report(report, ReportOptions(Cover(logo=logo), ("limits",)))


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
        laid_out(report, folder, source.replace("{}", package))
    assert time.monotonic() - begun < 30, "nobody was waited for"
    assert caught.value.message == f"The layout needs {package}, but packages are not downloaded."
    assert "into the folder of the layout" in caught.value.hint
    assert asked == []


def test_that_a_package_whose_name_is_put_together_is_none_either(
    report: CampaignReport, folder: Path, asked: list[object]
) -> None:
    with pytest.raises(InputError, match="no packages, no network"):
        laid_out(report, folder, '#let at = str.from-unicode(64)\n#import at + "preview/x:1.0.0"')
    assert asked == []


def test_that_a_folder_with_too_much_says_so_where_something_is_missing(
    report: CampaignReport, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "far").mkdir()
    for number in range(5):
        (folder / "far" / f"{number}.txt").write_text("far away")
    monkeypatch.setattr(layout_files, "MOST_FILES", 3)
    assert laid_out(report, folder, '#read("in.txt")') == "INSIDE"
    with pytest.raises(InputError, match="a separate folder"):
        laid_out(report, folder, '#read("far/4.txt")')


def test_that_only_the_thread_that_is_kept_from_the_network_is() -> None:
    def opened() -> str:
        with socket.socket():
            return "a socket"

    with pytest.raises(PermissionError):
        offline(opened)
    assert opened() == "a socket"
    assert offline(lambda: "done") == "done"
    with pytest.raises(ZeroDivisionError):
        offline(lambda: str(1 / 0))


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
