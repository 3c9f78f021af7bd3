"""Designs a workload from an existing database: its structure, sensitive columns and statements.

Three steps: `inspecting.tables_of` and `inspect` read a server's catalogue; `proposing.propose`
makes a `Design` of the result; `design_writing.write_workload` writes the workload file with the
parts that the user chose (`Design.with_encrypted`, `Design.with_statements`).
"""
