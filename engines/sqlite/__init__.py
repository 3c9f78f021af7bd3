"""SQLite with SQLite3 Multiple Ciphers (package apsw-sqlite3mc): whole files encrypted, by apsw."""

from engines.contract.facts import EngineFacts, TextComparison

FACTS = EngineFacts(
    name="sqlite",
    title="SQLite",
    default_mode="",
    drivers=("apsw-sqlite3mc",),
    grammar="sqlite",
    # Its documentation, “Expressions” and “Datatypes”.
    text_comparison=TextComparison(like_ignores_case=True, nulls_first=True),
    index_kinds={"btree": "create index {name} on {table} ({columns})"},
    databases_are_files=True,
    in_process=True,
    clean_up="wal_checkpoint",
    rewrite="VACUUM",
    backup="sqlite3_backup",
    storage=frozenset(
        {"aegis", "aes128cbc", "aes256cbc", "ascon128", "chacha20", "rc4", "sqlcipher"}
    ),
    authenticated_storage=frozenset({"chacha20", "sqlcipher", "ascon128", "aegis"}),
    keystream_reuse_storage=frozenset({"rc4"}),
)
