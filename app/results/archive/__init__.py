"""A store of one campaign in a ZIP file: written, opened, and taken into any store."""
