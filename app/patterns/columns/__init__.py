"""Columns of ciphertext: what they reveal without the key."""
