"""The compiled functions of the arena."""
