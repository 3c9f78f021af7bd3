"""A report for each of its readers, as a Word document too, on several campaigns, and with words of
one's own."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn
from pypdf import PdfReader

from app.command_line.main import run as cipherbench
from app.report.document.build_document import ReportOptions, build_document
from app.report.document.document_blocks import (
    ChartBlock,
    Cover,
    Heading,
    ListBlock,
    Paragraph,
    Reader,
    Sketch,
    TableBlock,
)
from app.report.document.formats.docx import docx_report
from app.report.document.formats.html import html_report
from app.report.document.formats.pdf import pdf_report
from app.report.document.report_profile import profile_text
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import Store, open_store
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs

pytestmark = pytest.mark.slow  # each format of several campaigns

OWN = """\
The disk was replaced <b>yesterday</b>.

# Recommendation
Use **CBC**:

1. first `move` the keys
2. then [read](https://example.org/a?b=1&c=2)

| what | price |
|---|---:|
| disk | 12 |

## Later
=cmd|' /C calc'!A0 #let x = 1 {{ title }}

# limits
Holds until May.
"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """#1: two engines, three protections, two sizes. #2: CBC has become slower. #3: web users
    under load."""
    path = tmp_path_factory.mktemp("readers") / "results.sqlite"
    with open_store(str(path), write=True) as store:
        campaign = costly_campaign(2, (CBC, ECB, GCM), cases=(100, 4000), repetitions=6)
        costs = {("mariadb", ECB.name): 0.4, ("postgresql", GCM.name): 1.7}
        store_costs(store, campaign, costs)
        store_costs(store, replace(campaign, name="later"), {("mariadb", CBC.name): 0.5})
        store_loaded(store)
        yield store


@pytest.fixture(scope="module")
def report(there: Store) -> CampaignReport:
    return report_on(there, 1, latencies=True)


def test_that_a_client_gets_a_few_pages_without_repetition(report: CampaignReport) -> None:
    client = build_document(report, ReportOptions())
    names = [each.name for each in client.sections]
    assert names[:2] == ["summary", "advice"]
    assert set(names[2:]) <= {"guarding", "method", "limits"}
    captions = [
        each.caption for each in client.blocks() if isinstance(each, TableBlock | ChartBlock)
    ]
    assert len(captions) == len(set(captions))
    pdf = pdf_report(report, ReportOptions())
    reader = PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) <= 6 and reader.outline
    technical = build_document(report, ReportOptions(reader=Reader.TECHNICAL))
    assert technical.contents and not client.contents
    tables = [each.table for each in technical.blocks() if isinstance(each, TableBlock)]
    full = build_document(report, ReportOptions(reader=Reader.FULL))
    every = [each.table for each in full.blocks() if isinstance(each, TableBlock)]
    lines, all_lines = (sum(len(each.lines) for each in known) for known in (tables, every))
    assert 4 * lines < 3 * all_lines
    of_cells = [each for each in tables if "protection" in each.head and len(each.head) > 3]
    assert of_cells and not any("control" in line for each in of_cells for line in each.lines)


def test_that_paper_has_a_list_of_contents_with_pages(report: CampaignReport) -> None:
    pdf = PdfReader(io.BytesIO(pdf_report(report, ReportOptions(reader=Reader.TECHNICAL))))
    listed = words(pdf.pages[0].extract_text() + pdf.pages[1].extract_text())
    document = build_document(report, ReportOptions(reader=Reader.TECHNICAL))
    assert "Contents" in listed
    assert all(words(each.title) in listed for each in document.sections[1:])
    headline = document.sections[0].blocks[0]
    assert isinstance(headline, Paragraph) and words(headline.text) in listed


def test_that_word_has_real_headings_tables_and_pictures(report: CampaignReport) -> None:
    options = ReportOptions(reader=Reader.TECHNICAL)
    document = build_document(report, options)
    word = docx.Document(io.BytesIO(docx_report(report, options)))
    heads = [each.text for each in word.paragraphs if each.style and each.style.name == "Heading 1"]
    headline = document.sections[0].blocks[0]
    assert isinstance(headline, Paragraph), "it stands in place of the title"
    assert heads == [headline.text, *(each.title for each in document.sections[1:])]
    blocks = list(document.blocks())
    tables = [each for each in blocks if isinstance(each, TableBlock)]
    cards, facts, *made = word.tables
    assert len(cards.rows) == 1 and len(cards.columns) == 3
    assert len(made) == len(tables) and len(facts.rows) == len(document.facts)
    for table, block in zip(made, tables, strict=True):
        rows = [[cell.text for cell in row.cells] for row in table.rows]
        assert rows == [list(block.table.head), *map(list, block.table.lines)]
        assert table.rows[0]._tr.find(f".//{qn('w:tblHeader')}") is not None
    drawn = [each.alternative for each in blocks if isinstance(each, ChartBlock | Sketch)]
    reported = [each._inline.docPr.get("descr") for each in word.inline_shapes]
    assert reported == drawn and drawn
    wide = {(section.page_width or 0) > (section.page_height or 0) for section in word.sections}
    assert wide == {True, False}


def test_that_word_takes_a_template_of_ones_own(
    report: CampaignReport, there: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = docx.Document()
    own.sections[0].header.paragraphs[0].text = "A letterhead"
    own.styles["Heading 1"].font.name = "Comic"
    own.save(str(tmp_path / "own.docx"))
    made = docx_report(report, ReportOptions(template=tmp_path / "own.docx"))
    word = docx.Document(io.BytesIO(made))
    assert word.sections[0].header.paragraphs[0].text == "A letterhead"
    assert word.styles["Heading 1"].font.name == "Comic"
    (tmp_path / "bad.docx").write_text("no")
    target = tmp_path / "x.docx"
    command = ["export", "1", "--format=docx", "-o", str(target), f"--store={there.location}"]
    assert cipherbench([*command, f"--template={tmp_path / 'bad.docx'}"]) == 2
    assert "is not a Word document" in capsys.readouterr().err and not target.exists()


def test_that_several_campaigns_are_compared_with_each_other(there: Store, tmp_path: Path) -> None:
    one, later, load = (report_on(there, each, latencies=True) for each in (1, 2, 3))
    both = build_document(one, ReportOptions(), later)
    tables = [each for each in both.blocks() if isinstance(each, TableBlock)]
    assert [line[0] for line in tables[0].table.lines] == ["known costs", "later"]
    table = next(each for each in tables if each.caption == "Campaigns beside each other")
    assert any("worse" in cell for line in table.table.lines for cell in line)
    for section in both.sections:
        titles = [each.text for each in section.blocks
                  if isinstance(each, Heading) and each.level == 2]  # fmt: skip
        assert titles in (["known costs", "later"], []), section.name
        listed = [item for each in section.blocks if isinstance(each, ListBlock)
                  and section.name == "limits" for item in each.items]  # fmt: skip
        assert len(set(listed)) == len(listed), "what holds of both is said once"
    unlike = build_document(one, ReportOptions(), load)
    verdict = unlike.sections[0].blocks[0]
    assert isinstance(verdict, Paragraph) and "2 campaigns" in verdict.text
    paragraphs = [each for each in unlike.blocks() if isinstance(each, Paragraph)]
    assert [each.tone for each in paragraphs].count("headline") == 1
    assert any("different workloads" in each.text for each in paragraphs)
    target = tmp_path / "both.pdf"
    command = [
        "export",
        "1",
        "later",
        "--format=pdf",
        "-o",
        str(target),
        f"--store={there.location}",
    ]
    assert cipherbench(command) == 0
    assert words("Campaigns beside each other") in pdf_words(target.read_bytes())
    assert cipherbench([each.replace("pdf", "csv") for each in command]) == 2


def test_that_ones_own_options_reach_every_format_as_text(
    report: CampaignReport, there: Store, tmp_path: Path
) -> None:
    file = tmp_path / "words.md"
    file.write_text(OWN)
    output = [
        "The disk was replaced <b>yesterday</b>.",
        "1. first move the keys",
        "2. then read (https://example.org/a?b=1&c=2)",
        "=cmd|' /C calc'!A0 #let x = 1 {{ title }}",
        "Holds until May.",
    ]
    for kind in ("html", "pdf", "docx", "md", "json"):
        command = ["export", "1", f"--format={kind}", "-o", str(tmp_path / f"x.{kind}")]
        assert cipherbench([*command, f"--store={there.location}", f"--words={file}"]) == 0
    word = docx.Document(str(tmp_path / "x.docx"))
    shown = {
        "html": html_words((tmp_path / "x.html").read_text()),
        "pdf": pdf_words((tmp_path / "x.pdf").read_bytes()),
        "docx": words(" ".join(each.text for each in word.paragraphs)),
    }
    for kind, text in shown.items():
        assert [each for each in output if words(each) not in text] == [], kind
    assert json.loads((tmp_path / "x.json").read_text())["campaign"]["notes"] == OWN
    markdown = (tmp_path / "x.md").read_text()
    assert "## Recommendation" in markdown and "\\<b>yesterday" in markdown
    document = build_document(report, ReportOptions(words=OWN))
    sections = {each.name: each.blocks for each in document.sections}
    assert list(sections)[:4] == ["summary", "advice", "recommendation", "notes"]
    kinds = [type(each) for each in sections["recommendation"]]
    assert kinds == [Paragraph, ListBlock, TableBlock, Heading, Paragraph]
    assert "<b>" not in html_report(report, ReportOptions(words=OWN))


def test_that_a_heading_that_names_no_section_is_refused(
    there: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "words.md"
    file.write_text("# Prices\nNone.")
    command = ["export", "1", "--format=html", "-o", str(tmp_path / "x"), f"--words={file}"]
    assert cipherbench([*command, f"--store={there.location}"]) == 2
    assert "“Prices” names no section" in capsys.readouterr().err
    assert cipherbench([*command[:-1], f"--words={tmp_path / 'none.md'}"]) == 2
    csv = [each.replace("html", "csv") for each in command]
    file.write_text("# Notes\nNone.")
    assert cipherbench([*csv, f"--store={there.location}"]) == 2


def test_that_a_profile_is_taken_by_name_and_as_a_file(
    there: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path))
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles/logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    cover = Cover("Example Ltd", "We & Co", logo=Path("logo.svg"))
    options = ReportOptions(cover, ("summary", "limits"), reader=Reader.TECHNICAL)
    stored = tmp_path / "profiles/acme.toml"
    stored.write_text(profile_text(options))
    command = [
        "export",
        "1",
        "--format=html",
        f"--store={there.location}",
        "-o",
        str(tmp_path / "x"),
    ]
    made = []
    for options_ in (["--profile=acme"], [f"--profile={stored}", "--client=Others"]):
        assert cipherbench([*command, *options_]) == 0
        made.append((tmp_path / "x").read_text())
    assert "Example Ltd" in made[0] and "Others" in made[1] and "Example Ltd" not in made[1]
    assert all(each.count("<section") == 2 and 'class="logo"' in each for each in made)
    assert cipherbench([*command, "--profile=none"]) == 2
    assert "Saved: acme." in capsys.readouterr().err
    for wrong in ("[", "price = 3", 'sections = ["prices"]', 'reader = "nobody"', "client = 3"):
        stored.write_text(wrong)
        assert cipherbench([*command, "--profile=acme"]) == 2, wrong
