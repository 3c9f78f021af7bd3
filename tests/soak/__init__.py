"""An hour of short runs with the window open: what grows, and by how much."""
