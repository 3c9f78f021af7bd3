"""The stores that what was measured lies in."""

from tests.app.results.conftest import address, any_store, file, new_database, store

__all__ = ["address", "any_store", "file", "new_database", "store"]
