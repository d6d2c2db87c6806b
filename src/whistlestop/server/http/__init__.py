"""HTTP: what every request passes on its way in, and `routes/` with one topic a file."""
