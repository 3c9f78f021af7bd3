"""The workload “tablespace”: whole tables encrypted where they are stored; a table is created from
another one, rewritten, aggregated."""
