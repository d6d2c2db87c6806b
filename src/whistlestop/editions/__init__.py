"""What differs between the games: the editions as data."""
