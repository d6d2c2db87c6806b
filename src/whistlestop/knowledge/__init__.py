"""What a seat knows of a game, compiled: worlds that agree with its knowledge, and inference."""
