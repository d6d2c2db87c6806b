"""Storage: the database and its SQL, the writer, and notifications between servers."""
