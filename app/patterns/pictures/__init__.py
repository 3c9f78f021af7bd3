"""Pictures as a cipher sees them: pixels, their ciphertext, tiles and sheets."""
