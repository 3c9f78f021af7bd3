"""The servers page: the known servers, and one of them in detail."""
