"""A report as PDF, made by Typst with our own fonts, for every reader (PDF/UA-1)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from app.report.campaign_report import CampaignReport
from app.report.document.making import ReportOptions, document_of
from app.report.document.template import picture, template
from app.report.files.typesetting import compiled, is_ours
from app.system.documents import typst_data
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.looking.reading import expanded

STANDARD: Literal["ua-1"] = "ua-1"


def pdf_report(report: CampaignReport, options: ReportOptions) -> bytes:
    """The file. The same campaign and options give the same bytes.

    Raises: InputError for a section, template or logo that cannot be used
    """
    import typst  # 80 MB, which nobody else is to wait for

    document = document_of(report, options)
    source = template("report.typ", options.template)
    data = typst_data({**document.to_json(), "logo": _logo(options.cover.logo)})
    try:
        return _made(source, data, options.template)
    except typst.TypstError as error:
        raise InputError(
            phrase("Report not made"),
            phrase("Typst could not lay it out: {reason}."),
            phrase("A template of your own may be at fault; without one please tell us."),
            reason=str(error).rstrip("."),
        ) from error


def _logo(path: Path | None) -> dict[str, object] | None:
    """Its format and its bytes, as numbers."""
    if path is None:
        return None
    kind, data = picture(path)
    return {"format": kind, "bytes": list(data)}


def _made(source: str, data: str, own: Path | None) -> bytes:
    """The PDF. A standard for every reader allows no letter that cannot be drawn: where no font of
    the machine has one, question marks stand for all that ours have not."""
    import typst

    folder = expanded(own).absolute().parent if own else None

    def made(text: str) -> bytes:
        inputs = {"report": text}
        return compiled(source.encode(), inputs, "pdf", standards=[STANDARD], folder=folder)

    try:
        return made(data)
    except typst.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
    return made("".join(each if is_ours(each) else "?" for each in data))
