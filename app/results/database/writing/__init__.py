"""Everything that changes a store. Each function works inside the caller's transaction."""
