"""What of the arena is compiled."""
