"""How each database is reached, asked and driven. Knows nothing of Qt or campaigns."""
