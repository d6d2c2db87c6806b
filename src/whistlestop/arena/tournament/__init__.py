"""Tournaments between bots: matchups, deals, limits on thinking, and the results."""
