"""The report says the same as HTML and as PDF, hides no weakness, and takes what others named as
text."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from app.command_line.main import run as cipherbench
from app.findings.studies.available_studies import study_named
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.document.build_document import ReportOptions, build_document
from app.report.document.document_blocks import (
    ChartBlock,
    Cover,
    Heading,
    ListBlock,
    Paragraph,
    Reader,
    TableBlock,
)
from app.report.document.document_charts import sheets
from app.report.document.formats.html import html_report
from app.report.document.formats.pdf import pdf_report
from app.report.document.sections import SECTIONS
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.page_one.build_page_one import page_one
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject, ServerRecord
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.message import phrase
from tests.app.report.document.reading import Page, html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, ECB, make_campaign, store_campaign
from tests.app.results.noisy import GCM, costly_campaign, store_costs

pytestmark = pytest.mark.slow  # what it reads is made first, as HTML and as PDF
NAME = "<b>São Paulo</b> & #let x = [*b*] $c$ _d_ `e` \\ \x01\ufffe {{ title }}"
SPOKEN = "<b>São Paulo</b> & #let x = [*b*] $c$ _d_ `e` \\ {{ title }}"
COVER = Cover("A <i>client</i> #it", "We & us", "1 May 2026")
OPTIONS = ReportOptions(COVER, reader=Reader.FULL)
FULL = ReportOptions(reader=Reader.FULL)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Two engines, three protections, three sizes, evidence; and web users under load."""
    path = tmp_path_factory.mktemp("report") / "results.sqlite"
    with open_store(str(path), write=True) as store:
        campaign = costly_campaign(2, (CBC, ECB, GCM), cases=(100, 1000, 4000), repetitions=6)
        campaign = replace(campaign, name=NAME)
        costs = {("mariadb", ECB.name): 0.4, ("postgresql", GCM.name): 1.7}
        number = store_costs(store, campaign, costs)
        output = phrase("{place}: “<script>” #eval", place="ibdata1")
        seen = EvidenceFinding(
            "mariadb", ECB.name, SearchArea.FILES, SearchSubject.MARKER, "ibdata1", True, output, 3
        )
        settings = {"a setting": "/var/lib/" + "x" * 200}
        store.write(
            number,
            [
                ServerRecord("mariadb", "mariadb", "local", "11.4", settings),
                EvidenceGathered("mariadb", ECB.name, (seen,), 3.5),
            ],
        )
        store_loaded(store)
        yield store


@pytest.fixture(scope="module")
def report(there: Store) -> CampaignReport:
    """Of the first of them, with a study beside it."""
    return report_on(there, 1, studies=[study_named("rosa-2023")], latencies=True)


@pytest.fixture(scope="module")
def page(report: CampaignReport) -> Page:
    return Page(html_report(report, OPTIONS))


@pytest.fixture(scope="module")
def pdf(report: CampaignReport) -> bytes:
    return pdf_report(report, OPTIONS)


@pytest.fixture(scope="module")
def printed(pdf: bytes) -> str:
    """All that the PDF says, and nothing that runs off a page."""
    return pdf_words(pdf)


def texts(report: CampaignReport, options: ReportOptions = OPTIONS) -> Iterator[str]:
    """Every text of a report."""
    document = build_document(report, options)
    yield from (document.title, document.subtitle, document.program)
    yield from (text for fact in document.facts for text in fact)
    for section in document.sections:
        yield section.title
        for block in section.blocks:
            match block:
                case Paragraph(text) | Heading(text):
                    yield text
                case ListBlock(items):
                    yield from items
                case TableBlock(caption, table):
                    yield from (caption, *table.head)
                    yield from (text for line in table.lines for text in line)
                case ChartBlock(caption):
                    yield caption


@pytest.mark.slow
def test_that_html_and_pdf_say_all_that_was_found(
    report: CampaignReport, page: Page, printed: str
) -> None:
    output = {words(each.replace(NAME, SPOKEN)) for each in texts(report)}
    assert str(page_one(report).headline.message) in list(texts(report))
    shown = words(page.all("body")[0].text)
    assert [each for each in output if each not in shown] == []
    # on paper page one has its headline in place of the section's title
    assert [each for each in output if each not in printed] == ["Summary"]
    assert [each.name for each in build_document(report, OPTIONS).sections] == [
        each
        for each in SECTIONS
        if each not in ("recommendation", "notes", "compliance", "load", "sources", "pictures")
    ]


