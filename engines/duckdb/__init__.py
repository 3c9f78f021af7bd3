"""DuckDB by its Python client: whole files encrypted by OpenSSL, which its extension httpfs
brings."""

from engines.contract.data_place import PlaceName
from engines.contract.facts import EngineFacts, TextComparison

FACTS = EngineFacts(
    name="duckdb",
    title="DuckDB",
    default_mode="",
    drivers=("duckdb",),
    packages=("duckdb-extension-httpfs",),
    grammar="duckdb",
    # DuckDB's documentation, “LIKE” and “ORDER BY”: NULL comes last, whichever way it goes.
    text_comparison=TextComparison(nulls_swap_when_descending=False),
    databases_are_files=True,
    in_process=True,
    clean_up="CHECKPOINT",
    backup="EXPORT DATABASE",
    storage=frozenset({"aes256gcm", "aes256ctr"}),
    authenticated_storage=frozenset({"aes256gcm"}),
    log_encryption={"temp_file_encryption": (PlaceName.TEMPORARY,)},
)
