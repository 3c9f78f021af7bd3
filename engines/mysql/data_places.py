"""Where MySQL keeps things on disk, and where its keyring lies."""

from __future__ import annotations

from pathlib import Path

from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    local_path,
    remaining_files,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.shared_mappings import mapped_places
from engines.mysql import tablespace
from engines.mysql.tablespace import keyring_of, master_key
from engines.mysql_family.data_places import ReportedPlaces, is_seen
from engines.mysql_family.session import FamilySession

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_FILE = "Data_file"
"""Where the component says that its keys are."""


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    places = ReportedPlaces(
        session, endpoint, ("innodb_doublewrite_dir", "innodb_temp_tablespaces_dir")
    )
    root = places.root
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    keyring = keyring_of(session).get(_FILE)
    inside = (
        DataPlace(
            PlaceName.DATA,
            root,
            (f"{database}/*", tablespace.file_of(database)),
            ("*/#sql*",),
            must_find_plaintext=True,
        ),
        DataPlace(
            PlaceName.REDO_LOG,
            places.folder("innodb_log_group_home_dir"),
            ("#innodb_redo/*", "ib_logfile*"),
            must_find_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, places.folder("innodb_undo_directory"), ("undo_*", "*.ibu")),
        # Pages are written twice, those of the undo log among them.
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_data_home_dir"), ("ibdata*",)),
        DataPlace(PlaceName.SYSTEM, places.folder("innodb_doublewrite_dir"), ("*.dblwr",)),
        # Those are encrypted by nothing that can be switched on.
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, places.folder("innodb_temp_tablespaces_dir"), ("*.ibt",)),
        DataPlace(PlaceName.TEMPORARY, places.folder("tmpdir"), ("#sql*", "ML*")),
        *((places.file(PlaceName.KEYS, keyring),) if keyring else ()),
        *places.files(),
    )
    others = remaining_files(root, inside, excluded=("*/*",))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint) -> bytes | None:
    """The key that encrypts the keys of tables, read where the server reads it; None where we
    cannot, or where another keyring has it."""
    keyring = keyring_of(session).get(_FILE)
    if not keyring or not is_seen(endpoint):
        return None
    return master_key(Path(local_path(endpoint, keyring)))
