"""Conditions on encrypted columns: what a search costs by each kind of index, and what leaks."""
