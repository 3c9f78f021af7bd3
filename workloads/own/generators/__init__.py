"""Values that are made up: whole columns of them, from numbers that are drawn."""
