"""Tables and statements of one's own: a workload that a file describes."""
