"""Servers, for several pages: the list that all share, texts, a drop-down, password and store."""
