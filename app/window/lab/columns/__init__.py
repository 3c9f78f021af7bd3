"""The columns tab: what the ciphertext of a table's column reveals without the key."""
