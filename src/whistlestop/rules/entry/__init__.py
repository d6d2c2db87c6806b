"""Entry points to the compiled rules for Python code: whole actions, batches and playouts."""
