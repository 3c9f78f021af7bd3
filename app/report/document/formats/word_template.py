"""A Word template of others without what Word would fetch, run or ask another program for. It is
taken apart in a process with bounds; what is not known to be harmless goes, and is named."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from app.report.document.formats.template_files import template_bytes
from app.system.bounded_process import OutOfBounds, ResourceBounds, bounded
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase, plural, with_semicolons

BOUNDS = ResourceBounds(seconds=20, megabytes=600)
_MOST_PARTS, _MOST_BYTES = 2_000, 200_000_000
_MOST_NODES = 1_000_000
"""Elements, attributes and texts, which the whole program then has in memory: some 150 MB."""

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_W_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_REFERENCES = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}",
)
_CONTENTS = "[Content_Types].xml"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_MAINS = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
)


class RemovedPart(StrEnum):
    REMOTE_TEMPLATE = "remote template"
    LINKED_PICTURE = "linked picture"
    LINK = "link"
    MACRO = "macro"
    OBJECT = "object"
    FIELD = "field"
    OTHER = "other"


_STORED = frozenset(
    {
        "officeDocument", "core-properties", "extended-properties", "custom-properties",
        "thumbnail", "styles", "stylesWithEffects", "numbering", "settings", "webSettings",
        "fontTable", "font", "theme", "header", "footer", "footnotes", "endnotes", "comments",
        "commentsExtended", "commentsIds", "people", "image", "hdphoto",
    }
)  # fmt: skip
"""Relationships by the last word of their type that a letterhead needs; each to a part inside."""
_KINDS = {
    "attachedTemplate": RemovedPart.REMOTE_TEMPLATE,
    "image": RemovedPart.LINKED_PICTURE,
    "hyperlink": RemovedPart.LINK,
    "vbaProject": RemovedPart.MACRO,
    "wordVbaData": RemovedPart.MACRO,
    "keyMapCustomizations": RemovedPart.MACRO,
    "attachedToolbars": RemovedPart.MACRO,
    "oleObject": RemovedPart.OBJECT,
    "package": RemovedPart.OBJECT,
    "control": RemovedPart.OBJECT,
    "activeXControlBinary": RemovedPart.OBJECT,
}
_FIELDS = frozenset(
    {
        "PAGE", "NUMPAGES", "SECTION", "SECTIONPAGES", "TOC", "TC", "XE", "INDEX", "DATE", "TIME",
        "CREATEDATE", "SAVEDATE", "PRINTDATE", "EDITTIME", "TITLE", "SUBJECT", "AUTHOR",
        "LASTSAVEDBY", "KEYWORDS", "COMMENTS", "NUMWORDS", "NUMCHARS", "FILENAME", "FILESIZE",
        "REVNUM", "STYLEREF", "REF", "PAGEREF", "NOTEREF", "SEQ", "LISTNUM", "DOCPROPERTY", "INFO",
        "USERNAME", "USERINITIALS", "USERADDRESS", "FORMTEXT", "FORMCHECKBOX", "FORMDROPDOWN",
    }
)  # fmt: skip
"""Fields that read nothing but the document itself."""
_WHOLE = ("drawing", "object", "pict", "altChunk")
"""Elements that go as a whole with what they refer to."""
_HOOKS: Mapping[str, RemovedPart | None] = {
    "entryMacro": RemovedPart.MACRO,
    "exitMacro": RemovedPart.MACRO,
    "mailMerge": RemovedPart.OTHER,
    "schemaLibrary": RemovedPart.OTHER,  # names a program that Word would load
    "attachedSchema": RemovedPart.OTHER,
    "smartTagType": RemovedPart.OTHER,
    "saveThroughXslt": RemovedPart.OTHER,
    "OLEObject": RemovedPart.OBJECT,  # these, where they name their part by no relationship
    "objectEmbed": RemovedPart.OBJECT,
    "objectLink": RemovedPart.OBJECT,
    "control": RemovedPart.OBJECT,
    "altChunk": RemovedPart.OTHER,
    "subDoc": RemovedPart.OTHER,
    "scriptAnchor": RemovedPart.OTHER,
    "dataBinding": None,  # without its data, which go, its text stays as it is
}
"""Elements that go, as what they are counted."""
_ONLY = ("hlinkClick", "hlinkHover", "hlinkMouseOver", "svgBlip")
"""Links of a picture, and its drawing, without which it stays."""
_CHANGES = ("ins", "del", "moveFrom", "moveTo")
"""What Word may leave out with all that is in it, as it does other programs' elements."""
_TO_A_PLACE = re.compile(
    r'\s*HYPERLINK\s+\\l\s+("[^"\\]*"|[\w.-]+)(\s+\\(h|\*\s+MERGEFORMAT))*\s*', re.IGNORECASE
)
_SVG = "{http://www.w3.org/2000/svg}svg"
_INSIDE = ("#", "data:image/png", "data:image/jpeg", "data:image/gif")
_URL = re.compile(
    r"@import|url\(\s*['\"]?\s*(?!['\"\s]|#|data:image/(png|jpeg|gif))", re.IGNORECASE
)
_VML = "{urn:schemas-microsoft-com:"
_ADDRESSES = frozenset({"src", "href", "althref"})
"""Attributes of old drawings that lead elsewhere without a relationship."""


