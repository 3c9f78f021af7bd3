"""Servers that we start: where they live, whose they are, and what ends them."""
