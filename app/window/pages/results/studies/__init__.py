"""Published studies laid beside a campaign: chosen in a menu, told in a strip, drawn as rows."""
