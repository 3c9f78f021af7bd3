"""Where MySQL keeps things on disk, and where its keyring lies."""

from __future__ import annotations

from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName, rest_of, seen, unseen
from engines.contract.endpoint import Endpoint
from engines.looking.mapped import mapped_places
from engines.looking.opened_places import with_layers
from engines.mysql.tablespace import keyring_of, master_key
from engines.mysql_family.places import ReportedPlaces, is_seen
from engines.mysql_family.session import FamilySession

_NAMES = (
    PlaceName.DATA, PlaceName.REDO_LOG, PlaceName.UNDO, PlaceName.SYSTEM, PlaceName.TEMPORARY,
    PlaceName.SERVER_LOG, PlaceName.MAPPED,
)  # fmt: skip

_FILE = "Data_file"
"""Where the component says that its keys are."""


def places(session: FamilySession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; those that this server does not use hold nothing."""
    reported = ReportedPlaces(
        session, endpoint, ("innodb_doublewrite_dir", "innodb_temp_tablespaces_dir")
    )
    root = reported.root
    if not isinstance(root, str):
        return unseen(_NAMES, root)
    keyring = keyring_of(session).get(_FILE)
    inside = (
        DataPlace(PlaceName.DATA, root, (f"{database}/*",), ("*/#sql*",), holds_plaintext=True),
        DataPlace(
            PlaceName.REDO_LOG,
            reported.folder("innodb_log_group_home_dir"),
            ("#innodb_redo/*", "ib_logfile*"),
            holds_plaintext=True,
        ),
        DataPlace(PlaceName.UNDO, reported.folder("innodb_undo_directory"), ("undo_*", "*.ibu")),
        # Pages are written twice, those of the undo log among them.
        DataPlace(PlaceName.SYSTEM, reported.folder("innodb_data_home_dir"), ("ibdata*",)),
        DataPlace(PlaceName.SYSTEM, reported.folder("innodb_doublewrite_dir"), ("*.dblwr",)),
        # Those are sealed by nothing that can be switched on.
        DataPlace(PlaceName.TEMPORARY, root, ("ibtmp*", f"{database}/#sql*")),
        DataPlace(PlaceName.TEMPORARY, reported.folder("innodb_temp_tablespaces_dir"), ("*.ibt",)),
        DataPlace(PlaceName.TEMPORARY, reported.folder("tmpdir"), ("#sql*", "ML*")),
        *((reported.file(PlaceName.KEYS, keyring),) if keyring else ()),
        *reported.files(),
    )
    others = rest_of(root, inside, besides=("*/*",))
    return with_layers((*inside, *mapped_places(endpoint), others), root)


def key_of(session: FamilySession, endpoint: Endpoint) -> bytes | None:
    """The key that seals the keys of tables, read where the server reads it; None where we cannot,
    or where another keyring has it."""
    keyring = keyring_of(session).get(_FILE)
    if not keyring or not is_seen(endpoint):
        return None
    return master_key(Path(seen(endpoint, keyring)))
