"""A report as PDF, made by Typst with our own fonts, accessible (PDF/UA-1)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.report.document.build_document import ReportOptions, build_document
from app.report.document.formats.logo import load_logo
from app.report.document.formats.template_files import template_text, unreadable
from app.report.document.formats.typesetting import (
    STANDARD,
    LayoutFailed,
    compile_in_sandbox,
    compile_typst,
    has_glyph,
)
from app.report.figures.campaign_report import CampaignReport
from app.system.bounded_process import OutOfBounds
from app.system.escaping import typst_data
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import expanded, open_regular
from engines.platform.processes import path_of

# What lies beside a layout of the user's own, for the layout to name: nothing else can be read.

MOST_FILES, MOST_MB = 1000, 64
_MOST_ENTRIES = 20_000
"""Folders, links and files that are looked at: a second."""


@dataclass(frozen=True)
class LayoutFiles:
    """Files beside a layout, by relative path; not `complete` where the folder holds more than is
    read."""

    contents: dict[str, bytes]
    complete: bool = True


def layout_folder_files(layout: Path) -> LayoutFiles:
    """The ordinary files in a layout's folder and below, the nearest first: hidden ones are left
    out, and whatever a link leads to outside of the folder."""
    folder = Path(os.path.realpath(layout.absolute().parent))
    contents: dict[str, bytes] = {}
    room = MOST_MB * 1_000_000
    for seen, path in enumerate(_entries(folder)):
        if seen == _MOST_ENTRIES:
            return LayoutFiles(contents, complete=False)
        if path is None:
            continue
        name = str(path.relative_to(folder))
        with suppress(OSError, UnicodeEncodeError):
            name.encode()
            content = _content_if_inside(path, folder)
            if content is None:
                continue
            room -= len(content)
            if room < 0 or len(contents) == MOST_FILES:
                return LayoutFiles(contents, complete=False)
            contents[name] = content
    return LayoutFiles(contents)


def _entries(folder: Path) -> Iterator[Path | None]:
    """Files, level by level, and nothing for whatever else is there; links to folders are not
    followed."""
    level = [folder]
    while level:
        below: list[Path] = []
        for each in level:
            with suppress(OSError), os.scandir(each) as found:
                for entry in sorted(found, key=lambda one: one.name):
                    found_file = False
                    if not entry.name.startswith("."):
                        if entry.is_dir(follow_symlinks=False):
                            below.append(each / entry.name)
                        else:
                            found_file = entry.is_file()
                    yield each / entry.name if found_file else None
        level = below


def _content_if_inside(path: Path, folder: Path) -> bytes | None:
    """Its content if what was opened lies in the folder, whatever the path leads to by then.

    Raises: OSError
    """
    with open_regular(path, MOST_MB) as file:
        opened = path_of(file.fileno())
        return file.read() if opened.is_relative_to(folder) else None


def pdf_report(report: CampaignReport, options: ReportOptions, *others: CampaignReport) -> bytes:
    """The file. The same campaigns and options give the same bytes.

    Raises: InputError for a section, template or logo that cannot be used
    """
    document = build_document(report, options, *others)
    data = typst_data({**document.to_json(), "logo": _logo(options.cover.logo)})
    if options.template is None:
        return _with_shipped_layout(template_text("report.typ", None).encode(), data)
    source = template_text("report.typ", options.template)
    return _with_own_layout(expanded(options.template), source, data)


def _with_shipped_layout(source: bytes, data: str) -> bytes:
    import typst  # 80 MB, which nobody else is to wait for

    def compiled(text: str) -> bytes:
        return compile_typst(source, {"report": text}, "pdf", standards=[STANDARD])

    try:
        return _with_missing_glyphs_replaced(data, compiled, typst.TypstError)
    except typst.TypstError as error:
        reason = str(error).rstrip(".")
        hint = phrase("Please report this as a bug.")
        raise _report_not_made(
            phrase("Typst could not lay it out: {reason}.", reason=reason), hint
        ) from error


def _with_own_layout(own: Path, source: str, data: str) -> bytes:
    """By a layout of the user's own, with what lies in its folder."""
    folder_files = layout_folder_files(own)
    files = {**folder_files.contents, own.name: source.encode()}

    def compiled(text: str) -> bytes:
        return compile_in_sandbox(own.name, files, {"report": text})

    try:
        return _with_missing_glyphs_replaced(data, compiled, LayoutFailed)
    except LayoutFailed as error:
        raise _not_made(own, source, folder_files, str(error).rstrip(".")) from error
    except OutOfBounds as error:
        raise _report_not_made(
            phrase("The layout {path} cannot be used: {reason}.", path=own, reason=error.reason),
            phrase("Simplify the layout: look for loops and deep nesting."),
        ) from error
    except OSError as error:
        raise unreadable(own, error) from error


def _not_made(own: Path, source: str, folder_files: LayoutFiles, reason: str) -> InputError:
    """Why Typst did not lay a report out."""
    package = _missing_package(source, folder_files, reason)
    if package:
        return _report_not_made(
            phrase("The layout needs {package}, but packages are not downloaded.", package=package),
            phrase("Put its files into the folder of the layout, and import them by file name."),
        )
    if folder_files.complete:
        hint = phrase(
            "A layout can read only files in its own folder: no links out of it, no packages, no "
            "network."
        )
    else:
        hint = phrase(
            "Put the layout into a separate folder. At most {files} files of {megabytes} MB are "
            "read.",
            files=MOST_FILES,
            megabytes=MOST_MB,
        )
    return _report_not_made(phrase("Typst could not lay it out: {reason}.", reason=reason), hint)


_PACKAGE = re.compile(r"@([\w-]+)/([\w-]+):(\d+\.\d+\.\d+)")


def _missing_package(source: str, folder_files: LayoutFiles, reason: str) -> str:
    """The package that a layout names and that the error is about."""
    sources = [source]
    sources += [
        text.decode(errors="replace")
        for name, text in folder_files.contents.items()
        if name.endswith(".typ")
    ]
    for found in _PACKAGE.finditer("\n".join(sources)):
        space, name, version = found.groups()
        if found[0] in reason or f"{space}/{name}-{version}" in reason:
            return found[0]
    return ""


def _report_not_made(why: Message, hint: Message) -> InputError:
    return InputError(phrase("Report not made"), why, hint)


def _logo(path: Path | None) -> dict[str, object] | None:
    """Its format and its bytes, as numbers."""
    if path is None:
        return None
    found = load_logo(path)
    return {"format": found.format, "bytes": list(found.data)}


def _with_missing_glyphs_replaced(
    data: str, compiled: Callable[[str], bytes], failed: type[Exception]
) -> bytes:
    """The PDF. The standard allows no letter that cannot be drawn: where no font of
    the machine has one, question marks stand for all that ours have not."""
    try:
        return compiled(data)
    except failed:
        drawable = "".join(each if has_glyph(each) else "?" for each in data)
        if drawable == data:
            raise
    return compiled(drawable)
