"""What keeps the server answering when many come, or when somebody dawdles."""
