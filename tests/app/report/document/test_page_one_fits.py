"""Page one is one page, of at most 150 words, none of them smaller than 9.5 points."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.plan_file import read_plan
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Cover, Reader
from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.report.page_one.build_page_one import page_one
from app.report.words.language import written_in
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import Store
from engines.contract.data_place import PlaceName
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind
from tests.app.report.document.reading import words
from tests.app.report.loaded import store_loaded
from tests.app.report.test_one_number import stored
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs

MOST_WORDS, LEAST_POINTS = 150, 9.5
TABLESPACE = Protection("tde", ProtectionKind.STORAGE, "aes", 256, "tablespace")
UNINDEXED = replace(GCM, name="without-index", blind_index=False)


def demo(store: Store) -> int:
    native = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    costs = {("postgresql", native.name): 0.4, ("mariadb", native.name): 0.2}
    return store_costs(store, costly_campaign(3, (native,), repetitions=8), costs, 0.01)


def hospital(store: Store) -> int:
    campaign = costly_campaign(3, (CBC, ECB, GCM, UNINDEXED, TABLESPACE), repetitions=6)
    costs = {
        (name, each.name): cost
        for name in ("postgresql", "mariadb", "firebird")
        for each, cost in ((CBC, 0.3), (ECB, 0.2), (GCM, 0.5), (UNINDEXED, 0.45))
    }
    return store_costs(store, campaign, costs, 0.01)


def searched(store: Store) -> int:
    """The same with evidence: the key of one in a log, plaintext of another in a binary log."""
    number = hospital(store)
    found = (
        ("postgresql", CBC.name, SearchSubject.KEY, PlaceName.SERVER_LOG),
        ("mariadb", TABLESPACE.name, SearchSubject.MARKER, PlaceName.BINARY_LOG),
    )
    gathered = [
        EvidenceGathered(
            server,
            protection,
            (
                EvidenceFinding(
                    server, protection, SearchArea.FILES, subject, place, True, Message("x"), 3
                ),
            ),
            3.5,
        )
        for server, protection, subject, place in found
    ]
    store.write(number, gathered)
    return number


def shop(store: Store) -> int:
    """The plan that ships, on its two servers: one protection costs many times as much."""
    campaign = replace(read_plan("own-shop"), control=True)
    costs = {
        ("postgresql", "aes-256-gcm-no-index"): 42.0, ("sqlite", "aes-256-gcm-no-index"): 120.0,
        ("postgresql", "aes-256-gcm"): 0.5, ("sqlite", "aes-256-gcm"): 0.6,
        ("postgresql", "aes-128"): 0.3,
    }  # fmt: skip
    return store_costs(store, campaign, costs, 0.01)


CAMPAIGNS: dict[str, Callable[[Store], int]] = {
    "demo": demo,
    "hospital": hospital,
    "hospital with evidence": searched,
    "own shop": shop,
    "weights": lambda store: stored(store, weights=True),
    "web users": lambda store: store_loaded(store, trouble=False),
}
_LONGEST = ("demo", "hospital with evidence")
"""Whose Portuguese is asked for in every run."""


@pytest.mark.in_every_run("en", *_LONGEST)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_page_one_is_read_in_ten_seconds(
    kind: str, language: str, store: Store, tmp_path: Path
) -> None:
    number = CAMPAIGNS[kind](store)
    cover = Cover("Acme Clinics", "A. Consultant", "2026-11-28")
    options = ReportOptions(cover, reader=Reader.CLIENT, language=language)
    path = export(store, number, "pdf", tmp_path / "client.pdf", options=options)
    read = ["pdftotext", "-l", "1", "-raw", str(path), "-"]
    first = subprocess.run(read, check=True, capture_output=True, text=True).stdout
    counted = [each for each in first.split() if re.search(r"[^\W\d_]", each)]
    assert len(counted) <= MOST_WORDS, len(counted)
    with written_in(language):
        page = page_one(report_on(store, number))
        for output in (page.headline.message, *(card.head.message for card in page.cards)):
            assert words(str(output)) in words(first)
    boxes = ["pdftotext", "-l", "1", "-bbox-layout", str(path), "-"]
    layout = subprocess.run(boxes, check=True, capture_output=True, text=True).stdout
    heights = [
        float(low) - float(high)
        for high, low in re.findall(
            r'<word xMin="\S+" yMin="(\S+)" xMax="\S+" yMax="(\S+)"', layout
        )
    ]
    # a line of letters of 9.5 points is 1.362 times as high in this font
    assert heights and min(heights) >= 1.3 * LEAST_POINTS
