"""Where MariaDB with InnoDB keeps things on disk, and where its tablespace keys lie."""

from __future__ import annotations

from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    local_path,
    remaining_files,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.regular_files import open_regular
from engines.inspection.shared_mappings import mapped_places
from engines.mariadb.tablespace import KEY_IDS
from engines.mysql_family.data_places import ReportedPlaces, is_seen, settings
from engines.mysql_family.session import FamilySession

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

KEYS_SETTING = "file_key_management_filename"


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    places = ReportedPlaces(session, endpoint, (KEYS_SETTING,))
    root = places.root
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), must_find_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("ib_logfile*", "ib_redo*"),
            must_find_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, places.folder("innodb_undo_directory"), ("undo0*",)),
        # Holds the doublewrite buffer, and the undo log where that has no files of its own.
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_data_home_dir"), ("ibdata*", "*.dblwr")),
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", "#innodb_temp/*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, places.folder("tmpdir"), ("#sql*", "ML*")),
        DataPlace(PlaceName.ARIA_LOG, root, ("aria_log*",)),
        *places.files({KEYS_SETTING: PlaceName.KEYS}),
    )
    others = remaining_files(root, inside, excluded=("*/*",))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint, bits: int | None) -> bytes | None:
    """The key that encrypts the benchmark's tables, read where the server reads it; None where we
    cannot, or where its file is encrypted itself."""
    path = settings(session, (KEYS_SETTING,)).get(KEYS_SETTING)
    if not path or not is_seen(endpoint):
        return None
    wanted = KEY_IDS.get(bits or 0, 1)
    try:
        with open_regular(local_path(endpoint, path)) as file:
            lines = file.read(_LONGEST_KEYS).decode().splitlines()
        keys = dict(line.split(";", 1) for line in lines if ";" in line)
        return bytes.fromhex(keys[str(wanted)])
    except (OSError, ValueError, KeyError):
        return None


_LONGEST_KEYS = 1_000_000
"""Bytes that are read at most: a server may name any file."""