@dataclass(frozen=True)
class WordTemplate:
    """A template that can be written behind, and how many things of each kind it lost."""

    data: bytes = field(repr=False)
    removed: Mapping[RemovedPart, int]

    @property
    def message(self) -> Message | None:
        """What was removed, as a sentence; None where nothing was."""
        if not self.removed:
            return None
        found = [_words(kind, n) for kind, n in self.removed.items()]
        return phrase("Removed from the Word template: {what}.", what=with_semicolons(found))


def _words(kind: RemovedPart, n: int) -> Message:
    message = {
        RemovedPart.REMOTE_TEMPLATE: plural("{n} remote templates", "{n} remote template", n),
        RemovedPart.LINKED_PICTURE: plural("{n} linked pictures", "{n} linked picture", n),
        RemovedPart.LINK: plural("{n} links", "{n} link", n),
        RemovedPart.MACRO: plural("{n} macros", "{n} macro", n),
        RemovedPart.OBJECT: plural("{n} embedded objects", "{n} embedded object", n),
        RemovedPart.FIELD: plural(
            "{n} fields that load or run something", "{n} field that loads or runs something", n
        ),
        RemovedPart.OTHER: plural("{n} parts of other kinds", "{n} part of another kind", n),
    }
    return message[kind]


def word_template(path: Path) -> WordTemplate:
    """A template of the user's own, cleaned.

    Raises: InputError where it cannot be read, or is none
    """
    data = template_bytes("report.docx", path)
    try:
        return bounded(BOUNDS, cleaned, data)
    except OutOfBounds as error:
        raise not_word(path, error.reason) from error


def not_word(path: Path, reason: Message) -> InputError:
    return InputError(
        phrase("Template not usable"),
        phrase("{path} is not a Word document: {reason}."),
        phrase("Save it as .docx in Word or LibreOffice."),
        path=path,
        reason=reason,
    )


def cleaned(data: bytes) -> WordTemplate:
    """Raises: OutOfBounds for what is no such package"""
    try:
        parts = _unpacked(data)
        removed = _clean(parts)
    except (
        zipfile.BadZipFile,
        etree.LxmlError,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
    ) as error:
        raise OutOfBounds(phrase("it is damaged")) from error
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return WordTemplate(packed.getvalue(), dict(removed))


def _unpacked(data: bytes) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    room = _MOST_BYTES
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        entries = source.infolist()
        if len(entries) > _MOST_PARTS:
            raise OutOfBounds(phrase("it has more than {most} parts", most=_MOST_PARTS))
        for entry in entries:
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise OutOfBounds(phrase("it is damaged"))  # Word reads no other
            with source.open(entry) as member:
                content = member.read(room + 1)
            room -= len(content)
            if room < 0:
                megabytes = _MOST_BYTES // 1_000_000
                raise OutOfBounds(phrase("it unpacks to more than {mb} MB", mb=megabytes))
            if not entry.is_dir():
                parts[entry.filename.lstrip("/")] = content
    if len({each.lower() for each in parts}) < len(parts):  # for Word these are one
        raise OutOfBounds(phrase("it is damaged"))
    return parts


def _clean(parts: dict[str, bytes]) -> Counter[RemovedPart]:
    """Change parts in place; what went."""
    removed: Counter[RemovedPart] = Counter()
    _as_document(parts)
    linked = _linked_drawings(parts)
    for name in list(parts):
        if name.lower().endswith(".rels") and name in parts:
            lost = _without_relationships(parts, name, linked, removed)
            if lost and (source := _source_of(name)) in parts:
                _without_references(parts, source, lost)
    nodes = 0.0
    for name in _documents(parts):
        root = _parsed(parts[name])
        nodes += root.xpath("count(//node()) + count(//@*)")
        if nodes > _MOST_NODES:
            raise OutOfBounds(phrase("it has more than {most} elements", most=_MOST_NODES))
        _without_fields(parts, name, root, removed)
    return removed


