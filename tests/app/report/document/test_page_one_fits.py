"""The answer stands on the first page of a client's PDF, in smaller letters if it has to."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from app.report.document.making import ReportOptions
from app.report.document.parts import Reader
from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.report.summary.making import summary_of
from app.report.words.language import written_in
from app.results.store.store import Store
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.report.document.reading import words
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs

_NAMES = (
    "records of the central clinics and their laboratories",
    "records of the northern clinics and their laboratories",
    "archive of the southern clinics and their laboratories",
)
"""Each server has a name of its own, and the longer it is the more the page has to hold."""


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("many", [1, 3])
def test_that_the_answer_ends_on_the_page_of_the_title(
    many: int, language: str, store: Store, tmp_path: Path
) -> None:
    engines = ("postgresql", "mariadb", "firebird")[:many]
    specs = tuple(
        ServerSpec(name, Source.EMBEDDED, engine)
        for engine, name in zip(engines, _NAMES, strict=False)
    )
    campaign = replace(costly_campaign(1, (CBC, ECB, GCM), repetitions=6), servers=specs)
    costs = {(name, each.name): 0.3 for name in _NAMES[:many] for each in (CBC, ECB, GCM)}
    number = store_costs(store, campaign, costs, 0.002)
    options = ReportOptions(reader=Reader.CLIENT, language=language)
    path = export(store, number, "pdf", tmp_path / "client.pdf", options=options)
    read = ["pdftotext", "-l", "1", "-raw", str(path), "-"]
    first = words(subprocess.run(read, check=True, capture_output=True, text=True).stdout)
    with written_in(language):
        told = summary_of(report_on(store, number))
        assert told.todo.points and told.notes
        for said in (told.answers[0].question, *told.todo.points, told.notes[-1]):
            assert words(str(said)) in first
