"""The patterns page: what encryption hides, in pictures, in columns, and on disk."""
