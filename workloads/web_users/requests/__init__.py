"""What users ask, and of whom: the database itself, or what stands before it."""
