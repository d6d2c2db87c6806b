"""Games between bots."""
