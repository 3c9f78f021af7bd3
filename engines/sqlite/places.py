"""Where SQLite keeps things on disk: a file per database and its companions. Temporary files stay
in memory in this build."""

from __future__ import annotations

from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName
from engines.looking.opened_places import with_layers


def places(path: Path) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`."""
    root, name = str(path.parent), path.name
    return with_layers(
        (
            DataPlace(PlaceName.DATA, root, (name,), holds_plaintext=True),
            DataPlace(
                PlaceName.WRITE_AHEAD_LOG,
                root,
                (f"{name}-wal", f"{name}-journal"),
                holds_plaintext=True,
            ),
            DataPlace(PlaceName.MAPPED, root, (f"{name}-shm",)),
        ),
        root,
    )
