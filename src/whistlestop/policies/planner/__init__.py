"""The planner: it plans a cheap network for its goals, and collects the cards for the routes."""
