"""The workload of one's own on the campaign page: file, columns, what statements become."""