def _documents(parts: Mapping[str, bytes]) -> list[str]:
    """Parts that are XML for Word, which goes by the list of contents and by relationships, and not
    by names; and whatever else looks like it."""
    types = _parsed(parts[_CONTENTS])
    found = {
        (each.get("PartName") or f".{each.get('Extension')}").lower(): each.get("ContentType", "")
        for each in types
    }

    def is_document(name: str) -> bool:
        own = found.get(f"/{name}".lower())
        kind = own or found.get(posixpath.splitext(name)[1].lower(), "")
        return str(kind).lower().endswith("xml") or _looks_like_xml(parts[name])

    return [each for each in parts if each != _CONTENTS and is_document(each)]


def _looks_like_xml(content: bytes) -> bool:
    """In any encoding."""
    return content[:100].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<")


def _linked_drawings(parts: Mapping[str, bytes]) -> frozenset[str]:
    """SVGs that name a file or an address, which some programs fetch, or a program."""
    return frozenset(
        name
        for name, content in parts.items()
        if _looks_like_xml(content)
        and (root := _parsed(content)).tag == _SVG
        and any(map(_leads_elsewhere, root.iter()))
    )


def _leads_elsewhere(element: Any) -> bool:
    if _local(element) in ("script", "foreignObject"):
        return True
    return bool(_URL.search(element.text or "")) or any(
        _URL.search(value)
        or (key.rpartition("}")[2] in _ADDRESSES and not value.strip().startswith(_INSIDE))
        for key, value in element.attrib.items()
    )


def _as_document(parts: dict[str, bytes]) -> None:
    """A template or a document with macros is a document without them."""
    if _CONTENTS not in parts:
        raise OutOfBounds(phrase("it has no list of contents"))
    root = _parsed(parts[_CONTENTS])
    for each in root:
        if each.get("ContentType") in _MAINS:
            each.set("ContentType", _MAIN)
    parts[_CONTENTS] = _serialized(root)


def _without_relationships(
    parts: dict[str, bytes], name: str, linked: frozenset[str], removed: Counter[RemovedPart]
) -> set[str]:
    """The identifiers of those that a part of relationships lost: of what a letterhead does not
    need, of what is elsewhere, and of `linked` drawings."""
    root = _parsed(parts[name])
    lost: set[str] = set()
    for each in list(root):
        if not isinstance(each.tag, str):  # a comment
            root.remove(each)
            continue
        identifier, target = each.get("Id"), each.get("Target")
        if identifier is None or target is None:
            raise OutOfBounds(phrase("it is damaged"))
        kind = str(each.get("Type", "")).rpartition("/")[2]
        at = posixpath.join("/", posixpath.dirname(_source_of(name)), target)
        part = posixpath.normpath(at).lstrip("/")
        inside = each.get("TargetMode") != "External"
        if kind in _STORED and inside and part not in linked:
            continue
        root.remove(each)
        lost.add(identifier)
        if inside:
            parts.pop(part, None)
        removed[_KINDS.get(kind, RemovedPart.OTHER)] += not kind.startswith("customXml")
    removed += Counter()  # without zeros
    if name in parts:
        parts[name] = _serialized(root)
    return lost


def _source_of(relationships: str) -> str:
    """The part whose relationships they are: `word/document.xml` of
    `word/_rels/document.xml.rels`."""
    folder, _, name = relationships.rpartition("/")
    return posixpath.join(posixpath.dirname(folder), name[: -len(".rels")])


def _without_references(parts: dict[str, bytes], name: str, lost: set[str]) -> None:
    root = _parsed(parts[name])
    for element in list(root.iter()):
        if not isinstance(element.tag, str):
            continue
        named = [
            key
            for key, value in element.attrib.items()
            if key.startswith(_REFERENCES) and value in lost
        ]
        if not named:
            continue
        for key in named:
            del element.attrib[key]
        if _local(element) in _ONLY:
            _remove(element)
        elif _local(element) != "hyperlink":
            _remove(_whole(element))
    parts[name] = _serialized(root)


def _whole(element: Any) -> Any:
    """What has to go with an element."""
    for each in (element, *element.iterancestors()):
        if _local(each) in _WHOLE:
            return each
    return element


