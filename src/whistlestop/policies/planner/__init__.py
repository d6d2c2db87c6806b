"""The planner: it links its goals over a cheap joint network, and collects the cards for it."""
