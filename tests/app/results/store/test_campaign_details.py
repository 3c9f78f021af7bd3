"""Names, tags, notes, and campaigns that are hidden (archived)."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.results.archive.archive_writing import archive_bytes
from app.results.intake.file_import import import_file
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from tests.app.results.making import make_campaign, store_campaign


def test_that_labels_are_retained_tidied_and_go_along_in_an_archive(
    any_store: Store, tmp_path: Path
) -> None:
    plain = store_campaign(any_store, make_campaign("plain"))
    number = store_campaign(any_store, make_campaign("before"))
    set_details(any_store, number, name="  São \n Paulo ")
    set_details(any_store, number, tags=("customer  x", "Audit", "audit", " "))
    set_details(any_store, number, notes="on the new disk\nslow\0\n")
    set_details(any_store, number, archived=True)
    stored, untouched = any_store.summary(number), any_store.summary(plain)
    assert (stored.name, stored.tags, stored.archived) == (
        "São Paulo",
        ("customer x", "Audit"),
        True,
    )
    assert stored.notes == "on the new disk\nslow"
    assert (untouched.name, untouched.tags, untouched.notes) == ("plain", (), "")
    assert not untouched.archived and any_store.campaigns() == [stored, untouched]
    assert any_store.find("São Paulo") == number
    assert any_store.load(number).campaign.name == "before"
    path = tmp_path / "x.zip"
    path.write_bytes(archive_bytes(any_store, [number]))
    with open_store(str(tmp_path / "there.sqlite"), write=True) as there:
        taken = there.summary(import_file(there, path).campaign)
        assert (taken.name, taken.tags, taken.notes) == (stored.name, stored.tags, stored.notes)
        assert taken.archived
        assert archive_bytes(there, [taken.id]) == path.read_bytes()
    set_details(any_store, number, tags=())
    set_details(any_store, number, notes=" ")
    set_details(any_store, number, archived=False)
    assert archive_bytes(any_store, [number]) != path.read_bytes()
    bare = any_store.summary(number)
    assert (bare.tags, bare.notes, bare.archived) == ((), "", False)


def test_that_strange_labels_and_unknown_campaigns_are_refused(store: Store) -> None:
    number = store_campaign(store, make_campaign("kept"))
    before = store.campaigns()
    with pytest.raises(InputError, match="a campaign needs a name"):
        set_details(store, number, name=" ")
    with pytest.raises(InputError, match="name has more than 255 characters"):
        set_details(store, number, name="x" * 256)
    with pytest.raises(InputError, match=r"name contains the control character U\+202E"):
        set_details(store, number, name="a\u202egpj.exe")
    with pytest.raises(InputError, match=r"tag contains the control character U\+0007"):
        set_details(store, number, tags=("a\ab",))
    with pytest.raises(InputError, match="commas"):
        set_details(store, number, tags=("a,b",))
    with pytest.raises(InputError, match="20 tags at most"):
        set_details(store, number, tags=map(str, range(21)))
    with pytest.raises(InputError, match="notes has more than"):
        set_details(store, number, notes="x" * 5000)
    with pytest.raises(InputError, match="Unknown campaign"):
        set_details(store, 99, archived=True)
    assert store.campaigns() == before
