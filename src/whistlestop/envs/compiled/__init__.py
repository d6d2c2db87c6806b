"""The compiled code of environments: lanes of games, opponents, and single random outcomes."""
