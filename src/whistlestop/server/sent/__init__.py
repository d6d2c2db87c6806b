"""What is sent to whom: tables and editions as JSON, with nothing hidden in it."""
