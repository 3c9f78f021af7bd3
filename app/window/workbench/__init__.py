"""What pages share: the workbench (servers, running campaign, signals between pages), and their
base classes."""
