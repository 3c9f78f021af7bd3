"""What it takes to encrypt the rows that are there."""
