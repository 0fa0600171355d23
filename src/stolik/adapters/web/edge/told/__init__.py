"""What an answer looks like: a value, a file, a refusal with its status."""
