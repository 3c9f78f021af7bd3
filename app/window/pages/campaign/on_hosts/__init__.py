"""Having a campaign measured by a coordinator's hosts; not loaded with one machine."""
