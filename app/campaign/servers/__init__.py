"""The servers of a campaign: opened, given cores, asked again, and what befell a lost one."""
