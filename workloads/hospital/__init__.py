"""The workload “hospital”: the published study's tables, records and four operations."""
