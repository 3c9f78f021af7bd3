"""What pages share: servers, the campaign that runs, what they tell each other."""
