"""The room of MariaDB 10.11: nothing outside it knows how that server works."""
