"""Only what was read is said to have been searched."""

from __future__ import annotations

import pytest

from app.report.document.summary_sections import searched_words
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from engines.contract.data_place import PlaceName
from engines.contract.message import phrase

TEXT = phrase("said")


def trace(
    server: str, ground: SearchArea, place: str, found: bool | None, files: int = 0
) -> EvidenceFinding:
    return EvidenceFinding(
        server, "aes", ground, SearchSubject.MARKER, place, found, TEXT, files=files
    )


def read_whole(server: str) -> list[EvidenceFinding]:
    return [
        trace(server, SearchArea.FILES, PlaceName.DATA, False, 3),
        trace(server, SearchArea.FILES, PlaceName.SERVER_LOG, True, 1),
        trace(server, SearchArea.MEMORY, PlaceName.MEMORY, False, 1),
        trace(server, SearchArea.LOGIN, PlaceName.SELECT, False),
    ]


AT_AN_ADDRESS = [
    trace("prod", SearchArea.MEMORY, PlaceName.MEMORY, None),
    trace("prod", SearchArea.LOGIN, PlaceName.SELECT, False),
]
IN_PROCESS = [
    trace("sqlite", SearchArea.FILES, PlaceName.DATA, False, 1),
    trace("sqlite", SearchArea.MEMORY, PlaceName.MEMORY, None),
]


@pytest.mark.parametrize(
    ("traces", "unread"),
    [
        (read_whole("pg"), ""),
        ([*read_whole("pg"), *AT_AN_ADDRESS], "files, logs, memory of prod"),
        (IN_PROCESS, "memory of sqlite"),
        (AT_AN_ADDRESS, "files, logs, memory of prod"),
    ],
)
def test_that_what_could_not_be_read_is_named(traces: list[EvidenceFinding], unread: str) -> None:
    output = str(searched_words(traces))
    assert ("could not be read" in output.lower()) == bool(unread)
    assert unread in output
    assert ("not searched for" in output) == (traces is AT_AN_ADDRESS)
