"""MariaDB: Connector/Python 2.0 with a binary cursor, sealed by AES_ENCRYPT."""
