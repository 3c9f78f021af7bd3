"""A load of mixed operations: the table `load` of a workload file, and the requests of its
lanes."""
