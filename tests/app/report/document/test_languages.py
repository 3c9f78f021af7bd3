"""A report in another language: all of it, with the same figures; data stay as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import docx
import pytest
from docx.oxml.ns import qn
from pypdf import PdfReader

from app.command_line.main import run as cipherbench
from app.plan.requirements import Regulation, Requirements, Withstand
from app.report.document.build_document import ReportOptions, build_document
from app.report.document.document_blocks import Cover, Reader, TableBlock
from app.report.document.report_profile import parse_profile, profile_text
from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.report.words.language import written_in
from app.report.words.protection_names import case_figure
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.message import phrase
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.words.texts import ROOT
from workloads.contract import Case
from workloads.predicate.parameters import PredicateParameters

WORDS = "# Recommendation\nUse CBC.\n\n# Notas\nSem notas.\n"
PORTUGUESE = ReportOptions(
    Cover("Hospital", date="2026"),
    picture="logo",
    requirements=Requirements(
        withstand=(Withstand.DISK, Withstand.LOGIN), compliance=(Regulation.LGPD,)
    ),
    words=WORDS,
    language="pt_BR",
)
ENGLISH = replace(PORTUGUESE, language="", words=WORDS.replace("Notas", "Notes"))


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Three protections on two engines, with evidence, and one that cannot be measured."""
    path = tmp_path_factory.mktemp("languages") / "results.sqlite"
    with open_store(str(path), write=True) as store:
        campaign = costly_campaign(2, (CBC, ECB, GCM), cases=(100, 4000), repetitions=6)
        campaign = replace(campaign, name="Hospital")
        costs = {("mariadb", ECB.name): 0.4, ("postgresql", GCM.name): 1.7}
        number = store_costs(store, campaign, costs, unsupported={("mariadb", CBC.name): "x"})
        seen = [
            EvidenceFinding(
                server, name, SearchArea.FILES, subject, "redo log", found, phrase("Nothing."), 3
            )
            for server, name, subject, found in (
                ("mariadb", ECB.name, SearchSubject.MARKER, True),
                ("postgresql", GCM.name, SearchSubject.KEY, False),
            )
        ]
        gathered = (EvidenceGathered(e.server, e.protection, (e,), 3.5) for e in seen)
        store.write(number, list(gathered))
        yield store


def written(store: Store, folder: Path, format: str, options: ReportOptions) -> Path:
    name = f"{options.reader}-{options.language or 'en'}.{format}"
    return export(store, 1, format, folder / name, options=options)


def text_of(page: Path) -> str:
    """What an HTML file says, but for the plan, which is a program's."""
    shown = re.sub(r"<(pre|style).*?</\1>", "", page.read_text(), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " | ", shown))


def english_pieces() -> Iterator[str]:
    """What stands between the places of each English text that is another one in Portuguese: of two
    words or more."""
    file = ROOT / "assets" / "translations" / "cipherbench_pt_BR.ts"
    for message in ElementTree.parse(file).getroot().iter("message"):
        translation = " ".join(message.find("translation").itertext())  # type: ignore[union-attr]
        one = message.findtext("comment") if message.get("numerus") else ""
        for text in filter(None, (message.findtext("source"), one)):
            for piece in re.split(r"\{\w*\}", text):
                words = piece.strip(" .:;,()“”–·\n")
                if len(re.findall(r"[A-Za-z]{2,}", words)) > 1 and words not in translation:
                    yield words


