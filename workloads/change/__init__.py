"""The workload “change”: encrypting the rows of a filled table, changing their key, decrypting
them."""
