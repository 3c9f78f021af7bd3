"""Blocks, their statistics, and what a server of the lab can do."""
