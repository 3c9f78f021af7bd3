"""The lab's process, from the window's side."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from app.patterns.base.key_material import KeyMaterial
from app.patterns.columns.crib_dragging import flip_bits
from app.patterns.columns.encrypted_records import RecordsOrder
from app.patterns.lab_process import LabProcess
from app.patterns.pictures.picture_loading import open_shipped_picture
from app.patterns.pictures.picture_view import TILE
from app.patterns.pictures.pixels import PixelFormat, bytes_to_image, to_raster
from app.patterns.requests import (
    AnalyseColumn,
    AskBlock,
    AskEqual,
    AskTile,
    BitsFlipped,
    Cancel,
    ColumnReady,
    ColumnsListed,
    CribDragged,
    DragCrib,
    DropRecords,
    EncryptPicture,
    EqualTile,
    FlipBits,
    ForgetViews,
    ListColumns,
    LoadPicture,
    PictureReady,
    PicturesWritten,
    PixelBlock,
    RecordsDropped,
    RecordsReady,
    Requester,
    RequestProgressed,
    RequestRefused,
    StoreRecords,
    Tile,
    WritePictures,
)
from app.servers.entry import ServerAccess
from app.system.child_process import ProcessEnded
from engines.contract.protection import Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.forked_children import children
from tests.app.patterns.ciphers import KEY, VECTOR, encrypt
from tests.engines.offers import capabilities_of
from tests.patience import PATIENCE, within

pytestmark = pytest.mark.usefixtures("children_forked")

_MATERIAL = KeyMaterial(KEY, VECTOR)


class Window:
    """The process, and all replies in their order."""

    def __init__(self) -> None:
        self.lab = LabProcess()
        self.replies: list[Any] = []

    def wait[T](self, kind: type[T], seconds: float = 60) -> T:
        """The next reply of a kind; those of other kinds are kept."""
        deadline = time.monotonic() + seconds * PATIENCE
        while time.monotonic() < deadline:
            for number, each in enumerate(self.replies):
                if isinstance(each, kind):
                    return self.replies.pop(number)  # type: ignore[no-any-return]
                assert not isinstance(each, (RequestRefused, ProcessEnded)), each
            self.replies += self.lab.receive()
            time.sleep(0.005)
        raise AssertionError(f"no {kind.__name__}")

    def ask[T](self, message: Any, kind: type[T]) -> T:
        self.lab.send(message)
        return self.wait(kind)


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window()
    yield opened
    opened.lab.close()


def native(mode: str) -> Protection:
    return Protection(f"aes-128-{mode}", ProtectionKind.NATIVE, "aes", 128, mode)


def place(server: Server) -> ServerAccess:
    return ServerAccess(server.spec.name, server.endpoint, capabilities_of(server))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten megapixels of few colours."""
    return of_few_colours(tmp_path_factory.mktemp("large") / "large.png", 4000, 2500)


def of_few_colours(path: Path, width: int, height: int) -> Path:
    few = np.random.default_rng(1).integers(0, 4, (500, 500), np.uint8) * 60
    large = Image.fromarray(few).resize((width, height), Image.Resampling.NEAREST)
    large.save(path, compress_level=1)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgresql", "firebird"])
def test_that_pictures_are_encrypted_and_shown_in_tiles(
    window: Window, servers: Any, name: str
) -> None:
    logo = to_raster(open_shipped_picture("logo"), PixelFormat.PALETTE)
    ready = window.ask(LoadPicture(1, "logo"), PictureReady)
    assert (ready.geometry, ready.protection) == (logo.geometry, None)
    assert ready.levels == 2 and ready.statistics.blocks == len(logo.pixels) // 16
    there = place(servers[name])
    for view, mode in ((2, "ecb"), (3, "cbc")):
        window.lab.send(EncryptPicture(view, 1, there, native(mode), _MATERIAL))
    for view, mode in ((2, "ecb"), (3, "cbc")):
        ready = window.wait(PictureReady)
        assert (ready.view, ready.protection, ready.padding) == (view, native(mode), 16)
        assert (ready.key, ready.vector) == (KEY, b"" if mode == "ecb" else VECTOR)
        encrypted = encrypt(mode, logo.pixels)
        whole = np.asarray(bytes_to_image(encrypted, logo.geometry).image.convert("RGB"))
        for column in (0, 1):
            left = column * TILE
            tile = window.ask(AskTile(view, 0, column, 0), Tile)
            assert np.array_equal(tile.pixels, whole[:TILE, left : left + TILE])
        found = window.ask(AskBlock(view, 17, 3), PixelBlock).found
        assert found is not None and found.index == 3 * 40 + 1
        piece = slice(16 * found.index, 16 * found.index + 16)
        assert (found.before, found.after) == (logo.pixels[piece], encrypted[piece])
        marked = window.ask(AskEqual(view, found.index, 1, 0, 0), EqualTile).marked
        assert marked.shape == (240, 320)
        assert marked.mean() > 0.5 if mode == "ecb" else marked.sum() == 8
    assert gone(servers[name])


