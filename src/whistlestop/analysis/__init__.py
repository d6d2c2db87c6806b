"""Reviews: what each decision of a game was worth, and what was luck."""
