"""Storage: the database and all SQL, the writer, and how servers hear of changes."""
