"""Live tables: people, bots and referees at one game, everything kept before it is told."""
