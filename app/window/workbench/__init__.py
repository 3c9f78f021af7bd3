"""What pages share: servers, the running campaign, and signals between pages."""
