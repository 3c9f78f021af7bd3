"""The workload “cipher_speed”: how fast raw ciphers are, without a database, by the program
`openssl speed` and the library `cryptography`."""
