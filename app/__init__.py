"""The program. The folders are its layers: each imports only those below it (ARCHITECTURE.md)."""
