"""Tournaments: who plays whom, on which deals, how long, and what came of it."""
