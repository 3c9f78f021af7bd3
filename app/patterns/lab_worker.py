"""What the lab's process does with orders and questions; it knows neither pipe nor process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.patterns.base.lab_database import log_not_dropped
from app.patterns.base.statistics import examined
from app.patterns.columns.column import Column, report, stream_reuse
from app.patterns.columns.csv_column import FileColumn, read_column
from app.patterns.columns.keystream import mixed_in
from app.patterns.columns.sealed_records import SealedRecords, as_bytes
from app.patterns.pictures.picture_file import write_panels
from app.patterns.pictures.pixels import to_image, to_raster
from app.patterns.pictures.sealed import Bench
from app.patterns.pictures.sheet import Panel
from app.patterns.pictures.shipped import picture
from app.patterns.pictures.view import View
from app.patterns.requests import (
    AnyColumn,
    AskBlock,
    AskEqual,
    AskTile,
    BitsFlipped,
    Block,
    ColumnReady,
    ColumnsListed,
    DatabaseStays,
    DragWord,
    DropRecords,
    EqualTile,
    FlipBits,
    Forget,
    ListColumns,
    LoadPicture,
    LookAtColumn,
    News,
    Order,
    PictureReady,
    PicturesWritten,
    RecordsDropped,
    RecordsReady,
    RequestProgressed,
    SealPicture,
    SealRecords,
    Tile,
    WordDragged,
    WritePictures,
)
from app.servers.entry import LentServer
from engines.contract.catalogue import TableColumn
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import block_bytes
from engines.registry import engine_named

_TELL_SECONDS = 0.1


class LabWorker:
    """Keeps views, the bench of one server, and sealed records, until `close`.

    `answer` may be called by another thread than the other methods.
    """

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._views: dict[int, View] = {}
        self._bench: tuple[Endpoint, Bench] | None = None
        self._sealed_records: SealedRecords | None = None
        self._other: tuple[AnyColumn, Column] | None = None
        self._cancelled: Callable[[], bool] = lambda: False
        self._sent_at = 0.0

    def do(self, order: Order, cancelled: Callable[[], bool]) -> News:
        """Carry out an order; `cancelled` is asked at each of its steps.

        Raises: CipherbenchError
        """
        self._cancelled = cancelled
        how: Mapping[type[Order], Callable[[Any], News]] = {
            LoadPicture: self._load,
            SealPicture: self._seal,
            WritePictures: self._write,
            SealRecords: self._make,
            LookAtColumn: self._look,
            DragWord: self._drag,
            FlipBits: self._flip,
            ListColumns: self._list,
            DropRecords: self._let_go,
        }
        return how[type(order)](order)

    def answer(self, question: AskTile | AskBlock | AskEqual | Forget) -> News | None:
        """Answer a question about a view at once; None for a view or a tile there is not."""
        if isinstance(question, Forget):
            for number in question.views:
                self._views.pop(number, None)
            return None
        view = self._views.get(question.view)
        if view is None:
            return None
        with suppress(IndexError):
            match question:
                case AskTile(_, level, column, row):
                    return Tile(question, view.tiles.tile(level, column, row))
                case AskBlock(_, x, y):
                    return Block(question, view.block_at(x, y))
                case AskEqual(_, index, level, column, row):
                    return EqualTile(question, view.equal_tile(index, level, column, row))
        return None

    def release_idle_server(self) -> None:
        """Disconnect from the server that encrypted pictures, as no order waits."""
        if self._bench is not None:
            bench, self._bench = self._bench[1], None
            bench.close()

    def close(self) -> None:
        """Drop what was made on servers."""
        with suppress(CipherbenchError):
            self.release_idle_server()
        with suppress(CipherbenchError):
            self._drop()
        self._views.clear()

    def _load(self, order: LoadPicture) -> PictureReady:
        image, suiting = picture(order.source)
        raster = to_raster(image, order.format or suiting)
        statistics, blocks = examined([raster.pixels])
        view = self._views[order.view] = View(raster, blocks)
        return PictureReady(order.view, view.geometry, view.tiles.levels, statistics)

    def _seal(self, order: SealPicture) -> PictureReady:
        sealed = self._bench_of(order.place).seal(
            self._view(order.original).raster,
            order.protection,
            order.material,
            self._progress(order),
        )
        view = self._views[order.view] = View(sealed.raster, sealed.blocks, sealed)
        return PictureReady(
            order.view,
            view.geometry,
            view.tiles.levels,
            sealed.statistics,
            sealed.padding,
            sealed.seconds,
            sealed.protection,
            sealed.key,
            sealed.vector,
            sealed.tag,
        )

    def _write(self, order: WritePictures) -> PicturesWritten:
        views = [self._view(number) for number in order.views]
        panels = [
            Panel(view.sealed.shown().image if view.sealed else to_image(view.raster), *parts)
            for view, (heading, *lines) in zip(views, order.captions, strict=True)
            for parts in ((heading, tuple(lines)),)
        ]
        write_panels(Path(order.path), panels, order.title)
        return PicturesWritten(order.path)

    def _make(self, order: SealRecords) -> RecordsReady:
        self._drop()
        began = time.monotonic()
        endpoint = order.place.endpoint
        self._sealed_records = SealedRecords(
            engine_named(endpoint.engine),
            endpoint,
            order.order,
            order.place.capabilities,
            self._progress(order),
            self._stays,
        )
        return RecordsReady(
            order.order,
            self._sealed_records.protection,
            tuple(self._sealed_records.columns),
            time.monotonic() - began,
        )

    def _look(self, order: LookAtColumn) -> ColumnReady:
        if isinstance(order.column, str):
            sealed_records = self._held()
            column = sealed_records.column(order.column)
            size = block_bytes(sealed_records.protection.algorithm)
        elif isinstance(order.column, FileColumn):
            column, size = read_column(order.column, order.most), block_bytes(None)
            self._other = order.column, column
        else:
            column, size = self._read(order.column, order), block_bytes(None)
        found = report(column, size, table=order.table)
        return ColumnReady(order.column, found, column.first_rows)

    def _read(self, wanted: TableColumn, order: LookAtColumn) -> Column:
        """A column of another table: no key is known for it."""
        assert order.place is not None
        endpoint = order.place.endpoint
        # One more than is wanted tells whether there are more.
        catalogue = engine_named(endpoint.engine).catalogue
        found = catalogue.values(endpoint, wanted, order.most + 1)
        rows = found[: order.most]
        values = {at: as_bytes(each) for at, each in enumerate(rows, 1) if each is not None}
        column = Column(
            f"{wanted.table}.{wanted.column}",
            tuple(values),
            tuple(values.values()),
            nulls=len(rows) - len(values),
            cut=len(found) > len(rows),
        )
        self._other = wanted, column
        return column

    def _drag(self, order: DragWord) -> WordDragged:
        column = self._to_drag_along(order.column)
        return WordDragged(order, stream_reuse(column, order.one, order.other, order.crib))

    def _to_drag_along(self, wanted: AnyColumn) -> Column:
        if isinstance(wanted, str):
            return self._held().column(wanted)
        if self._other is None or self._other[0] != wanted:
            raise InputError(phrase("Column not read"), phrase("Read the column first."))
        return self._other[1]

    def _flip(self, order: FlipBits) -> BitsFlipped:
        def change(value: bytes) -> bytes:
            try:
                return mixed_in(value, order.offset, order.mask)
            except ValueError as error:
                raise InputError(phrase("Nothing to flip"), phrase("{why}."), why=error) from error

        return BitsFlipped(order, self._held().tamper(order.column, order.row, change))

    def _list(self, order: ListColumns) -> ColumnsListed:
        place, endpoint = order.place, order.place.endpoint
        catalogue = engine_named(endpoint.engine).catalogue
        found = []
        for database in catalogue.databases(endpoint):
            with suppress(CipherbenchError):  # one that this user may not enter
                found += catalogue.columns(endpoint, database)
        return ColumnsListed(place.name, tuple(found))

    def _let_go(self, order: DropRecords) -> RecordsDropped:
        del order
        self._drop()
        return RecordsDropped()

    def _drop(self) -> None:
        if self._sealed_records is not None:
            sealed_records, self._sealed_records = self._sealed_records, None
            sealed_records.close()

    def _stays(self, error: CipherbenchError) -> None:
        log_not_dropped(error)
        self._tell(DatabaseStays(error))

    def _view(self, number: int) -> View:
        view = self._views.get(number)
        if view is None:
            raise InputError(
                phrase("Picture not open"),
                phrase("That picture is no longer open."),
                phrase("Open it again."),
            )
        return view

    def _held(self) -> SealedRecords:
        if self._sealed_records is None:
            raise InputError(
                phrase("Records not stored"), phrase("Store records on a server first.")
            )
        return self._sealed_records

    def _bench_of(self, place: LentServer) -> Bench:
        if self._bench is not None and self._bench[0] != place.endpoint:
            self.release_idle_server()
        if self._bench is None:
            engine = engine_named(place.endpoint.engine)
            bench = Bench(place.name, engine, place.endpoint, place.capabilities, self._stays)
            self._bench = place.endpoint, bench
        return self._bench[1]

    def _progress(self, order: Order) -> Callable[[int, int], None]:
        def progress(done: int, total: int) -> None:
            if self._cancelled():
                raise CipherbenchError(phrase("Cancelled"), phrase("The work was cancelled."))
            now = time.monotonic()
            if done == total or now - self._sent_at > _TELL_SECONDS:
                self._sent_at = now
                self._tell(RequestProgressed(order, done, total))

        return progress