def test_that_questions_are_answered_while_a_picture_is_encrypted(
    window: Window, servers: Any, large: Path
) -> None:
    window.ask(LoadPicture(1, large, PixelFormat.RGB), PictureReady)
    encryption = EncryptPicture(2, 1, place(servers["firebird"]), native("ofb"), _MATERIAL)
    assert window.ask(encryption, RequestProgressed).request == encryption
    waits = []
    for number in range(30):
        began = time.monotonic()
        tile = window.ask(AskTile(1, 0, number % 8, number // 8), Tile)
        waits.append(time.monotonic() - began)
        assert tile.asked.view == 1
    assert sorted(waits)[15] < within(0.1)
    assert window.wait(PictureReady).statistics.blocks == 2_500_000


@pytest.mark.slow
def test_that_cancelling_pictures_stops_the_work_and_drops_those_that_wait_but_no_records(
    window: Window, servers: Any, tmp_path: Path
) -> None:
    server = servers["firebird"]
    large = of_few_colours(tmp_path / "large.png", 2500, 2000)
    firebird, pg = place(server), place(servers["postgresql"])
    window.ask(LoadPicture(1, large, PixelFormat.RGB), PictureReady)
    for view in (2, 3, 4):
        window.lab.send(EncryptPicture(view, 1, firebird, native("cbc"), _MATERIAL))
    window.wait(RequestProgressed)
    window.lab.send(Cancel(Requester.PICTURES))
    refused = window.wait(RequestRefused)
    assert refused.error.title == "Cancelled"
    assert isinstance(refused.request, EncryptPicture) and refused.request.view == 2
    window.ask(LoadPicture(6, "logo"), PictureReady)
    ready = window.ask(EncryptPicture(5, 6, firebird, native("ecb"), _MATERIAL), PictureReady)
    assert ready.view == 5
    assert gone(server)
    encryption = EncryptPicture(7, 1, pg, native("cbc"), _MATERIAL)
    window.lab.send(encryption)
    while window.wait(RequestProgressed).request != encryption:
        pass
    window.lab.send(StoreRecords(pg, RecordsOrder(native("cbc"), 50)))
    window.lab.send(Cancel(Requester.PICTURES))
    assert window.wait(RequestRefused).error.title == "Cancelled"
    assert window.wait(RecordsReady).records_order.records == 50


@pytest.mark.slow
def test_that_what_goes_wrong_comes_back_as_a_sentence(
    window: Window, servers: Any, tmp_path: Path
) -> None:
    pg = place(servers["postgresql"])
    window.ask(LoadPicture(1, "logo"), PictureReady)
    for request, output in (
        (LoadPicture(9, tmp_path / "none.png"), "cannot be read"),
        (EncryptPicture(2, 1, pg, native("ctr"), _MATERIAL), "No such cipher"),
        (EncryptPicture(2, 7, pg, native("ecb"), _MATERIAL), "no longer open"),
        (AnalyseColumn("estado.nome"), "Store records"),
        (WritePictures((1,), tmp_path / "a.gif", (("Original",),)), "not as “.gif”"),
    ):
        window.lab.send(request)
        refused = window.wait(RequestRefused)
        assert refused.request == request and output in str(refused.error)
    window.lab.send(ForgetViews((1,)))
    window.lab.send(EncryptPicture(2, 1, pg, native("ecb"), _MATERIAL))
    assert "no longer open" in str(window.wait(RequestRefused).error)


@pytest.mark.slow
def test_that_pictures_are_written_with_their_captions(
    window: Window, servers: Any, tmp_path: Path
) -> None:
    window.ask(LoadPicture(1, "flag"), PictureReady)
    pg = place(servers["postgresql"])
    window.ask(EncryptPicture(2, 1, pg, native("ecb"), _MATERIAL), PictureReady)
    sheet, one = tmp_path / "sheet.svg", tmp_path / "one.png"
    captions = ("Original", "128 px"), ("AES-128-ECB", "鍵 00"), ("ECB",)
    asked = WritePictures((1, 2), sheet, captions[:2], "A <lesson>")
    assert window.ask(asked, PicturesWritten).path == sheet
    window.ask(WritePictures((2,), one, captions[2:]), PicturesWritten)
    text = sheet.read_text()
    assert text.count("<image ") == 2 and "AES-128-ECB" in text and "鍵 00" in text
    assert "A &lt;lesson&gt;" in text
    with Image.open(one) as image:
        assert image.height > open_shipped_picture("flag").height


@pytest.mark.slow
def test_that_columns_are_looked_at_in_the_process(window: Window, servers: Any) -> None:
    server = servers["firebird"]
    order = RecordsOrder(native("ofb"), 300)
    ready = window.ask(StoreRecords(place(server), order), RecordsReady)
    assert "estado.nome" in ready.columns and ready.protection.mode == "ofb"
    look = window.ask(AnalyseColumn("estado.nome"), ColumnReady)
    assert look.report.recovery is not None and look.report.recovery.share > 0.5
    assert len(look.rows) == 200
    (one, _), (other, _) = look.rows[:2]
    dragged = window.ask(DragCrib("estado.nome", one, other, "Rio"), CribDragged)
    assert dragged.found.shared_stream_bytes
    flipped = window.ask(FlipBits("estado.nome", one, 0, b"\x20"), BitsFlipped).found
    assert flipped.opened == flip_bits(flipped.plaintext, 0, b"\x20")
    window.lab.send(FlipBits("estado.nome", one, 500, b"\x01"))
    assert "outside" in str(window.wait(RequestRefused).error)
    listed = window.ask(ListColumns(place(server)), ColumnsListed).columns
    (stored,) = [each for each in listed if (each.table, each.column) == ("ESTADO", "NOME")]
    other_table = window.ask(AnalyseColumn(stored, place(server)), ColumnReady)
    read = other_table.report
    assert read.distinct_ciphertexts == look.report.distinct_ciphertexts
    assert read.distinct_plaintexts is None and read.records == 300
    assert (read.nulls, read.truncated, read.hides_equality) == (0, False, None)
    assert (look.report.hides_equality, look.report.reuses_keystream) == (False, True)
    texts = [text for _, text in look.rows]
    known, unknown = (other_table.rows[texts.index(text)][0] for text in ("São Paulo", "Bahia"))
    report = window.ask(DragCrib(stored, known, unknown, "São "), CribDragged).found
    assert (
        report.shared_stream_bytes is None
    )  # there is no key to tell by, and none is needed to read it
    assert [each.text for each in report.placements] == [b"Bahia"]
    unread = replace(stored, column="OTHER")
    window.lab.send(DragCrib(unread, known, unknown, "São "))
    assert "Read the column first" in str(window.wait(RequestRefused).error)
    window.ask(DropRecords(), RecordsDropped)
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}


@pytest.mark.slow
def test_that_rows_and_nulls_that_were_left_out_are_reported(window: Window, servers: Any) -> None:
    server = servers["postgresql"]
    window.ask(StoreRecords(place(server), RecordsOrder(native("cbc"), 40)), RecordsReady)
    listed = window.ask(ListColumns(place(server)), ColumnsListed).columns
    (stored,) = [each for each in listed if (each.table, each.column) == ("paciente", "nome")]
    with server.engine.driver.connect(server.endpoint, stored.database) as session:
        session.execute("alter table paciente alter column nome drop not null")
        session.execute(
            "update paciente set nome = null where id in (select min(id) from paciente)"
        )
        session.commit()
    whole = window.ask(AnalyseColumn(stored, place(server), 40), ColumnReady)
    assert (whole.report.records, whole.report.nulls, whole.report.truncated) == (39, 1, False)
    null = set(range(1, 41)) - {row for row, _ in whole.rows}
    assert len(null) == 1
    first = window.ask(AnalyseColumn(stored, place(server), 39), ColumnReady).report
    assert first.truncated and first.records + first.nulls == 39
    assert first.nulls == (0 if null == {40} else 1)
    window.ask(DropRecords(), RecordsDropped)


@pytest.mark.slow
def test_that_a_window_that_is_gone_leaves_nothing_on_a_server(
    window: Window, servers: Any
) -> None:
    server = servers["postgresql"]
    ready = window.ask(StoreRecords(place(server), RecordsOrder(native("cbc"), 50)), RecordsReady)
    assert ready.records_order.records == 50
    assert server.engine.catalogue.owned_databases(server.endpoint)
    window.lab.close()
    assert window.lab.has_ended()
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
    window.lab.send(Cancel())


def test_that_a_process_that_was_killed_is_reported(window: Window) -> None:
    window.ask(LoadPicture(1, "logo"), PictureReady)
    ours = max(children(), key=lambda each: each.create_time())  # a test before may still have one
    os.kill(ours.pid, signal.SIGKILL)
    ended = window.wait(ProcessEnded)
    assert ended.error is not None and "stopped unexpectedly" in ended.error.message


def gone(server: Server) -> bool:
    """Whether our databases go soon: the last is dropped after its picture is told."""
    deadline = time.monotonic() + 30 * PATIENCE
    while time.monotonic() < deadline:
        if not server.engine.catalogue.owned_databases(server.endpoint):
            return True
        time.sleep(0.05)
    return False
