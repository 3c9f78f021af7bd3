"""How encryption was changed: a table of ways, and their course."""
