"""The report that is handed over: what of it can be chosen."""
