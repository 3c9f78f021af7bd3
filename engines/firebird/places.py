"""Where Firebird keeps things on disk: one file per database, and no log of changes."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil

from engines.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    file_place,
    seen,
    unseen,
    with_layers,
)
from engines.endpoint import Endpoint
from engines.mapped import mapped_places

_NAMES = (PlaceName.DATA, PlaceName.TEMPORARY, PlaceName.MAPPED)


def places(endpoint: Endpoint, path: str) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`, as the server names it."""
    if endpoint.in_process:
        root: object = str(Path(path).parent)
    else:
        root = data_root(endpoint, lambda: str(Path(path).parent))
    if not isinstance(root, str):
        return unseen(_NAMES, root)  # type: ignore[arg-type]
    data = DataPlace(PlaceName.DATA, root, (Path(path).name,), holds_plaintext=True)
    beside = _of_ours(endpoint) if endpoint.in_process else _of_server(endpoint)
    return with_layers((data, *beside), root)


def _of_ours(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """The embedded engine's folders, which the process that runs it has named."""
    runtime = Path(endpoint.library or "/").parent.parent
    return (
        DataPlace(PlaceName.TEMPORARY, os.environ.get("FIREBIRD_TMP")),
        DataPlace(PlaceName.MAPPED, os.environ.get("FIREBIRD_LOCK")),
        file_place(PlaceName.SERVER_LOG, runtime / "firebird.log"),
    )


def _of_server(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    return (
        DataPlace(
            PlaceName.TEMPORARY, seen(endpoint, _temporary(endpoint)), ("fb_*", "firebird/*")
        ),
        *mapped_places(endpoint),
    )


def _temporary(endpoint: Endpoint) -> str:
    """Where a server sorts; one that may not be asked does so in the usual folder."""
    with suppress(psutil.Error):
        if endpoint.pid is not None:
            return str(psutil.Process(endpoint.pid).environ().get("FIREBIRD_TMP", _USUAL))
    return _USUAL


_USUAL = "/tmp"
