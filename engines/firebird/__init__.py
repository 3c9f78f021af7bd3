"""Firebird: firebird-driver with prepared statements, encrypted by ENCRYPT."""

from engines.contract.facts import EngineFacts, NameCase, TextComparison

_ALGORITHMS = (
    "aes", "anubis", "blowfish", "chacha20", "khazad", "rc4", "rc5", "rc6", "rsa", "safer+",
    "sober128", "twofish", "xtea",
)  # fmt: skip

FACTS = EngineFacts(
    name="firebird",
    title="Firebird",
    default_mode="ofb",
    drivers=("firebird-driver", "firebird-embedded"),
    grammar="postgres",  # sqlglot has none of its own
    # Its language reference, “LIKE” and “ORDER BY”.
    text_comparison=TextComparison(padded=True, nulls_first=True),
    name_case=NameCase.UPPER,
    index_kinds={"descending": "create descending index {name} on {table} ({columns})"},
    renames_tables=False,
    writers_wait=False,
    in_process=True,
    clean_up="garbage collection",
    backup="gbak",
    files_backup="nbackup",
    native=frozenset(_ALGORITHMS),
)
