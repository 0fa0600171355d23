"""Use cases: what people and programs can do, whatever they come in by."""
