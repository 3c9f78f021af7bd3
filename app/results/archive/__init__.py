"""Archives: a store with one campaign in a ZIP file, written, and imported into any store."""
