"""The patterns page: what a mode hides, in pictures, in columns, and on disk."""
