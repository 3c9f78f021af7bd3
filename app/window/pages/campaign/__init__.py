"""The campaign page: on these servers → protected like this → do this work."""
