"""Connections that stay open: tables, clocks, the hall."""
