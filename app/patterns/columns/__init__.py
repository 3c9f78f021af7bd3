"""Columns of ciphertext: what they give away to somebody without the key."""
