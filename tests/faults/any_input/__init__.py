"""Whatever a user may give: kinds of files, spoilt in bytes and in what they tell."""
