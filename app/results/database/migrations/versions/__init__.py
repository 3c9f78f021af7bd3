"""The versions of the store, oldest first by their number."""
