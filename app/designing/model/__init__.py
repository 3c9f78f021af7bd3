"""The model of a design: tables, columns and statements of a proposed workload file."""
