"""Tables of a round that are played online, and what they tell the tournament."""
