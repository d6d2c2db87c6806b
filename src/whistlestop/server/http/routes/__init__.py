"""The routes of the HTTP API. Each topic has a file. `docs/api.md` describes the routes."""
