"""Pictures and bytes looked at closely, several of them together."""
