"""What is compiled for one SQLite store serves all others."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url

from app.results.database.store_connection import COMPILED_STATEMENTS, make_engine
from app.results.store.store import open_store
from tests.app.results.making import make_campaign, store_campaign


def test_that_another_store_is_read_without_compiling_anything_again(tmp_path: Path) -> None:
    first, second = (str(tmp_path / name) for name in ("first.sqlite", "second.sqlite"))
    for each in (first, second):
        with open_store(each, write=True) as store:
            store_campaign(store, make_campaign("same"))
    with open_store(first, write=False) as store:
        of_first = [each.name for each in store.campaigns()]
    compiled = set(COMPILED_STATEMENTS)
    with open_store(second, write=False) as store:
        assert [each.name for each in store.campaigns()] == of_first
    assert set(COMPILED_STATEMENTS) == compiled


def test_that_servers_share_nothing_with_it() -> None:
    urls = ("sqlite:///a.sqlite", "postgresql+psycopg://a/b", "postgresql+psycopg://a/b")
    files, server, other = (make_engine(make_url(url), write=False).dialect for url in urls)
    assert len({files, server, other}) == 3
