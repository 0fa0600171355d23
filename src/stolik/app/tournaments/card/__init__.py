"""What is known of a tournament beside its stream, and what people and organisers say of it."""
