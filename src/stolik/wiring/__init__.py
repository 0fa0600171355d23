"""The one place that picks parts."""
