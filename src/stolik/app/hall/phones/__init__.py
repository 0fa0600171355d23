"""What a player's phone is told of his own: where he plays, what was decided, when to come."""
