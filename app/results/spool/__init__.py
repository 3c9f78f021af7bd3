"""The second record beside the store, how it is taken in, and whether a store is sound."""
