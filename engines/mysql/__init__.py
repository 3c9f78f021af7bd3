"""MySQL: Connector/Python 2.0 of MariaDB with a binary cursor, encrypted by AES_ENCRYPT."""

from engines.contract.data_place import PlaceName
from engines.contract.facts import EngineFacts, NameCase
from engines.mysql_family import ALGORITHMS, DRIVERS, GRAMMAR, INDEX_KINDS, TEXT_COMPARISON
from engines.mysql_family.handshake import MYSQL

FACTS = EngineFacts(
    name=MYSQL.name,
    title=MYSQL.title,
    default_mode="ecb",
    drivers=DRIVERS,
    grammar=GRAMMAR,
    text_comparison=TEXT_COMPARISON,
    name_case=NameCase.TABLES,
    native_loop=True,
    index_kinds=INDEX_KINDS,
    clean_up="purge",
    rewrite="ALTER TABLE FORCE",
    backup="mysqldump",
    native=ALGORITHMS,
    storage=ALGORITHMS,
    # None encrypts temporary files (`engine.places`).
    log_encryption={
        "innodb_redo_log_encrypt": (PlaceName.REDO_LOG,),
        "innodb_undo_log_encrypt": (PlaceName.UNDO,),
        "binlog_encryption": (PlaceName.BINARY_LOG,),
    },
)
