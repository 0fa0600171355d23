"""The server's face: HTTP and sockets. It translates and nothing more."""
