"""What runs the tables: rooms, the registry, what people may do, bots, and other servers."""
