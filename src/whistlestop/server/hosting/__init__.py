"""The parts that run tables: rooms, the registry, players' commands, bots, and other servers."""
