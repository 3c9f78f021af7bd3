"""What every engine is, and how its databases are told from others'."""
