"""The workload “connections”: opening connections, and short and long answers over an open one."""
