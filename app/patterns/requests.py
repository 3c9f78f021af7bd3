"""Messages between the window and the pattern lab's process: queued requests, immediate ones and
replies. They are small, since they go by pipe.

A `view` is a number that the window assigns to an original picture, or to an encrypted one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.patterns.base.block_statistics import BlockStatistics
from app.patterns.base.key_material import KeyMaterial
from app.patterns.columns.column import ColumnReport, StreamReuse
from app.patterns.columns.csv_column import FileColumn
from app.patterns.columns.encrypted_records import RecordsOrder, Tampered
from app.patterns.columns.frequency_table import FrequencyTable
from app.patterns.pictures.picture_view import BlockInfo
from app.patterns.pictures.pixels import Geometry, PixelFormat
from app.servers.entry import ServerAccess
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection
from engines.contract.structure import TableColumn

type AnyColumn = str | TableColumn | FileColumn
"""A column of the encrypted records (`table.column`), of any table there is, or of a file."""


@dataclass(frozen=True)
class LoadPicture:
    """Read a file, or the shipped picture of that name, as `view`; gives `PictureReady`."""

    view: int
    source: str | Path
    format: PixelFormat | None = None


@dataclass(frozen=True)
class EncryptPicture:
    """Encrypt the picture `original` on a server as `view`; gives `RequestProgressed`, then
    `PictureReady`."""

    view: int
    original: int
    server: ServerAccess
    protection: Protection
    material: KeyMaterial


@dataclass(frozen=True)
class WritePictures:
    """Write views with their captions into a PNG or SVG file; gives `PicturesWritten`. A caption
    is a heading and the lines below it, in the window's language."""

    views: tuple[int, ...]
    path: Path
    captions: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True)
class StoreRecords:
    """Store records on a server, in place of those stored before; gives `RecordsReady`."""

    server: ServerAccess
    records_order: RecordsOrder


@dataclass(frozen=True)
class AnalyseColumn:
    """Report on a column of the encrypted records (`table.column`), of any server or of a file;
    gives `ColumnReady`.

    Of a server's or a file's column `most` rows are read, and the report says if there are more.
    Values are guessed by `table`, without one by public figures of the column.
    """

    column: AnyColumn
    server: ServerAccess | None = None
    most: int = 100_000
    table: FrequencyTable | None = None


@dataclass(frozen=True)
class DragCrib:
    """Drag a crib along the XOR of two rows, of the stored records' column or of the other column
    that was read last; gives `CribDragged`."""

    column: AnyColumn
    one: int
    other: int
    crib: str


@dataclass(frozen=True)
class FlipBits:
    """Turn over bits of one stored value, those set in `mask` from the byte at `offset` on; with an
    empty mask it is only read. Gives `BitsFlipped`."""

    column: str
    row: int
    offset: int = 0
    mask: bytes = b""


@dataclass(frozen=True)
class ListColumns:
    """The columns of all databases of a server that may be read; gives `ColumnsListed`."""

    server: ServerAccess


@dataclass(frozen=True)
class DropRecords:
    """Drop the records again; gives `RecordsDropped`."""


type QueuedRequest = (
    LoadPicture
    | EncryptPicture
    | WritePictures
    | StoreRecords
    | AnalyseColumn
    | DragCrib
    | FlipBits
    | ListColumns
    | DropRecords
)
"""Done one after another in a thread of their own, and dropped by `Cancel` if not yet begun."""


class Requester(StrEnum):
    """The tab that sends a request: neither cancels what is the other's."""

    PICTURES = "pictures"
    COLUMNS = "columns"


def requester_of(request: QueuedRequest) -> Requester:
    if isinstance(request, LoadPicture | EncryptPicture | WritePictures):
        return Requester.PICTURES
    return Requester.COLUMNS


@dataclass(frozen=True)
class AskTile:
    """A tile of a level; gives `Tile` at once, whatever else is going on."""

    view: int
    level: int
    column: int
    row: int


@dataclass(frozen=True)
class AskBlock:
    """What lies under a pixel of a view; gives `PixelBlock`."""

    view: int
    x: int
    y: int


@dataclass(frozen=True)
class AskEqual:
    """Which pixels of a tile are in blocks equal to the one at `index`; gives `EqualTile`."""

    view: int
    index: int
    level: int
    column: int
    row: int


@dataclass(frozen=True)
class ForgetViews:
    """Free the memory of views; gives nothing."""

    views: tuple[int, ...]


@dataclass(frozen=True)
class Cancel:
    """Stop the current request, with `RequestRefused`, and drop the waiting ones: of one requester,
    or all."""

    requester: Requester | None = None


type ImmediateRequest = AskTile | AskBlock | AskEqual | ForgetViews | Cancel
"""Done at once, while a queued request goes on."""


@dataclass(frozen=True)
class PictureReady:
    """A view can be asked for tiles. The last four are empty for an original; `protection` tells
    its mode.
    """

    view: int
    geometry: Geometry
    levels: int
    statistics: BlockStatistics
    padding: int = 0
    seconds: float = 0.0
    protection: Protection | None = None
    key: bytes = field(default=b"", repr=False)
    vector: bytes = field(default=b"", repr=False)
    tag: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class RequestProgressed:
    """How far a request has come, ten times a second at most."""

    request: QueuedRequest
    done: int
    total: int


@dataclass(frozen=True)
class RequestRefused:
    request: QueuedRequest
    error: CipherbenchError


@dataclass(frozen=True)
class PicturesWritten:
    path: Path


@dataclass(frozen=True)
class RecordsReady:
    """The records are stored; these columns of them are encrypted."""

    records_order: RecordsOrder
    protection: Protection
    columns: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class RecordsDropped:
    """The records are gone."""


@dataclass(frozen=True)
class ColumnReady:
    """The report on a column, and the ids of its first rows with their plaintext if known.

    The ids of a column that is no encrypted records's are the places of its rows, counted from 1.
    """

    column: AnyColumn
    report: ColumnReport
    rows: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class CribDragged:
    """What a crib dragged along the XOR of two ciphertexts reveals."""

    request: DragCrib
    found: StreamReuse


@dataclass(frozen=True)
class BitsFlipped:
    """What became of a changed value."""

    request: FlipBits
    found: Tampered


@dataclass(frozen=True)
class ColumnsListed:
    """All columns of a server's databases that may be read."""

    server: str
    columns: tuple[TableColumn, ...]


@dataclass(frozen=True)
class DatabaseNotDropped:
    """A database of the lab's could not be dropped; the hint names what removes it."""

    error: CipherbenchError


@dataclass(frozen=True, eq=False)
class Tile:
    """Red, green and blue, shape (height, width, 3)."""

    asked: AskTile
    pixels: NDArray[np.uint8]


@dataclass(frozen=True)
class PixelBlock:
    """The block under a pixel; None outside the picture."""

    asked: AskBlock
    found: BlockInfo | None


@dataclass(frozen=True, eq=False)
class EqualTile:
    """True where a pixel lies in an equal block, shape (height, width)."""

    asked: AskEqual
    marked: NDArray[np.bool_]


type Reply = (
    PictureReady
    | RequestProgressed
    | RequestRefused
    | PicturesWritten
    | RecordsReady
    | RecordsDropped
    | ColumnReady
    | CribDragged
    | BitsFlipped
    | ColumnsListed
    | DatabaseNotDropped
    | Tile
    | PixelBlock
    | EqualTile
)
