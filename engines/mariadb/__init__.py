"""MariaDB: Connector/Python 2.0 with a binary cursor, encrypted by AES_ENCRYPT."""

from engines.contract.data_place import PlaceName
from engines.contract.facts import EngineFacts, NameCase
from engines.mysql_family import ALGORITHMS, DRIVERS, GRAMMAR, INDEX_KINDS, TEXT_COMPARISON
from engines.mysql_family.handshake import MARIADB

FACTS = EngineFacts(
    name=MARIADB.name,
    title=MARIADB.title,
    default_mode="ecb",
    drivers=DRIVERS,
    grammar=GRAMMAR,
    text_comparison=TEXT_COMPARISON,
    name_case=NameCase.TABLES,
    native_loop=True,
    index_kinds=INDEX_KINDS,
    clean_up="purge",
    rewrite="ALTER TABLE FORCE",
    backup="mariadb-dump",
    files_backup="mariadb-backup",
    native=ALGORITHMS,
    storage=ALGORITHMS,
    # None encrypts the Aria log. The undo log is encrypted where all tablespaces are.
    log_encryption={
        "innodb_encrypt_log": (PlaceName.REDO_LOG,),
        "encrypt_binlog": (PlaceName.BINARY_LOG,),
        "encrypt_tmp_files": (PlaceName.TEMPORARY,),
        "innodb_encrypt_tables": (PlaceName.UNDO,),
    },
)
