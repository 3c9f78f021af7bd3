"""Servers: found here or saved, opened, asked, lent, opened again and closed."""
