"""*Measure my own*, a wizard of three steps: a design, that is a workload file proposed from the
tables and statements of a database of the user's."""
