"""Generators of made-up values: whole columns from random numbers."""
