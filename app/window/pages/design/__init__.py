"""*Measure my own*: three steps from a database that is there to a workload file."""
