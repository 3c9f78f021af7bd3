"""How fast raw ciphers are, without a database: `openssl speed` and `cryptography`."""
