"""The form of a report to export: cover, sections, picture and template."""
