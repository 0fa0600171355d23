"""What takes time to think about runs beside the event loop."""
