"""The campaigns of the store: listed, searched, labelled, hidden and deleted."""