@pytest.mark.slow
@pytest.mark.parametrize("reader", [Reader.CLIENT, Reader.FULL])
def test_that_no_english_is_left_in_a_portuguese_report(
    there: Store, tmp_path: Path, reader: Reader
) -> None:
    reported = text_of(written(there, tmp_path, "html", replace(PORTUGUESE, reader=reader)))
    assert "Recomendação" in reported and "Tempo a mais" in reported
    words = {each for each in english_pieces() if each in reported}
    assert not [each for each in words if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", reported)]


def figures(reported: str) -> Counter[str]:
    """How often each number stands there, without its marks."""
    return Counter(re.sub(r"[.,]", "", each) for each in re.findall(r"\d(?:[\d.,]*\d)?", reported))


@pytest.mark.slow
def test_that_a_translated_report_has_the_same_figures(there: Store, tmp_path: Path) -> None:
    english, portuguese = (
        text_of(written(there, tmp_path, "html", each)) for each in (ENGLISH, PORTUGUESE)
    )
    assert figures(english) == figures(portuguese)
    assert re.search(r"\d,\d %", portuguese) and not re.search(r"\d\.\d %", portuguese)
    pdf = PdfReader(str(written(there, tmp_path, "pdf", PORTUGUESE)))
    printed = " ".join(page.extract_text() for page in pdf.pages)
    assert not figures(portuguese).keys() - figures(printed).keys()
    assert str(pdf.root_object["/Lang"]) == "pt-BR"


@pytest.mark.slow
def test_that_documents_name_their_language(there: Store, tmp_path: Path) -> None:
    page = written(there, tmp_path, "html", PORTUGUESE).read_text()
    assert '<html lang="pt-BR">' in page and "Medido com Cipherbench" in page
    word = docx.Document(str(written(there, tmp_path, "docx", PORTUGUESE)))
    assert word.core_properties.language == "pt-BR"
    assert {each.get(qn("w:val")) for each in word.styles.element.iter(qn("w:lang"))} == {"pt-BR"}
    assert '<html lang="en">' in written(there, tmp_path, "html", ENGLISH).read_text()


def test_that_what_programs_read_is_in_no_language(there: Store, tmp_path: Path) -> None:
    for format in ("json", "csv", "xlsx", "tex"):
        plain = export(there, 1, format, tmp_path / "plain")
        asked = export(
            there, 1, format, tmp_path / "asked", options=ReportOptions(language="pt_BR")
        )
        assert plain.read_bytes() == asked.read_bytes(), format


def test_that_checksums_are_those_of_the_english_export(there: Store) -> None:
    report = report_on(there, 1)

    def sums(language: str) -> list[str]:
        with written_in(language):
            appendix = build_document(report, ReportOptions(sections=("appendix",)))
        tables = [each.table for each in appendix.blocks() if isinstance(each, TableBlock)]
        return [line[1] for line in tables[-1].lines]

    assert sums("pt_BR") == sums("") and len(sums("")) > 1


def test_that_the_language_ends_with_the_report(there: Store, tmp_path: Path) -> None:
    output = phrase("The campaign is not finished: further runs may change every result.")
    with written_in("pt_BR"):
        assert str(output).startswith("A campanha não terminou")
    assert str(output) == output.template
    export(there, 1, "md", tmp_path / "it.md", options=ReportOptions(language="pt_BR"))
    assert "Campanha de " in (tmp_path / "it.md").read_text()
    assert str(output) == output.template


def test_that_cases_are_reported_in_words_of_the_reports_language(there: Store) -> None:
    found = report_on(there, 1)
    report = replace(found, campaign=replace(found.campaign, workload=PredicateParameters()))
    assert case_figure(report, Case(20_000, "blind")) == "20,000 rows, blind index"
    with written_in("pt_BR"):
        assert case_figure(report, Case(20_000, "blind")) == "20.000 linhas, índice cego"
        assert case_figure(report, Case(20_000)) == "20000"


def test_that_an_unknown_language_is_reported_with_those_there_are(
    there: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "none.html"
    asked = ["export", "1", "--format=html", f"--store={there.url}", "-o", str(target)]
    assert cipherbench([*asked, "--language=xx"]) == 2
    reported = capsys.readouterr().err
    assert (
        "xx" in reported
        and "pt_BR" in reported
        and "Traceback" not in reported
        and not target.exists()
    )
    profile = profile_text(PORTUGUESE)
    assert parse_profile(profile, "it").language == "pt_BR"
    with pytest.raises(InputError, match="pt_BR"):
        parse_profile(profile.replace("pt_BR", "xx"), "it")
