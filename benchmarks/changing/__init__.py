"""What changing encryption takes: every way of every engine, and tables of any size."""
