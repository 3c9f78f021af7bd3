"""MySQL: Connector/Python 2.0 of MariaDB with a binary cursor, sealed by AES_ENCRYPT."""

from engines.contract.facts import EngineFacts
from engines.mysql_family import DRIVERS, GRAMMAR

FACTS = EngineFacts(
    default_mode="ecb",
    drivers=DRIVERS,
    grammar=GRAMMAR,
    log_sealing=("innodb_redo_log_encrypt", "innodb_undo_log_encrypt", "binlog_encryption"),
)
