"""HTTP: the code that every request passes, and the routes. Each topic has a file."""
