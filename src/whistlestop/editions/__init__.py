"""The editions as data: everything that differs between the games."""
