"""A sixth engine: SQLite under another name, with habits that no other has. A new engine is no more
than such a folder and a line in the registry (`registered.py`)."""

from engines.contract.facts import EngineFacts
from engines.sqlite import FACTS as SQLITE

FACTS = EngineFacts(
    name="toy",
    title="Toy",
    default_mode="",
    drivers=("apsw-sqlite3mc",),
    grammar="sqlite",
    storage=SQLITE.storage,
    authenticated_storage=frozenset({"chacha20"}),
)