def test_that_a_load_is_reported_with_its_percentiles(there: Store) -> None:
    loaded = report_on(there, 2, latencies=True)
    output = {
        words(each)
        for each in texts(loaded, ReportOptions(sections=("load", "figures", "sources")))
    }
    shown = html_words(html_report(loaded, FULL))
    assert output and {each for each in output if each not in shown} == set()
    assert {"Latencyunderload", "Wherethecostcomesfrom", "p99.9"} <= output
    drawn = [
        each for each in build_document(loaded, OPTIONS).blocks() if isinstance(each, ChartBlock)
    ]
    curves = [graph for each in drawn for graph in each.chart.graphs]
    assert len(curves) == 2 * 2, "of each operation by the driver and through the API"
    for graph in curves:
        plain, encrypted = (line.points for line in graph.lines)
        assert plain[0][0] == 1 and plain[-1][0] == 4 * 11, "of each run that counts"
        ratios = [y / x for (_, x), (_, y) in zip(plain, encrypted, strict=True)]
        assert ratios == pytest.approx([1.5] * len(ratios), rel=0.01)


def test_that_a_report_of_nothing_is_refused(report: CampaignReport) -> None:
    with pytest.raises(InputError, match="this campaign has nothing for pictures"):
        build_document(report, ReportOptions(sections=("pictures",)))


def test_that_every_mirror_block_is_drawn_and_every_latency_curve(report: CampaignReport) -> None:
    blocks = build_document(report, ReportOptions(sections=("operations",))).blocks()
    charts = [each.chart for each in blocks if isinstance(each, ChartBlock)]
    plots = [p.plots for chart in charts for p in chart.panels if p.plots[0].stretches]
    shown = [row for row in report.comparison if row.at.size == 4000 and row.cost.blocks]
    rows = [row for row in shown if not row.control]
    assert sum(len(costs.stretches) for costs, _ in plots) == len(rows) == 2 * 4 * 3
    for each in (plot for both in plots for plot in both):
        assert len(each.dots) == 3 * 3
    costs, values = plots[0]
    for cost, pair in zip(costs.dots, values.dots, strict=True):
        assert pair.partner is not None
        assert cost.value == pytest.approx(100 * (pair.value / pair.partner - 1))
    means = {round(each.mean, 9) for costs, _ in plots for each in costs.stretches}
    assert means == {round(row.cost.percent or 0.0, 9) for row in rows}
    curves = [graph for chart in charts for graph in chart.graphs]
    assert len(curves) == 2 * 4 and all(len(graph.lines) == 4 for graph in curves)


def test_that_charts_are_parted_where_a_sheet_has_no_room_for_them(report: CampaignReport) -> None:
    whole = cost_and_protection_chart(report)
    assert whole is not None
    panel = whole.panels[0]
    rows, plot = panel.rows * 40, panel.plots[0]
    spots = tuple(replace(plot.spots[0], row=at) for at in range(len(rows)))
    long = replace(panel, rows=rows, plots=(replace(plot, spots=spots),))
    parts = list(sheets(replace(whole, panels=(panel, long, panel))))
    room = [sum(56 + 32 * len(each.rows) for each in part.panels) for part in parts]
    assert max(room) <= 1000 and len(parts) > 3
    shown = [each for part in parts for each in part.panels]
    assert sum(len(each.rows) for each in shown) == len(rows) + 2 * len(panel.rows)
    assert all({s.row for s in each.plots[0].spots} == set(range(len(each.rows))) for each in shown)


@pytest.mark.slow
def test_that_what_others_named_is_text(page: Page, pdf: bytes, printed: str) -> None:
    spoken = words(SPOKEN)
    assert page.all("h1")[0].text == page.all("title")[0].text
    assert words(page.all("h1")[0].text) == spoken
    assert spoken in printed
    assert not page.all("b", "i", "script")
    reported = PdfReader(io.BytesIO(pdf)).metadata
    assert reported is not None and (reported.title or "").split() == SPOKEN.split()


