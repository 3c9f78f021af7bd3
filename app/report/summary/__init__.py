"""Page one of a campaign: what protections cost, whom they keep out, and what they leak."""
