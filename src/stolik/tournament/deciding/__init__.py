"""What `decide` says to each command: the engine hands it to the file of its concern."""
