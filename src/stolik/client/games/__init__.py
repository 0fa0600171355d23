"""What the client knows of each game: its view, its commands, whom its table waits for."""
