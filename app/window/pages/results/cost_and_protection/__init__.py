"""The chart of cost against protection."""