def _without_fields(
    parts: dict[str, bytes], name: str, root: Any, removed: Counter[RemovedPart]
) -> None:
    if not root.tag.startswith((_W, _W_STRICT)):
        return
    before = removed.total()
    hooks = [each for each in root.iter() if _local(each) in _HOOKS]
    for each in hooks:
        _remove(each)
        if (kind := _HOOKS[_local(each)]) is not None:
            removed[kind] += 1
    _without_addresses(root, removed)
    for each in [one for one in root.iter() if _local(one) == "fldSimple"]:
        instruction = next((v for k, v in each.attrib.items() if k.endswith("}instr")), "")
        if not _is_harmless(instruction):
            _unwrap(each)
            removed[RemovedPart.FIELD] += 1
    for found in _fields(root):
        if found.computed or not _is_harmless(found.instruction):
            for each in found.marks:
                _remove(each)
            removed[RemovedPart.FIELD] += found.instruction.strip() != ""
    if hooks or removed.total() != before:
        parts[name] = _serialized(root)


def _without_addresses(root: Any, removed: Counter[RemovedPart]) -> None:
    for each in root.iter():
        if not (isinstance(each.tag, str) and each.tag.startswith(_VML)):
            continue
        for name in list(each.attrib):
            if name.rpartition("}")[2] in _ADDRESSES:
                del each.attrib[name]
                removed[RemovedPart.LINK] += 1


@dataclass
class _Field:
    """A field between its marks. One is `computed` whose instruction is not the same for every
    reader: it has another field, a text or a picture in it, or parts that Word may leave out."""

    marks: list[Any] = field(default_factory=list)
    within: list[Any] = field(default_factory=list)
    """What else its instruction has."""
    place: Any = None
    instruction: str = ""
    computed: bool = False
    reads: bool = True

    def take(self, part: Any) -> None:
        self.marks.append(part)
        self.computed |= _place(part) is not self.place


def _place(element: Any) -> Any:
    """The nearest ancestor that Word may leave out."""
    return next(
        (
            each
            for each in element.iterancestors()
            if not each.tag.startswith((_W, _W_STRICT)) or _local(each) in _CHANGES
        ),
        None,
    )


def _fields(root: Any) -> Iterator[_Field]:
    """All fields in their order, also what is only the half of one."""
    open_ones: list[_Field] = []
    for each in list(root.iter()):
        kind = _local(each)
        if kind in ("instrText", "delInstrText"):
            inner = open_ones[-1] if open_ones else _Field(computed=True)
            inner.take(each)
            inner.instruction += each.text or ""
            inner.computed |= not inner.reads or kind == "delInstrText" or len(each) > 0
            if not open_ones:
                yield inner
        elif kind == "fldChar":
            yield from _marked(each, open_ones)
        elif open_ones and kind not in _SILENT and _local(each.getparent()) == "r":
            open_ones[-1].computed |= open_ones[-1].reads
            outermost = next((one for one in open_ones if one.reads), None)
            if outermost is not None:
                outermost.within.append(each)
    for one in open_ones:
        one.computed = True
    yield from open_ones


_SILENT = ("", "rPr", "lastRenderedPageBreak")
"""What a run has that is no part of an instruction."""


def _marked(mark: Any, open_ones: list[_Field]) -> Iterator[_Field]:
    kind = next((v for k, v in mark.attrib.items() if k.endswith("}fldCharType")), "")
    if kind == "begin":
        if open_ones:  # those around it are already
            open_ones[-1].computed |= open_ones[-1].reads
        inner = any(one.reads for one in open_ones)
        open_ones.append(_Field([mark], place=_place(mark), computed=inner))
    elif not open_ones:
        yield _Field([mark], computed=True)
    else:
        last = open_ones[-1]
        if last.reads:  # no instruction without an end: that would be the rest of the letter
            last.take(mark)
            last.marks += last.within
        else:
            last.marks.append(mark)
        last.reads = False
        if kind == "end":
            yield open_ones.pop()


def _is_harmless(instruction: str) -> bool:
    """Whether a field's instruction is known to read nothing but the document."""
    name, *_ = instruction.split() or [""]
    return name.upper() in _FIELDS or _TO_A_PLACE.fullmatch(instruction) is not None


def _parsed(content: bytes) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    root = etree.fromstring(content, parser)
    if root.getroottree().docinfo.doctype:
        raise OutOfBounds(phrase("it has a document type, which Word never writes"))
    return root


def _serialized(root: Any) -> bytes:
    written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written


def _local(element: Any) -> str:
    """An element's name without its namespace; nothing for a comment."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _unwrap(element: Any) -> None:
    """Its contents in place of it."""
    parent = element.getparent()
    if parent is None:
        return
    at = parent.index(element)
    parent[at : at + 1] = list(element)
