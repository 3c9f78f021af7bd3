"""A workload designed from a database that is there: structure, sensitive columns, statements."""
