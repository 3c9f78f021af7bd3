"""MariaDB: Connector/Python 2.0 with a binary cursor, sealed by AES_ENCRYPT."""

from engines.contract.facts import EngineFacts
from engines.mysql_family import DRIVERS, GRAMMAR

FACTS = EngineFacts(
    default_mode="ecb",
    drivers=DRIVERS,
    grammar=GRAMMAR,
    log_sealing=("innodb_encrypt_log", "encrypt_binlog", "encrypt_tmp_files"),
)
