"""Carries out the pattern lab's requests (`requests`); independent of its process
(`lab_process`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.patterns.base.block_statistics import statistics_and_blocks
from app.patterns.base.lab_database import log_not_dropped
from app.patterns.columns.column import CipherColumn, column_report, stream_reuse
from app.patterns.columns.crib_dragging import flip_bits
from app.patterns.columns.csv_column import FileColumn, read_column
from app.patterns.columns.encrypted_records import EncryptedRecords, value_as_bytes
from app.patterns.pictures.encrypted_pictures import PictureEncryptor
from app.patterns.pictures.picture_loading import open_picture
from app.patterns.pictures.picture_view import PictureView
from app.patterns.pictures.pixels import to_image, to_raster
from app.patterns.pictures.sheet import SheetPanel, write_panels
from app.patterns.requests import (
    AnalyseColumn,
    AnyColumn,
    AskBlock,
    AskEqual,
    AskTile,
    BitsFlipped,
    ColumnReady,
    ColumnsListed,
    CribDragged,
    DatabaseNotDropped,
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
    QueuedRequest,
    RecordsDropped,
    RecordsReady,
    Reply,
    RequestProgressed,
    StoreRecords,
    Tile,
    WritePictures,
)
from app.servers.entry import ServerAccess
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import block_bytes
from engines.contract.structure import TableColumn
from engines.registry import engine_named

_PROGRESS_INTERVAL_S = 0.1


class LabWorker:
    """Holds open pictures, one server that encrypts pictures, and encrypted records, until `close`.

    `answer` may be called by another thread than the other methods.
    """

    def __init__(self, send: Callable[[Reply], None]) -> None:
        self._send = send
        self._views: dict[int, PictureView] = {}
        self._picture_encryptor: tuple[Endpoint, PictureEncryptor] | None = None
        self._encrypted_records: EncryptedRecords | None = None
        self._last_read_column: tuple[AnyColumn, CipherColumn] | None = None
        self._cancelled: Callable[[], bool] = lambda: False
        self._progress_sent_at = 0.0

    def carry_out(self, request: QueuedRequest, cancelled: Callable[[], bool]) -> Reply:
        """Carry out a queued request; `cancelled` is asked at each of its steps.

        Raises: CipherbenchError
        """
        self._cancelled = cancelled
        methods: Mapping[type[QueuedRequest], Callable[[Any], Reply]] = {
            LoadPicture: self._load,
            EncryptPicture: self._encrypt,
            WritePictures: self._write,
            StoreRecords: self._encrypt_records,
            AnalyseColumn: self._report_column,
            DragCrib: self._drag,
            FlipBits: self._flip,
            ListColumns: self._list,
            DropRecords: self._drop_records,
        }
        return methods[type(request)](request)

    def answer(self, request: AskTile | AskBlock | AskEqual | ForgetViews) -> Reply | None:
        """Answer an immediate request about a view; None for a view or a tile there is not."""
        if isinstance(request, ForgetViews):
            for number in request.views:
                self._views.pop(number, None)
            return None
        view = self._views.get(request.view)
        if view is None:
            return None
        with suppress(IndexError):
            match request:
                case AskTile(_, level, column, row):
                    return Tile(request, view.tiles.tile(level, column, row))
                case AskBlock(_, x, y):
                    return PixelBlock(request, view.block_at(x, y))
                case AskEqual(_, index, level, column, row):
                    return EqualTile(request, view.equal_tile(index, level, column, row))
        return None

    def release_idle_server(self) -> None:
        """Disconnect from the server that encrypted pictures, as no request waits."""
        if self._picture_encryptor is not None:
            encryptor, self._picture_encryptor = self._picture_encryptor[1], None
            encryptor.close()

    def close(self) -> None:
        """Drop what was made on servers."""
        with suppress(CipherbenchError):
            self.release_idle_server()
        with suppress(CipherbenchError):
            self._drop()
        self._views.clear()

    def _load(self, request: LoadPicture) -> PictureReady:
        image, suiting = open_picture(request.source)
        raster = to_raster(image, request.format or suiting)
        statistics, blocks = statistics_and_blocks([raster.pixels])
        view = self._views[request.view] = PictureView(raster, blocks)
        return PictureReady(request.view, view.geometry, view.tiles.levels, statistics)

    def _encrypt(self, request: EncryptPicture) -> PictureReady:
        encrypted = self._encryptor_on(request.server).encrypt(
            self._view(request.original).raster,
            request.protection,
            request.material,
            self._progress(request),
        )
        view = self._views[request.view] = PictureView(
            encrypted.raster, encrypted.blocks, encrypted
        )
        return PictureReady(
            request.view,
            view.geometry,
            view.tiles.levels,
            encrypted.statistics,
            encrypted.padding,
            encrypted.seconds,
            encrypted.protection,
            encrypted.key,
            encrypted.vector,
            encrypted.tag,
        )

    def _write(self, request: WritePictures) -> PicturesWritten:
        views = [self._view(number) for number in request.views]
        panels = [
            SheetPanel(
                view.encrypted.as_image().image if view.encrypted else to_image(view.raster), *parts
            )
            for view, (heading, *lines) in zip(views, request.captions, strict=True)
            for parts in ((heading, tuple(lines)),)
        ]
        write_panels(Path(request.path), panels, request.title)
        return PicturesWritten(request.path)

    def _encrypt_records(self, request: StoreRecords) -> RecordsReady:
        self._drop()
        began = time.monotonic()
        endpoint = request.server.endpoint
        self._encrypted_records = EncryptedRecords(
            engine_named(endpoint.engine),
            endpoint,
            request.records_order,
            request.server.capabilities,
            self._progress(request),
            self._report_not_dropped,
        )
        return RecordsReady(
            request.records_order,
            self._encrypted_records.protection,
            tuple(self._encrypted_records.columns),
            time.monotonic() - began,
        )

    def _report_column(self, request: AnalyseColumn) -> ColumnReady:
        if isinstance(request.column, str):
            encrypted_records = self._stored_records()
            column = encrypted_records.column(request.column)
            size = block_bytes(encrypted_records.protection.algorithm)
        elif isinstance(request.column, FileColumn):
            column, size = read_column(request.column, request.most), block_bytes(None)
            self._last_read_column = request.column, column
        else:
            column, size = self._read_column(request.column, request), block_bytes(None)
        found = column_report(column, size, table=request.table)
        return ColumnReady(request.column, found, column.first_rows)

    def _read_column(self, wanted: TableColumn, request: AnalyseColumn) -> CipherColumn:
        """A column of another table: no key is known for it."""
        assert request.server is not None
        endpoint = request.server.endpoint
        # One more than is wanted tells whether there are more.
        catalogue = engine_named(endpoint.engine).catalogue
        found = catalogue.values(endpoint, wanted, request.most + 1)
        rows = found[: request.most]
        values = {at: value_as_bytes(each) for at, each in enumerate(rows, 1) if each is not None}
        column = CipherColumn(
            f"{wanted.table}.{wanted.column}",
            tuple(values),
            tuple(values.values()),
            nulls=len(rows) - len(values),
            truncated=len(found) > len(rows),
        )
        self._last_read_column = wanted, column
        return column

    def _drag(self, request: DragCrib) -> CribDragged:
        column = self._column_for_crib(request.column)
        return CribDragged(request, stream_reuse(column, request.one, request.other, request.crib))

    def _column_for_crib(self, wanted: AnyColumn) -> CipherColumn:
        if isinstance(wanted, str):
            return self._stored_records().column(wanted)
        if self._last_read_column is None or self._last_read_column[0] != wanted:
            raise InputError(phrase("Column not read"), phrase("Read the column first."))
        return self._last_read_column[1]

    def _flip(self, request: FlipBits) -> BitsFlipped:
        def change(value: bytes) -> bytes:
            try:
                return flip_bits(value, request.offset, request.mask)
            except ValueError as error:
                raise InputError(phrase("Nothing to flip"), phrase("{why}."), why=error) from error

        return BitsFlipped(
            request, self._stored_records().tamper(request.column, request.row, change)
        )

    def _list(self, request: ListColumns) -> ColumnsListed:
        server, endpoint = request.server, request.server.endpoint
        catalogue = engine_named(endpoint.engine).catalogue
        found = []
        for database in catalogue.databases(endpoint):
            with suppress(CipherbenchError):  # one that this user may not enter
                found += catalogue.columns(endpoint, database)
        return ColumnsListed(server.name, tuple(found))

    def _drop_records(self, request: DropRecords) -> RecordsDropped:
        del request
        self._drop()
        return RecordsDropped()

    def _drop(self) -> None:
        if self._encrypted_records is not None:
            encrypted_records, self._encrypted_records = self._encrypted_records, None
            encrypted_records.close()

    def _report_not_dropped(self, error: CipherbenchError) -> None:
        log_not_dropped(error)
        self._send(DatabaseNotDropped(error))

    def _view(self, number: int) -> PictureView:
        view = self._views.get(number)
        if view is None:
            raise InputError(
                phrase("Picture not open"),
                phrase("That picture is no longer open."),
                phrase("Open it again."),
            )
        return view

    def _stored_records(self) -> EncryptedRecords:
        if self._encrypted_records is None:
            raise InputError(
                phrase("Records not stored"), phrase("Store records on a server first.")
            )
        return self._encrypted_records

    def _encryptor_on(self, server: ServerAccess) -> PictureEncryptor:
        if self._picture_encryptor is not None and self._picture_encryptor[0] != server.endpoint:
            self.release_idle_server()
        if self._picture_encryptor is None:
            engine = engine_named(server.endpoint.engine)
            encryptor = PictureEncryptor(
                server.name, engine, server.endpoint, server.capabilities, self._report_not_dropped
            )
            self._picture_encryptor = server.endpoint, encryptor
        return self._picture_encryptor[1]

    def _progress(self, request: QueuedRequest) -> Callable[[int, int], None]:
        def progress(done: int, total: int) -> None:
            if self._cancelled():
                raise CipherbenchError(phrase("Cancelled"), phrase("The work was cancelled."))
            now = time.monotonic()
            if done == total or now - self._progress_sent_at > _PROGRESS_INTERVAL_S:
                self._progress_sent_at = now
                self._send(RequestProgressed(request, done, total))

        return progress
