"""A report as PDF, made by Typst with our own fonts, for every reader (PDF/UA-1)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from app.report.document.making import ReportOptions, document_of
from app.report.document.written.layout_files import MOST_FILES, MOST_MB, LayoutFiles, files_beside
from app.report.document.written.template import picture, template
from app.report.document.written.typesetting import ROOT, compiled, is_ours
from app.report.figures.campaign_report import CampaignReport
from app.system.documents import typst_data
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.looking.reading import expanded

STANDARD: Literal["ua-1"] = "ua-1"


def pdf_report(report: CampaignReport, options: ReportOptions, *others: CampaignReport) -> bytes:
    """The file. The same campaigns and options give the same bytes.

    Raises: InputError for a section, template or logo that cannot be used
    """
    import typst  # 80 MB, which nobody else is to wait for

    document = document_of(report, options, *others)
    source = template("report.typ", options.template)
    data = typst_data({**document.to_json(), "logo": _logo(options.cover.logo)})
    own = options.template
    beside = None if own is None else files_beside(expanded(own))
    try:
        return _made(source, data, beside)
    except typst.TypstError as error:
        raise _not_made(own, source, beside, str(error).rstrip(".")) from error
    except OSError as error:
        raise _unfenced(error) from error


def _not_made(own: Path | None, source: str, beside: LayoutFiles | None, reason: str) -> InputError:
    """Why Typst did not lay a report out."""
    if own is None or beside is None:
        hint = phrase("Please report this as a bug.")
        return _told(phrase("Typst could not lay it out: {reason}.", reason=reason), hint)
    package = _missing_package(source, beside, reason)
    if package:
        return _told(
            phrase("The layout needs {package}, but packages are not downloaded.", package=package),
            phrase("Put its files into the folder of the layout, and import them by file name."),
        )
    if beside.complete:
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
    folder = str(expanded(own).absolute().parent)
    reason = reason.replace(str(ROOT), folder)  # where it thought to look
    return _told(phrase("Typst could not lay it out: {reason}.", reason=reason), hint)


_PACKAGE = re.compile(r"@([\w-]+)/([\w-]+):(\d+\.\d+\.\d+)")


def _missing_package(source: str, beside: LayoutFiles, reason: str) -> str:
    """The package that a layout names and that the error is about."""
    sources = [source]
    sources += [
        text.decode(errors="replace")
        for name, text in beside.contents.items()
        if name.endswith(".typ")
    ]
    for found in _PACKAGE.finditer("\n".join(sources)):
        space, name, version = found.groups()
        if found[0] in reason or f"{space}/{name}-{version}" in reason:
            return found[0]
    return ""


def _unfenced(error: OSError) -> InputError:
    return _told(
        phrase(
            "The system cannot block network access for a layout: {reason}.", reason=error.strerror
        ),
        phrase("Omit --template."),
    )


def _told(why: Message, hint: Message) -> InputError:
    return InputError(phrase("Report not made"), why, hint)


def _logo(path: Path | None) -> dict[str, object] | None:
    """Its format and its bytes, as numbers."""
    if path is None:
        return None
    kind, data = picture(path)
    return {"format": kind, "bytes": list(data)}


def _made(source: str, data: str, beside: LayoutFiles | None) -> bytes:
    """The PDF. A standard for every reader allows no letter that cannot be drawn: where no font of
    the machine has one, question marks stand for all that ours have not."""
    import typst

    files = None if beside is None else beside.contents

    def made(text: str) -> bytes:
        inputs = {"report": text}
        return compiled(source.encode(), inputs, "pdf", standards=[STANDARD], files=files)

    try:
        return made(data)
    except typst.TypstError:
        drawable = "".join(each if is_ours(each) else "?" for each in data)
        if drawable == data:
            raise
    return made(drawable)