@pytest.mark.slow
def test_that_no_insecure_choice_stands_unmarked(report: CampaignReport) -> None:
    for section in build_document(report, OPTIONS).sections:
        for block in section.blocks:
            if isinstance(block, TableBlock) and "protection" in block.table.head:
                at = list(block.table.head).index("protection")
                reported = {line[at] for line in block.table.lines if line[at].startswith(ECB.name)}
                assert reported <= {f"{ECB.name} (ECB)"}, block.caption
            if isinstance(block, ChartBlock):
                rows = [row for panel in block.chart.panels for row in panel.rows]
                weak = [row for row in rows if ECB.name in row.name]
                assert all(list(map(str, row.marks)) == ["ECB"] for row in weak), block.caption
    _, second, *others = build_document(report, OPTIONS).sections
    answer = next(each.table for each in second.blocks if isinstance(each, TableBlock))
    named = [line[1] for line in answer.lines if "AES-128-ECB" in line[1]]
    assert named and all("· ECB" in each for each in named)
    output = [x.text for each in others for x in each.blocks if isinstance(x, Paragraph)]
    assert any("ECB encrypts equal" in each for each in output)


def test_that_html_stands_alone_and_can_be_read_aloud(page: Page) -> None:
    assert page.source.startswith("<!DOCTYPE html>")
    assert page.all("html")[0].attributes["lang"] == "en"
    assert len(page.source.encode()) < 1_500_000
    links = [each.attributes.get(name, "") for each in page.elements for name in ("src", "href")]
    assert all(each.startswith(("#", "data:")) for each in links if each)
    assert "url(" not in page.source and "@import" not in page.source
    named = [each.attributes["id"] for each in page.elements if "id" in each.attributes]
    assert len(named) == len(set(named))
    assert {each[1:] for each in links if each.startswith("#")} <= set(named)
    levels = [int(each.tag[1]) for each in page.all("h1", "h2", "h3")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(each.attributes.get("scope") in ("col", "row") for each in page.all("th"))
    assert len(page.all("table")) == len(page.all("caption")) == len(page.all("thead")) > 9
    drawn = page.all("svg")
    assert len(drawn) - 1 == len(page.all("figcaption")) > 4, "page one's picture needs none"
    assert all(each.attributes["role"] == "img" for each in drawn)
    assert all(len(each.text) > 40 for each in page.all("title")[1:])


def test_that_a_pdf_is_for_every_reader_and_carries_its_fonts(pdf: bytes) -> None:
    reader: Any = PdfReader(io.BytesIO(pdf))
    assert b"<pdfuaid:part>1</pdfuaid:part>" in reader.root_object["/Metadata"].get_data()
    assert reader.root_object["/Lang"] == "en"
    assert reader.outline
    assert len(pdf) < 3_000_000
    fonts = {
        font.get_object()["/BaseFont"]
        for each in reader.pages
        for font in each["/Resources"].get("/Font", {}).values()
    }
    assert fonts and all("+" in font for font in fonts), "parts of fonts, not their names"


@pytest.mark.slow
def test_that_window_and_command_line_write_the_same_bytes_each_time(
    there: Store, tmp_path: Path, page: Page, pdf: bytes
) -> None:
    """`page` and `pdf` were made of the same."""
    (tmp_path / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    asked = ["--study=rosa-2023", f"--client={COVER.client}", f"--consultant={COVER.consultant}",
             f"--date={COVER.date}", "--for=full"]  # fmt: skip
    for kind, known in (("html", page.source.encode()), ("pdf", pdf)):
        target = tmp_path / kind
        command = ["export", "1", "--format", kind, "-o", str(target), "--store", there.location]
        assert cipherbench([*command, *asked]) == 0
        assert target.read_bytes() == known
    compared = [study_named("rosa-2023")]
    other = export(there, 1, "html", tmp_path / "other", studies=compared, options=OPTIONS)
    assert other.read_bytes() == page.source.encode()


def test_that_sections_and_templates_can_be_chosen(report: CampaignReport, tmp_path: Path) -> None:
    own = tmp_path / "own.html"
    own.write_text("<p>{{ title }}</p>{{ section limits }}|{{ section load }}|{{logo}}")
    logo = Path("assets/pictures/logo.png").absolute()
    made = html_report(report, ReportOptions(Cover(logo=logo), ("limits",), own))
    assert made.startswith("<p>&lt;b&gt;São Paulo")
    assert "Limits of this report" in made and "|<img" in made
    typ = tmp_path / "own.typ"
    typ.write_text(
        "#let report = json(bytes(sys.inputs.report))\n#set document(title: report.title)\n"
        '#image(bytes(report.logo.bytes), alt: read("alt.txt"))\n'
        "#for each in report.sections [= #each.title]"
    )
    (tmp_path / "alt.txt").write_text("A lock")
    options = ReportOptions(Cover(logo=logo), ("limits", "method"), typ)
    assert pdf_words(pdf_report(report, options)) == "HowitwasmeasuredLimitsofthisreport"


def test_that_a_picture_shows_what_each_cipher_leaves_of_it(report: CampaignReport) -> None:
    asked = ReportOptions(sections=("pictures",), picture="flag")
    made = Page(html_report(report, asked))
    original, *encrypted = made.all("img")
    output = [each.attributes["alt"] for each in encrypted]
    assert [each.split(":")[0] for each in output] == ["AES-128-ECB", "AES-128-CBC", "AES-256-GCM"]
    assert "aes-128-ecb (ECB) on postgresql and mariadb." in output[0]
    assert "of the blocks repeat an earlier one" in output[0]
    assert all("No block repeats an earlier one." in each for each in output[1:])
    shapes = {picture_size(each.attributes["src"]) for each in (original, *encrypted)}
    assert len(shapes) == 1, "all of one size"
    assert "by this program's cryptographic library" in made.all("body")[0].text
    printed = pdf_report(report, asked)
    assert words("These pictures were made without a server") in pdf_words(printed)
    assert printed == pdf_report(report, asked) and len(made.source) < 700_000


def picture_size(source: str) -> tuple[int, int]:
    kind, data = source.split(",")
    assert kind == "data:image/png;base64"
    return Image.open(io.BytesIO(b64decode(data))).size


@pytest.mark.slow
def test_that_what_cannot_be_used_is_reported_in_a_sentence(
    there: Store, report: CampaignReport, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*options: str, kind: str = "html") -> str:
        command = ["export", "2", "--format", kind, "-o", str(tmp_path / "x"), *options]
        assert cipherbench([*command, "--store", there.location]) == 2
        assert not (tmp_path / "x").exists()
        return capsys.readouterr().err

    assert "no section “prices”" in refused("--sections", "summary,prices")
    assert "no first page or sections" in refused("--client", "x", kind="csv")
    text = tmp_path / "bad.html"
    text.write_text("{{ price }}")
    assert "“{{ price }}”" in refused("--template", str(text))
    assert "does not end in .typ" in refused("--template", str(text), kind="pdf")
    assert "not a PNG, JPEG or SVG picture" in refused("--logo", str(text))
    assert "named “none”" in refused("--picture", "none")
    assert "cannot be read" in refused("--logo", str(tmp_path / "none"))
    bad = tmp_path / "bad.typ"
    bad.write_text("#nothing")
    with pytest.raises(InputError, match="unknown variable: nothing"):
        pdf_report(report, ReportOptions(template=bad))


def test_that_a_campaign_that_has_just_begun_has_a_report(store: Store) -> None:
    begun = report_on(store, store_campaign(store, make_campaign("早")))
    output = words(str(page_one(begun).headline.message))
    assert output in html_words(html_report(begun, ReportOptions()))
    assert output in pdf_words(pdf_report(begun, ReportOptions()))


@pytest.mark.parametrize(("repetitions", "output"), [(1, ", once. "), (6, ", 6 times. ")])
def test_that_the_method_tells_how_often_cells_were_repeated(
    store: Store, repetitions: int, output: str
) -> None:
    """It said “6 times or more” where it was 6."""
    campaign = costly_campaign(1, (CBC,), repetitions=repetitions)
    reported = " ".join(texts(report_on(store, store_costs(store, campaign, {}))))
    assert output in reported and "times or more" not in reported
