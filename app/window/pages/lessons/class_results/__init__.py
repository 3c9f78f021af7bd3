"""A class taken in together: its table, what it predicted, and both as files."""
