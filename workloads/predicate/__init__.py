"""The workload “predicate”: searches by encrypted columns, what each kind of index costs and
leaks."""
