"""The planner: a policy that plans a cheap network for its goals and collects cards for it."""
