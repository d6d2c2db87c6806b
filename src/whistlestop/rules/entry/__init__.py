"""Ways into the compiled rules for callers from Python: whole actions, batches, playouts."""
