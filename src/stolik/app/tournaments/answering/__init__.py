"""From an organiser's request to its answer: commands at the desk, and questions."""
