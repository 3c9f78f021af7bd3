"""The start page: ways to begin, and the recent campaigns."""
