"""A workload from a database that is there: structure, sensitive columns, statements.

Three steps: `inspecting.tables_of` and `inspect` ask a server, `proposing.propose` makes a `Design`
of what it told, and `writing.write_workload` writes what was chosen of it (`Design.encrypted`,
`Design.with_statements`).
"""
