"""The second record beside the store, and how it is taken in."""
