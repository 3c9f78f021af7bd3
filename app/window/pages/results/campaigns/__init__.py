"""The campaigns of the store: found, labelled, put away and deleted."""
