"""Texts for costs, protections and terms in all reports, their languages and colours."""
