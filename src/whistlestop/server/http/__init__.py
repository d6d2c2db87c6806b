"""HTTP: the code that every request passes, and the routes, with one topic a file."""
