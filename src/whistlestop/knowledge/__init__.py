"""What a seat knows of a game, compiled: worlds that agree with it, and what it can infer."""
