"""A workload file in the making: its tables, columns and statements."""
