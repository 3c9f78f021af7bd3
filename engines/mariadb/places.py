"""Where MariaDB with InnoDB keeps things on disk, and where its tablespace keys lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    rest_of,
    seen,
    unseen,
)
from engines.contract.endpoint import Endpoint
from engines.looking.mapped import mapped_places
from engines.looking.message_log import message_log
from engines.looking.opened_places import with_layers
from engines.looking.reading import open_ordinary
from engines.mariadb.session import MariaSession
from engines.mariadb.tablespace import KEY_IDS

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_KEYS_SETTING = "file_key_management_filename"

_SETTINGS = (
    "datadir", "tmpdir", "log_bin_basename", "log_error", "general_log_file",
    "slow_query_log_file", "innodb_undo_directory", "innodb_log_group_home_dir",
    "innodb_data_home_dir", _KEYS_SETTING,
)  # fmt: skip


def places(session: MariaSession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    told = _settings(session)
    root = data_root(endpoint, lambda: told.get("datadir"))
    if not isinstance(root, str):
        return unseen(_NAMES, root)
    root = root.rstrip("/") or "/"

    def folder(setting: str) -> str:
        path = Path(told.get("datadir", root)) / told.get(setting, "")
        same = path == Path(told.get("datadir", root))
        return root if same or not told.get(setting) else seen(endpoint, str(path))

    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), holds_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            folder("innodb_log_group_home_dir"),
            ("ib_logfile*", "ib_redo*"),
            holds_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, folder("innodb_undo_directory"), ("undo0*",)),
        # Holds the doublewrite buffer, and the undo log where that has no files of its own.
        DataPlace(PlaceName.SYSTEM, folder("innodb_data_home_dir"), ("ibdata*", "*.dblwr")),
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", "#innodb_temp/*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, folder("tmpdir"), ("#sql*", "ML*")),
        DataPlace(PlaceName.ARIA_LOG, root, ("aria_log*",)),
        *_named(told, endpoint, root),
    )
    others = rest_of(root, inside, besides=("*/*",))
    return with_layers((*inside, *mapped_places(endpoint), others), root)


def key_of(session: MariaSession, endpoint: Endpoint, bits: int | None) -> bytes | None:
    """The key that seals tables of ours, read where the server reads it; None where we cannot, or
    where its file is sealed itself."""
    path = _settings(session).get(_KEYS_SETTING)
    if not path or not _is_seen(endpoint):
        return None
    wanted = KEY_IDS.get(bits or 0, 1)
    try:
        with open_ordinary(seen(endpoint, path)) as file:
            lines = file.read(_LONGEST_KEYS).decode().splitlines()
        keys = dict(line.split(";", 1) for line in lines if ";" in line)
        return bytes.fromhex(keys[str(wanted)])
    except (OSError, ValueError, KeyError):
        return None


_LONGEST_KEYS = 1_000_000
"""Bytes: a server may name any file."""


def _is_seen(endpoint: Endpoint) -> bool:
    """Whether the paths that a server tells are paths of files that this machine can reach."""
    if endpoint.container:
        return endpoint.pid is not None
    return endpoint.data is not None


def _named(told: Mapping[str, str], endpoint: Endpoint, root: str) -> tuple[DataPlace, ...]:
    """Files whose path a setting contains."""
    names = {
        "log_bin_basename": PlaceName.BINARY_LOG,
        "log_error": PlaceName.SERVER_LOG,
        "general_log_file": PlaceName.SERVER_LOG,
        "slow_query_log_file": PlaceName.SERVER_LOG,
        _KEYS_SETTING: PlaceName.KEYS,
    }
    found = []
    for setting, name in names.items():
        if told.get(setting):
            path = Path(told.get("datadir", root)) / told[setting]
            inside = path.parent == Path(told.get("datadir", root))
            parent = root if inside else seen(endpoint, str(path.parent))
            suffix = ".*" if name is PlaceName.BINARY_LOG else ""
            found.append(DataPlace(name, parent, (path.name + suffix,)))
    if not told.get("log_error"):
        found.append(message_log(endpoint))
    return tuple(found)


def _settings(session: MariaSession) -> Mapping[str, str]:
    names = ", ".join(f"'{name}'" for name in _SETTINGS)
    rows = session.fetch(f"show global variables where variable_name in ({names})")
    return {str(name): str(value) for name, value in rows if value not in (None, "", "NULL")}
