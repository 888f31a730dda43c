"""Holds the simulator against a PostgreSQL 18.4 server: live, and as recorded."""
