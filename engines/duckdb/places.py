"""Where DuckDB keeps things on disk: a file per database, its log, and a folder that it spills to
what does not fit into memory."""

from __future__ import annotations

from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName
from engines.looking.opened_places import with_layers


def places(path: Path) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`."""
    root, name = str(path.parent), path.name
    kinds = {
        PlaceName.DATA: name,
        PlaceName.WRITE_AHEAD_LOG: f"{name}.wal*",
        PlaceName.TEMPORARY: f"{name}.tmp/*",
    }
    return with_layers(
        (
            DataPlace(kind, root, (pattern,), holds_plaintext=True)
            for kind, pattern in kinds.items()
        ),
        root,
    )
