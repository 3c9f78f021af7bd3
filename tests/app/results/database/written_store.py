"""A store as each version of Cipherbench writes it: the SQL text of one lies in `assets/` for every
version since the first release.

`python -m tests.app.results.database.written_store` writes that of this version. One of a version
that was released is never written again.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from app.results.database.migrate import STORE_VERSION
from app.results.events import Event, EvidenceGathered, Noted
from app.results.records import (
    EvidenceFinding,
    SearchArea,
    SearchSubject,
    ServerRecord,
    SessionRecord,
)
from app.results.store.store import Store, open_store
from engines.contract.message import Message, phrase
from tests.app.results.making import OPERATIONS, make_campaign, sampled, store_campaign, whole_run

ASSETS = Path(__file__).parent / "assets"
CREATED = 1000.0


def text_of(version: str) -> Path:
    """Where the SQL text of a version's store lies."""
    return ASSETS / f"store_{version}.sql"


def fill(store: Store) -> None:
    """One campaign with something in every table."""
    campaign_id = store_campaign(store, make_campaign("written"))
    with store.transaction(write=True) as session:
        session.connection().exec_driver_sql(f"UPDATE campaigns SET created_at = {CREATED}")
    store.set_environment(campaign_id, {"cpu": "a processor"})
    store.add_session(campaign_id, SessionRecord(CREATED, {"cpu": "a processor"}, "", ()))
    trace = EvidenceFinding(
        "pg", "plaintext", SearchArea.FILES, SearchSubject.MARKER, "tables", True, Message("at 12")
    )
    runs = store.load(campaign_id).runs
    events: list[Event] = [
        ServerRecord("pg", "postgresql", "embedded", "18.6", {"fsync": "on"}),
        EvidenceGathered("pg", "plaintext", (trace,), CREATED),
        Noted(phrase("{name} began", name="pg"), "info", CREATED),
        *(each for run in runs[:-1] for each in whole_run(run, dict.fromkeys(OPERATIONS, 1.5))),
        sampled(runs[0].id, CREATED),
    ]
    store.write(campaign_id, events)


def main() -> None:
    """Write the text of this version's store."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store.sqlite"
        with open_store(str(file), write=True) as store:
            fill(store)
        with closing(sqlite3.connect(file)) as connection:
            lines = list(connection.iterdump())
    ASSETS.mkdir(exist_ok=True)
    text_of(STORE_VERSION).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
