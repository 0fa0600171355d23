"""One stream: how it is chained, kept in batches, watched and timed."""
