"""Importing files into a store, and checking whether a store is damaged."""
