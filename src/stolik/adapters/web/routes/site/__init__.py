"""The web app's own files, the manual, the API described, and how the server is doing."""
