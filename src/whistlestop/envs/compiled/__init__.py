"""The compiled side of the environments: lanes of games, opponents, chance one by one."""
