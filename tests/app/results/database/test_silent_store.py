"""A store that falls silent, and texts that no store can hold."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.campaign import recorder as recording
from app.campaign.recorder import NotStored, Recorder
from app.plan.status import Status
from app.results.database import store_connection
from app.results.events import Event, Noted, RunFinished
from app.results.intake.file_import import import_file
from app.results.spool import spool as spools
from app.results.spool.spool import Spool, read_spool, spool_head
from app.results.spool.spool_import import import_leftovers
from app.results.store.store import Store, open_store
from app.system.folders import spool_folder
from engines.contract.message import Message
from tests.app.results.making import OPERATIONS, make_campaign, store_campaign, whole_run
from tests.patience import wait_until
from tests.proxies import Proxy

SECONDS = dict.fromkeys(OPERATIONS, 1.0)


@pytest.fixture(autouse=True)
def no_spools() -> Iterator[None]:
    yield
    for path in spool_folder().glob("*.jsonl"):
        path.unlink()


@pytest.fixture
def through_proxy(shared_address: str) -> Iterator[tuple[Proxy, str]]:
    """A proxy before a real server, and the address of an empty database behind it."""
    url = make_url(shared_address)
    if url.get_backend_name() == "postgresql":
        socket = Path(str(url.query["host"])) / f".s.PGSQL.{url.port or 5432}"
    else:
        socket = Path(str(url.query["unix_socket"]))
    proxy = Proxy(socket)
    there = url.set(host="127.0.0.1", port=proxy.port, query={})
    if url.get_backend_name() == "postgresql":
        there = there.update_query_dict({"sslmode": "disable"})
    yield proxy, there.render_as_string(hide_password=False)
    proxy.close()


def test_that_a_store_that_falls_silent_is_noticed_and_a_repeat_waits_for_it(
    through_proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "SILENCE_SECONDS", 1.5)
    proxy, address = through_proxy
    report: list[str] = []

    def tell(event: Event) -> None:
        assert isinstance(event, Noted)
        report.append(event.text)

    with open_store(address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        with store.locked(campaign_id):
            first, second = store.load(campaign_id).runs
            recorder = Recorder(store, campaign_id, tell)
            *events, end = whole_run(first, SECONDS)
            assert isinstance(end, RunFinished)
            proxy.fall_silent()
            for event in (*events, replace(end, stalled=True)):
                recorder.put(event)
            answer = recorder.repeat(first.id)

            def is_noticed() -> bool:
                recorder.put(Noted(Message("meanwhile")))
                return any("The store does not answer" in text for text in report)

            wait_until(is_noticed, 30)
            assert sum("The store does not answer" in text for text in report) == 1
            assert not answer.done()
            proxy.speak()
            _, position = answer.result(60)
            assert position == 2
            for event in whole_run(second, SECONDS):
                recorder.put(event)
            recorder.close()
        assert sum("The store answers again" in text for text in report) == 1
        assert [run.stalled for run in store.runs(campaign_id)] == [True, False, False]
        assert store.add_repeat(first.id)[1] == position, "asked twice, repeated once"


def test_that_a_silent_store_that_is_given_up_is_asked_nothing_more(
    through_proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ends a campaign must not wait for an answer to each question of a whole campaign."""
    monkeypatch.setattr(recording, "SILENCE_SECONDS", 0.5)
    monkeypatch.setattr(recording, "_FIRST_PAUSE", 60.0)
    for engine, options in store_connection._CONNECT_OPTIONS.items():
        quick = {"connect_timeout": 2} | ({"read_timeout": 2} if "read_timeout" in options else {})
        monkeypatch.setitem(store_connection._CONNECT_OPTIONS, engine, options | quick)
    proxy, address = through_proxy
    with open_store(address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        with store.locked(campaign_id):
            recorder = Recorder(store, campaign_id, lambda event: None)
            proxy.fall_silent()

            def has_failed() -> bool:
                recorder.put(Noted(Message("meanwhile")))
                return recorder._fault is not None

            wait_until(has_failed, 30)
            before = proxy.clients
            with pytest.raises(NotStored):
                recorder.close(lambda: True)
            assert proxy.clients == before


def test_that_a_server_that_refuses_is_still_asked_for_what_earlier_sessions_measured(
    shared_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        recording, "_HALTING_SECONDS", 60.0
    )  # of a thread that lets all others go first
    with open_store(shared_address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        done, _ = store.load(campaign_id).runs
        store.write(campaign_id, whole_run(done, SECONDS))
        recorder = Recorder(store, campaign_id, lambda event: None)
        assert recorder._spool is not None
        with store.transaction(write=True) as session:
            for table in ("events", "evidence"):
                session.connection().exec_driver_sql(f"alter table {table} rename to no_{table}")
        recorder.put(Noted(Message("a line that is not stored")))
        wait_until(lambda: recorder._fault is not None, 30)
        with pytest.raises(NotStored):
            recorder.close(lambda: True)
        report = read_spool(recorder._spool.path).events
        assert [each.run_id for each in report if isinstance(each, RunFinished)] == [done.id]


def test_that_the_writer_of_the_store_lets_other_threads_go_first(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "results.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        before = os.getpriority(os.PRIO_PROCESS, 0)
        recorder = Recorder(store, campaign_id, lambda event: None)
        writer = recorder._thread.native_id
        assert writer is not None
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, writer) > before, 10)
        assert os.getpriority(os.PRIO_PROCESS, 0) == before
        with suppress(NotStored):
            recorder.close(lambda: True)


ODD = "a name \udcfc and \0 a nothing"


def test_that_a_text_that_no_store_holds_stops_nothing(address: str, tmp_path: Path) -> None:
    with open_store(address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        recorder = Recorder(store, campaign_id, lambda event: None)
        assert recorder._spool is not None
        copy = tmp_path / "copy.jsonl"
        first, second = store.load(campaign_id).runs
        recorder.put(Noted(Message("{what}", {"what": ODD}), "warning"))
        recorder.put(Noted(Message(ODD)))
        for event in whole_run(first, SECONDS)[:-1]:
            recorder.put(event)
        recorder.put(RunFinished(first.id, Status.FAILED, 1100.0, Message(ODD)))
        for event in whole_run(second, SECONDS):
            recorder.put(event)
        copy.write_bytes(recorder._spool.path.read_bytes())
        recorder.close()
        assert [line.text for line in store.events(campaign_id)] == [
            "a name \N{REPLACEMENT CHARACTER} and  a nothing"
        ] * 2
    with open_store(str(tmp_path / "other.sqlite"), write=True) as other:
        assert import_file(other, copy).added == 2


@pytest.mark.slow
def test_that_an_event_that_the_store_cannot_hold_is_set_aside_and_reported(address: str) -> None:
    report: list[Event] = []
    with open_store(address, write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        recorder = Recorder(store, campaign_id, report.append)
        first, second = store.load(campaign_id).runs
        for event in whole_run(replace(first, id=987_654), SECONDS):
            recorder.put(event)
        for event in whole_run(second, SECONDS):
            recorder.put(event)
        with pytest.raises(NotStored):
            recorder.close()
        assert store.runs(campaign_id)[1].status is Status.DONE
        assert any("rejected one of the results" in str(event) for event in report)


def test_that_a_spool_without_room_keeps_what_is_in_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spools, "_MOST_WAITING", 1000)
    campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
    spool = Spool.begin(spool_head(store, campaign_id))
    spool.append(Noted(Message("written in time"), "info", 1.0))

    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, spool._handle)
    os.close(full)
    for _ in range(50):
        spool.append(Noted(Message("too late"), "info", 2.0))
    assert spool.given_up and spool.fault and not spool._waiting
    assert [event.text for event in read_spool(spool.path).events if isinstance(event, Noted)] == [
        "written in time"
    ]
    spool.close()


def test_that_a_copy_of_a_store_leaves_the_spool_to_the_original(
    file: Path, tmp_path: Path
) -> None:

    with open_store(str(file), write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=1, warmups=0))
        spool = Spool.begin(spool_head(store, campaign_id))
        for event in whole_run(store.load(campaign_id).runs[0], SECONDS):
            spool.append(event)
        spool.close()
    copy = tmp_path / "copy.sqlite"
    shutil.copy(file, copy)

    def take(place: Path) -> int:
        with open_store(str(place), write=True) as opened:
            import_leftovers(opened, campaign_id, lambda event: None)
            return opened.summary(campaign_id).runs_done

    assert take(copy) == 1 and spool.path.exists()
    assert take(file) == 1 and not spool.path.exists()
