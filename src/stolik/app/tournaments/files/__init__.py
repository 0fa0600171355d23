"""A tournament as one file: kept by the command line, carried out of a server, brought back."""
